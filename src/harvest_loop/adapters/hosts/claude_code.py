"""Claude Code: hooks in settings.json, and a skill that is `/harvest-loop` (SPEC 10.4)."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harvest_loop.adapters.hosts import jsonc_edit
from harvest_loop.adapters.hosts.host import HostPlan, calls_our_hook
from harvest_loop.adapters.hosts.host_files import FilePlan, Steps, read_host_file, text_without_ours, with_steps
from harvest_loop.adapters.hosts.jsonc import parse
from harvest_loop.adapters.hosts.skill_text import NAME, write_skill
from harvest_loop.adapters.hosts.whole_host_file import with_whole_files
from harvest_loop.errors import UsageError

_EVENTS = {"SessionEnd": "claude-code", "SessionStart": "session-start"}
_TIMEOUT = 5  # seconds; the hook itself takes one at most


class ClaudeCode:
    """The host that ends sessions with an event, and reads what a hook prints at a session's start."""

    name = "claude-code"
    limits = ("a session that crashes or is killed ends without an event; the sweep finds it by its transcript",)

    def folder(self) -> Path:
        """Where its configuration lies: CLAUDE_CONFIG_DIR, else ~/.claude."""
        named = os.environ.get("CLAUDE_CONFIG_DIR")
        return Path(named).absolute() if named else Path.home() / ".claude"

    def is_installed(self) -> bool:
        """Whether it calls our hook at a session's end.

        Raises: UsageError when its settings can't be read.
        """
        settings = _settings(read_host_file(self._settings_file()))
        return any(calls_our_hook(command) for command in _commands(settings, "SessionEnd"))

    def plan(self, program: Sequence[str], *, remove: bool) -> HostPlan:
        """Two hooks in settings.json and one skill, or neither; other hooks are left alone.

        Raises: UsageError when the settings can't be read or hold something else where hooks stand.
        """
        place = self._settings_file()
        try:
            settings, notes = _plan_settings(place, program, remove=remove)
        except UsageError as error:
            raise UsageError(error.what, where=error.where or str(place), remedy=error.remedy) from error
        ours = HostPlan(self.name, () if settings is None else (settings,), notes)
        skill = self.folder() / "skills" / NAME / "SKILL.md"
        return with_whole_files(ours, {skill: write_skill(program)}, remove=remove)

    def _settings_file(self) -> Path:
        return self.folder() / "settings.json"


def _plan_settings(place: Path, program: Sequence[str], *, remove: bool) -> tuple[FilePlan | None, tuple[str, ...]]:
    present = read_host_file(place)
    clean = text_without_ours(place, present, _without_hooks)
    if remove:
        left = _left_inside(clean)
        return (None if clean == present else FilePlan(place, present, clean, ())), left
    wanted = {event: shlex.join((*program, "hook", what)) for event, what in _EVENTS.items()}
    told = _settings(present)
    notes = ("disableAllHooks is set: it runs no hook",) if told.get("disableAllHooks") is True else ()
    if all(wanted[event] in _commands(told, event) for event in _EVENTS):
        return None, notes
    steps: Steps = ()
    for event, command in wanted.items():
        entry = {"hooks": [{"type": "command", "command": command, "timeout": _TIMEOUT}]}
        steps = (*steps, jsonc_edit.add_entry(with_steps(clean or "", steps), ("hooks", event), entry))
    after = with_steps(clean or "", steps)
    return FilePlan(place, present, after, None if clean is None else steps), notes


def _without_hooks(text: str) -> str:
    for event in _EVENTS:
        text = jsonc_edit.remove_entries(text, ("hooks", event), _is_ours) if text.strip("\ufeff \t\r\n") else text
    return text


def _is_ours(entry: Any) -> bool:
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    commands = [hook.get("command") for hook in hooks if isinstance(hook, dict)] if isinstance(hooks, list) else []
    return bool(commands) and all(calls_our_hook(command) for command in commands)


def _left_inside(text: str | None) -> tuple[str, ...]:
    """Say where a person put our call beside their own in one entry."""
    told = _settings(text)
    mixed = [event for event in _EVENTS if any(calls_our_hook(one) for one in _commands(told, event))]
    return tuple(f"{event} holds a call of our hook in an entry with others; take it out by hand" for event in mixed)


def _settings(text: str | None) -> dict[str, Any]:
    if text is None or not text.strip("\ufeff \t\r\n"):
        return {}
    told = parse(text).value
    return told if isinstance(told, dict) else {}


def _commands(settings: dict[str, Any], event: str) -> list[object]:
    hooks = settings.get("hooks")
    entries = hooks.get(event) if isinstance(hooks, dict) else None
    found: list[object] = []
    for entry in entries if isinstance(entries, list) else []:
        inner = entry.get("hooks") if isinstance(entry, dict) else None
        found += [hook.get("command") for hook in inner if isinstance(hook, dict)] if isinstance(inner, list) else []
    return found
