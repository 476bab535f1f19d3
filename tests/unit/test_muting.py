"""A question that was declined three times in a row is asked no more, until the person wants it back (SPEC 8.1)."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.muting import nag_answers, not_muted
from harvest_loop.domain.profile_answers import Change, declined_once, muted, taken_up, unmuted
from harvest_loop.domain.profile_outcomes import count_outcomes
from harvest_loop.schemas.curation import CurationLine, EditKind
from harvest_loop.schemas.form import Answer, FormAnswer, LineAnswer
from harvest_loop.schemas.profile import Nag, Profile
from tests.support.judged_values import make_form

NAG: Nag = "archive-review"


def line(content: str, kind: EditKind = "archiving") -> CurationLine:
    return CurationLine(hash=content * 64, kind=kind, title="x", target="memory/x.md", shown="x", fingerprint=content)


def said_of(*words: Answer) -> tuple[bool, ...]:
    """What the words on a form of so many archivings say of the question."""
    lines = tuple(line(f"{number:x}") for number in range(len(words)))
    form = make_form().model_copy(update={"lines": (*lines, line("f", "split"))})
    answers = (*(LineAnswer(hash=one.hash, answer=word) for one, word in zip(lines, words, strict=True)),)
    return tuple(one.taken for one in nag_answers(form, FormAnswer(run=form.run, lines=answers)))


def after(profile: Profile, change: Change) -> Profile:
    """The profile as it reads when the change is written."""
    told = profile.model_dump()
    for path, value in change.items():
        if len(path) == 1:
            told[path[0]] = value
        else:
            told[path[0]][path[1]] = value
    return Profile.model_validate(told)


@given(st.lists(st.sampled_from(["declined", "taken up"]), max_size=8))
def test_three_declines_in_a_row_mute(words: list[str]) -> None:
    """
    A yes in between starts the row anew; what is muted stays so until it is unmuted, and then starts from nothing.
    """
    profile, row, is_muted = Profile(), 0, False
    for word in words:
        profile = after(profile, (declined_once if word == "declined" else taken_up)(profile, "mid-session"))
        row = row + 1 if word == "declined" else 0
        is_muted = is_muted or row >= 3

    assert is_muted == ("mid-session" in profile.muted_nags)
    heard = after(profile, unmuted(profile, "mid-session"))
    assert "mid-session" not in heard.muted_nags
    assert not heard.declined_nags.get("mid-session")
    assert {} == muted(after(heard, muted(heard, "mid-session")), "mid-session")


def test_a_form_nobody_read_declines_nothing() -> None:
    """
    One N among the archivings is a decline, one Y takes the question up, silence and other lines say nothing.
    """
    assert [(), (False,), (True,), (False,), ()] == [
        said_of("none", "none"),
        said_of("N", "N"),
        said_of("N", "Y"),
        said_of("none", "N"),
        said_of(),
    ]


def test_a_decline_is_counted_once_however_often_the_run_brings_it() -> None:
    """
    A run that was cut off and goes on doesn't bring the third decline by itself.
    """
    form = make_form().model_copy(update={"lines": (line("a"),)})
    answer = FormAnswer(run=form.run, lines=(LineAnswer(hash="a" * 64, answer="N"),))
    (nag,) = nag_answers(form, answer)
    profile = Profile(declined_nags={NAG: 2})

    counted = after(profile, count_outcomes(profile, (), (nag,)).values)

    assert ((NAG,), 3) == (counted.muted_nags, counted.declined_nags[NAG])
    assert {} == count_outcomes(counted, (), (nag,)).values


def test_a_muted_review_leaves_its_lines_out_and_says_so() -> None:
    """
    Only the archivings: a split is another question.
    """
    lines = (line("a"), line("b", "split"))

    assert (lines, ()) == not_muted(lines, Profile())
    asked, said = not_muted(lines, Profile(muted_nags=(NAG,)))
    assert lines[1:] == asked
    assert ("1 archiving not asked about: archive-review is muted, `harvest profile unmute archive-review`",) == said
