"""Codex: `notify` in config.toml, hooks in hooks.json, and a skill (SPEC 10.4)."""

import json
import os
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harvest_loop.adapters.hosts.hook_entries import plan_hooks, without_our_hook
from harvest_loop.adapters.hosts.host import HostPlan, calls_our_hook
from harvest_loop.adapters.hosts.host_files import FilePlan, read_host_file, text_without_ours, with_steps
from harvest_loop.adapters.hosts.jsonc_edit import Insertion
from harvest_loop.adapters.hosts.skill_text import NAME, write_skill
from harvest_loop.adapters.hosts.whole_host_file import with_whole_files
from harvest_loop.errors import UsageError

_EVENTS = {"SessionStart": "session-start", "UserPromptSubmit": "codex-turn"}
_NOTIFY_LINE = re.compile(r"^notify = \[.*\]\r?\n", re.MULTILINE)
_DIRECTIVES = re.compile(r"\ufeff?(?:#:[^\n]*\n)*")  # for editors, and only at the head of the file


class Codex:
    """The host that tells one program of every turn."""

    name = "codex"
    limits = (
        "it tells of turns, not of ends: half an hour of silence is the end",
        "it has one `notify` program: where you have one already, sessions are found by the sweep",
        "what it shows to its agent it shows once you trust our hooks in it: `/hooks` there",
    )

    def folder(self) -> Path:
        """Where its configuration lies: CODEX_HOME, else ~/.codex."""
        named = os.environ.get("CODEX_HOME")
        return Path(named).absolute() if named else Path.home() / ".codex"

    def is_installed(self) -> bool:
        """Whether it calls our hook.

        Raises: UsageError when its configuration can't be read.
        """
        place = self._config_file()
        return calls_our_hook(_parsed(read_host_file(place) or "", place).get("notify"))

    def missing(self) -> tuple[str, ...]:
        """The moments at which it doesn't call our hook.

        Raises: UsageError when its configuration can't be read.
        """
        turns = () if self.is_installed() else ("notify",)
        return (*turns, *without_our_hook(self._hooks_file(), _EVENTS))

    def plan(self, program: Sequence[str], *, remove: bool) -> HostPlan:
        """One line in config.toml, two hooks and one skill, or none; a `notify` of the person's own stays.

        Raises: UsageError when the configuration can't be read.
        """
        config, notes = _plan_config(self._config_file(), program, remove=remove)
        hooks, more = plan_hooks(self._hooks_file(), _EVENTS, program, remove=remove)
        ours = HostPlan(self.name, tuple(file for file in (config, hooks) if file is not None), (*notes, *more))
        skill = self.folder() / "skills" / NAME / "SKILL.md"
        return with_whole_files(ours, {skill: write_skill(program)}, remove=remove)

    def _config_file(self) -> Path:
        return self.folder() / "config.toml"

    def _hooks_file(self) -> Path:
        return self.folder() / "hooks.json"


def _plan_config(place: Path, program: Sequence[str], *, remove: bool) -> tuple[FilePlan | None, tuple[str, ...]]:
    present = read_host_file(place)
    told = _parsed(present or "", place)
    wanted = [*program, "hook", "codex"]
    if not remove and told.get("notify") == wanted:
        return None, ()
    clean = text_without_ours(place, present, lambda text: _without_notify(text, told, place))
    if remove:
        return (None if clean == present else FilePlan(place, present, clean, ())), ()
    if "notify" in _parsed(clean or "", place):
        return None, ("notify is set already and stays; have that program call `harvest hook codex` with its argument",)
    text = clean or ""
    head = _DIRECTIVES.match(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    line = f"notify = {json.dumps(wanted, ensure_ascii=False)}{newline}"
    step = (Insertion(head.end() if head else 0, line),)
    after = with_steps(text, (step,))
    if _parsed(after, place) != {**_parsed(text, place), "notify": wanted}:
        raise UsageError("`notify` can't be added", where=str(place), remedy=f"add it by hand: {line.strip()}")
    return FilePlan(place, present, after, None if clean is None else (step,)), ()


def _without_notify(text: str, told: dict[str, Any], place: Path) -> str:
    """Return the text without our line, which is known by what the file says with and without it."""
    if not calls_our_hook(told.get("notify")):
        return text
    rest = {key: value for key, value in told.items() if key != "notify"}
    for found in _NOTIFY_LINE.finditer(text):
        without = text[: found.start()] + text[found.end() :]
        try:
            if _parsed(without, place) == rest:
                return without
        except UsageError:  # it stood inside of something else
            continue
    return text


def _parsed(text: str, place: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"is no TOML: {error}", where=str(place), remedy="mend it, then run this again") from error
