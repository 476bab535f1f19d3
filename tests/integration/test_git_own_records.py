"""The loop never harvests its own records, wherever in a field the hub lies (SPEC 3.1)."""

from pathlib import Path

from harvest_loop.adapters.git_own_records import own_files, own_folders
from tests.support.repositories import Repository

META = Path("tracks/_meta")


def test_the_hub_is_the_field(field: Repository) -> None:
    """
    The folder has the name that it has in the hub.
    """
    assert ("tracks/_meta",) == own_folders(field.path, field.path, [field.path / META])


def test_the_hub_is_a_folder_of_the_field(field: Repository, tmp_path: Path) -> None:
    """
    Also where the way to it, or to the field, leads through a link.
    """
    hub = field.path / "tools" / "hub"
    hub.mkdir(parents=True)
    link = tmp_path / "link"
    link.symlink_to(field.path)

    assert ("tools/hub/tracks/_meta",) == own_folders(field.path, hub, [hub / META])
    assert ("tools/hub/tracks/_meta",) == own_folders(field.path, hub, [link / "tools/hub" / META])
    assert ("tools/hub/tracks/_meta",) == own_folders(link / "tools", hub, [hub / META])


def test_the_folder_of_records_is_a_link_itself(field: Repository) -> None:
    """
    Git names the link and what it leads to.
    """
    (field.path / "private").mkdir()
    (field.path / "tracks").mkdir()
    (field.path / META).symlink_to("../private")

    assert ("private", "tracks/_meta") == own_folders(field.path, field.path, [field.path / META])


def test_the_hub_is_a_worktree_of_the_field(field: Repository, tmp_path: Path) -> None:
    """
    What is committed there has the same names here.
    """
    field.commit("base", {"hub/harvest.toml": ""})
    field.git("worktree", "add", "-q", str(tmp_path / "beside"))
    hub = tmp_path / "beside" / "hub"

    assert ("hub/tracks/_meta",) == own_folders(field.path, hub, [hub / META])
    assert ("hub/tracks/_meta",) == own_folders(tmp_path / "beside", hub, [hub / META])


def test_the_hub_is_elsewhere(field: Repository, hub: Repository, tmp_path: Path) -> None:
    """
    Another repository, or no repository at all: the field has no folder of the loop's.
    """
    plain = tmp_path / "plain"
    plain.mkdir()

    assert () == own_folders(field.path, hub.path, [hub.path / META])
    assert () == own_folders(field.path, plain, [plain / META])


def test_a_folder_that_holds_the_field_is_none_of_its_paths(field: Repository) -> None:
    """
    A repository made inside of the records, or at their place, is somebody's work.
    """
    assert () == own_folders(field.path, field.path.parent, [field.path, field.path.parent])


def test_a_file_of_the_hub_goes_by_every_name_that_the_field_has_for_it(field: Repository, tmp_path: Path) -> None:
    """
    In a folder of the field, behind a link in it, and in another worktree of it.
    """
    field.commit("base", {"hub/skills/a/SKILL.md": "a"})
    (field.path / "hub" / "CLAUDE.md").symlink_to("skills/a/SKILL.md")
    field.git("worktree", "add", "-q", str(tmp_path / "beside"))
    files = {"skills/a/SKILL.md": "a", "CLAUDE.md": "a"}
    by_name = {"hub/CLAUDE.md": "a", "hub/skills/a/SKILL.md": "a"}

    assert by_name == own_files(field.path, field.path / "hub", files)
    assert {"hub/skills/a/SKILL.md": "a"} == own_files(
        field.path, tmp_path / "beside" / "hub", {"skills/a/SKILL.md": "a"}
    )
    assert {"skills/a/SKILL.md": "a"} == own_files(field.path, field.path, {"skills/a/SKILL.md": "a"})


def test_no_file_of_another_repository_is_one_of_the_field(field: Repository, hub: Repository) -> None:
    """
    The same path in both is two files.
    """
    hub.write("AGENTS.md", "")
    field.write("AGENTS.md", "")

    assert {} == own_files(field.path, hub.path, {"AGENTS.md": "AGENTS.md"})
