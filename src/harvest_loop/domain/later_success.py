"""Tells of a command that failed whether it came to succeed before the session's end (SPEC 4.6)."""

import re
from typing import Literal

from harvest_loop.domain.kept_facts import Kept
from harvest_loop.domain.plain_commands import core_of
from harvest_loop.schemas.transcript import FailedCommand

_MOST = 100  # commands that failed and whose success is still looked for
_LONGEST = 4_000


class LaterSuccess:
    """Follows the latest commands that failed; of one that is followed no more it stays unknown."""

    def __init__(self, failures: Kept[FailedCommand]) -> None:
        self._failures = failures
        self._open: dict[str, list[tuple[int, FailedCommand]]] = {}

    def see_failure(self, command: str, failure: FailedCommand) -> None:
        """A command failed: keep the failure, and look for a success of the same command from here on."""
        core = core_of(command)
        number = self._failures.add(failure if core is None else failure.model_copy(update={"later": "failed"}))
        if core is None or number is None:
            return
        earlier = self._open.pop(core, [])  # the latest failure comes last
        if not earlier and len(self._open) >= _MOST:
            self._settle(next(iter(self._open)), "unknown")
        self._open[core] = [*earlier, (number, failure)]

    def see_success(self, command: str) -> None:
        """A command succeeded, alone or as a part of a longer one."""
        if not self._open or not command:
            return
        said = " ".join(command[:_LONGEST].split())
        for core in [core for core in self._open if core in said and _runs(said, core)]:
            self._settle(core, "succeeded")

    def _settle(self, core: str, later: Literal["succeeded", "unknown"]) -> None:
        for number, failure in self._open.pop(core):
            self._failures.replace(number, failure.model_copy(update={"later": later}))


def _runs(said: str, core: str) -> bool:
    """Whether the line runs that very command: with further arguments it would be another one."""
    return re.search(rf"(?<![\w./-]){re.escape(core)}\s*(?:$|[;&|>)]|\d>)", said) is not None
