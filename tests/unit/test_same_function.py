"""Whether two skills do the same job, as far as their names and descriptions tell."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.same_function import SAME_FUNCTION, same_function
from tests.support.hubs import make_skill

WORDS = st.lists(st.sampled_from(("changelog", "tag", "release", "deploy", "review", "the", "of")), max_size=9)


def test_the_same_job_in_other_words_is_over_the_threshold() -> None:
    """
    It is found without one four-word sequence in common.
    """
    one = make_skill("release-notes", description="Compose changelog bullets of a tagged release from merged tickets")
    other = make_skill(
        "changelog-writing",
        description="From merged tickets draft what a tagged release says in changelog bullets",
    )

    assert SAME_FUNCTION <= same_function(one, other)


def test_siblings_with_other_subjects_are_below_it() -> None:
    """
    One author's skills share their sentences; what they are about tells them apart.
    """
    said = "Security hardening checklist for {} services with authentication, secrets, input validation"
    one = make_skill("django-security", description=said.format("Django"))
    other = make_skill("laravel-security", description=said.format("Laravel"))

    assert SAME_FUNCTION > same_function(one, other)


def test_a_description_that_says_nothing_is_no_likeness() -> None:
    """
    Two empty ones are not the same job, and a few words that another holds too are not either.
    """
    long = make_skill("release-notes", description="Compose changelog bullets of a tagged release from merged tickets")

    assert SAME_FUNCTION > same_function(make_skill("tag-release", description="Tag it."), long)
    assert SAME_FUNCTION > same_function(make_skill("one", description="x"), make_skill("two", description="x"))


@given(WORDS, WORDS)
def test_it_is_the_same_whichever_comes_first(first: list[str], second: list[str]) -> None:
    """
    A pair has one figure, between 0 and 1.
    """
    one, other = (
        make_skill(name, description=" ".join(words) or "x") for name, words in (("a-b", first), ("c-d", second))
    )

    assert 0.0 <= same_function(one, other) == same_function(other, one) <= 1.0
