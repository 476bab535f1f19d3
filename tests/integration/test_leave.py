"""Writers of people's files make what they have the leave for, and nothing else (SPEC 8.4)."""

from pathlib import Path

import pytest

from harvest_loop.adapters import hub_setup
from harvest_loop.adapters.git_draft import draft_commits
from harvest_loop.adapters.hosts.host_files import FilePlan, carry_out
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.domain.consent.actions import action_of_line, action_of_undo
from harvest_loop.domain.consent.gate import asked_for, may_write
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.consent import VERIFIED, Checked, Grant
from harvest_loop.schemas.consent_actions import Allowed, Lease
from harvest_loop.schemas.drafts import DraftCommit
from harvest_loop.tasks.in_place import InPlace, close_up, take_back
from tests.support.asked import drafts, put_in
from tests.support.consent_lines import SCOPE
from tests.support.curated import opened, say_yes
from tests.support.leased import SETTINGS, archived, stale, stale_lines, with_classes
from tests.support.repositories import Repository


@pytest.fixture
def by_lease(hub: Repository) -> Allowed:
    """The leave that a lease gives to the archiving of one memory."""
    stale(with_classes(hub), "a.md", "b.md")
    grant = Grant("archive", "2026-03-01", "2026-03-31", "harvest-loop", "archive", "memory/", ("local-write",), ())
    lease = Lease(SCOPE, Checked(VERIFIED, (), "", (grant,)))
    leave = may_write(action_of_line(stale_lines(hub)[0]), lease=lease)
    assert isinstance(leave, Allowed)
    return leave


def test_the_leave_for_one_change_is_none_for_another(hub: Repository, by_lease: Allowed) -> None:
    """
    What was looked at is what is made: the next memory needs a leave of its own.
    """
    first, second = stale_lines(hub)
    desk = InPlace(opened(hub), {}, run="r", day="2026-03-20", at="2026-03-20T12:00:00Z")

    done = (desk.write(second, by_lease), desk.write(first, by_lease))

    assert ["held", "written"] == [one.outcome for one in done]
    assert archived(hub, "a.md") and not archived(hub, "b.md")


def test_one_undo_takes_back_one_change(hub: Repository, by_lease: Allowed) -> None:
    """
    The word was said to one entry, and is none to another.
    """
    say_yes(hub, *stale_lines(hub))
    one, other = (entry for entry, _ in read_entries(hub.path, SETTINGS)[0])

    with pytest.raises(ConflictError):
        take_back(one, asked_for(action_of_undo(other), by="harvest undo"))
    with pytest.raises(ConflictError):
        close_up([one, other], drafts("harvest/x"))

    assert archived(hub, "a.md") and archived(hub, "b.md")


def test_no_lease_reaches_branches_hosts_or_the_hub_s_settings(
    hub: Repository, by_lease: Allowed, tmp_path: Path
) -> None:
    """
    These are made when a person asks for them, and a lease is no asking.
    """
    hub.commit("start", {"skills/x/SKILL.md": "x\n"})
    before = hub.git("for-each-ref")
    commit = DraftCommit(hash="h", path="skills/y/SKILL.md", text="y\n", subject="y")

    drafted = draft_commits(hub.path, branch="harvest/x", commits=[commit], leave=by_lease)
    with pytest.raises(UsageError):
        carry_out(FilePlan(tmp_path / "settings.json", None, "{}"), by_lease)
    for act in (hub_setup.install, hub_setup.remove):
        with pytest.raises(UsageError):
            act(hub.path, SETTINGS, by_lease)

    for leave in (put_in(tmp_path / "other.json"), drafts("harvest/x")):  # a yes to something else
        with pytest.raises(UsageError):
            carry_out(FilePlan(tmp_path / "settings.json", None, "{}"), leave)
        with pytest.raises(UsageError):
            hub_setup.install(hub.path, SETTINGS, leave)
        assert "held" == draft_commits(hub.path, branch="harvest/y", commits=[commit], leave=leave).commits[0].outcome
    assert "held" == drafted.commits[0].outcome and before == hub.git("for-each-ref")
    assert not (tmp_path / "settings.json").exists() and not (hub.path / ".gitignore").exists()
