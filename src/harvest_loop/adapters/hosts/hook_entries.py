"""Hooks in a host's JSON file: an entry of ours an event, put in and taken out beside those of others (SPEC 10.4)."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harvest_loop.adapters.hosts import jsonc_edit
from harvest_loop.adapters.hosts.host import calls_our_hook
from harvest_loop.adapters.hosts.host_files import FilePlan, Steps, read_host_file, text_without_ours, with_steps
from harvest_loop.adapters.hosts.jsonc import parse
from harvest_loop.errors import UsageError

_TIMEOUT = 5  # seconds; the hook itself takes three at most


def plan_hooks(
    place: Path, events: Mapping[str, str], program: Sequence[str], *, remove: bool
) -> tuple[FilePlan | None, tuple[str, ...]]:
    """Return what to change so that each event calls our hook with its word, or none does, and what stays in the way.

    Raises: UsageError when the file can't be read or holds something else where hooks stand.
    """
    try:
        return _planned(place, events, program, remove=remove)
    except UsageError as error:
        raise UsageError(error.what, where=error.where or str(place), remedy=error.remedy) from error


def without_our_hook(place: Path, events: Iterable[str]) -> tuple[str, ...]:
    """Return which of the events don't call our hook.

    Raises: UsageError when the file can't be read.
    """
    told = _settings_in(read_host_file(place))
    return tuple(event for event in events if not _calls_ours(told, event))


def _settings_in(text: str | None) -> dict[str, Any]:
    """Return what the text says as an object; none where there is none.

    Raises: UsageError when it is no JSON.
    """
    if text is None or not text.strip("\ufeff \t\r\n"):
        return {}
    told = parse(text).value
    return told if isinstance(told, dict) else {}


def _planned(
    place: Path, events: Mapping[str, str], program: Sequence[str], *, remove: bool
) -> tuple[FilePlan | None, tuple[str, ...]]:
    present = read_host_file(place)
    clean = text_without_ours(place, present, _without(events))
    if remove:
        left = _left_inside(clean, events)
        return (None if clean == present else FilePlan(place, present, clean, ())), left
    wanted = {event: shlex.join((*program, "hook", word)) for event, word in events.items()}
    told = _settings_in(present)
    notes = ("disableAllHooks is set: it runs no hook",) if told.get("disableAllHooks") is True else ()
    if all(wanted[event] in _commands(told, event) for event in events):
        return None, notes
    steps: Steps = ()
    for event, command in wanted.items():
        entry = {"hooks": [{"type": "command", "command": command, "timeout": _TIMEOUT}]}
        steps = (*steps, jsonc_edit.add_entry(with_steps(clean or "", steps), ("hooks", event), entry))
    after = with_steps(clean or "", steps)
    return FilePlan(place, present, after, None if clean is None else steps), notes


def _without(events: Mapping[str, str]) -> Callable[[str], str]:
    def take_out(text: str) -> str:
        for event in events:
            text = jsonc_edit.remove_entries(text, ("hooks", event), _is_ours) if text.strip("\ufeff \t\r\n") else text
        return text

    return take_out


def _is_ours(entry: Any) -> bool:
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    commands = [hook.get("command") for hook in hooks if isinstance(hook, dict)] if isinstance(hooks, list) else []
    return bool(commands) and all(calls_our_hook(command) for command in commands)


def _left_inside(text: str | None, events: Mapping[str, str]) -> tuple[str, ...]:
    """Say where a person put our call beside their own in one entry."""
    told = _settings_in(text)
    mixed = [event for event in events if _calls_ours(told, event)]
    return tuple(f"{event} holds a call of our hook in an entry with others; take it out by hand" for event in mixed)


def _calls_ours(settings: dict[str, Any], event: str) -> bool:
    return any(calls_our_hook(command) for command in _commands(settings, event))


def _commands(settings: dict[str, Any], event: str) -> list[object]:
    hooks = settings.get("hooks")
    entries = hooks.get(event) if isinstance(hooks, dict) else None
    found: list[object] = []
    for entry in entries if isinstance(entries, list) else []:
        inner = entry.get("hooks") if isinstance(entry, dict) else None
        found += [hook.get("command") for hook in inner if isinstance(hook, dict)] if isinstance(inner, list) else []
    return found
