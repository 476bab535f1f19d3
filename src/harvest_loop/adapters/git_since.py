"""What a repository holds that a revision has not: changed and new paths, and the commits after it (SPEC 4.6b)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.git_commits import is_sha, read_messages
from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_text import name_of
from harvest_loop.errors import UsageError

_MOST_COMMITS = 1_000


class Since(NamedTuple):
    """The revision's commit, each changed path with its old one (the same where it kept its name), and messages.

    `prefix` is how the paths of what lies in the folder begin.
    """

    sha: str | None
    prefix: str
    paths: tuple[tuple[str, str], ...]
    messages: tuple[tuple[str, str], ...]


def changed_since(folder: Path, revision: str) -> Since:
    """Return what the folder's repository has on disk otherwise than in the revision; paths are the repository's.

    Raises: UsageError when there is no such revision, FieldError when the folder is no repository that can be read.
    """
    place = find_field(folder)
    sha, prefix = _sha_of(place, revision), place.prefix_of(folder)
    if sha is None:
        return Since(None, prefix, tuple((path, path) for path in _untracked(place.root)), ())
    diff = ask_git(place.root, "diff", "--name-status", "-z", "-M", "--no-ext-diff", "--no-color", sha, "--")
    paths = dict(_changes(diff.split(b"\0")))
    paths |= {path: path for path in _untracked(place.root)}
    listed = ask_git(place.root, "rev-list", f"--max-count={_MOST_COMMITS}", f"{sha}..HEAD", "--").decode("ascii")
    messages = read_messages(place.root, reversed(listed.split()))
    told = tuple((sha, f"{one.subject}\n\n{one.body}") for sha, one in messages.items())
    return Since(sha, prefix, tuple(sorted(paths.items())), told)


def commit_of(folder: Path, revision: str) -> str | None:
    """Return the commit that a revision of the folder's repository means now; None: HEAD, and no commit was made yet.

    Raises: UsageError when there is no such revision, FieldError when the folder is no repository that can be read.
    """
    return _sha_of(find_field(folder), revision)


def _sha_of(place: Field, revision: str) -> str | None:
    if place.head_sha is None and revision == "HEAD":
        return None
    question = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    named = "\0" not in revision and "\n" not in revision
    found = ask_git(place.root, *question, allow=(0, 1, 128)).decode("ascii", "replace").strip() if named else ""
    if not is_sha(found):
        raise UsageError(f"{revision!r} is no revision of this hub", where=str(place.root), remedy="pass --since REV")
    return found


def _untracked(root: Path) -> Iterator[str]:
    listed = ask_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    yield from (name_of(path) for path in listed.split(b"\0") if path)


def _changes(fields: list[bytes]) -> Iterator[tuple[str, str]]:
    """Read status, path, and of renames and copies a second path, each ended by NUL."""
    rest = iter(fields)
    for status in rest:
        if not status:
            return
        old = name_of(next(rest, b""))
        moved = status[:1] in (b"R", b"C")
        yield (name_of(next(rest, b"")), old) if moved else (old, old)
