"""Start Prefect for one in-process run, with settings of our own and nothing of the user's (SPEC 10.2)."""

import logging
import os
import sys
from pathlib import Path

from harvest_loop.adapters.redaction import RedactingFilter
from harvest_loop.adapters.state_folder import prefect_home, results_folder
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.outcome import RunOutcome


def prepare_engine(*, debug: bool) -> None:
    """Set the engine's settings; must come before the first import of Prefect."""
    home: Path = prefect_home()
    first = not (home / "prefect.db").exists()
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ.update(
        PREFECT_HOME=str(home),
        PREFECT_PROFILES_PATH=str(home / "profiles.toml"),
        PREFECT_SERVER_ALLOW_EPHEMERAL_MODE="true",
        PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS="120",
        PREFECT_SERVER_ANALYTICS_ENABLED="false",
        PREFECT_SERVER_LOGGING_LEVEL="CRITICAL",
        PREFECT_LOGGING_LEVEL="INFO" if debug else "CRITICAL",
        PREFECT_RESULTS_DEFAULT_SERIALIZER="json",
        PREFECT_RESULTS_LOCAL_STORAGE_PATH=str(results_folder()),
        PREFECT_CLI_COLORS="false",
        DO_NOT_TRACK="1",
    )
    _redact_logs()
    if first:
        sys.stderr.write("harvest: first run: the engine sets up its database, about 15 seconds\n")


def _redact_logs() -> None:
    """Make every log record redacted as it is made, whichever handler gets it."""
    make = logging.getLogRecordFactory()
    redacting = RedactingFilter()

    def make_redacted(*arguments: object, **named: object) -> logging.LogRecord:
        record = make(*arguments, **named)
        redacting.filter(record)
        return record

    logging.setLogRecordFactory(make_redacted)


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
