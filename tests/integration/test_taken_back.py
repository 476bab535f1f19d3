"""Work that went and came back still stands (SPEC 3.2, 4.7)."""

import pytest

from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.patterns import harvest_patterns, judge_fate
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from tests.support.git_reading import read
from tests.support.repositories import Repository

CHECK = (
    "#!/bin/sh\n# Refuses a tab in a source file, since two reviews were lost to white space.\n! git grep -nP '\\t'\n"
)


def read_all(field: Repository) -> GitEvidence:
    """The whole history as evidence."""
    return read(field.path, since="2026-01-01", now="2026-03-20T09:46:40+00:00", want_text=tells_how_work_is_done)


@pytest.fixture
def checked(field: Repository) -> Repository:
    """A field with a check that is worth keeping."""
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    field.commit("Check for tabs before a commit", {"scripts/no_tabs.sh": CHECK}, at="2026-03-02T09:00:00+0000")
    return field


def harvested(field: Repository) -> dict[str, str]:
    """The fate of each pattern by its first path."""
    git = read_all(field)
    evidence = SessionEvidence(session_key="k", session_id8="12345678", source="field", git=git)
    return {pattern.paths[0]: pattern.fate for pattern in harvest_patterns(evidence).patterns}


def test_work_that_was_reapplied_is_no_copy(checked: Repository) -> None:
    """
    Taken back and applied again: the last word is that it stands, and no commit of it is lost from the count.
    """
    sha = checked.git("rev-parse", "HEAD")
    checked.git("revert", "--no-edit", sha, at="2026-03-03T09:00:00+0000")
    checked.git("cherry-pick", sha, at="2026-03-04T09:00:00+0000")
    checked.git(
        "commit", "-q", "--amend", "-m", 'Reapply "Check for tabs before a commit"', at="2026-03-04T10:00:00+0000"
    )

    assert 4 == len(read_all(checked).commits)
    assert "reverted" not in harvested(checked).values()
    assert "scripts/no_tabs.sh" in harvested(checked)


def test_a_folder_moved_away_and_back_is_not_gone(checked: Repository) -> None:
    """
    The tree is what it was: nothing was taken back.
    """
    checked.git("mv", "scripts", "tools")
    checked.git("commit", "-q", "-m", "Move the scripts", at="2026-03-03T09:00:00+0000")
    checked.git("mv", "tools", "scripts")
    checked.git("commit", "-q", "-m", "Move them back", at="2026-03-04T09:00:00+0000")

    assert "reverted" not in harvested(checked).values()
    assert "scripts/no_tabs.sh" in harvested(checked)


def test_work_on_a_branch_that_is_not_checked_out_is_not_gone(field: Repository) -> None:
    """
    Switched back before the close: HEAD's tree says nothing of it, so its fate is unknown, and a note says so.
    """
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    field.git("checkout", "-q", "-b", "feature")
    field.commit("Check for tabs before a commit", {"scripts/no_tabs.sh": CHECK}, at="2026-03-02T09:00:00+0000")
    field.git("checkout", "-q", "main")

    git = read_all(field)
    evidence = SessionEvidence(session_key="k", session_id8="12345678", source="field", git=git)
    (pattern,) = harvest_patterns(evidence).patterns

    assert 1 == len(git.off_head)
    assert any("1 commit not reached from HEAD" in note for note in git.notes)
    assert "unknown" == judge_fate(pattern, evidence, frozenset())
