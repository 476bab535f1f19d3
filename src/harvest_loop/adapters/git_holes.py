"""Walks a history in which commits are missing: git itself gives up at the first hole (SPEC 3.2)."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed
from harvest_loop.adapters.git_commits import Step, walk
from harvest_loop.adapters.git_objects import Objects, open_objects


def walk_past_holes(
    root: Path, tips: Iterable[str], missing: set[str], *, without: Iterable[str] = ()
) -> Iterator[Step]:
    """Yield every commit reachable from the tips but not from the others, newest first as far as git gets.

    Commits that are named but not here are added to `missing`.
    """
    tips, without = tuple(tips), tuple(without)
    met: set[str] = set()
    try:
        for step in walk(root, tips, without=without):
            met.add(step.sha)
            yield step
    except GitFailed:
        with open_objects(root) as objects:
            left_out = {step.sha for step in _reach(objects, without, frozenset(), set())}
            yield from (step for step in _reach(objects, tips, left_out, missing) if step.sha not in met)


def _reach(objects: Objects, tips: Iterable[str], left_out: Iterable[str], missing: set[str]) -> Iterator[Step]:
    seen = set(left_out)
    waiting: list[tuple[int, str, Step]] = []

    def meet(shas: Iterable[str]) -> None:
        for sha in shas:
            if sha in seen:
                continue
            seen.add(sha)
            step = find_step(objects, sha)
            if step is None:
                missing.add(sha)
            else:
                heappush(waiting, (-step.committed_at, sha, step))

    meet(tips)
    while waiting:
        step = heappop(waiting)[2]
        yield step
        meet(step.parents)


def find_step(objects: Objects, sha: str) -> Step | None:
    """Return one commit as a walk would meet it, or None when it is not here."""
    found = objects.find(sha.encode("ascii"))
    if found is None or found.kind != "commit" or found.data is None:
        return None
    lines = found.data.partition(b"\n\n")[0].split(b"\n")
    parents = tuple(line[7:].decode("ascii") for line in lines if line.startswith(b"parent "))
    return Step(found.sha, _time(lines, b"committer "), _time(lines, b"author "), parents)


def _time(lines: list[bytes], word: bytes) -> int:
    """Return the seconds at the end of a line such as `committer A Person <a@x> 1773133200 +0000`."""
    line = next((line for line in lines if line.startswith(word)), b"")
    seconds = line.rpartition(b"> ")[2].partition(b" ")[0]
    return int(seconds) if seconds.isdigit() else 0
