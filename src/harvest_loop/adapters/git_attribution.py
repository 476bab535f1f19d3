"""Says which commits lie in the window and whose work they are, by the reflogs (SPEC 3.2)."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_commits import Step
from harvest_loop.adapters.git_field import Field
from harvest_loop.adapters.git_holes import walk_past_holes
from harvest_loop.adapters.git_reflog import Reflogs
from harvest_loop.adapters.git_rewriting import replaced
from harvest_loop.schemas.evidence import Attribution, Window

_ABBREVIATED = re.compile(r"[0-9a-f]{4,64}")


@dataclass(frozen=True)
class Attributed:
    """The commits of the window, oldest first, and whose they are."""

    steps: tuple[Step, ...]
    whose: dict[str, Attribution]
    left: frozenset[str]
    """Those of them that stand on no branch and in no worktree any more."""
    covered: bool
    """Whether the reflogs remember the whole window."""
    missing: frozenset[str]


class Shown:
    """The commits that a transcript shows being made, by as many digits as git printed."""

    def __init__(self, shas: Iterable[str]) -> None:
        self._by_length: dict[int, set[str]] = {}
        for sha in shas:
            if _ABBREVIATED.fullmatch(sha):
                self._by_length.setdefault(len(sha), set()).add(sha)

    def __contains__(self, sha: str) -> bool:
        return any(sha[:length] in shas for length, shas in self._by_length.items())


def attribute(
    place: Field, window: Window, reflogs: Reflogs, shown: Shown | None = None, known_tips: tuple[str, ...] = ()
) -> Attributed:
    """Return the commits of the window on all branches and worktrees, and those that a HEAD left behind.

    With a transcript, those that it shows are the session's whenever they were made; what other worktrees did in the
    window is others' work. What was made here and is not reached from the `known_tips` came after these, whatever its
    date says: dates are set back, or kept by a rebase.
    """
    missing: set[str] = set()
    in_window, late = _inside(place, window), _come_since(place, reflogs, known_tips, window.until)

    def inside(step: Step) -> bool:
        return in_window(step) or step.sha in late or (shown is not None and step.sha in shown)

    here = [step for step in walk_past_holes(place.root, place.tips, missing) if inside(step)]
    left = [step for step in _left(place, reflogs, window, shown) if inside(step)]
    whose = _whose(place.root, [step.sha for step in (*here, *left)], window, reflogs)
    return Attributed(
        steps=_oldest_first([*here, *left]),
        whose=whose if shown is None else _by_transcript(whose, window, reflogs, shown),
        left=frozenset(step.sha for step in left),
        covered=reflogs.cover(window.since),
        missing=frozenset(missing),
    )


def _inside(place: Field, window: Window) -> Callable[[Step], bool]:
    """Return the test for the window: by commit date, or by what a revision does not hold yet.

    Beside HEAD, what is older than the revision is an old branch rather than work done since.
    """
    if window.revision is None:
        return lambda step: window.since <= step.committed_at <= window.until
    known = {step.sha for step in walk_past_holes(place.root, (window.revision,), set())}
    head = (place.head_sha,) if place.head_sha else ()
    ahead = {step.sha for step in walk_past_holes(place.root, head, set(), without=(window.revision,))}
    return lambda step: step.sha not in known and (step.sha in ahead or step.committed_at >= window.since)


def _come_since(place: Field, reflogs: Reflogs, known_tips: tuple[str, ...], until: int) -> frozenset[str]:
    """Return what was made here and is reached now, and was not when branches and worktrees stood at these tips."""
    if not known_tips:
        return frozenset()
    made = reflogs.made()
    come = walk_past_holes(place.root, place.tips, set(), without=known_tips)
    return frozenset(step.sha for step in come if step.committed_at <= until and step.sha in made)


def _left(place: Field, reflogs: Reflogs, window: Window, shown: Shown | None) -> Iterator[Step]:
    """Yield what was committed here in the window and is on no branch now, but for versions that were replaced."""
    made = reflogs.made(since=window.since)
    if shown is not None:
        made |= {sha for sha in reflogs.made() if sha in shown}
    strays = [step for step in walk_past_holes(place.root, made, set(), without=place.tips) if step.sha in made]
    if strays:
        old = replaced(place.root, reflogs, since=window.since)
        yield from (step for step in strays if step.sha not in old)


def _oldest_first(steps: list[Step]) -> tuple[Step, ...]:
    # Where dates are equal a parent comes before its child: the walk met it later.
    last_met_first = steps[::-1]
    return tuple(sorted(last_met_first, key=lambda step: step.committed_at))


def _whose(root: Path, shas: list[str], window: Window, reflogs: Reflogs) -> dict[str, Attribution]:
    """Return whose each commit is; what no reflog tells of is others' only if the reflogs tell of everything."""
    made, unknown, covered = reflogs.made(), reflogs.unknown(), reflogs.cover(window.since)
    brought = {
        step.sha
        for old, new in reflogs.brought(since=window.since)
        for step in walk_past_holes(root, (new,), set(), without=(old,))
    }

    def whose(sha: str) -> Attribution:
        if sha in made:
            return "session"
        if sha in brought or (covered and sha not in unknown):
            return "others"
        return "not attributed"

    return {sha: whose(sha) for sha in shas}


def _by_transcript(
    whose: dict[str, Attribution], window: Window, reflogs: Reflogs, shown: Shown
) -> dict[str, Attribution]:
    """Return whose each commit is, as a transcript and this worktree's reflog tell; else as it is known without."""
    own = reflogs.made_here()
    covered = reflogs.cover(window.since)

    def told(sha: str, otherwise: Attribution) -> Attribution:
        if sha in shown or sha in own:
            return "session"
        return "others" if covered and otherwise == "session" else otherwise

    return {sha: told(sha, otherwise) for sha, otherwise in whose.items()}
