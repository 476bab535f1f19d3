"""The engine's settings, the same in every process of ours that runs it, and nothing of the user's (SPEC 10.2)."""

import os
from pathlib import Path

from harvest_loop.adapters.prefect_api import HOST, api_url
from harvest_loop.adapters.processes import Process
from harvest_loop.adapters.state_folder import prefect_home, results_folder, service_folder, state_folder

MARK = "HARVEST_ENGINE"  # carried by every process that we start for the engine, so that it is found again
SERVICE = "service"
POOL = "harvest"
RUNS_AT_ONCE = 4  # each is a process that loads the engine; the others wait for their turn on the server


def engine_variables(port: int) -> dict[str, str]:
    """Return what every process of ours needs that talks to the server on this port."""
    home = prefect_home()
    return {
        "PREFECT_HOME": str(home),
        "PREFECT_PROFILES_PATH": str(home / "profiles.toml"),
        "PREFECT_API_URL": api_url(port),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_RESULTS_DEFAULT_SERIALIZER": "json",
        "PREFECT_RESULTS_LOCAL_STORAGE_PATH": str(results_folder()),
        "PREFECT_CLI_COLORS": "false",
        "DO_NOT_TRACK": "1",
    }


def service_environment(port: int) -> dict[str, str]:
    """Return the whole environment of the service's server, worker and runs.

    It holds no setting of ours: each run reads its hub's harvest.toml, so the service never holds an older one (10.1).
    Pages of other addresses can't give the server orders: it takes them with a token only, and shows its answers to
    its own pages only.
    """
    inherited = {name: value for name, value in _of_the_person().items() if not name.startswith("HARVEST_")}
    return {
        **inherited,
        **_of_every_server(port),
        MARK: SERVICE,
        "TMPDIR": str(temporary_folder()),
        "PREFECT_SERVER_UI_API_URL": api_url(port),
        "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
        "PREFECT_SERVER_CSRF_PROTECTION_ENABLED": "true",
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": f"http://{HOST}:{port},http://localhost:{port}",
        "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
        "PREFECT_SERVER_DATABASE_TIMEOUT": "60",  # a busy machine's SQLite answers late, which is no failure
        "PREFECT_WORKER_QUERY_SECONDS": "2",
    }


def temporary_environment(port: int, owner: Process) -> dict[str, str]:
    """Return the whole environment of a server that one run in this process needs, and nobody after it."""
    return {
        **_of_the_person(),
        **_of_every_server(port),
        MARK: owner_mark(owner),
        "PREFECT_SERVER_UI_ENABLED": "false",
        "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
        "PREFECT__SERVER_EPHEMERAL": "1",
        "PREFECT__SERVER_FINAL": "1",
    }


def temporary_folder() -> Path:
    """Return where the service's runs keep what nobody needs after them."""
    folder = service_folder() / "tmp"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def has_database() -> bool:
    """Tell whether a server of ours was ever started."""
    return prefect_home().joinpath("prefect.db").exists()


def owner_mark(owner: Process) -> str:
    """Return the mark of what ends with its owner."""
    return f"{owner.pid}:{owner.started.replace(' ', '_')}"


def _of_every_server(port: int) -> dict[str, str]:
    # The state folder may have been named from the folder that we are started in; the server runs in another.
    return {**engine_variables(port), "HARVEST_STATE": str(state_folder())}


def _of_the_person() -> dict[str, str]:
    """Return this process's environment without what it says about an engine, which may be the person's own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_") and name != MARK}
