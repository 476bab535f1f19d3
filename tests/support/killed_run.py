"""Harvest in a process that ends itself at its n-th boundary: a step entered, a write, or a git call.

    python -m tests.support.killed_run N LOG REQUEST [TYPED]

N = 0 never ends it; in place of a number stands what is done there, such as `step record_run`, or `the end`, when the
run itself has ended. LOG gets a line a boundary, REQUEST is a HarvestRequest as JSON, TYPED the text of --since.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

THE_END = "the end"


class Boundaries:
    """Counts, writes each down, and kills the process at the chosen one, before it is crossed."""

    def __init__(self, last: str, log: Path) -> None:
        self.last = last
        self.count = 0
        self.log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.write = os.write

    def cross(self, what: str) -> None:
        self.count += 1
        self.write(self.log, f"{what}\n".encode())
        if self.last in (str(self.count), what):
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def crossing(*arguments: Any, **named: Any) -> Any:
            self.cross(what)
            return function(*arguments, **named)

        return crossing


def watch(boundaries: Boundaries) -> None:
    """Put a boundary before every step, every call that changes a file, and every git process."""
    from harvest_loop.adapters import git_command, whole_file
    from harvest_loop.tasks import step

    class WatchedOs:
        def __getattr__(self, name: str) -> Any:
            found = getattr(os, name)
            return boundaries.before(name, found) if name in ("open", "write", "fsync", "link") else found

    whole_file.os = WatchedOs()  # type: ignore[assignment, attr-defined] # the writer's calls, and nobody else's
    replace = Path.replace
    Path.replace = boundaries.before("rename", replace)  # type: ignore[method-assign] # the writer's rename
    git_command._spawn = boundaries.before("git", git_command._spawn)
    made = step._redacting

    def entering(function: Callable[..., Any]) -> Callable[..., Any]:
        return boundaries.before(f"step {function.__name__}", made(function))

    step._redacting = entering


def main() -> None:
    """Run the flow once, as `harvest close` does."""
    from harvest_loop.adapters.open_runs import claim_run
    from harvest_loop.flows.harvest_session import harvest_session
    from harvest_loop.schemas.request import HarvestRequest
    from harvest_loop.tasks.pin_request import is_unfinished

    request = HarvestRequest.model_validate_json(sys.argv[3])
    typed = sys.argv[4] if len(sys.argv) > 4 else request.since
    boundaries = Boundaries(sys.argv[1], Path(sys.argv[2]))
    watch(boundaries)
    with claim_run(request, _say, typed=typed, is_unfinished=is_unfinished) as claimed:
        harvest_session(claimed, return_state=True).result(raise_on_failure=False)
        if boundaries.last == THE_END:
            boundaries.cross(THE_END)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
