"""Drafts approved changes as commits on a branch of the hub, in a worktree of its own (SPEC 4.15)."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, run_git
from harvest_loop.adapters.git_desk import NO_QUESTIONS, Desk
from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_leftovers import draft_prefix, end_worktree, take_up
from harvest_loop.errors import FieldError, UsageError
from harvest_loop.schemas.consent_actions import Allowed
from harvest_loop.schemas.drafts import DraftCommit, DraftedCommit, DraftOutcome


def draft_commits(
    hub: Path, *, branch: str, commits: Sequence[DraftCommit], leave: Allowed, label: str = ""
) -> DraftOutcome:
    """Commit each draft on a new branch and say what became of it; checkout, index and HEAD of the user stay.

    The branch is called `branch`, or that with -2, -3 … when the name is taken. Where no commit came about there is
    no branch. `label` names the run: what it left behind when it was cut off is taken up again. Hooks run and commits
    are signed as the user has it configured; nothing asks.

    Raises:
        UsageError: the user has no name and mail to commit with.
    """
    if not commits:
        return DraftOutcome(branch=None)
    if not leave.is_asked_for(branch):
        return _all_held(commits, "nobody asked for it")
    try:
        place = find_field(hub)
    except FieldError as error:
        return _all_held(commits, f"the hub {error.what}, so that there is nowhere to commit it")
    if place.head_sha is None:
        return _all_held(commits, "the hub has no commit yet that a branch could start from")
    _need_identity(place.root)
    try:
        earlier = take_up(place.root, branch=branch, commits=commits, label=label)
        return earlier or _draft(place, hub.resolve(), branch, commits, label)
    except GitFailed as error:
        return _all_held(commits, f"no branch could be made ({error.what})")


def require_identity(hub: Path) -> None:
    """Stop before anything is written when git could not commit in the user's name (SPEC 4.15).

    Raises:
        UsageError: the user has no name and mail to commit with, or the hub no commit that a branch could start from.
    """
    with suppress(FieldError):  # no repository: nothing will be committed, and the drafts say so
        place = find_field(hub)
        _need_identity(place.root)
        if place.head_sha is None:
            raise UsageError(
                "the hub has no commit yet that a branch could start from",
                where=str(place.root),
                remedy="commit what it holds, then `harvest review` goes on",
            )


def _draft(place: Field, hub: Path, branch: str, commits: Sequence[DraftCommit], label: str) -> DraftOutcome:
    with tempfile.TemporaryDirectory(prefix=draft_prefix(label)) as temporary:
        folder = Path(temporary).resolve() / "hub"
        with _worktree(place, branch, folder) as name:
            desk = Desk(hub=hub, folder=folder, drafted_hub=folder / hub.relative_to(place.root))
            drafted = tuple(_drafted(desk, commit) for commit in commits)
            made = [commit.sha for commit in drafted if commit.sha is not None]
            # What a hook left on the branch when it broke the worktree is none of the drafts.
            run_git(place.root, "update-ref", f"refs/heads/{name}", made[-1] if made else str(place.head_sha))
    return DraftOutcome(branch=name if made else None, base=place.head_sha, commits=drafted)


def _drafted(desk: Desk, commit: DraftCommit) -> DraftedCommit:
    """Draft one; where a hook broke the worktree, this one and those after it are held."""
    try:
        return desk.draft(commit)
    except GitFailed as error:
        why = f"the worktree it was to be committed in can't be used any more ({error.what})"
        return DraftedCommit(hash=commit.hash, outcome="held", detail=why)


@contextmanager
def _worktree(place: Field, branch: str, folder: Path) -> Iterator[str]:
    """Yield the name of a new branch that is checked out in the folder; afterwards only what was committed is left."""
    name = _new_branch(place, branch, folder)
    try:
        yield name
    finally:
        _take_away(place, name, folder)


def _new_branch(place: Field, branch: str, folder: Path) -> str:
    run_git(place.root, "check-ref-format", f"refs/heads/{branch}")
    for number in count(1):
        name = branch if number == 1 else f"{branch}-{number}"
        if _is_taken(place.root, name):
            continue
        try:
            arguments = ("--quiet", "--no-track", "-b", name, "--", str(folder), str(place.head_sha))
            run_git(place.root, "worktree", "add", *arguments, variables=NO_QUESTIONS, apart=True)
        except GitFailed as error:
            if _stands_on(folder, name):
                return name  # made, though a hook complained afterwards
            if "already exists" in error.stderr and _is_taken(place.root, name):
                continue  # somebody else took the name meanwhile
            _take_away(place, name, folder)
            raise
        return name
    raise AssertionError("there is always a next number")


def _take_away(place: Field, name: str, folder: Path) -> None:
    """Take the worktree away, and the branch too where nothing was committed on it; git spares one that others use."""
    end_worktree(place.root, folder)
    tip = run_git(place.root, "for-each-ref", "--format=%(objectname)", f"refs/heads/{name}").decode().strip()
    if tip == place.head_sha:
        with suppress(GitFailed):
            run_git(place.root, "branch", "--quiet", "-D", "--", name)


def _is_taken(root: Path, name: str) -> bool:
    return bool(run_git(root, "for-each-ref", "--format=%(refname)", f"refs/heads/{name}"))


def _stands_on(folder: Path, name: str) -> bool:
    try:
        return run_git(folder, "symbolic-ref", "HEAD") == f"refs/heads/{name}\n".encode()
    except GitFailed:
        return False


def _need_identity(root: Path) -> None:
    """Make sure that commits carry the name that the user gave git, not one that git makes up."""
    try:
        for who in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
            run_git(root, "-c", "user.useConfigOnly=true", "var", who)
    except GitFailed as error:
        raise UsageError(
            "git has no name and mail to commit with",
            where=str(root),
            remedy='git config --global user.name "Your Name"; git config --global user.email you@example.com',
        ) from error


def _all_held(commits: Sequence[DraftCommit], why: str) -> DraftOutcome:
    held = tuple(DraftedCommit(hash=commit.hash, outcome="held", detail=why) for commit in commits)
    return DraftOutcome(branch=None, commits=held)
