"""Count what a reader used, met again and skipped, so that its report leaves nothing out (SPEC 3.3, 11-2)."""

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent, LineFault, ReadReport, SkippedLines

LINES_KEPT = 100
KINDS_KEPT = 200  # of a file: a hostile one could name a new kind in every line
_NAME = re.compile(r"[\w .:/<>()-]{1,60}")
_OTHER = "other kinds"


class _Skipped:
    """How often one fault was met in one file, and where first."""

    def __init__(self) -> None:
        self.count = 0
        self.lines: list[int] = []

    def add(self, line: int) -> None:
        self.count += 1
        if len(self.lines) < LINES_KEPT:
            self.lines.append(line)


class Tally:
    """The counts of one reading, file by file."""

    def __init__(self) -> None:
        self.files = 0
        self.bytes_read = 0
        self.lines_read = 0
        self.lines_used = 0
        self.copies = 0
        self._file = ""
        self._names: list[str] = []
        self._skipped: dict[tuple[str, str, str], _Skipped] = {}
        self._met: dict[tuple[str, str, str], _Skipped] = {}
        self._kinds: Counter[str] = Counter()
        self._passed_over: Counter[str] = Counter()
        self._unread: list[tuple[str, str]] = []
        self._notes: dict[str, None] = {}

    def open_file(self, path: Path) -> None:
        """Count the lines that follow as this file's."""
        self.files += 1
        self._file = str(path)
        self._names.append(self._file)

    def skip(self, fault: "LineFault", line: int, detail: str = "") -> None:
        """Count a line that was not used, and why; `detail` is an unknown kind's name, as the file has it."""
        skipped = self._met.get((self._file, fault, detail))
        if skipped is None:
            kind = self._kind(detail) if detail else ""
            skipped = self._skipped.setdefault((self._file, fault, kind), _Skipped())
            if kind == detail:
                self._met[self._file, fault, detail] = skipped
        skipped.add(line)

    def skip_file(self, path: Path, fault: "LineFault", detail: str = "") -> None:
        """Count a small file that stands for one line, and was not used."""
        here, self._file = self._file, str(path)
        self._names.append(self._file)
        self.lines_read += 1
        self.skip(fault, 1, detail)
        self._file = here

    def pass_over(self, part: str) -> None:
        """Count a part of an otherwise used line whose kind is not known."""
        name = _printable(part)
        self._passed_over[name if name in self._passed_over or len(self._passed_over) < KINDS_KEPT else _OTHER] += 1

    def leave_unread(self, path: Path, reason: str) -> None:
        """Count a file that could not be opened."""
        self._unread.append((path.name, reason))

    def note(self, sentence: str) -> None:
        """Keep a sentence of the reader's own for the report, once."""
        self._notes.setdefault(sentence)

    def report(self, agent: "Agent") -> "ReadReport":
        """Return the counts so far; they are complete when the reading is used up."""
        from harvest_loop.adapters.redaction import redact
        from harvest_loop.schemas.transcript import ReadReport, UnreadFile

        over = (
            f"{_times(count)} of the unknown kind '{part}' passed over" for part, count in self._passed_over.items()
        )
        return ReadReport(
            agent=agent,
            files=self.files,
            bytes_read=self.bytes_read,
            lines_read=self.lines_read,
            lines_used=self.lines_used,
            copies=self.copies,
            skipped=tuple(self._skipped_lines()),
            unread=tuple(UnreadFile(file=redact(name), reason=reason) for name, reason in self._unread),
            notes=tuple(redact(note) for note in (*self._notes, *sorted(over))),
        )

    def _skipped_lines(self) -> "list[SkippedLines]":
        from harvest_loop.adapters.redaction import redact
        from harvest_loop.schemas.transcript import SkippedLines

        order = {name: position for position, name in reversed(list(enumerate(self._names)))}
        found = sorted(self._skipped.items(), key=lambda item: (order[item[0][0]], item[1].lines[0], item[0]))
        return [
            SkippedLines.model_validate(
                {
                    "file": redact(Path(file).name),
                    "fault": fault,
                    "detail": redact(detail),
                    "count": skipped.count,
                    "lines": tuple(skipped.lines),
                }
            )
            for (file, fault, detail), skipped in found
        ]

    def _kind(self, name: str) -> str:
        name = _printable(name)
        self._kinds[self._file] += (self._file, "unknown kind", name) not in self._skipped
        return name if self._kinds[self._file] <= KINDS_KEPT else _OTHER


def _printable(name: str) -> str:
    return name if _NAME.fullmatch(name) else "a name that is none"


def _times(count: int) -> str:
    return "1 part" if count == 1 else f"{count} parts"
