"""Make a repository the hub, and take that back: one block in .gitignore, harvest.toml, the user's config (SPEC 2)."""

import re
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.git_command import GitFailed, run_git
from harvest_loop.errors import UsageError
from harvest_loop.schemas.consent_actions import Allowed
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import HUB_FILE, user_config_file

BEGIN = "# harvest-loop: personal records stay on this machine (begin)"
END = "# harvest-loop (end)"
_HUB_KEY = re.compile(r"hub\s*=")
NEW_SETTINGS = "# Settings of harvest-loop; every key is optional: harvest init --explain-config\n"


def install(root: Path, settings: HubSettings, leave: Allowed) -> list[str]:
    """Write what is missing and say each in a line; what is there already is left alone.

    Raises: HubError when a file can't be written, UsageError when nobody asked for it.
    """
    _need_asked(leave)
    done = []
    if hub_files.read_file(root / HUB_FILE) is None:
        hub_files.write_new(root, HUB_FILE, NEW_SETTINGS)
        done.append(f"wrote {HUB_FILE}: all defaults")
    ignored = hub_files.read_file(root / ".gitignore")
    if ignored is None or BEGIN not in ignored.text:
        hub_files.change(root, ".gitignore", lambda text: _with_block(text or "", settings))
        done.append(f"added a block to .gitignore: {settings.paths.meta}/ stays local")
    before = _remember(root)
    if before is not None:
        instead = f" instead of {before}" if before else ""
        done.append(f"remembered this hub in {user_config_file()}{instead}")
    return done


def remove(root: Path, settings: HubSettings, leave: Allowed) -> list[str]:
    """Take out what `install` wrote; records and settings that a person changed stay, and are named.

    Raises: HubError when a file can't be written, UsageError when nobody asked for it.
    """
    _need_asked(leave)
    done = []
    ignored = hub_files.read_file(root / ".gitignore")
    if ignored is not None and BEGIN in ignored.text:
        hub_files.replace(root, ignored, _without_block(ignored.text, settings))
        done.append("took the block out of .gitignore")
    config = hub_files.read_file(user_config_file())
    if config is not None and is_remembered(root):
        hub_files.replace(user_config_file().parent, config, config.text.replace(_hub_line(root), ""))
        done.append(f"forgot this hub in {user_config_file()}")
    return done


def is_remembered(root: Path) -> bool:
    """Tell whether this is the hub of fields that name none.

    Raises: HubError when the user's configuration can't be read.
    """
    config = hub_files.read_file(user_config_file())
    return config is not None and _hub_line(root) in config.text


def tracked_personal_files(root: Path, settings: HubSettings) -> list[str]:
    """Personal files that git tracks although they should stay local; empty where the hub is no repository."""
    try:
        listed = run_git(root, "ls-files", "-z", "--", settings.paths.meta)
    except GitFailed:
        return []
    return sorted(
        name for name in listed.decode("utf-8", "replace").split("\0") if name and not name.endswith("/.gitkeep")
    )


def warn_of_unignored(root: Path, settings: HubSettings) -> list[str]:
    """A warning where git would take the personal records in; none where the hub is no repository."""
    place = f"{settings.paths.meta}/sessions.jsonl"
    try:
        run_git(root, "rev-parse", "--is-inside-work-tree")
        ignored = run_git(root, "check-ignore", "--", place, allow=(0, 1))
    except GitFailed:
        return []
    if ignored:
        return []
    return [f"git does not ignore {settings.paths.meta}/, which holds personal records; `harvest init` adds the rule"]


def _need_asked(leave: Allowed) -> None:
    if not leave.is_asked_for(HUB_FILE):
        raise UsageError("nobody asked for it", remedy="run `harvest init`")


def _with_block(text: str, settings: HubSettings) -> str:
    gap = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{gap}{BEGIN}\n/{settings.paths.meta}/\n{END}\n"


def _without_block(text: str, settings: HubSettings) -> str:
    """Take out the lines that `install` wrote, and none that a person put between or after them."""
    ours = {BEGIN, f"/{settings.paths.meta}/", END}
    return "".join(line for line in text.splitlines(keepends=True) if line.rstrip("\r\n") not in ours)


def _hub_line(root: Path) -> str:
    escaped = str(root).replace("\\", "\\\\").replace('"', '\\"')
    if any(ord(letter) < 0x20 or ord(letter) == 0x7F for letter in escaped):
        raise UsageError(
            "the hub's path holds a control character", where=repr(str(root)), remedy="pass --hub each time"
        )
    return f'hub = "{escaped}"\n'


def _remember(root: Path) -> str | None:
    """Make this the hub of fields that name none, and return which it was before; None: it was this one."""
    place = user_config_file()
    found = hub_files.read_file(place)
    lines = [] if found is None else found.text.split("\n")
    before = next((line for line in lines if _HUB_KEY.match(line)), "")
    if before + "\n" == _hub_line(root):
        return None
    place.parent.mkdir(parents=True, exist_ok=True)
    others = "\n".join(line for line in lines if not _HUB_KEY.match(line))
    hub_files.change(place.parent, place, lambda _: _hub_line(root) + others)
    return before.partition("=")[2].strip()
