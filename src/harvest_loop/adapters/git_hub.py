"""What stands on the hub's current branch, and who came to change it: git's answers to checks (SPEC 7.2)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_reader import FieldReader
from harvest_loop.adapters.git_text import name_of, read_text
from harvest_loop.errors import FieldError

_OWN_TRAILER = re.compile(rb"^[ \t]*Harvest-Id: \S", re.MULTILINE)
_SAMPLES = 50


@dataclass(frozen=True)
class Line:
    """A line of a file on the branch; the path is relative to the hub root."""

    path: str
    number: int
    text: str


class HubBranch:
    """The hub's current branch, asked about paths that are relative to the hub root.

    Raises:
        FieldError: on opening, when the hub is no repository, or one without a commit.
    """

    def __init__(self, hub: Path) -> None:
        place = find_field(hub)
        if place.head_sha is None:
            raise FieldError("the hub has no commit yet", where=str(hub))
        self._root = place.root
        self._head = place.head_sha
        self._prefix = place.prefix_of(hub)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file of the hub on the branch, sorted."""
        listed = ask_git(self._root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", self._head)
        names = (name_of(path) for path in listed.split(b"\0") if path)
        return tuple(sorted(name[len(self._prefix) :] for name in names if name.startswith(self._prefix)))

    def stands(self, path: str) -> bool:
        """Whether a file or a folder of that name is there."""
        wanted = path.rstrip("/")
        return any(name == wanted or name.startswith(f"{wanted}/") for name in self.paths)

    def lines_with(self, text: str, path: str | None = None) -> tuple[Line, ...]:
        """The lines that hold a text, word for word, in a file or folder, or in all of the hub."""
        where = self._place(path or "")
        question = ("grep", "-I", "-F", "-n", "-z", "--full-name", "--no-color", "-e", text, self._head)
        printed = ask_git(self._root, *question, "--", *where, allow=(0, 1))
        return tuple(self._lines(printed))

    def commits_on(self, path: str, *, since: int, until: int) -> tuple[str, ...]:
        """The commits that changed a file or folder after `since` and up to `until`, oldest first; no draft of ours."""
        how = ("log", "-s", "-z", "--no-color", "--no-notes", "--full-history", "--no-merges")
        printed = ask_git(self._root, *how, "--format=%H%x00%ct%x00%B", self._head, "--", *self._place(path))
        fields = printed.split(b"\0")
        made = zip(fields[::3], fields[1::3], fields[2::3], strict=False)
        found = [sha.decode("ascii") for sha, at, body in made if since < int(at) <= until and not _is_draft(body)]
        return tuple(reversed(found))

    def line_at(self, path: str, number: int) -> str | None:
        """A line (1-based) of a file of the hub as it stands on the branch; None: there is none."""
        with FieldReader(self._root) as reader:
            return reader.line_at("HEAD", self._prefix + path, number)

    def some_line(self) -> Line | None:
        """A line that is known to be there: what a check that works must find."""
        with FieldReader(self._root) as reader:
            for path in self.paths[:_SAMPLES]:
                for number, line in enumerate((reader.file_at("HEAD", self._prefix + path) or "").split("\n"), start=1):
                    if line.strip() and line.isprintable():
                        return Line(path, number, line)
        return None

    def _place(self, path: str) -> list[str]:
        place = f"{self._prefix}{path}".rstrip("/")
        return [place] if place else []

    def _lines(self, printed: bytes) -> Iterator[Line]:
        """Read what git grep prints a line: sha, colon, path, NUL, number, NUL, text."""
        for line in printed.split(b"\n"):
            place, _, rest = line.partition(b"\0")
            number, _, text = rest.partition(b"\0")
            path = name_of(place.partition(b":")[2])
            if number.isdigit() and path.startswith(self._prefix):
                yield Line(path[len(self._prefix) :], int(number), read_text(text))


def _is_draft(message: bytes) -> bool:
    return _OWN_TRAILER.search(message) is not None
