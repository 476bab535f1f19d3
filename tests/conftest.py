"""What every test stands on: an empty home, no inherited git, nobody's Prefect."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.repositories import Repository, drop_inherited_git

# A busy machine is no failure: speed is measured by `make bench`, never asserted in a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

EPHEMERAL = ("CI", "GITHUB_ACTIONS", "CLAUDE_CODE_REMOTE")
FLOWS, SERVICE = "flows/", ("ui/", "integration/test_service.py", "integration/test_form_in_the_engine.py")
AGENTS = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG_DIR")  # where agents keep what is the user's


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook; after it they would come too late
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let two processes share the tests: flows in one, what has a service in one, one after another; else by file."""
    here = Path(__file__).parent
    for item in items:
        file = item.path.relative_to(here).as_posix()
        group = "flows" if file.startswith(FLOWS) else "service" if file.startswith(SERVICE) else file
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a home of its own, so that nothing of the user's is read or written."""
    return move_into(tmp_path_factory.mktemp("home"), monkeypatch)


def move_into(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the home of all that follows; a fixture that outlives a test needs one of its own."""
    drop_inherited_git(monkeypatch)
    for name in [name for name in os.environ if name.startswith(("HARVEST_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name in (*EPHEMERAL, *AGENTS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
    (home / ".gitconfig").write_text("[user]\n\tname = A Person\n\temail = person@example.invalid\n")
    return home


@pytest.fixture
def field(tmp_path: Path) -> Repository:
    """A new git repository called `field`."""
    return Repository.create(tmp_path / "field")


@pytest.fixture
def hub(tmp_path: Path) -> Repository:
    """A new git repository called `hub`."""
    return Repository.create(tmp_path / "hub")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "state"))
    return tmp_path / "state"
