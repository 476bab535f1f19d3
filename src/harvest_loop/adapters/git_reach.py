"""Says whether the checked-out work holds a commit: by itself, or as a copy with another sha (SPEC 3.2)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from harvest_loop.adapters.git_changes import read_changes
from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_commits import is_sha
from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_holes import find_step, walk_past_holes
from harvest_loop.adapters.git_objects import open_objects
from harvest_loop.adapters.git_text import name_of

_NO_SUCH_COMMIT = 129


def not_reached(place: Field, shas: Iterable[str]) -> frozenset[str]:
    """Return those of the commits that HEAD does not reach; all of them where HEAD has no commit yet."""
    asked = frozenset(shas)
    if place.head_sha is None or not asked:
        return asked
    told = "".join(f"{sha}\n" for sha in (*sorted(asked), f"^{place.head_sha}")).encode("ascii")
    try:
        listed = ask_git(place.root, "rev-list", "--stdin", "--ignore-missing", stdin=told)
    except GitFailed:  # HEAD's history has holes
        return asked - {step.sha for step in walk_past_holes(place.root, (place.head_sha,), set())}
    return asked & frozenset(listed.decode("ascii").split())


def work_at_head(field: Path, shas: Iterable[str]) -> frozenset[str]:
    """Return those of the commits whose work the checked-out history holds, be it rebased or cherry-picked.

    Raises:
        FieldError: the field is no repository that can be read.
    """
    place = find_field(field)
    asked = frozenset(filter(is_sha, shas))
    with open_objects(place.root) as objects:
        steps = {sha: step for sha in sorted(asked) if (step := find_step(objects, sha)) is not None}
    away = sorted(not_reached(place, steps))
    reached = steps.keys() - set(away)
    return frozenset(reached) | _copied(place, away, {steps[sha].authored_at for sha in away})


def branches_with(field: Path, shas: Iterable[str]) -> dict[str, str | None]:
    """Return for each commit the first local branch, by name, that holds it; None when there is none.

    Raises:
        FieldError: the field is no repository that can be read.
    """
    asked = sorted(set(shas))
    if not asked:
        return {}
    root = find_field(field).root
    return {sha: _branch_with(root, sha) for sha in asked}


def _copied(place: Field, shas: Sequence[str], dates: set[int]) -> frozenset[str]:
    """Return those of the commits of which HEAD reaches a copy: a rebase and a cherry-pick keep the author's date."""
    if not shas or place.head_sha is None:
        return frozenset()
    there = walk_past_holes(place.root, (place.head_sha,), set(), without=shas)
    copies = [step.sha for step in there if step.authored_at in dates]
    patches = read_changes(place.root, copies, lambda _: False)
    held = {patches.of(sha).patch_id for sha in copies} - {None}
    mine = read_changes(place.root, shas, lambda _: False)
    return frozenset(sha for sha in shas if mine.of(sha).patch_id in held)


def _branch_with(root: Path, sha: str) -> str | None:
    if not is_sha(sha):
        return None
    question = ("for-each-ref", "--format=%(refname)", "--contains", sha, "refs/heads")
    names = ask_git(root, *question, allow=(0, 128, _NO_SUCH_COMMIT)).split(b"\n")
    return name_of(names[0].removeprefix(b"refs/heads/")) or None
