"""The user's state folder: where it is and who may look into it."""

import stat
from pathlib import Path

import pytest

from harvest_loop.adapters.state_folder import prefect_home, runs_folder, state_folder
from harvest_loop.errors import UsageError


def _rights(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_the_state_folder_is_the_systems_place_and_its_owners_alone(own_home: Path) -> None:
    """What sessions left there is nobody else's business."""
    assert own_home in state_folder().parents
    assert 0o700 == _rights(state_folder())
    assert 0o700 == _rights(prefect_home())


def test_a_state_folder_that_was_opened_is_closed_again(own_home: Path) -> None:
    """A backup or an older version may have left it readable for everyone."""
    state_folder().chmod(0o755)

    assert 0o700 == _rights(state_folder())


def test_the_user_says_where_the_state_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HARVEST_STATE wins over the system's place, and is made when it is missing."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "mine/state"))

    assert tmp_path / "mine/state" == state_folder()
    assert 0o700 == _rights(tmp_path / "mine/state")


def test_a_shared_folder_that_the_user_names_keeps_its_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a folder such as /tmp for all others would break the machine; only what is made in it is closed."""
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    monkeypatch.setenv("HARVEST_STATE", str(shared))

    assert 0o700 == _rights(runs_folder("r1"))
    assert 0o755 == _rights(shared)


@pytest.mark.parametrize("run", ["../up", "a/b", "", ".", "..", "-x", "a\0b", "x" * 300])
def test_a_run_name_that_could_lead_elsewhere_is_refused(run: str) -> None:
    """A name comes from the command line or a file, and becomes a folder."""
    with pytest.raises(UsageError, match="no name of a run"):
        runs_folder(run)


def test_a_state_folder_that_cannot_be_made_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way out is named: another folder."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "file/state"))

    with pytest.raises(UsageError, match="set HARVEST_STATE"):
        state_folder()
