"""An edit whose prediction was falsified: its revert on the form, three-way, on a branch."""

from pathlib import Path

from harvest_loop.adapters.git_draft import draft_commits
from harvest_loop.domain.commits import draft_commit
from harvest_loop.schemas.curation import Curation
from harvest_loop.schemas.drafts import DraftOutcome
from tests.support.asked import drafts
from tests.support.curated import form_of, scan
from tests.support.manifests import PLACE, entry, land
from tests.support.repositories import Repository

CHECK = "kind: friction\ntarget: x\ndirection: absent\nthreshold: 0\nbaseline: 0\nwindow_days: 7"
FALSIFIED = {"validation_status": "falsified", "gate_decision": "rejected", "verification_note": '"friction of x: 3"'}
SKILL = "skills/desk/SKILL.md"


def drafted(hub: Repository, found: Curation) -> DraftOutcome:
    """What a Y on every line drafts."""
    commits = [commit for line in form_of(hub, *found.lines).lines if (commit := draft_commit(line)) is not None]
    return draft_commits(
        hub.path, branch="harvest/field-2026-03-20", commits=commits, leave=drafts("harvest/field-2026-03-20")
    )


def edited(hub: Repository, after: str) -> str:
    """A hub in which an edit of a skill landed and was falsified; returns the text before the edit."""
    before = "# desk\n\nkeep it tidy\n\nthree\n\nfour\n\nfive\n"
    hub.commit("The skill", {SKILL: before}, at="2026-03-01T09:00:00+0000")
    hub.commit("Extend desk\n\nHarvest-Id: em-2026-03-10-desk", {SKILL: after}, at="2026-03-12T09:00:00+0000")
    hub.write(PLACE, entry("desk", CHECK, **FALSIFIED))
    return before


def test_the_revert_takes_out_the_edit_and_keeps_what_came_later(hub: Repository) -> None:
    """
    Three-way: the falsified lines go, a person's later line stays.
    """
    edited(hub, "# desk\n\nkeep it tidy, twice a day\n\nthree\n\nfour\n\nfive\n")
    hub.commit("A later line", {SKILL: "# desk\n\nkeep it tidy, twice a day\n\nthree\n\nfour\n\nfive\n\nsix\n"})

    found = scan(hub)
    outcome = drafted(hub, found)

    assert ["revert"] == [line.kind for line in found.lines]
    assert "-keep it tidy, twice a day\n+keep it tidy\n" in found.lines[0].shown
    assert ["drafted"] == [one.outcome for one in outcome.commits]
    assert "# desk\n\nkeep it tidy\n\nthree\n\nfour\n\nfive\n\nsix" == hub.git("show", f"{outcome.branch}:{SKILL}")


def test_a_revert_that_conflicts_is_held_with_its_reason(hub: Repository) -> None:
    """
    Where a person changed the same lines since, nobody but a person can say what should stand.
    """
    edited(hub, "# desk\n\nkeep it tidy, twice a day\n\nthree\n\nfour\n\nfive\n")
    hub.commit("My own", {SKILL: "# desk\n\nkeep it tidy, at noon\n\nthree\n\nfour\n\nfive\n"})

    found = scan(hub)

    assert () == found.lines
    assert any("em-2026-03-10-desk held: later changes" in text and "conflict" in text for text in found.unmeasured)


def test_a_falsified_new_file_is_moved_aside_never_deleted(hub: Repository) -> None:
    """
    What the loop added is put where no agent loads it, and its text stays in the hub.
    """
    hub.commit("start", {"harvest.toml": ""}, at="2026-03-01T09:00:00+0000")
    land(hub, "desk")
    hub.write(PLACE, entry("desk", CHECK, **FALSIFIED))
    text = (hub.path / SKILL).read_text()

    found = scan(hub)
    outcome = drafted(hub, found)

    assert f"move  {SKILL}\n  to  skills/.archive/desk/SKILL.md\n" == found.lines[0].shown
    assert "skills/.archive/desk/SKILL.md" == hub.git("ls-tree", "-r", "--name-only", str(outcome.branch), "skills")
    assert text.strip() == hub.git("show", f"{outcome.branch}:skills/.archive/desk/SKILL.md")
    assert text == (hub.path / SKILL).read_text()


def test_a_file_that_changed_since_is_not_moved(hub: Repository) -> None:
    """
    A whole file that somebody worked on since is no longer the edit that was falsified.
    """
    hub.commit("start", {"harvest.toml": ""}, at="2026-03-01T09:00:00+0000")
    land(hub, "desk")
    hub.commit("Mine", {SKILL: "# desk\n\nmy own words\n"})
    hub.write(PLACE, entry("desk", CHECK, **FALSIFIED))

    assert any("was changed after the commit that brought it" in text for text in scan(hub).unmeasured)


def test_what_was_taken_back_or_never_landed_is_not_asked_again(hub: Repository, tmp_path: Path) -> None:
    """
    One revert an edit: its own entry says that it was taken back.
    """
    edited(hub, "# desk\n\nkeep it tidy, twice a day\n\nthree\n\nfour\n\nfive\n")
    said = '"Take back em-2026-03-10-desk: what it predicted was falsified"'
    hub.write(
        PLACE,
        entry("desk", CHECK, **FALSIFIED) + entry("other", CHECK, edit_summary=said) + entry("far", CHECK, **FALSIFIED),
    )

    assert () == scan(hub).lines
