"""OpenCode: a plugin that tells when a session falls idle, a command and a skill (SPEC 10.4)."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.hosts.host import HostPlan
from harvest_loop.adapters.hosts.host_files import read_host_file
from harvest_loop.adapters.hosts.skill_text import MARK, NAME, write_command, write_skill
from harvest_loop.adapters.hosts.whole_host_file import with_whole_files


class OpenCode:
    """The host that tells a plugin of every turn."""

    name = "opencode"
    limits = (
        "it tells of turns, not of ends: half an hour of silence is the end",
        "nothing can be shown to its agent when a session starts, nor in its middle",
    )

    def folder(self) -> Path:
        """Where its configuration lies: OPENCODE_CONFIG_DIR, else the user's configuration folder."""
        named = os.environ.get("OPENCODE_CONFIG_DIR")
        above = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        return Path(named).absolute() if named else Path(above) / "opencode"

    def is_installed(self) -> bool:
        """Whether our plugin is there.

        Raises: UsageError when it can't be read.
        """
        return MARK in (read_host_file(self._plugin_file()) or "")

    def missing(self) -> tuple[str, ...]:
        """The moments at which it doesn't call our hook.

        Raises: UsageError when it can't be read.
        """
        return () if self.is_installed() else ("session.idle",)

    def plan(self, program: Sequence[str], *, remove: bool) -> HostPlan:
        """Three files of ours, or none of them.

        Raises: UsageError when one can't be read.
        """
        wanted = {
            self._plugin_file(): write_plugin(program),
            self.folder() / "command" / f"{NAME}.md": write_command(program),
            self.folder() / "skills" / NAME / "SKILL.md": write_skill(program),
        }
        return with_whole_files(HostPlan(self.name), wanted, remove=remove)

    def _plugin_file(self) -> Path:
        return self.folder() / "plugin" / f"{NAME}.js"


def write_plugin(program: Sequence[str]) -> str:
    """Return the plugin: it starts our hook and waits for nothing."""
    words = json.dumps([*program, "hook", "opencode"])
    return f"""// {MARK}
import {{ spawn }} from "node:child_process"

const [program, ...words] = {words}

export const HarvestLoop = async ({{ directory }}) => ({{
  event: async ({{ event }}) => {{
    if (event.type !== "session.idle") return
    try {{
      const hook = spawn(program, words, {{ stdio: ["pipe", "ignore", "ignore"], detached: true }})
      hook.on("error", () => {{}})
      hook.stdin.on("error", () => {{}})
      hook.stdin.end(JSON.stringify({{ session: event.properties.sessionID, directory, type: event.type }}))
      hook.unref()
    }} catch {{
      // a session goes on whether or not its turn was noted
    }}
  }},
}})
"""
