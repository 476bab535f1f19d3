"""What of a person's answers is more than taste (SPEC 8.5)."""

import pytest

from harvest_loop.domain.answers_over_sessions import collide_answers
from harvest_loop.domain.consent.generalization import Generality, Learning, SkillWord, Word, learnings
from harvest_loop.domain.regressed import is_matter
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.records import Tombstone
from tests.support.hubs import make_hub, make_skill


def words(rejected: int, accepted: int, modified: int = 0, *, sessions: int = 2) -> list[SkillWord]:
    """As many words on one skill, spread over the sessions."""
    said: list[Word] = [*["rejected"] * rejected, *["accepted"] * accepted, *["modified"] * modified]  # type: ignore[list-item]
    return [SkillWord("tidy", word, f"s{at % sessions}", f"r{at}") for at, word in enumerate(said)]


@pytest.mark.parametrize(
    ("rejected", "accepted", "modified", "expected"),
    [
        (2, 3, 0, "redefine or deprecate"),  # 40 % wins over 60 %
        (3, 0, 0, "redefine or deprecate"),
        (39, 61, 0, "reinforces"),
        (1, 3, 1, "reinforces"),
        (1, 1, 2, "personal"),
        (0, 3, 0, "reinforces"),
        (0, 0, 3, "personal"),
        (1, 2, 1, "personal"),
        (2, 0, 0, "personal"),  # too few
        (399, 590, 11, "personal"),  # 39.9 %, 59 %
        (399, 599, 2, "personal"),
        (400, 600, 0, "redefine or deprecate"),
        (399, 600, 1, "reinforces"),
    ],
)
def test_shares_decide(rejected: int, accepted: int, modified: int, expected: str) -> None:
    """
    At 40 % of rejections a skill is to be redefined, whatever else; at 60 % of acceptances it is reinforced.
    """
    (found,) = learnings(words(rejected, accepted, modified))

    assert expected == found.generality


@pytest.mark.parametrize(
    ("said", "generality", "counts"),
    [
        ("amm", "personal", (("accepted", 1), ("modified", 2))),
        ("rar", "redefine or deprecate", (("accepted", 1), ("rejected", 2))),
        ("raaam", "reinforces", (("accepted", 3), ("modified", 1), ("rejected", 1))),
    ],
)
def test_what_the_words_come_to_is_told_with_its_figures(
    said: str, generality: Generality, counts: tuple[tuple[Word, int], ...]
) -> None:
    """
    How often each word was said, in an order that is always the same, over how many sessions, and the newest record.
    """
    kinds: dict[str, Word] = {"a": "accepted", "m": "modified", "r": "rejected"}
    words = [SkillWord("tidy", kinds[one], f"s{at % 2}", f"r{at}") for at, one in enumerate(said)]

    assert (Learning("tidy", generality, counts, 2, f"r{len(said) - 1}"),) == learnings(words)
    assert (Learning("tidy", "personal", (("rejected", 1),), 1),) == learnings([SkillWord("tidy", "rejected", "s")])
    two = [SkillWord("tidy", "rejected", "s"), SkillWord("tidy", "rejected", "t", "r1")]
    assert (Learning("tidy", "personal", (("rejected", 2),), 2, "r1"),) == learnings(two)


def test_one_session_is_taste() -> None:
    """
    However often it was refused there, it recurs only where a second session says so too.
    """
    (one,) = learnings(words(9, 0, sessions=1))
    (two,) = learnings(words(9, 0, sessions=2))

    assert (False, True) == (one.is_general, two.is_general)


def test_each_skill_is_counted_for_itself() -> None:
    """
    The words on one skill say nothing about another, and the order of the words nothing at all.
    """
    mixed = [*words(3, 0), *(word._replace(skill="sow") for word in words(0, 3))]

    assert ["reinforces", "redefine or deprecate"] == [one.generality for one in learnings(mixed)]
    assert learnings(mixed) == learnings(reversed(mixed))


HUB = make_hub(make_skill("tidy"), make_skill("sow"))
PLACE = "skills/tidy/SKILL.md"


def a_no(number: int, *, session: str, place: str = PLACE, of_edit: bool = False) -> Tombstone:
    """A proposal that was refused with a reason, or another line of the form."""
    content, fingerprint = f"{number:064x}"[::-1], f"{number + 100:064x}"[::-1]
    return Tombstone(
        id=f"ts-2026-03-10-{(fingerprint if of_edit else content)[:8]}",
        at="2026-03-10T12:00:00Z",
        fingerprint=fingerprint,
        content=content,
        target=place,
        title="t",
        reason="no",
        session=session,
    )


def a_yes(name: str, *, session: str, place: str = PLACE) -> ManifestFound:
    """An entry of the manifest."""
    return ManifestFound(id=f"em-2026-03-10-{name}", line=1, keys={"file": place, "session": session})


def test_a_skill_that_is_refused_over_sessions_is_a_pattern_of_the_next_run() -> None:
    """
    It names the skill, the figures and the file; the same answers make the same pattern, which a tombstone can refuse.
    """
    nos = [a_no(1, session="s1"), a_no(2, session="s2")]

    (found,) = collide_answers([a_yes("tidy", session="s3")], nos, HUB)
    (again,) = collide_answers([a_yes("tidy", session="s3")], [*nos, a_no(3, session="s4")], HUB)

    assert "answers over sessions" == found.pattern.kind and is_matter(found.pattern)
    assert "tidy: 2 of 3 answers over 3 sessions" in found.pattern.title
    assert PLACE == found.pattern.evidence[0].pointer.path
    assert found.pattern.fingerprint == again.pattern.fingerprint


@pytest.mark.parametrize(
    "stones",
    [
        [a_no(1, session="s1"), a_no(2, session="s1"), a_no(3, session="s1")],
        [a_no(1, session="s1"), a_no(2, session="s2")],
        [a_no(number, session=f"s{number}", of_edit=True) for number in range(4)],
        [a_no(number, session=f"s{number}", place="memory/a.md") for number in range(4)],
        [a_no(number, session=f"s{number}", place="skills/gone/SKILL.md") for number in range(4)],
    ],
)
def test_taste_and_what_is_no_proposal_stay_here(stones: list[Tombstone]) -> None:
    """
    One session, two answers, a curator's line, what is no skill, or none of the hub any more: nothing comes of it.
    """
    assert () == collide_answers([], stones, HUB)


def test_a_yes_to_the_curator_is_none_to_a_skill() -> None:
    """
    A mark, a split or a revert that was taken up says nothing about proposals: the noes weigh as before.
    """
    stones = [a_no(1, session="s1"), a_no(2, session="s2"), a_no(3, session="s2")]
    yes = [a_yes(f"{kind}-skills-tidy", session="s9") for kind in ("stale-mark", "split", "revert", "merge", "split")]

    assert 1 == len(collide_answers(yes, stones, HUB))
    assert () == collide_answers([a_yes(f"tidy-{at}", session="s9") for at in range(5)], stones, HUB)
