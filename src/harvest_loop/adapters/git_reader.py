"""Opens the places that evidence points at, and answers whether something holds there (SPEC 4.7, 4.9)."""

from collections.abc import Iterable
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Self

from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.git_commits import is_sha, read_messages
from harvest_loop.adapters.git_field import find_field
from harvest_loop.adapters.git_objects import Found, Objects, open_objects
from harvest_loop.adapters.git_text import paths_of, read_file_lines
from harvest_loop.adapters.git_worktree import is_on_disk, is_plain, read_from_disk
from harvest_loop.schemas.judgement import DoneWhenQuestion, DoneWhenTest
from harvest_loop.schemas.patterns import Pattern, Pointer

WORKTREE = "worktree"
_FILES_KEPT = 256


class FieldReader:
    """The files and commits of a field, redacted as they are read; open it with `with`.

    Raises:
        FieldError: on opening, when the field is no repository that can be read.
    """

    def __init__(self, field: Path) -> None:
        self._place = find_field(field)
        self._stack = ExitStack()
        self._objects: Objects
        self._lines = lru_cache(maxsize=_FILES_KEPT)(self._read_lines)
        self._subject = lru_cache(maxsize=_FILES_KEPT)(self._subject_of)

    def __enter__(self) -> Self:
        self._objects = self._stack.enter_context(open_objects(self._place.root))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def line_at(self, sha: str, path: str, number: int) -> str | None:
        """Return a line (1-based) of a file as it stood in a commit; of sha 'worktree' as it stands on disk."""
        lines = self._lines(sha, path) or ()
        return lines[number - 1] if 1 <= number <= len(lines) else None

    def file_at(self, sha: str, path: str) -> str | None:
        """Return the text of a file in a commit, in HEAD, or on disk; None when there is no such text."""
        lines = self._lines(sha, path)
        return None if lines is None else "".join(f"{line}\n" for line in lines)

    def parent_of(self, sha: str) -> str | None:
        """Return the first parent; None for a first commit, an unknown one, and where a shallow clone ends."""
        parents = self._parents(sha)
        return parents[0] if parents else None

    def resolves(self, pointer: Pointer) -> bool:
        """Whether the commit is there, and the place holds what is quoted of it (SPEC 4.7)."""
        quote = pointer.quote.strip()
        if pointer.path is None:
            subject = self._subject(pointer.sha)
            return subject is not None and quote in subject
        if pointer.line is None:
            return self._stands(pointer.sha, pointer.path)
        line = self.line_at(pointer.sha, pointer.path, pointer.line)
        return line is not None and quote in line

    def opens(self, pointer: Pointer) -> bool:
        """Whether it is evidence: a line with marks that can't be written down as they are is none."""
        return "\ufffd" not in pointer.quote and self.resolves(pointer)

    def opened(self, patterns: Iterable[Pattern]) -> frozenset[Pointer]:
        """Return those of the places that the patterns' evidence points at that are evidence."""
        pointers = {pointer for pattern in patterns for item in pattern.evidence for pointer in item.pointers}
        return frozenset(filter(self.opens, pointers))

    def standing(self, places: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Return those of the lines, given as path and text, that stand in their file at HEAD."""
        asked: dict[str, set[str]] = {}
        for path, line in places:
            asked.setdefault(path, set()).add(line)
        texts = {path: self._lines("HEAD", path) or () for path in asked}
        return frozenset((path, line) for path, lines in asked.items() for line in lines.intersection(texts[path]))

    def evaluate(self, question: DoneWhenQuestion) -> DoneWhenTest:
        """Answer a question twice, and run nothing: as it is now, and before the commit that brought it (SPEC 4.9)."""
        now = WORKTREE if question.introduced_by == WORKTREE else self._place.head_sha
        before = self._before(question.introduced_by)
        return DoneWhenTest(
            kind=question.kind,
            path=question.path,
            needle=question.needle,
            text=question.text,
            true_now=now is not None and self._holds(question, now),
            false_before=before is not None and not any(self._holds(question, sha) for sha in before),
        )

    def _before(self, sha: str) -> tuple[str, ...] | None:
        """Return the commits right before one (none for a first commit), or None when that can't be known."""
        if sha == WORKTREE:
            return (self._place.head_sha,) if self._place.head_sha else ()
        return self._parents(sha)

    def _holds(self, question: DoneWhenQuestion, sha: str) -> bool:
        if question.kind == "file":
            return self._stands(sha, question.path)
        if question.needle is None:
            return False
        if question.kind == "git":
            return self._reaches(question.needle, sha)
        return question.needle in (self._lines(sha, question.path) or ())

    def _reaches(self, sha: str, tip: str) -> bool:
        """Whether a commit is part of the history of another; uncommitted work stands on HEAD."""
        tip = (self._place.head_sha or "") if tip == WORKTREE else tip
        if not (is_sha(sha) and is_sha(tip)):
            return False
        base = ask_git(self._place.root, "merge-base", sha, tip, allow=(0, 1, 128))
        return base.decode("ascii").strip() == sha

    def _stands(self, sha: str, path: str) -> bool:
        if sha == WORKTREE:
            return any(is_on_disk(self._place.root, name) for name in paths_of(path))
        return self._blob(sha, path) is not None

    def _subject_of(self, sha: str) -> str | None:
        if not is_sha(sha) or self._objects.parents(sha) is None:
            return None
        return read_messages(self._place.root, (sha,))[sha].subject

    def _parents(self, sha: str) -> tuple[str, ...] | None:
        """Return the parents as the commit names them, or None when it or one of them is not here."""
        named = self._objects.parents(sha) if is_sha(sha) else None
        if named is None or any(self._objects.find(parent.encode("ascii")) is None for parent in named):
            return None
        return named

    def _read_lines(self, sha: str, path: str) -> tuple[str, ...] | None:
        if sha == WORKTREE:
            data = next((d for n in paths_of(path) if (d := read_from_disk(self._place.root, n)) is not None), None)
        else:
            blob = self._blob(sha, path)
            data = None if blob is None else blob.data
        if data is None or b"\0" in data:
            return None
        return tuple(read_file_lines(data))

    def _blob(self, sha: str, path: str) -> Found | None:
        commit = self._place.head_sha if sha == "HEAD" else sha
        if commit is None or not is_sha(commit):
            return None
        names = (name for name in paths_of(path) if is_plain(name))
        found = (self._objects.find(commit.encode("ascii") + b":" + name) for name in names)
        return next((blob for blob in found if blob is not None and blob.kind == "blob"), None)
