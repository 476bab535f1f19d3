"""What an asset of the hub carries is in the harness already, wherever in the field the hub lies (SPEC 4.8)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.domain.sessions import describe_session
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.tasks.contend_patterns import contend_patterns
from tests.support.git_reading import read
from tests.support.patterns import make_item, make_pattern
from tests.support.repositories import Repository

RULE = "Never push to main."
NOW = "2026-03-20T09:46:40+00:00"


def route_of(field: Path, hub: Path, path: str) -> str:
    """Where a pattern goes whose rule stands in a file of the field."""
    items = [make_item("rule", RULE, path, 3, quote=f"- {RULE}")]
    git = read(field, since=None, now=NOW, want_text=lambda _: False)
    harvest = FieldHarvest(patterns=(make_pattern("Agent instructions", items),))
    (collision,) = contend_patterns.fn(open_hub(hub), describe_session(git, ()), harvest)
    return collision.route


@pytest.fixture
def worked_in(field: Repository) -> Repository:
    """A field that holds a hub in a folder, and the same rules once more outside of it."""
    text = f"# Rules\n\n- {RULE}\n"
    field.commit("base", {"hub/harvest.toml": "", "hub/AGENTS.md": text, "AGENTS.md": text, "harvest.toml": ""})
    return field


def test_the_hub_is_the_field(worked_in: Repository) -> None:
    """
    Also where it is named by a link, or the field by one of its folders.
    """
    link = worked_in.path.parent / "link"
    link.symlink_to(worked_in.path)

    for hub in (worked_in.path, link):
        assert "field signal" == route_of(worked_in.path / "hub", hub, "AGENTS.md")


def test_the_hub_is_a_folder_of_the_field(worked_in: Repository) -> None:
    """
    A file of the field that has the name of an asset is none.
    """
    link = worked_in.path.parent / "link"
    link.symlink_to(worked_in.path / "hub")

    for hub in (worked_in.path / "hub", link):
        assert "field signal" == route_of(worked_in.path, hub, "hub/AGENTS.md")
        assert "enhancement" == route_of(worked_in.path, hub, "AGENTS.md")


def test_the_hub_is_another_worktree_of_the_field(worked_in: Repository, tmp_path: Path) -> None:
    """
    The branch that is checked out there holds the same asset.
    """
    worked_in.git("worktree", "add", "-q", str(tmp_path / "beside"))

    assert "field signal" == route_of(worked_in.path, tmp_path / "beside", "AGENTS.md")
    assert "field signal" == route_of(tmp_path / "beside", worked_in.path / "hub", "hub/AGENTS.md")


def test_the_hub_is_elsewhere(worked_in: Repository, hub: Repository) -> None:
    """
    Its asset of the same name is another file.
    """
    hub.write("AGENTS.md", f"# Rules\n\n- {RULE}\n")
    hub.write("harvest.toml", "")

    assert "enhancement" == route_of(worked_in.path, hub.path, "AGENTS.md")
