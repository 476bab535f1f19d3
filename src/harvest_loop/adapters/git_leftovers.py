"""Takes up the drafts of a run that was cut off: whole ones are kept, half ones are taken away (SPEC 11-7)."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, run_git
from harvest_loop.schemas.drafts import DraftCommit, DraftedCommit, DraftOutcome

ID_TRAILER = "Harvest-Id"


def draft_prefix(label: str) -> str:
    """How the temporary folders of a run's drafts begin."""
    return f"harvest-draft-{label}-" if label else "harvest-draft-"


def take_up(root: Path, *, branch: str, commits: Sequence[DraftCommit], label: str) -> DraftOutcome | None:
    """Return the outcome that a run cut off here had reached; None: nothing is there, or it was taken away.

    Only branches whose every commit carries one of these drafts' ids are looked at, and only the worktrees of the
    run called `label`; nobody else's work is touched.
    """
    if not label:
        return None
    ours = set(_end_worktrees(root, label))
    wanted = {_id_of(commit): commit.hash for commit in commits}
    for name in _branches(root, branch):
        made = _commits_on(root, name)
        if made and set(made) == set(wanted):
            drafted = tuple(DraftedCommit(hash=wanted[key], outcome="drafted", sha=sha) for key, sha in made.items())
            return DraftOutcome(branch=name, base=_sha(root, "HEAD"), commits=drafted)
        if (made and set(made) <= set(wanted)) or (not made and name in ours):
            run_git(root, "branch", "--quiet", "-D", "--", name)
    return None


def end_worktree(root: Path, folder: Path) -> None:
    """Take a worktree of ours away, also one that a hook broke; no other is looked at, be its folder there or not."""
    remove = ("worktree", "remove", "--force", "--force", "--", str(folder))
    try:
        run_git(root, *remove)
    except GitFailed:
        shutil.rmtree(folder, ignore_errors=True)  # git takes a worktree that is gone off its list, not a broken one
        with suppress(GitFailed):
            run_git(root, *remove)


def _id_of(commit: DraftCommit) -> str:
    return dict(commit.trailers).get(ID_TRAILER, "")


def _end_worktrees(root: Path, label: str) -> Iterator[str]:
    """Take away the worktrees that the run left behind, and name the branches that stood in them."""
    listed = run_git(root, "worktree", "list", "--porcelain", "-z").split(b"\0\0")
    for entry in listed:
        facts = dict(line.partition(b" ")[::2] for line in entry.split(b"\0"))
        folder = Path(os.fsdecode(facts.get(b"worktree", b"")))
        if not folder.parent.name.startswith(draft_prefix(label)):
            continue
        end_worktree(root, folder)
        yield os.fsdecode(facts.get(b"branch", b"")).removeprefix("refs/heads/")


def _branches(root: Path, branch: str) -> list[str]:
    """The branches of this name and its numbered followers, in the order in which they would be made."""
    pattern = (f"refs/heads/{branch}", f"refs/heads/{branch}-*")
    listed = run_git(root, "for-each-ref", "--format=%(refname:lstrip=2)", "--sort=version:refname", *pattern)
    return os.fsdecode(listed).split()


def _commits_on(root: Path, name: str) -> dict[str, str]:
    """The commits that only this branch holds, by the id that each carries; empty where one carries none."""
    shape = f"--format=%H%x1f%(trailers:key={ID_TRAILER},valueonly,separator=%x2c)"
    listed = run_git(root, "log", shape, f"refs/heads/{name}", "--not", "HEAD", "--")
    made = dict(line.split("\x1f")[::-1] for line in listed.decode("utf-8", "replace").splitlines())
    return {} if "" in made else made


def _sha(root: Path, name: str) -> str:
    return run_git(root, "rev-parse", "--verify", name).decode().strip()
