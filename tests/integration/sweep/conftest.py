"""A state folder of the test's own, and hubs that sessions belong to."""

from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.support.sweeps import FORCED, make_hub


@pytest.fixture(autouse=True)
def state(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own, and agents' folders nowhere but in the test's home."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HARVEST_STATE", str(own_home / "state"))
    return own_home / "state"


@pytest.fixture
def forced(hub: Repository, field: Repository) -> Repository:
    """A hub that harvests without asking; the field is one of its neighbours and has one commit."""
    field.commit("one", {"a": "1"})
    return make_hub(hub, FORCED)


@pytest.fixture
def proposing(hub: Repository, field: Repository) -> Repository:
    """A hub that asks first."""
    field.commit("one", {"a": "1"})
    return make_hub(hub, "")
