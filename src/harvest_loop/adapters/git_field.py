"""Finds the repository a session worked in, and says plainly why there is none (SPEC 3.2)."""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, ask_git, start_question
from harvest_loop.adapters.git_text import name_of
from harvest_loop.errors import FieldError, words_of

_BROKEN = re.compile(r"broken ref refs/heads/(\S+)")


@dataclass(frozen=True)
class Field:
    """A repository as it stands: its top folder, what HEAD is, and the tips of branches and worktrees."""

    root: Path
    common: Path
    bare: bool
    shallow: bool
    head: str
    head_sha: str | None
    tips: tuple[str, ...]
    broken: tuple[str, ...] = ()
    """Branches that can't be read: what they hold is not known."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return name_of(os.fsencode(self.root.name)) or "root"

    @property
    def path_id(self) -> str:
        """An id for a repository whose first commit is not known."""
        return hashlib.sha256(os.fsencode(self.common)).hexdigest()

    def prefix_of(self, folder: Path) -> str:
        """How the names that git has for what lies in a folder of the repository begin; empty for its top."""
        inside = name_of(bytes(folder.resolve().relative_to(self.root)))
        return "" if inside == "." else f"{inside}/"


def find_field(place: Path) -> Field:
    """Return the repository that a folder belongs to.

    Raises:
        FieldError: there is none, it can't be read, or it is owned by someone else.
    """
    start = _folder(place)
    try:
        bare, in_git_dir, shallow = _flags(start)
        if in_git_dir and not bare:
            raise FieldError("is inside a .git folder", where=str(place), remedy="pass --field with the work tree")
        root = _utf8(start if bare else _path(start, "--show-toplevel"))
        common = _path(root, "--path-format=absolute", "--git-common-dir")
        branch, sha = _head(root)
        tips, broken = _tips(root, sha)
        return Field(
            root=root,
            common=common,
            bare=bare,
            shallow=shallow,
            head=_head_name(branch, sha),
            head_sha=sha,
            tips=tips,
            broken=broken,
        )
    except GitFailed as error:
        raise _no_field(place, error) from error


def _folder(place: Path) -> Path:
    try:
        if place.is_dir():
            return place.resolve()
        why = "is no folder" if place.exists() else "does not exist"
    except (OSError, RuntimeError, ValueError) as error:
        why = f"can't be reached ({words_of(error)})"
    raise FieldError(why, where=str(place), remedy="pass --field")


def _flags(start: Path) -> list[bool]:
    names = ("--is-bare-repository", "--is-inside-git-dir", "--is-shallow-repository")
    return [line == b"true" for line in ask_git(start, "rev-parse", *names).splitlines()]


def _path(start: Path, *question: str) -> Path:
    return Path(os.fsdecode(ask_git(start, "rev-parse", *question).removesuffix(b"\n")))


def _utf8(root: Path) -> Path:
    try:
        str(root).encode("utf-8")
    except UnicodeEncodeError as error:
        place = str(root).encode("utf-8", "backslashreplace").decode("utf-8")
        raise FieldError("the folder's name is not UTF-8", where=place, remedy="rename it") from error
    return root


def _head(root: Path) -> tuple[bytes, str | None]:
    """Return the branch that HEAD names (empty when detached) and the commit (None when there is none yet)."""
    branch = ask_git(root, "symbolic-ref", "--quiet", "HEAD", allow=(0, 1)).removesuffix(b"\n")
    sha = ask_git(root, "rev-parse", "--verify", "--quiet", "HEAD", allow=(0, 1)).decode("ascii").strip()
    return branch.removeprefix(b"refs/heads/"), sha or None


def _head_name(branch: bytes, sha: str | None) -> str:
    if not branch:
        return f"detached@{(sha or '')[:12]}"
    name = name_of(branch)
    return name if sha else f"unborn:{name}"


def _tips(root: Path, head: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the commits that branches and the HEADs of all worktrees stand on, and the branches that are broken.

    A crash can leave the file of a branch empty; git goes past it with a warning.
    """
    found = {head} if head else set()
    with start_question(root, "for-each-ref", "--format=%(objectname)", "refs/heads") as git:
        found |= set(git.stdout.read().decode("ascii").split())
    broken = tuple(sorted(set(_BROKEN.findall(git.said))))
    for line in ask_git(root, "worktree", "list", "--porcelain").splitlines():
        word, _, sha = line.partition(b" ")
        if word == b"HEAD" and sha.strip(b"0"):
            found.add(sha.decode("ascii"))
    return tuple(sorted(found)), broken


def _no_field(place: Path, error: GitFailed) -> FieldError:
    said = error.stderr
    if "dubious ownership" in said or "owned by someone else" in said:
        return FieldError(
            "the repository is owned by someone else",
            where=str(place),
            remedy=f"if you trust it: git config --global --add safe.directory '{place.resolve()}'",
        )
    if "not a git repository" in said:
        return FieldError("is not a git repository", where=str(place), remedy="pass --field")
    return FieldError(f"can't be read as a git repository ({error.what})", where=str(place))
