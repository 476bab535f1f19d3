"""What the session's own work took away that somebody may be told to use: files, commands, options (SPEC 4.6a)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.guard.offers import Offer, offers_in
from harvest_loop.schemas.evidence import GitEvidence
from harvest_loop.schemas.judgement import Severity
from harvest_loop.schemas.patterns import Pointer

# Files of such names stand in most repositories: a text that names one need not mean this one.
_EVERYWHERE = frozenset({"index", "main", "readme", "changelog", "conftest", "setup", "config", "utils", "app", "test"})
_EVERYWHERE_TOO = frozenset({"__init__", "package", "makefile", "dockerfile", "types", "settings", "helpers"})


class Gone(NamedTuple):
    """Something that an asset may still prescribe: its name, what became of it, and where that is to be seen."""

    name: str
    kind: str
    fate: str
    against: Pointer
    severity: Severity
    offer: Offer | None = None
    renamed_to: str | None = None


class FileTwice(NamedTuple):
    """A file before and after one commit of the session; None: it did not stand there, or is no text."""

    sha: str
    path: str
    before: str | None
    after: str | None


def files_gone(git: GitEvidence, there: frozenset[str], lost: Sequence[str], *, own: bool) -> tuple[Gone, ...]:
    """Return the files that the session deleted or renamed and that stand nowhere now.

    `there` are the hub's own paths, `lost` uncommitted paths that are on disk no more. In another repository than the
    hub's `own`, a name that every repository has is not looked for.
    """
    back = {change.path for commit in git.commits for change in commit.changes if change.status != "deleted"}
    found: dict[str, Gone] = {}
    for commit in git.commits:
        if commit.sha in git.off_head:
            continue
        for change in commit.changes:
            if change.status == "deleted":
                found[change.path] = _deleted(change.path, commit.sha)
            elif change.status == "renamed" and change.old_path is not None:
                found[change.old_path] = _renamed(change.old_path, change.path, commit.sha)
    found |= {path: _deleted(path, "worktree") for path in lost}
    still = there | (git.head_paths - frozenset(lost)) | (back - frozenset(lost))
    return tuple(gone for path, gone in sorted(found.items()) if path not in still and _is_telling(path, own=own))


def offers_gone(files: Sequence[FileTwice], now: Mapping[str, str], *, own: bool) -> tuple[Gone, ...]:
    """Return what the files offered before and offer no more; `now` are the files that offer anything, as they stand.

    In another repository than the hub's a target may be another one of the same name, so that it weighs less.
    """
    still = {offer for path, text in now.items() for offer in offers_in(path, text)}
    found: dict[Offer, Gone] = {}
    for file in files:
        before = offers_in(file.path, file.before or "")
        after = offers_in(file.path, file.after or "")
        for offer in sorted(set(before) - set(after) - still):
            found[offer] = _offer_gone(offer, file, _moved_to(offer, before, after), own=own)
    return tuple(found.values())


def _deleted(path: str, sha: str) -> Gone:
    where = "and not committed yet" if sha == "worktree" else f"in {sha[:10]}"
    return Gone(path, "file deleted", f"was deleted {where}", Pointer(sha=sha, quote=f"deleted: {path}"), "S")


def _renamed(old: str, new: str, sha: str) -> Gone:
    against = Pointer(sha=sha, path=new, quote=new)
    return Gone(old, "file renamed", f"was renamed to {new} in {sha[:10]}", against, "S", renamed_to=new)


def _is_telling(path: str, *, own: bool) -> bool:
    """Whether a name is this file's alone, so that a text that gives it means this file."""
    stem = path.rpartition("/")[2].split(".")[0].lower()
    if own:
        return "/" in path or "." in path.strip(".")
    return "/" in path and stem not in _EVERYWHERE and stem not in _EVERYWHERE_TOO


def _moved_to(offer: Offer, before: Mapping[Offer, str], after: Mapping[Offer, str]) -> Offer | None:
    """The one new offer that does what this one did, if there is exactly one."""
    told = before[offer].strip()
    alike = [new for new, does in after.items() if new not in before and does.strip() == told]
    return alike[0] if told and len(alike) == 1 else None


def _offer_gone(offer: Offer, file: FileTwice, moved: Offer | None, *, own: bool) -> Gone:
    where = "and not committed yet" if file.sha == "worktree" else f"in {file.sha[:10]}"
    fate = f"was renamed to {moved.spelled}" if moved is not None else "was taken out"
    return Gone(
        name=offer.spelled,
        kind=f"{offer.kind} {'renamed' if moved is not None else 'removed'}",
        fate=f"{fate} of {file.path} {where}" if moved is None else f"{fate} {where}",
        against=Pointer(sha=file.sha, path=file.path, quote=(moved or offer).spelled),
        severity="S" if own or offer.kind == "option" else "A",
        offer=offer,
        renamed_to=None if moved is None else moved.name,
    )
