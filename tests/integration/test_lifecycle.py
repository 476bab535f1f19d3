"""Skills that nobody uses: a mark on a branch, a tag in the catalog, and only at a zero that was measured."""

from pathlib import Path

import pytest

from harvest_loop.adapters.git_draft import draft_commits
from harvest_loop.adapters.yaml_files import read_frontmatter
from harvest_loop.domain.commits import draft_commit
from harvest_loop.schemas.hub import Frontmatter
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.skill_usage import SessionUsage, SkillCount
from harvest_loop.tasks.undo_change import undo_change
from harvest_loop.tasks.usage_log import write_usage
from tests.support.asked import drafts
from tests.support.curated import NOW, TODAY, form_of, say_yes, scan, skill, used
from tests.support.repositories import Repository

CATALOG = (
    "# Catalog\n\n| asset | what |\n|---|---|\n| [old](skills/old/SKILL.md) | old things |\n- [rule](rules/a.md)\n"
)
LONG_AGO = "2026-01-10T09:00:00+0000"


def hub_with(hub: Repository, *, at: str = LONG_AGO, keys: str = "", catalog: str = CATALOG) -> Repository:
    """A hub with one skill that was committed then."""
    files = {"skills/old/SKILL.md": skill("old", keys=keys), "CATALOG.md": catalog, ".gitignore": "tracks/_meta/\n"}
    hub.commit("the hub", {**files, "harvest.toml": ""}, at=at)
    return hub


def test_an_unused_unchanged_skill_is_marked_on_a_branch_and_tagged_in_the_catalog(hub: Repository) -> None:
    """
    The mark is one line of the frontmatter and waits for a Y; the tag needs none, and is taken back to the byte.
    """
    used(hub_with(hub), "old")

    found = scan(hub)
    (mark,) = found.lines
    (done,) = say_yes(hub)

    assert (["stale mark"], ["archive tag"]) == ([mark.kind], [one.kind for one in found.automatic])
    tagged = CATALOG.replace("old things |", "old things #archive-candidate |")
    assert tagged == (hub.path / "CATALOG.md").read_text()
    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)
    assert CATALOG == (hub.path / "CATALOG.md").read_text()


def test_the_mark_is_one_line_of_a_commit_with_its_prediction(hub: Repository) -> None:
    """
    A reviewer sees the line, and in the trailers what is predicted of it.
    """
    used(hub_with(hub), "old")
    (line,) = form_of(hub, *scan(hub).lines).curations
    commit = draft_commit(line)
    assert commit is not None

    outcome = draft_commits(
        hub.path, branch="harvest/field-2026-03-20", commits=(commit,), leave=drafts("harvest/field-2026-03-20")
    )

    assert ["drafted"] == [one.outcome for one in outcome.commits]
    shown = hub.git("show", "--format=%B", "--no-patch", str(outcome.branch))
    lines = hub.git("show", "--format=", "-U0", str(outcome.branch)).split("\n")
    added = [text for text in lines if text[:1] in ("+", "-") and text[:3] not in ("+++", "---")]
    assert ["+stale_since: 2026-03-20"] == added
    assert f"Harvest-Id: {line.manifest_id}" in shown and "Harvest-Check: skill_uses of `old`: absent" in shown
    front = read_frontmatter(commit.text)
    assert isinstance(front, Frontmatter) and "2026-03-20" == front.keys["stale_since"]


@pytest.mark.parametrize("why", ["pinned", "changed", "being changed", "not read", "this session", "short log"])
def test_what_is_pinned_alive_or_not_measured_is_left_alone(hub: Repository, why: str) -> None:
    """
    A zero that nobody measured is no zero, and a pinned or changing skill is not fading.
    """
    pinned, changed = ("pinned: true\n" if why == "pinned" else ""), why == "changed"
    hub_with(hub, keys=pinned, at="2026-03-10T09:00:00+0000" if changed else LONG_AGO)
    used(hub, "old", days=20 if why == "short log" else 40, read=why != "not read")
    if why == "being changed":
        hub.write("skills/old/SKILL.md", skill("old") + "\nmore\n")

    found = scan(hub, session_read=why != "this session")

    assert () == found.lines
    tagged = why in ("changed", "being changed")  # the tag is about use alone
    assert tagged == bool(found.automatic)


@pytest.mark.parametrize(
    "catalog", ["# Catalog\n\n- old things\n", f"{CATALOG}- [old](skills/old/)\n", "```\n- [old](skills/old/)\n```\n"]
)
def test_a_skill_without_one_entry_of_its_own_is_named_not_tagged(hub: Repository, catalog: str) -> None:
    """
    No entry, two of them, or one in a code block: which line to tag is a person's to say.
    """
    used(hub_with(hub, catalog=catalog), "old")

    found = scan(hub)

    assert () == found.automatic
    assert any(text.startswith("no entry of their own in CATALOG.md: old") for text in found.unmeasured)


def test_long_skills_and_near_copies_are_named(hub: Repository) -> None:
    """
    What should be split or merged is said with its figure.
    """
    body = "\n".join(
        f"{number}. Turn the {number}th handle of the press before the {number + 1}th" for number in range(320)
    )
    files = {f"skills/{name}/SKILL.md": skill(name) + body + "\n" for name in ("press", "print")}
    hub.commit("the hub", files, at=LONG_AGO)

    measured = scan(hub).measured

    assert any(text.startswith("split proposed: skills/press/SKILL.md has ") for text in measured)
    assert any(text.startswith("merge candidates: skills/press/SKILL.md and skills/print") for text in measured)


def test_a_hub_without_a_commit_says_that_ages_are_unknown(hub: Repository) -> None:
    """
    What git can't tell is unknown, and no mark comes of it.
    """
    hub.write("skills/old/SKILL.md", skill("old"))
    used(hub, "old")

    found = scan(hub, field=Path(hub.path))

    assert () == found.lines
    assert "the hub has no commit yet" in found.unmeasured


def used_since(hub: Repository, name: str) -> None:
    """A session of today that used the skill, read after the tag was set."""
    today = TODAY.isoformat()
    call = SkillCount(name=name, called=1)
    usage = SessionUsage(key="claude-code:again", day=today, skills=(call,))
    write_usage(hub.path, HubSettings(), (usage,), skills=(name,), now=NOW, zone="UTC")


def test_a_tag_of_ours_comes_off_at_a_y_when_the_skill_is_used_again(hub: Repository) -> None:
    """
    The entry reads as before the tag, to the byte; that, too, is an entry of `harvest undo`.
    """
    used(hub_with(hub), "old")
    (tagged,) = say_yes(hub)
    assert [] == [line.kind for line in scan(hub).lines if line.kind == "archive tag off"]
    used_since(hub, "old")

    (line,) = scan(hub).lines
    (done,) = say_yes(hub, line, run="2026-03-20_abcdef13_forced")

    assert ("archive tag off", "written") == (line.kind, done.outcome)
    assert ("tag", f"set by the loop, {tagged.undo}; the entry is as it was before it") in line.grounds
    assert CATALOG == (hub.path / "CATALOG.md").read_text()
    assert () == scan(hub).lines
    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)
    assert "#archive-candidate" in (hub.path / "CATALOG.md").read_text()
    assert () == scan(hub).lines  # taken back: it is not asked again


@pytest.mark.parametrize("change", ["a person's", "edited since", "taken back and set by hand", "pinned"])
def test_another_s_tag_is_left_alone(hub: Repository, change: str) -> None:
    """
    Only a tag that an undo entry of ours says we made, on a line that is as we left it.
    """
    by_hand = CATALOG.replace("old things |", "old things #archive-candidate |")
    used(hub_with(hub, catalog=by_hand if change == "a person's" else CATALOG), "old")
    done = say_yes(hub)
    if change == "edited since":
        hub.write("CATALOG.md", by_hand.replace("old things", "our old things"))
    elif change == "taken back and set by hand":
        undo_change(hub.path, HubSettings(), done[0].undo or "", now=NOW)
        hub.write("CATALOG.md", by_hand)
    elif change == "pinned":
        hub.write("skills/old/SKILL.md", skill("old", keys="pinned: true\n"))
    used_since(hub, "old")

    assert "#archive-candidate" in (hub.path / "CATALOG.md").read_text()
    assert () == scan(hub).lines
