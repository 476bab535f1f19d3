"""What became of proposals is counted for the right skill, by the right word, and once (SPEC 8.1)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.profile_outcomes import count_outcomes, counted, not_proposed, outcomes_of, skill_of
from harvest_loop.schemas.form import Answer, FormAnswer, LineAnswer
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.profile import Profile, SkillOutcome, SkillOutcomes, Taken
from tests.support.judged_values import make_form, make_judged, make_pattern

WORDS: tuple[Taken, ...] = ("accepted", "modified", "rejected", "sustained")
A, B = "a" * 64, "b" * 64


def a_skill(path: str, name: str) -> Asset:
    return Asset(kind="skill", path=path, name=name, sha256="0" * 64)


def outcome(word: Taken, answer: str, *, skill: str = "tidy") -> SkillOutcome:
    return SkillOutcome(skill=skill, word=word, answer=answer)


def after(profile: Profile, outcomes: Sequence[SkillOutcome], open_answers: Sequence[str] = ()) -> Profile:
    """The profile as it reads when the counts are written."""
    values = count_outcomes(profile, outcomes, open_answers=open_answers).values
    skills = {name: one.model_dump() for name, one in profile.skills.items()}
    told = profile.counted
    for path, value in values.items():
        if path == ("counted",):
            assert isinstance(value, tuple)
            told = value
        else:
            _, name, key = path
            skills.setdefault(name, {})[key] = value
    return Profile.model_validate({"skills": skills, "counted": told})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("skills/tidy/SKILL.md", "tidy-desk"),
        ("skills/tidy/more/detail.md", "tidy-desk"),
        ("skills/tidying/SKILL.md", "tidying"),
        ("skills/odd/SKILL.md", "odd"),
        ("skills/brand-new/SKILL.md", "brand-new"),
        ("skills/no good/SKILL.md", None),
        ("skills/both bad/SKILL.md", None),
        (".claude/rules/tidy.md", None),
        ("CLAUDE.md", None),
        ("", None),
    ],
)
def test_a_file_belongs_to_the_skill_whose_folder_holds_it(path: str, name: str | None) -> None:
    """
    It is counted by the skill's own name, by its folder's where that name is a sentence, and not at all where both are.
    """
    skills = [
        a_skill("skills/tidy/SKILL.md", "tidy-desk"),
        a_skill("skills/odd/SKILL.md", "The customer's ledger: 3 of them"),
        a_skill("skills/both bad/SKILL.md", "also bad"),
    ]

    assert name == skill_of(path, skills)


@pytest.mark.parametrize(
    ("answer", "reason", "word"),
    [
        ("Y", None, "accepted"),
        ("N", "no", "rejected"),
        ("N", None, "sustained"),
        ("N", " ", "sustained"),
        ("none", None, "sustained"),
    ],
)
def test_only_a_reason_rejects(answer: Answer, reason: str | None, word: Taken) -> None:
    """
    A bare N and a form that nobody read hold the line, and never count as a no.
    """
    form = make_form(make_judged(A))
    said = FormAnswer(run=form.run, lines=(LineAnswer(hash=A, answer=answer, reason=reason),))

    (found,) = outcomes_of(form, said, (), shown_again=())

    assert ("release-notes-check", word) == (found.skill, found.word)
    assert () == outcomes_of(form, said, (), shown_again=[A])


def test_what_no_longer_stands_is_no_proposal_of_the_loops() -> None:
    """
    A refused repair of a broken line is no word on the skill, nor a reason to keep quiet about it.
    """
    judged = make_judged(A)
    regressed = make_pattern().model_copy(update={"kind": "regression"})
    candidate = judged.candidate.model_copy(update={"pattern": regressed})
    form = make_form(judged.model_copy(update={"candidate": candidate}))

    assert () == outcomes_of(form, FormAnswer(run=form.run), (), shown_again=())


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_what_is_taken_forgives_what_was_refused_before(words: list[Taken]) -> None:
    """
    Three refusals suppress a skill exactly where nothing was taken since the first of the three.
    """
    skill = SkillOutcomes()
    for word in words:
        skill = counted(skill, word)

    taken = max((at for at, word in enumerate(words) if word in ("accepted", "modified")), default=-1)
    since = words[taken + 1 :].count("rejected")
    assert skill.refused_since == since
    assert skill.is_suppressed == (since >= 3)
    assert [words.count(word) for word in WORDS] == [getattr(skill, word) for word in WORDS]


ANSWERS = st.lists(
    st.tuples(st.sampled_from(["r1.00000001", "r1.00000002", "r2.00000001", "r3.00000001"]), st.sampled_from(WORDS)),
    max_size=6,
    unique_by=lambda pair: pair[0],
)


@given(ANSWERS, st.integers(0, 6))
def test_an_answer_that_comes_again_is_not_counted_again(answers: list[tuple[str, Taken]], cut: int) -> None:
    """
    A run that was cut off after some of its answers, and is gone on with from the start, leaves what an undisturbed run
    leaves.
    """
    told = [outcome(word, name) for name, word in answers]
    names = [name for name, _ in answers]
    whole = after(Profile(), told, names)

    again = after(after(Profile(), told[:cut], names), told, names)

    assert whole.skills == again.skills
    assert set(whole.counted) == set(again.counted)
    assert {} == count_outcomes(whole, told, open_answers=names).values


def test_the_names_of_answers_go_when_they_cannot_come_again() -> None:
    """
    The list of them doesn't grow with every form.
    """
    profile = Profile(counted=("r1.00000001", "r2.00000001"))

    found = after(profile, [outcome("accepted", "r3.00000001")], ["r2.00000001"])

    assert ("r2.00000001", "r3.00000001") == found.counted


def test_counts_that_cannot_be_read_are_left_as_they_stand() -> None:
    """
    What a person wrote there is not overwritten by a guess; the skill is named.
    """
    found = count_outcomes(Profile(), [outcome("accepted", "r.00000001")], unusable=["tidy"])

    assert ({}, ("tidy",)) == (found.values, found.left_out)


def test_a_skill_that_was_kept_back_is_sustained() -> None:
    """
    Not proposed is one of the outcomes, once a run.
    """
    (one,) = not_proposed("2026-03-20_abcdef12_forced", ["tidy"])

    profile = after(Profile(skills={"tidy": SkillOutcomes(rejected=3)}), [one], [one.answer])

    assert (3, 1, True) == (
        profile.skills["tidy"].rejected,
        profile.skills["tidy"].sustained,
        profile.skills["tidy"].is_suppressed,
    )
    assert {} == count_outcomes(profile, [one]).values
