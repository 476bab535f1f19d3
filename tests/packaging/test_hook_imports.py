"""The way of a hook stays light: the standard library, and nothing of a session's start that takes long."""

import json
import os
import socket
from pathlib import Path

import pytest

from harvest_loop.adapters import processes
from harvest_loop.adapters.service_record import Service, write_service
from tests.packaging.test_imports import LOADED, modules_loaded
from tests.support.repositories import Repository
from tests.support.sessions import session_end
from tests.support.worked_sessions import WorkedSession

pytestmark = pytest.mark.usefixtures("state")


def loaded_at_start(at: Path) -> set[str]:
    """What any interpreter here has loaded before it does anything."""
    names = modules_loaded("import json\nsys.stderr.write(json.dumps(sorted(sys.modules)))", at=at)
    return {name.partition(".")[0] for name in names}


def test_the_end_of_a_session_loads_the_standard_library_only(tmp_path: Path, state: Path) -> None:
    """
    Also where a server is asked: one library would cost more than all the rest.
    """
    me = processes.find(os.getpid())
    assert me
    with socket.create_server(("127.0.0.1", 0)) as listening:  # it takes the call and never answers
        write_service(Service(listening.getsockname()[1], me))

        loaded = modules_loaded(LOADED.format(arguments=["hook", "claude-code", session_end()]), at=tmp_path)

    assert {"harvest_loop"} == loaded - loaded_at_start(tmp_path)
    assert 1 == len(list((state / "inbox" / "markers").iterdir()))


def test_the_start_of_a_session_loads_neither_engine_nor_git(hub: Repository, tmp_path: Path) -> None:
    """
    An agent waits for these lines.
    """
    hub.write("harvest.toml", '[loop]\nmode = "forced"\n')
    code = LOADED.format(arguments=["hook", "session-start"])
    wrapped = f"import os\nos.environ['HARVEST_HUB'] = {json.dumps(str(hub.path))}\nos.close(0)\n{code}"

    loaded = modules_loaded(wrapped, at=tmp_path)

    assert "pydantic" in loaded  # it got as far as the settings
    assert set() == loaded & {"prefect", "git", "ruamel", "numpy", "detect_secrets", "orjson"}


def test_a_turn_with_nothing_new_loads_the_standard_library_only(hub: Repository, tmp_path: Path) -> None:
    """
    Most turns have nothing to ask: they must not cost a library.
    """
    hub.write("harvest.toml", "")
    session = WorkedSession(hub, begins=1_774_000_000)
    session.uses("Bash", "ok", command="make test")
    payload = json.dumps({"session_id": session.session, "transcript_path": str(session.write(tmp_path))})
    code = LOADED.format(arguments=["hook", "claude-code-turn", payload])

    first, second = (modules_loaded(code, at=tmp_path) for _ in range(2))

    assert {"harvest_loop"} == second - loaded_at_start(tmp_path)
    assert {"harvest_loop", "orjson"} == first - loaded_at_start(tmp_path)
