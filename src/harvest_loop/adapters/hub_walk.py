"""Find folders and files of a hub on disk: sorted, ended by no symlink cycle, never outside the hub."""

import os
import stat
from fnmatch import fnmatchcase
from pathlib import Path

NOT_WALKED = frozenset(
    {".git", ".hg", ".svn", ".cache", ".venv", "venv", ".tox", ".nox", "node_modules", "__pycache__"}
)
ENTRY_LIMIT = 200_000


def matching_folders(root: Path, pattern: str) -> list[Path]:
    """Return the folders below root that a glob such as `plugins/*/skills/*/` names, sorted; links are followed."""
    folders = [root]
    for part in (part for part in pattern.split("/") if part not in ("", ".")):
        folders = [found for folder in folders for found in _step(folder, part)]
    return list(dict.fromkeys(folders))


def files_below(folder: Path, suffixes: frozenset[str]) -> list[Path]:
    """Return the files with one of the suffixes below a folder, sorted; linked folders inside are not entered."""
    found: list[Path] = []
    for place, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name not in NOT_WALKED)
        found.extend(Path(place, name) for name in files if Path(name).suffix.lower() in suffixes)
    return sorted(found)


def list_hub(root: Path, ignored: frozenset[str] = frozenset()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return every path of the hub (folders end with /) and the folders that were not walked, both sorted.

    Not walked are linked, `ignored` and packages' folders, and those that can't be listed.
    """
    paths: list[str] = []
    unlisted: list[str] = []
    waiting = [("", root)]
    while waiting:
        prefix, folder = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            unlisted.append(prefix)
            continue
        for entry in entries:
            name = prefix + readable_name(entry.name) + ("/" if is_folder(entry) else "")
            paths.append(name)
            if name.endswith("/") and name not in ignored and _is_entered(entry, len(paths)):
                waiting.append((name, Path(entry.path)))
            elif name.endswith("/"):
                unlisted.append(name)
    return tuple(sorted(paths)), tuple(sorted(unlisted))


def readable_name(path: str) -> str:
    """Return a path as text that can be written; bytes that are no UTF-8 become \\xNN."""
    return os.fsencode(path).decode("utf-8", "backslashreplace").replace(os.sep, "/")


def is_folder(place: "Path | os.DirEntry[str]") -> bool:
    """Say whether this is a folder that can be looked at; a link to itself, say, is none."""
    try:
        return place.is_dir()
    except OSError:
        return False


def stands(path: Path) -> bool:
    """Say whether something is there, be it a dangling link or behind a closed door."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def is_plain_file(path: Path) -> bool:
    """Say whether reading the path ends: a named pipe or a device may block for ever."""
    return stat.S_ISREG(path.stat().st_mode)


def _step(folder: Path, part: str) -> list[Path]:
    if part == "**":
        return [folder, *_folders_below(folder)]
    if not any(sign in part for sign in "*?["):
        return [folder / part] if is_folder(folder / part) else []
    hidden = part.startswith(".")
    return [
        folder / name
        for name in _names(folder)
        if fnmatchcase(name, part) and name.startswith(".") == hidden and is_folder(folder / name)
    ]


def _names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []


def _folders_below(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, names, _ in os.walk(folder):
        names[:] = sorted(name for name in names if name not in NOT_WALKED and not Path(place, name).is_symlink())
        found.extend(Path(place, name) for name in names)
    return found


def _is_entered(entry: "os.DirEntry[str]", listed: int) -> bool:
    return entry.name not in NOT_WALKED and not entry.is_symlink() and listed < ENTRY_LIMIT
