"""What a file reads like without one commit's change, as git would merge it (SPEC 7.3)."""

import hashlib
import tempfile
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.text_form import decode

_ERROR = 128


class Reverted(NamedTuple):
    """A file without one commit's change; `text` None: the commit brought the file, and it would be gone."""

    text: str | None = None
    now: str = ""
    base_sha256: str = ""
    why_not: str = ""


def without_commit_of(hub: Path, commit: str, path: str) -> Reverted:
    """Return the hub's file, as it is committed, without what the commit changed in it; or why there is none."""
    try:
        now = _blob(hub, "HEAD", path)
        after = _blob(hub, commit, path)
        before = _blob(hub, f"{commit}^", path)
        if now is None:
            return Reverted(why_not=f"{path} is there no more")
        if after is None:
            return Reverted(why_not=f"the commit {commit[:10]} doesn't hold {path}")
        if before is None:
            return _whole_file(now, after, path)
        merged = _merged(hub, now, after, before)
        if merged is None:
            return Reverted(why_not=f"later changes of {path} conflict with the revert of {commit[:10]}")
        if merged == now:
            return Reverted(why_not=f"{path} holds nothing of {commit[:10]} any more")
        return Reverted(_text(merged), _text(now), _sha(now))
    except (GitFailed, UnicodeDecodeError) as error:
        return Reverted(why_not=f"{path} can't be read in git ({error})")


def _whole_file(now: bytes, after: bytes, path: str) -> Reverted:
    if now != after:
        return Reverted(why_not=f"{path} was changed after the commit that brought it")
    return Reverted(None, _text(now), _sha(now))


def _merged(hub: Path, now: bytes, after: bytes, before: bytes) -> bytes | None:
    """The file now, with the way from after to before gone; None: both changed the same lines."""
    with tempfile.TemporaryDirectory(prefix="harvest-revert-") as folder:
        names = []
        for name, data in (("now", now), ("after", after), ("before", before)):
            (Path(folder) / name).write_bytes(data)
            names.append(str(Path(folder) / name))
        try:
            return ask_git(hub, "merge-file", "-p", "--quiet", *names)
        except GitFailed as error:
            if 0 < error.status < _ERROR:  # as many conflicts
                return None
            raise


def _blob(hub: Path, commit: str, path: str) -> bytes | None:
    """The file's bytes in the commit; None: it has no such file, or there is no such commit before the first one."""
    try:
        name = ask_git(hub, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:./{path}", allow=(0, 1))
    except GitFailed as error:
        if commit.endswith("^") and error.status == _ERROR:
            return None
        raise
    blob = name.decode("ascii").strip()
    return ask_git(hub, "cat-file", "blob", blob) if blob else None


def _text(data: bytes) -> str:
    return decode(data)[0]


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
