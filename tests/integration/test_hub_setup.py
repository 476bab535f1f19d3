"""`harvest init` adds what makes a hub, and takes out just that again (SPEC 2)."""

from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.repositories import Repository


@pytest.fixture
def made(hub: Repository) -> Repository:
    """A hub that a person keeps an ignore file in, after `harvest init`."""
    hub.commit("the hub", {"CLAUDE.md": "# Rules\n", ".gitignore": "*.log\n"})
    assert 0 == harvest("init", "--hub", str(hub.path), cwd=hub.path).returncode
    return hub


def test_init_ignores_the_personal_records_and_nothing_else(made: Repository) -> None:
    """
    What was ignored before still is, and the folder of records with it; a second init finds nothing to do.
    """
    assert (made.path / ".gitignore").read_text().startswith("*.log\n")
    assert "tracks/_meta/sessions.jsonl" == made.git("check-ignore", "tracks/_meta/sessions.jsonl")
    assert "nothing to do\n" == harvest("init", "--hub", str(made.path), cwd=made.path).stdout


def test_remove_keeps_every_line_of_a_person(made: Repository) -> None:
    """
    Lines inside and after the block stay, also when somebody took its end mark away.
    """
    ignored = made.path / ".gitignore"
    lines = ignored.read_text().replace("# harvest-loop (end)\n", "inside/\n") + "after/\n"
    ignored.write_text(lines)

    done = harvest("init", "--remove", "--hub", str(made.path), cwd=made.path)

    assert 0 == done.returncode
    assert "*.log\ninside/\nafter/\n" == ignored.read_text()
    assert (made.path / "harvest.toml").exists()


def test_the_hub_that_is_made_last_is_the_one_that_fields_use(made: Repository, tmp_path: Path) -> None:
    """
    A field that names no hub is harvested into the repository where `init` was typed last, and init says so.
    """
    other = Repository.create(tmp_path / "other")
    other.commit("another hub", {"CLAUDE.md": "# Rules\n"})

    done = harvest("init", cwd=other.path)

    assert f'instead of "{made.path}"' in done.stdout
    assert f"hub       {other.path}\n" in harvest("status", cwd=tmp_path).stdout


def test_a_folder_without_a_harness_is_no_hub(tmp_path: Path, field: Repository) -> None:
    """
    A slip of --hub makes no records in a stranger's folder.
    """
    field.commit("start", {"a": "1"})
    (tmp_path / "plain").mkdir()

    done = harvest("close", "--field", str(field.path), "--hub", str(tmp_path / "plain"), cwd=tmp_path)

    assert 2 == done.returncode
    assert "holds nothing of a harness" in done.stderr
    assert [] == list((tmp_path / "plain").iterdir())
