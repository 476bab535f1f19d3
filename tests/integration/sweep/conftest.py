"""A state folder of the test's own, and hubs that sessions belong to."""

from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.support.sweeps import FORCED, make_hub


@pytest.fixture(autouse=True)
def _own_state(state: Path) -> None:
    """No sweep here looks into the state folder of another."""


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
