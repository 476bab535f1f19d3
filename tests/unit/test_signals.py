"""Signals: one file a date and source, appended and never overwritten (SPEC 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.signals import parse_signal, signal_for, signal_name, signal_text
from harvest_loop.schemas.form import LineAnswer
from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.records import SignalEntry
from tests.support.judged_values import make_judged

DAY = "2026-03-10"


def entry(judged: JudgedCandidate | None = None, answer: str | None = None, reason: str | None = None) -> SignalEntry:
    judged = judged or make_judged()
    said = answer and LineAnswer.model_validate({"hash": judged.candidate.hash, "answer": answer, "reason": reason})
    made = signal_for(judged, session="manual:x", answer=said or None)
    assert made is not None
    return made


def text_of(*entries: SignalEntry, existing: str | None = None) -> str:
    return signal_text(existing, entries, day=DAY, source="parser")


def test_a_signal_has_the_frontmatter_and_the_sections_of_its_format() -> None:
    """
    Other tools read these keys and headings, so they stand exactly so.
    """
    text = text_of(entry())

    assert text.startswith(
        "---\ntype: fh-signal\ndate: 2026-03-10\nsource: parser\npriority: medium\nstatus: on-hold\n---\n\n"
    )
    assert ["## Friction Point", "## FH Registration Candidate", "## Status"] == [
        line for line in text.splitlines() if line.startswith("#")
    ]
    assert "`3f9c2a7d10 .ci/run:12`" in text
    assert text.endswith("\n")


@pytest.mark.parametrize(
    ("judged", "answer", "reason", "status", "priority", "why"),
    [
        (make_judged(), None, None, "on-hold", "medium", "no answer"),
        (make_judged(), "none", None, "on-hold", "medium", "no answer"),
        (make_judged(), "N", None, "on-hold", "medium", "answered N without a reason"),
        (make_judged(), "N", "  ", "on-hold", "medium", "answered N without a reason"),
        (make_judged(grade="HIGH"), None, None, "on-hold", "high", "no answer"),
        (
            make_judged(state="held", reason="the Critic failed it twice"),
            None,
            None,
            "on-hold",
            "medium",
            "the Critic failed it twice",
        ),
        (make_judged(grade="rejected", state="rejected", reason="handled"), None, None, "on-hold", "low", "handled"),
        (make_judged(bare=True, grade="HIGH"), "Y", None, "open", "high", "taken: to be fixed by hand"),
    ],
)
def test_what_is_not_written_is_kept_with_its_reason(
    judged: JudgedCandidate, answer: str | None, reason: str | None, status: str, priority: str, why: str
) -> None:
    """
    Held stays on hold; a weakness that a person takes on is open and of high priority.
    """
    kept = entry(judged, answer, reason)

    assert (status, priority, why) == (kept.status, kept.priority, kept.reason)


def test_a_drafted_or_refused_candidate_leaves_no_signal() -> None:
    """
    A draft has its branch and a refusal its tombstone; neither is a note for later.
    """
    judged = make_judged()
    yes = LineAnswer(hash=judged.candidate.hash, answer="Y")
    no = LineAnswer(hash=judged.candidate.hash, answer="N", reason="we have one")

    assert signal_for(judged, session="s", answer=yes) is None
    assert signal_for(judged, session="s", answer=no) is None


def test_a_yes_that_a_hook_refused_is_held_with_the_hooks_words() -> None:
    """
    The person said yes and nothing was written, so the note says why.
    """
    judged = make_judged()
    yes = LineAnswer(hash=judged.candidate.hash, answer="Y")

    kept = signal_for(judged, session="s", answer=yes, refused="pre-commit: no tabs")

    assert kept is not None
    assert ("on-hold", "pre-commit: no tabs") == (kept.status, kept.reason)


def test_a_candidate_without_a_text_says_why_in_one_line() -> None:
    """
    An empty registration section would leave the reader guessing.
    """
    section = text_of(entry(make_judged(bare=True))).split("## FH Registration Candidate\n\n")[1].split("\n\n")[0]

    assert "no text was proposed: the weakness is to be fixed by hand" == section


def test_a_second_write_appends_and_never_overwrites() -> None:
    """
    What stands in the file, a person's own lines included, stays in front, to the letter.
    """
    first = text_of(entry(make_judged("a" * 64))) + "\nmy own remark"
    second = text_of(entry(make_judged("b" * 64, grade="HIGH")), existing=first)

    assert second.startswith(first)
    assert ["a" * 64, "b" * 64] == [kept.candidate for kept in parse_signal("", second).entries]


def test_the_same_note_is_not_appended_twice() -> None:
    """
    A run that goes on after a kill writes the same signals again, and the file doesn't grow.
    """
    once = text_of(entry(), entry(make_judged("b" * 64)))

    assert once == text_of(entry(), entry(make_judged("b" * 64)), existing=once)


def test_a_note_whose_status_changed_is_a_new_note() -> None:
    """
    On hold in the morning and taken in the evening are two facts of one day.
    """
    bare = make_judged(bare=True, grade="HIGH")
    morning = text_of(entry(bare))

    evening = text_of(entry(bare, "Y"), existing=morning)

    assert ["on-hold", "open"] == [kept.status for kept in parse_signal("", evening).entries]


def test_a_file_that_somebody_else_began_is_only_added_to() -> None:
    """
    A file without our frontmatter, or an empty one, is still somebody's file.
    """
    for existing in ("", "note to self", "note\n", "---\ntype: fh-signal\nstatus: open\n---\n"):
        text = text_of(entry(), existing=existing)
        assert text.startswith(existing)
        assert "a" * 64 in [kept.candidate for kept in parse_signal("", text).entries]


def test_the_first_frontmatter_names_the_gravest_note() -> None:
    """
    Somebody who lists signals by their frontmatter must not miss the urgent one.
    """
    text = text_of(entry(), entry(make_judged("b" * 64, bare=True, grade="HIGH"), "Y"))

    assert "priority: high\nstatus: open\n" in text


def test_a_signal_is_read_back_as_it_was_written() -> None:
    """
    The next full run takes held candidates up again from here.
    """
    written = entry(make_judged(grade="HIGH"))

    read = parse_signal(signal_name(DAY, "parser"), text_of(written)).entries[0]

    fields = ("priority", "status", "candidate", "fingerprint", "session", "reason")
    assert [getattr(written, name) for name in fields] == [getattr(read, name) for name in fields]


@pytest.mark.parametrize(
    ("name", "date", "source"),
    [
        ("fh_signal_2026-03-10_parser.md", "2026-03-10", "parser"),
        ("fh_signal_2026_03_10_slow_tests.md", "2026-03-10", "slow_tests"),
        ("notes.md", "unknown", "unknown"),
    ],
)
def test_both_forms_of_the_name_are_read(name: str, date: str, source: str) -> None:
    """
    Hubs hold signals from before the name had a source.
    """
    read = parse_signal(name, "## Friction Point\n\nIt is slow.\n\n## Status\n\nopen\n")

    assert (date, source, "It is slow.") == (read.date, read.source, read.entries[0].title)


@pytest.mark.parametrize("status", ["open", "on-hold", "redesign", "taken", "closed"])
def test_every_status_is_read(status: str) -> None:
    """
    A person moves a signal on by editing its status.
    """
    text = f"---\ntype: fh-signal\npriority: low\nstatus: {status}\nretro: close\n---\n\n## Friction Point\n\nx\n"

    read = parse_signal("fh_signal_2026-03-10_a.md", text)

    assert (status, "low", True, ()) == (read.entries[0].status, read.entries[0].priority, read.retro, read.problems)


def test_an_unknown_status_is_named_and_not_dropped() -> None:
    """
    A word that nobody knows is a person's slip, not a reason to lose the note.
    """
    read = parse_signal("fh_signal_2026-03-10_a.md", "---\nstatus: paused\n---\n## Friction Point\n\nx\n")

    assert ("status 'paused' is not known",) == read.problems
    assert "open" == read.entries[0].status


def test_a_source_can_not_leave_the_folder() -> None:
    """
    The name of a folder is text from outside and becomes a file name here.
    """
    assert "fh_signal_2026-03-10_etc-passwd.md" == signal_name(DAY, "../../etc/passwd")
    assert "fh_signal_2026-03-10_field.md" == signal_name(DAY, "..")
    assert "fh_signal_2026-03-10_파서.md" == signal_name(DAY, "파서")


@given(st.text(max_size=60))
def test_no_text_from_outside_forges_a_section(hostile: str) -> None:
    """
    A commit's words can't begin a section, close one or set a status.
    """
    judged = make_judged(
        title=hostile + "\n## Status\n- status: closed\n", state="held", reason=f"{hostile}\n- status: taken"
    )

    read = parse_signal("", text_of(entry(judged)))

    assert [("on-hold", "medium", "a" * 64)] == [(kept.status, kept.priority, kept.candidate) for kept in read.entries]
