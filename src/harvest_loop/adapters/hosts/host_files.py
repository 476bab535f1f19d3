"""The only writer of hosts' files, which are people's: locked, whole, only if still as read, and taken out exactly."""

import hashlib
import json
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from harvest_loop.adapters import whole_file
from harvest_loop.adapters.hosts.jsonc_edit import Insertion, inserted
from harvest_loop.adapters.state_folder import hosts_folder
from harvest_loop.errors import ConflictError, UsageError, words_of
from harvest_loop.schemas.consent_actions import Allowed

Steps = tuple[tuple[Insertion, ...], ...]


@dataclass(frozen=True)
class FilePlan:
    """What is to become of one file: `before` None: there is none; `after` None: it is taken away.

    `steps` are the insertions that made `after` from the file without ours; None: all of it is ours.
    """

    path: Path
    before: str | None
    after: str | None
    steps: Steps | None = None


def read_host_file(path: Path) -> str | None:
    """Return the file's text with its line ends and byte order mark as they are; None: there is none.

    Raises: UsageError when it can't be read or is not UTF-8.
    """
    try:
        if not path.exists():
            return None
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError("is no regular file", where=str(path), remedy="move it away, then run this again")
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = f"can't be read ({words_of(error)})"
        raise UsageError(why, where=str(path), remedy="mend it, then run this again") from error


def without_ours(path: Path, text: str) -> tuple[bool, str | None]:
    """Return whether the file is as we left it, and then what it was before; None: there was none."""
    record = _read_record(path)
    if record is None or record.get("after") != _sha256(text):
        return False, None
    if record["steps"] is None:
        return True, None
    for step in reversed(record["steps"]):
        text = taken_out(text, [Insertion(int(at), str(told)) for at, told in step])
    return True, text


def text_without_ours(path: Path, text: str | None, take_out: Callable[[str], str]) -> str | None:
    """Return the file without ours: exactly as before where it is as we left it, else by `take_out`; None: none."""
    if text is None:
        return None
    as_left, original = without_ours(path, text)
    return original if as_left else take_out(text)


def with_steps(text: str, steps: Sequence[Sequence[Insertion]]) -> str:
    """Return the text after each step, one after the other."""
    for step in steps:
        text = inserted(text, step)
    return text


def taken_out(text: str, insertions: Sequence[Insertion]) -> str:
    """Return the text as it was before the insertions."""
    pieces, done, shift = [], 0, 0
    for place, told in insertions:
        pieces.append(text[done : place + shift])
        done = place + shift + len(told)
        shift += len(told)
    return "".join((*pieces, text[done:]))


def carry_out(plan: FilePlan, leave: Allowed) -> None:
    """Write, or take away, what was planned, unless the file has changed since; links are followed.

    Raises: ConflictError when it has changed, UsageError when it can't be written, or nobody asked for it.
    """
    if not leave.is_asked_for(str(plan.path)):
        raise UsageError("nobody asked for it", where=str(plan.path))
    target = plan.path.resolve()

    def must_be_as_read() -> None:
        if read_host_file(target) != plan.before:
            raise ConflictError("it was changed meanwhile", where=str(plan.path), remedy="run this again")

    try:
        with FileLock(hosts_folder() / "hosts.lock"):
            must_be_as_read()
            if plan.after is None:
                _take_away(target, plan.path)
                return
            made = _folders_to_make(target.parent)
            _write_record(plan, made)
            target.parent.mkdir(parents=True, exist_ok=True)
            mode = stat.S_IMODE(target.stat().st_mode) if plan.before is not None else None
            whole_file.put(target, plan.after.encode("utf-8"), mode=mode, check=must_be_as_read)
            if plan.steps == ():  # nothing of ours is left in it
                _record_of(plan.path).unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"can't be written ({error.strerror})", where=str(plan.path)) from error


def _take_away(target: Path, path: Path) -> None:
    made = (_read_record(path) or {}).get("made", [])
    target.unlink()
    _record_of(path).unlink(missing_ok=True)
    with suppress(OSError):  # others' files keep a folder
        for folder in made:
            Path(folder).rmdir()


def _folders_to_make(folder: Path) -> list[str]:
    """Return the folders that are missing on the way, the innermost first."""
    return [str(one) for one in (folder, *folder.parents) if not one.exists()]


def _write_record(plan: FilePlan, made: list[str]) -> None:
    # It holds our own words and where they stand, nothing of the person's.
    earlier = (_read_record(plan.path) or {}).get("made", [])
    told = {
        "schema_version": 1,
        "path": str(plan.path),
        "after": _sha256(plan.after or ""),
        "steps": plan.steps,
        "made": made or earlier,
    }
    whole_file.put(_record_of(plan.path), json.dumps(told).encode("ascii"), mode=0o600, check=lambda: None)


def _read_record(path: Path) -> dict[str, Any] | None:
    try:
        told = json.loads(_record_of(path).read_bytes())
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and "steps" in told else None


def _record_of(path: Path) -> Path:
    return hosts_folder() / f"{hashlib.sha256(str(path).encode('utf-8', 'surrogateescape')).hexdigest()[:24]}.json"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
