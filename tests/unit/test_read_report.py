"""What a reader could not use, in words (SPEC 3.3)."""

from typing import get_args

from harvest_loop.domain.read_report import phrase_report
from harvest_loop.schemas.transcript import LineFault, ReadReport, SkippedLines, UnreadFile


def report(*skipped: SkippedLines, copies: int = 0, unread: tuple[UnreadFile, ...] = (), note: str = "") -> ReadReport:
    """A report of ten lines."""
    return ReadReport(
        agent="codex",
        files=1,
        bytes_read=1,
        lines_read=10,
        lines_used=5,
        copies=copies,
        skipped=skipped,
        unread=unread,
        notes=(note,) if note else (),
    )


def test_each_thing_left_out_is_a_sentence() -> None:
    """A person reads which lines of which file are missing, and why."""
    said = phrase_report(
        report(
            SkippedLines(file="a.jsonl", fault="cut", count=1, lines=(9,)),
            SkippedLines(file="a.jsonl", fault="NUL", count=2, lines=(3, 4)),
            SkippedLines(
                file="a.jsonl", fault="unknown kind", detail="brand-new", count=700, lines=tuple(range(1, 101))
            ),
            SkippedLines(file="b.db", fault="not JSON", count=1, lines=(0,)),
            copies=2,
            unread=(UnreadFile(file="c.jsonl", reason="Permission denied"),),
            note="a.jsonl was forked",
        )
    )

    assert (
        "1 line cut in a.jsonl (line 9)",
        "2 lines with NUL bytes in a.jsonl (lines 3, 4)",
        "700 lines of an unknown kind (brand-new) in a.jsonl (lines 1, 2, 3, 4, 5, …)",
        "1 line that is no JSON in b.db",
        "2 lines that earlier files or lines already held, counted once",
        "c.jsonl was not read: Permission denied",
        "a.jsonl was forked",
    ) == said


def test_where_all_was_used_nothing_is_said() -> None:
    """A clean reading needs no words."""
    assert () == phrase_report(report())


def test_every_fault_has_its_words() -> None:
    """No fault that a reader reports is left without a sentence."""
    for fault in get_args(LineFault):
        (said,) = phrase_report(report(SkippedLines(file="a", fault=fault, count=2, lines=(1, 2))))
        assert said.startswith("2 lines ")
