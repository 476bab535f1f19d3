"""The retrospective: four fields from measurements, none of them empty (SPEC 4.5)."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.retrospective import (
    HEADING,
    improvement_points,
    retrospect,
    retrospective_section,
    retrospective_signal,
)
from harvest_loop.domain.signals import parse_signal
from harvest_loop.schemas.retrospective import Retrospective
from tests.unit.test_early_harvest import session

FIELDS = ("- Corrections:", "- Caught by itself / by others:", "- Axes not run:", "- Repeats:")


def looked_back(*seen_before: str) -> Retrospective:
    facts = session(failed=["make test"] * 3, cues=["no", "no"])
    return retrospect(
        facts,
        caught_by_itself={"phantom": 2},
        caught_by_others={"ci": 1},
        axes_not_run=["drift", "steel"],
        seen_before=seen_before,
    )


def lines_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith(("- ", "  - "))]


def test_the_four_fields_hold_what_was_measured() -> None:
    """
    Corrections are counted in the transcript, one line each; each axis stands by its name.
    """
    section = retrospective_section(looked_back("a fix and its guard"))

    assert section.startswith(HEADING)
    assert [
        "- Corrections: 2",
        "  - x:1 no",
        "  - x:1 no",
        "- Caught by itself / by others: phantom 2 / ci 1, the person 2",
        "- Axes not run: drift, steel",
        "- Repeats: 3",
        "  - corrected 2 times: no",
        "  - failed 3 times: make test",
        "  - seen in earlier sessions too: a fix and its guard",
    ] == lines_of(section)


def test_nothing_is_none_or_0_and_never_empty() -> None:
    """
    A session without mistakes has four filled fields too.
    """
    section = retrospective_section(
        retrospect(session(), caught_by_itself={}, caught_by_others={}, axes_not_run=[], seen_before=[])
    )

    assert [
        "- Corrections: 0",
        "- Caught by itself / by others: none / the person 0",
        "- Axes not run: none",
        "- Repeats: 0",
    ] == lines_of(section)


def test_without_a_transcript_the_counts_are_unknown() -> None:
    """
    Nobody counted the corrections: `0` would be made up.
    """
    section = retrospective_section(
        retrospect(None, caught_by_itself={}, caught_by_others={"ci": None}, axes_not_run=[], why_no_facts="it is gone")
    )

    assert [
        "- Corrections: unknown (it is gone)",
        "- Caught by itself / by others: none / ci unknown, the person unknown",
        "- Axes not run: none",
        "- Repeats: unknown (it is gone)",
    ] == lines_of(section)


def test_repeats_are_the_improvement_points() -> None:
    """
    They enter contention with the regressions and are graded like the rest.
    """
    assert ("corrected 2 times: no", "failed 3 times: make test") == looked_back().points


def test_a_new_signal_is_marked_as_a_retrospective() -> None:
    """
    It has the format of every signal, and is read back as one.
    """
    text = retrospective_signal(None, retrospective_section(looked_back()), day="2026-03-10", source="parser")
    signal = parse_signal("fh_signal_2026-03-10_parser.md", text)

    assert signal.retro
    assert () == signal.problems
    assert ("2026-03-10", "parser") == (signal.date, signal.source)


def test_a_signal_of_today_is_added_to_once() -> None:
    """
    What stands there stays; that a signal exists says nothing of a retrospective.
    """
    existing = "---\ntype: fh-signal\ndate: 2026-03-10\n---\n\n## Friction Point\n\na person's words\n"
    section = retrospective_section(looked_back())
    text = retrospective_signal(existing, section, day="2026-03-10", source="parser")

    assert text == existing.replace("\n---\n\n##", "\nretro: close\n---\n\n##") + "\n" + section
    assert text == retrospective_signal(text, section, day="2026-03-10", source="parser")


def test_a_signal_without_frontmatter_gets_one() -> None:
    """
    The mark is one line of it, and the text below is kept.
    """
    text = retrospective_signal("a person's words\n", "## x\n", day="2026-03-10", source="parser")

    assert text.startswith("---\nretro: close\n---\n\na person's words\n")
    assert parse_signal("fh_signal_2026-03-10_parser.md", text).retro


@given(st.text(max_size=120), st.text(max_size=40), st.text(max_size=40))
def test_texts_of_a_session_change_no_field(existing: str, command: str, axis: str) -> None:
    """
    Commands, axes and what stands in a signal are hostile: the four fields stay four lines.
    """
    found = retrospect(
        session(failed=[command, command]), caught_by_itself={axis: 1}, caught_by_others={}, axes_not_run=[axis]
    )
    section = retrospective_section(found)

    assert 4 == sum(line.startswith("- ") for line in section.split("\n"))
    assert all(any(line.startswith(field) for line in section.split("\n")) for field in FIELDS)
    assert retrospective_signal(existing, section, day="2026-03-10", source="s").endswith(section)


def test_what_came_again_is_a_point_with_the_place_where_it_did_last() -> None:
    """It names the program or the words of the correction: what else stood there may be the domain's."""
    facts = session(failed=["/usr/bin/make books --vault /srv/bakery"] * 2, cues=["Undo  that", "undo that", "no"])

    points = improvement_points(facts)

    assert ["corrected 2 times by “undo that”", "failed 2 times: make books"] == [point.text for point in points]
    assert all(("transcript", "x", 1) == (one.pointer.sha, one.pointer.path, one.pointer.line) for one in points)
    assert "bakery" not in str(points)
    assert () == improvement_points(None)
