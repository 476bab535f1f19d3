"""`harvest deploy`: tell the server anew what it can run, as after an upgrade (SPEC 10.2)."""

import argparse
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Deploy all of prefect.yaml to our server and name each deployment.

    Raises: UsageError when no server of ours is up, ServerError when it refuses one.
    """
    del arguments
    from harvest_loop.adapters.engine_lock import alone_at_the_engine
    from harvest_loop.adapters.service import answers_in_time, deploy, running_service
    from harvest_loop.commands.progress import tell
    from harvest_loop.errors import UsageError

    with alone_at_the_engine(tell):
        service = running_service()
        if service is None:
            raise UsageError("no server is up", remedy="run `harvest up`, which deploys too")
        if not answers_in_time(service):
            raise UsageError(f"the server on port {service.port} does not answer", remedy="run `harvest up`")
        deployed = deploy(service)
    sys.stdout.write("".join(f"deployed  {name}\n" for name in deployed))
    return 0
