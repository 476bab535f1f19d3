"""One `git cat-file --batch` that answers many questions about objects."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, RunningGit, ask_git, start_question

MOST_BYTES = 16 << 20
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Found:
    """An object as it is stored; `data` is None when it is too big to be read."""

    sha: str
    kind: str
    data: bytes | None


class Objects:
    """The objects of one repository, by sha or by `sha:path`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._stack = ExitStack()
        self._git: RunningGit | None = None

    def find(self, name: bytes) -> Found | None:
        """Return the object of that name, or None when there is none that can be read."""
        if b"\n" in name or b"\0" in name:
            return self._find_alone(name)
        answer = self._ask(name)
        facts = answer.removesuffix(b"\n").rsplit(b" ", 2)
        if not answer:
            self.close()  # a broken object ends the process; the next question starts another
        if len(facts) != 3 or not facts[2].isdigit():
            return None
        return Found(facts[0].decode("ascii"), facts[1].decode("ascii"), self._take(int(facts[2])))

    def parents(self, sha: str) -> tuple[str, ...] | None:
        """Return the parents that a commit names, be they here or not; None when it can't be read."""
        found = self.find(sha.encode("ascii"))
        if found is None or found.kind != "commit" or found.data is None:
            return None
        head = found.data.partition(b"\n\n")[0].split(b"\n")
        return tuple(line[7:].decode("ascii") for line in head if line.startswith(b"parent "))

    def close(self) -> None:
        """End the process; what it could not answer was said then."""
        self._git = None
        with suppress(GitFailed, BrokenPipeError):
            self._stack.close()

    def _ask(self, name: bytes) -> bytes:
        git = self._running()
        with suppress(BrokenPipeError):
            git.stdin.write(name + b"\n")
            git.stdin.flush()
        return git.stdout.readline()

    def _take(self, size: int) -> bytes | None:
        answers = self._running().stdout
        data = answers.read(size) if size <= MOST_BYTES else None
        left = size if data is None else 0
        while left and (block := answers.read(min(left, _BLOCK))):
            left -= len(block)
        answers.read(1)
        return data

    def _running(self) -> RunningGit:
        if self._git is None:
            self._git = self._stack.enter_context(start_question(self._root, "cat-file", "--batch", talk=True))
        return self._git

    def _find_alone(self, name: bytes) -> Found | None:
        """Find what the batch can't be asked for, since the name would end its line."""
        sha, colon, path = name.partition(b":")
        if not colon or b"\0" in name:
            return None
        question = ("ls-tree", "-z", "--full-tree", sha.decode("ascii"), "--", os.fsdecode(path))
        facts = ask_git(self._root, *question, allow=(0, 128)).partition(b"\t")[0].split(b" ")
        return self.find(facts[2]) if len(facts) == 3 else None


@contextmanager
def open_objects(root: Path) -> Iterator[Objects]:
    """Keep a `cat-file --batch` at hand while the block asks; it starts with the first question."""
    objects = Objects(root)
    try:
        yield objects
    finally:
        objects.close()
