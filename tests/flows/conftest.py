"""One Prefect server for all flow tests, in a home of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.example import make_field
from tests.support.repositories import Repository

SKILL = """---
name: tidy-desk
description: Put the desk in order at the end of a day. Use when the day ends.
---

# Tidy desk

1. Put away what is on the desk.

## Done When

- [ ] the desk is empty
"""
CARD = """# Next session

### 1. Add a smoke test that drives the command from end to end
- the one for the desk

### 2. Print the labels in colour
"""


@pytest.fixture(scope="session", autouse=True)
def prefect_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Start the engine once; it costs some seconds, a flow then one or two."""
    patch = pytest.MonkeyPatch()
    home = tmp_path_factory.mktemp("prefect")
    patch.setenv("PREFECT_HOME", str(home))
    patch.setenv("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
    patch.setenv("PREFECT_RESULTS_DEFAULT_SERIALIZER", "json")
    patch.setenv("PREFECT_RESULTS_LOCAL_STORAGE_PATH", str(home / "results"))
    patch.setenv("PREFECT_LOGGING_LEVEL", "CRITICAL")
    patch.setenv("DO_NOT_TRACK", "1")
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield
    patch.undo()


@pytest.fixture(scope="session")
def lendlog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's field: forty commits of real kinds of work."""
    return make_field(tmp_path_factory.mktemp("fields") / "lendlog")


@pytest.fixture
def small_hub(hub: Repository) -> Repository:
    """A hub with one skill, a card, and nothing else."""
    hub.commit(
        "the hub",
        {
            "harvest.toml": "",
            "skills/tidy-desk/SKILL.md": SKILL,
            ".gitignore": "/tracks/_meta/\n",
        },
    )
    hub.write("tracks/_meta/reference_next_session_starter.md", CARD)
    return hub
