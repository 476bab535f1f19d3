"""Which accepted edits are part of the hub's current branch, and since when (SPEC 7.3)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.git_landings import Sought, find_landings
from harvest_loop.schemas.verification import Landing
from tests.support.repositories import Repository

ID = "em-2026-03-10-desk"
PATH = "skills/desk/SKILL.md"
EDIT = Sought(ID, PATH)
SAYS_SO = f"Add desk\n\nPut away what lies there.\n\nHarvest-Id: {ID}\nHarvest-Confidence: 0.50"
DRAFTED, MERGED = "2026-03-10T09:00:00+0000", "2026-03-12T09:00:00+0000"
MERGED_AT = 1_773_306_000


@pytest.fixture
def drafted(hub: Repository) -> Repository:
    """A hub whose edit waits on a branch of its own."""
    hub.commit("start", {"harvest.toml": ""}, at="2026-03-09T09:00:00+0000")
    hub.git("checkout", "-q", "-b", "harvest/field-2026-03-10")
    hub.commit(SAYS_SO, {PATH: "# Desk\n\nPut it away.\n"}, at=DRAFTED)
    hub.git("checkout", "-q", "main")
    return hub


def landing(hub: Path, edit: Sought = EDIT) -> Landing:
    return find_landings(hub, [edit])[edit.id]


def test_a_draft_on_its_branch_has_not_landed(drafted: Repository) -> None:
    """
    Accepted is not merged; which commit it waits in is known all the same.
    """
    found = landing(drafted.path)

    assert ("not landed", drafted.git("rev-parse", "harvest/field-2026-03-10"), None) == (
        found.state,
        found.sha,
        found.at,
    )


def fast_forward(hub: Repository) -> None:
    hub.git("merge", "-q", "--ff-only", "harvest/field-2026-03-10", at=MERGED)


def merge_commit(hub: Repository) -> None:
    hub.git("merge", "-q", "--no-ff", "-m", "Merge it", "harvest/field-2026-03-10", at=MERGED)


def cherry_pick(hub: Repository) -> None:
    hub.commit("other work", {"a": "1"})
    hub.git("cherry-pick", "harvest/field-2026-03-10", at=MERGED)


def rebase(hub: Repository) -> None:
    hub.commit("other work", {"a": "1"})
    hub.git("rebase", "-q", "main", "harvest/field-2026-03-10", at=MERGED)
    hub.git("checkout", "-q", "main")
    fast_forward(hub)


def squash(hub: Repository) -> None:
    hub.git("merge", "-q", "--squash", "harvest/field-2026-03-10")
    hub.git("commit", "-q", "--no-edit", at=MERGED)


def reworded(hub: Repository) -> None:
    """The person drops every trailer; the patch is the same."""
    hub.commit("other work", {"a": "1"})
    hub.git("cherry-pick", "--no-commit", "harvest/field-2026-03-10")
    hub.git("commit", "-q", "-m", "A desk skill", at=MERGED)


WAYS = {each.__name__: each for each in (fast_forward, merge_commit, cherry_pick, rebase, squash, reworded)}


@pytest.mark.parametrize("way", WAYS)
def test_however_it_comes_in_it_has_landed_since_then(way: str, drafted: Repository) -> None:
    """
    The window begins when the branch reaches the edit, not when the draft was written.
    """
    WAYS[way](drafted)

    found = landing(drafted.path)

    assert ("landed", MERGED_AT) == (found.state, found.at)
    assert PATH in drafted.git("show", "--format=", "--name-only", found.sha or "")


def test_without_a_reflog_the_merge_s_date_counts(drafted: Repository) -> None:
    """
    A fresh clone remembers no moves; the commit that brought the edit to the mainline carries a date.
    """
    merge_commit(drafted)
    drafted.git("reflog", "expire", "--expire=now", "--all")

    assert MERGED_AT == landing(drafted.path).at


def test_what_is_taken_back_out_of_the_branch_is_not_landed(drafted: Repository) -> None:
    """
    A reset leaves the edit on its own branch only.
    """
    fast_forward(drafted)
    drafted.git("reset", "-q", "--hard", "HEAD~1")

    assert "not landed" == landing(drafted.path).state


def test_a_commit_that_only_quotes_the_id_lands_nothing(drafted: Repository) -> None:
    """
    Anybody can write a trailer into a message; the commit has to change the file that the edit is about.
    """
    drafted.commit(f"Look at it\n\nHarvest-Id: {ID}", {"notes.md": "x"})

    assert "not landed" == landing(drafted.path).state


@pytest.mark.parametrize("length", [7, 12, 40])
def test_a_commit_that_the_entry_names_counts(hub: Repository, length: int) -> None:
    """
    A person who made the edit by hand writes its commit down, in full or as git shows it.
    """
    sha = hub.commit("by hand", {PATH: "x"}, at=MERGED)

    found = landing(hub.path, Sought(ID, PATH, sha[:length]))

    assert ("landed", sha) == (found.state, found.sha)


@pytest.mark.parametrize("commit", ["--all", "HEAD", "main", "f" * 40, "$(touch x)", "HEAD~0\nHEAD", ""])
def test_what_is_no_commit_id_is_never_asked_of_git(hub: Repository, commit: str) -> None:
    """
    The manifest is text from outside: a name in it that git would take for more is none.
    """
    hub.commit("start", {PATH: "x"})

    assert "not landed" == landing(hub.path, Sought(ID, PATH, commit)).state


def test_a_hub_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    """
    The entry's file is relative to the hub, git's names to the repository.
    """
    whole = Repository.create(tmp_path / "whole")
    whole.commit(SAYS_SO, {f"team/hub/{PATH}": "x"}, at=MERGED)

    assert ("landed", MERGED_AT) == (landing(whole.path / "team/hub").state, landing(whole.path / "team/hub").at)


def test_without_a_commit_nothing_has_landed(hub: Repository) -> None:
    """
    A new repository is read, and holds nothing.
    """
    assert "not landed" == landing(hub.path).state


def test_a_hub_without_git_knows_nothing(tmp_path: Path) -> None:
    """
    Unknown is not `not landed`.
    """
    found = landing(tmp_path)

    assert "unknown" == found.state
    assert "not a git repository" in found.why


def test_where_the_history_is_cut_off_it_is_unknown(drafted: Repository, tmp_path: Path) -> None:
    """
    A shallow clone may have lost the very commit.
    """
    fast_forward(drafted)
    drafted.commit("later", {"b": "1"})
    clone = tmp_path / "clone"
    drafted.git("clone", "-q", "--depth", "1", f"file://{drafted.path}", str(clone))

    assert "unknown" == landing(clone).state


def test_many_edits_are_told_apart(drafted: Repository) -> None:
    """
    A squashed commit carries several ids, each for the file that it changes.
    """
    other = Sought("em-2026-03-10-chair", "skills/chair/SKILL.md")
    never = Sought("em-2026-03-10-lamp", "skills/lamp/SKILL.md")
    message = f"Both\n\n    Harvest-Id: {ID}\n\n    Harvest-Id: {other.id}\n\n    Harvest-Id: {never.id}"
    drafted.commit(message, {PATH: "x", other.file: "y"}, at=MERGED)

    found = find_landings(drafted.path, [EDIT, other, never])

    assert ["landed", "landed", "not landed"] == [found[one.id].state for one in (EDIT, other, never)]
