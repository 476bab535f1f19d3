"""Start Prefect for one in-process run, with settings of our own and nothing of the user's (SPEC 10.2)."""

import os
from collections.abc import Callable
from contextlib import chdir

from pydantic import BaseModel

from harvest_loop.adapters.engine_lock import alone_at_the_engine
from harvest_loop.adapters.engine_processes import end_servers_left_behind
from harvest_loop.adapters.engine_settings import engine_variables, has_database
from harvest_loop.adapters.redacted_logs import redact_logs
from harvest_loop.adapters.service import answers_in_time, running_service
from harvest_loop.adapters.state_folder import prefect_home
from harvest_loop.commands.progress import tell
from harvest_loop.commands.temporary_server import start_temporary_server
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.outcome import RunOutcome


def prepare_engine(*, debug: bool) -> None:
    """Settle the engine's settings and its server: ours, if it is up, else one for this run.

    Must come before the first import of Prefect.

    Raises: ServerError when no server comes up.
    """
    port, is_service = _server()
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ.update(engine_variables(port))
    _reach_this_machine_directly()
    # Who looks at the run in the UI reads its log there; the terminal shows the page alone.
    os.environ["PREFECT_LOGGING_LEVEL"] = "INFO" if is_service or debug else "CRITICAL"
    os.environ["PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL"] = "INFO" if debug else "CRITICAL"
    redact_logs()
    _read_settings()


def _server() -> tuple[int, bool]:
    """Return the port of the server that this run talks to, and whether it is the service's."""
    service = running_service()
    if service is not None:
        if answers_in_time(service):
            return service.port, True
        tell(f"the server on port {service.port} does not answer; this run uses one of its own")
    with alone_at_the_engine(tell):
        risen = running_service()  # whoever was waited for may have started it
        if risen is not None and risen != service and answers_in_time(risen):
            return risen.port, True
        end_servers_left_behind()
        if not has_database():
            tell("first run: the engine sets up its database, about 15 seconds")
        return start_temporary_server(), False


def _reach_this_machine_directly() -> None:
    """Keep a proxy out of the way to our own server: it could not reach it, and would be told of the run."""
    for name in ("NO_PROXY", "no_proxy"):
        others = [os.environ[name]] if os.environ.get(name) else []
        os.environ[name] = ",".join([*others, "127.0.0.1", "localhost"])


def _read_settings() -> None:
    """Have Prefect read its settings where nobody else's lie: a field's .env or prefect.toml may name a server."""
    with chdir(prefect_home()):
        from prefect.settings import get_current_settings

        get_current_settings()


def run_flow(flow: Callable[..., object], request: BaseModel) -> RunOutcome:
    """Run a flow in this process and return its outcome.

    Raises: the error that ended the flow, also where the engine could not even write that down.
    """
    from prefect.exceptions import PrefectHTTPStatusError

    try:
        state = flow(request, return_state=True)
    except PrefectHTTPStatusError as error:
        raise _behind(error) or _engine_stopped(error) from error
    return outcome_of(state)


def _behind(error: BaseException) -> HarvestError | None:
    """The error of ours that the engine was about to write down."""
    earlier = error.__context__
    while earlier is not None and not isinstance(earlier, HarvestError):
        earlier = earlier.__context__
    return earlier


def _engine_stopped(error: Exception) -> HarvestError:
    what = f"the engine could not go on ({str(error).splitlines()[0]})"
    remedy = "see whether its disk is full, then run the same command again"
    return HarvestError(what, where=str(prefect_home()), remedy=remedy)


def outcome_of(state: object) -> RunOutcome:
    """The outcome that a flow's final state carries.

    Raises: the error that ended the flow.
    """
    from prefect.client.schemas.objects import State

    if not isinstance(state, State):
        raise HarvestError("the engine returned no state", remedy="run again with --debug")
    value = state.result(raise_on_failure=False)
    if isinstance(value, BaseException):
        raise value
    return RunOutcome.model_validate(value)
