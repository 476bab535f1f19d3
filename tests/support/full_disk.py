"""Harvest in a process for which the disk is full from the n-th file on that it opens in the hub to write.

    python -m tests.support.full_disk N LOG REQUEST

N = 0 leaves room for all. LOG gets a line a file, REQUEST is a HarvestRequest as JSON. The limit is the system's own.
"""

import os
import resource
import sys
from pathlib import Path

WRITING = os.O_WRONLY | os.O_RDWR


def fill_at(last: int, folder: Path, log: Path) -> None:
    """Let no file grow any more once the `last` file below the folder is opened for writing."""
    lines = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    count = 0

    def look(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        if event != "open" or not isinstance(arguments[2], int) or not arguments[2] & WRITING:
            return
        if not str(arguments[0]).startswith(f"{folder}/"):
            return
        count += 1
        os.write(lines, f"{Path(str(arguments[0])).name}\n".encode())
        if count == last:
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    sys.addaudithook(look)


def main() -> None:
    """Run the loop once, as `harvest close` does, and end with what it says."""
    from harvest_loop.adapters.open_runs import claim_run
    from harvest_loop.commands.engine import run_flow
    from harvest_loop.errors import HarvestError
    from harvest_loop.flows.harvest_session import harvest_session
    from harvest_loop.schemas.request import HarvestRequest
    from harvest_loop.tasks.pin_request import is_unfinished

    request = HarvestRequest.model_validate_json(sys.argv[3])
    fill_at(int(sys.argv[1]), Path(request.hub) / "tracks" / "_meta", Path(sys.argv[2]))
    try:
        with claim_run(request, lambda _: None, typed=request.since, is_unfinished=is_unfinished) as claimed:
            run_flow(harvest_session, claimed)
    except HarvestError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
