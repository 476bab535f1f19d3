"""Claude Code: hooks in settings.json, and a skill that is `/harvest-loop` (SPEC 10.4)."""

import os
from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.hosts.hook_entries import plan_hooks, without_our_hook
from harvest_loop.adapters.hosts.host import HostPlan
from harvest_loop.adapters.hosts.skill_text import NAME, write_skill
from harvest_loop.adapters.hosts.whole_host_file import with_whole_files

_EVENTS = {"SessionEnd": "claude-code", "SessionStart": "session-start", "UserPromptSubmit": "claude-code-turn"}


class ClaudeCode:
    """The host that ends sessions with an event, and reads what a hook prints at a session's start and turns."""

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
        return not without_our_hook(self._settings_file(), ("SessionEnd",))

    def missing(self) -> tuple[str, ...]:
        """The moments at which it doesn't call our hook.

        Raises: UsageError when its settings can't be read.
        """
        return without_our_hook(self._settings_file(), _EVENTS)

    def plan(self, program: Sequence[str], *, remove: bool) -> HostPlan:
        """Three hooks in settings.json and one skill, or none; other hooks are left alone.

        Raises: UsageError when the settings can't be read or hold something else where hooks stand.
        """
        settings, notes = plan_hooks(self._settings_file(), _EVENTS, program, remove=remove)
        ours = HostPlan(self.name, () if settings is None else (settings,), notes)
        skill = self.folder() / "skills" / NAME / "SKILL.md"
        return with_whole_files(ours, {skill: write_skill(program)}, remove=remove)

    def _settings_file(self) -> Path:
        return self.folder() / "settings.json"
