"""Takes in the patch of one file: its counts, the lines it added, and what its patch-id is made of (SPEC 3.2)."""

import hashlib
import re

from harvest_loop.adapters.git_objects import Objects
from harvest_loop.adapters.git_text import name_of, read_file_lines, read_lines
from harvest_loop.schemas.evidence import AddedLine, ChangeStatus, FileChange

MOST_LINES = 400
LONGEST_LINE = 2000
_ABBREVIATED = 12
_HUNK = re.compile(rb"@@+ (?:-\d+(?:,\d+)? )+\+(\d+)(?:,\d+)? @@+")
_MODES = (b"old mode ", b"new mode ", b"mode ", b"new file mode ", b"deleted file mode ")
_BLANKS = b" \t\r\n\v\f"
# A line that may be the middle of a private key, of which only the first line tells what it is.
_KEY_LIKE = re.compile(rb"""^[\s"'+,-]*[A-Za-z0-9+/]{16,}={0,2}(?:\\n)?[\s"',+]*$""", re.MULTILINE)


class FilePatch:
    """The patch of one file, line by line; what a merge took over from a parent is not counted as changed."""

    def __init__(
        self,
        path: bytes,
        old_path: bytes | None,
        status: ChangeStatus,
        *,
        blob: bytes,
        parents: int,
        is_text: bool,
        text_wanted: bool,
    ) -> None:
        self._path = path
        self._old_path = old_path
        self._status = status
        self._blob = blob
        self._parents = parents
        self._plus, self._minus = b"+" * parents, b"-" * parents
        self._is_text = is_text
        self._text_wanted = text_wanted
        self._digest = hashlib.sha256()
        self._index = b""
        self._met = False
        self._number = self._added = self._deleted = 0
        self._lines: list[tuple[int, bytes]] = []

    def head(self, line: bytes) -> None:
        """Take a line that stands before the hunks."""
        self._met = True
        if line.startswith(b"index "):
            self._index = line
        elif line.startswith(b"Binary files "):
            self._is_text = False
            self._digest.update(self._index)
        elif line.startswith(_MODES):
            self._digest.update(line)

    def body(self, line: bytes) -> None:
        """Take a line of a hunk, its first line included."""
        marks = line[: self._parents]
        if marks == self._plus:
            self._add(line)
        elif marks == self._minus:
            self._deleted += 1
        elif marks[:1] == b"@":
            found = _HUNK.match(line)
            self._number = int(found[1]) if found else 1
            return
        elif b"-" not in marks and marks[:1] != b"\\":
            self._number += 1
        self._digest.update(line.translate(None, _BLANKS))

    def _add(self, line: bytes) -> None:
        self._added += 1
        if self._text_wanted and self._added <= MOST_LINES:
            self._lines.append((self._number, line[self._parents :].removesuffix(b"\n")))
        self._number += 1

    @property
    def own(self) -> bool:
        """Whether the commit changed this file itself; a merge that took both sides as they were did not."""
        if self._parents == 1:
            return True
        return self._met and (not self._is_text or self._added + self._deleted > 0 or self._number == 0)

    @property
    def fingerprint(self) -> bytes:
        """What the patch does, wherever in the file and whenever it does so."""
        return self._digest.digest()

    def change(self, objects: Objects) -> FileChange:
        """Return what the patch says, once it was taken in whole."""
        counted = self._met and self._is_text
        texts = self._texts(objects)
        cut = self._added > len(texts) > 0 or any(len(text) > LONGEST_LINE for text in texts)
        return FileChange(
            path=name_of(self._path),
            old_path=None if self._old_path is None else name_of(self._old_path),
            status=self._status,
            added=self._added if counted else None,
            deleted=self._deleted if counted else None,
            added_lines=added_lines([number for number, _ in self._lines], texts),
            text_read=self._text_wanted and counted,
            text_cut=cut,
            blob=None if texts and not cut else self._blob[:_ABBREVIATED].decode("ascii"),
        )

    def _texts(self, objects: Objects) -> list[str]:
        """Return the added lines, redacted in the light of the whole file where they may be parts of a key."""
        texts = [text for _, text in self._lines]
        if any(len(text) >= 16 for text in texts) and _KEY_LIKE.search(b"\n".join(texts)):
            found = objects.find(self._blob)
            if found is not None and found.data is not None:
                whole = read_file_lines(found.data)
                return [whole[number - 1] for number, _ in self._lines]
        return read_lines(texts)


def added_lines(numbers: list[int], texts: list[str]) -> tuple[AddedLine, ...]:
    """Return lines with their numbers; what is longer than anyone reads is cut."""
    return tuple(
        AddedLine(number=number, text=text[:LONGEST_LINE]) for number, text in zip(numbers, texts, strict=True)
    )
