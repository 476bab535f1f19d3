"""Step 0-a on real repositories: which assets a session changed, and what no longer stands of them (SPEC 4.1)."""

from pathlib import Path

import pytest

from harvest_loop.domain.quench.told import quench_measured, quench_unmeasured, quench_verdict
from harvest_loop.schemas.regressions import Quench
from tests.support.quenched import FILES, PATH, SKILL, changed, hub_with, kinds, quenched
from tests.support.repositories import Repository

IN_SESSION = "2026-03-10T09:00:00+0000"
DONE_WHEN = SKILL[SKILL.index("## Done When") :]


def test_a_deleted_done_when_is_caught_with_file_and_line_and_named_in_the_verdict(hub: Repository) -> None:
    """
    What no one can check any more makes the verdict conditional, by axis and asset.
    """
    hub_with(hub).commit("refactor: shorten", {PATH: changed(DONE_WHEN, "")})

    quench = quenched(hub)

    (found,) = quench.regressions
    assert ("Done When removed", PATH) == (found.kind, found.line.path)
    assert "CONDITIONAL_PASS" == quench_verdict(quench).word
    assert (f"failed axis: regression of {PATH}",) == quench_verdict(quench).reasons
    assert any(f"{PATH}:{found.line.line}" in note.text for note in quench_measured(quench))


@pytest.mark.parametrize("committed", [True, False])
def test_a_renamed_file_that_a_changed_asset_still_names_is_repaired(hub: Repository, *, committed: bool) -> None:
    """
    Committed or not, git or the bytes tell under which name the file goes on.
    """
    hub_with(hub)
    hub.git("mv", "docs/changes.md", "docs/history.md")
    hub.write(PATH, changed("Ships what is on", "Ships all that is on"))
    if committed:
        hub.git("commit", "-q", "-am", "refactor: move", at=IN_SESSION)

    (found,) = quenched(hub).regressions

    assert ("phantom", "file renamed") == (found.axis, found.kind)
    assert found.repair is not None
    assert "`docs/history.md`" in found.repair.new


def test_assets_are_seen_committed_staged_unstaged_and_untracked(hub: Repository) -> None:
    """
    Whatever its state, the change is the session's.
    """
    files = {f"skills/{name}/SKILL.md": SKILL for name in ("one", "two", "three")}
    hub_with(hub, {**files, "CLAUDE.md": "# Work\n", ".claude/rules/brief.md": "Be brief.\n", **FILES})
    hub.commit("docs: say more", {"CLAUDE.md": "# Work\n\nBe kind.\n"})
    hub.write(".claude/rules/brief.md", "Be very brief.\n")
    hub.git("add", ".claude/rules/brief.md")
    hub.write("skills/two/SKILL.md", changed("Ships what is on", "Ships all that is on"))
    hub.write("templates/note.md", "# A note\n")

    quench = quenched(hub)

    assert (".claude/rules/brief.md", "CLAUDE.md", "skills/two/SKILL.md", "templates/note.md") == quench.assets
    assert () == quench.regressions
    assert 3 * len(quench.assets) == len(quench.words)


def test_a_session_that_changed_no_asset_says_so(hub: Repository) -> None:
    """
    Nothing to look at is said, not passed over.
    """
    hub_with(hub).commit("feat: script", {"scripts/other.sh": "echo\n"})

    quench = quenched(hub)

    assert Quench() == quench
    assert ["no asset was changed in the session"] == [note.text for note in quench_measured(quench)]


def test_what_was_changed_and_changed_back_is_no_change(hub: Repository) -> None:
    """
    It stands as it stood before the session.
    """
    hub_with(hub).commit("docs: shorten", {PATH: changed(DONE_WHEN, "")})
    hub.commit("docs: again", {PATH: SKILL})

    assert () == quenched(hub).assets


def test_the_base_is_what_stood_before_the_sessions_first_commit(hub: Repository) -> None:
    """
    A Done When lost in the first of two commits is not forgotten by the second.
    """
    hub_with(hub).commit("docs: shorten", {PATH: changed(DONE_WHEN, "")})
    hub.commit("docs: reword", {PATH: changed(DONE_WHEN, "").replace("Ships what", "Ships all that")})

    assert [("regression", "Done When removed")] == kinds(quenched(hub).regressions)


def test_a_deleted_skill_is_no_failure_but_what_still_names_it_is(hub: Repository) -> None:
    """
    It went on purpose; the line that sends people to it did not.
    """
    other = "---\nname: herald\ndescription: Tells people\n---\n\nSee [the train](../release-train/SKILL.md).\n"
    hub_with(hub, {PATH: SKILL, **FILES, "skills/herald/SKILL.md": other})
    hub.git("rm", "-q", PATH)
    hub.git("commit", "-q", "-m", "refactor: drop", at=IN_SESSION)

    quench = quenched(hub)

    (found,) = quench.regressions
    assert ("skills/herald/SKILL.md", 6, "phantom") == (found.asset, found.line.line, found.axis)
    assert PATH in quench.assets
    assert any("was deleted" in note.text for note in quench_unmeasured(quench))


def test_a_renamed_skill_is_followed_to_its_new_place(hub: Repository) -> None:
    """
    It is the same asset: what it lost on the way is told, and its whole text is not new.
    """
    hub_with(hub)
    hub.git("mv", "skills/release-train", "skills/release-express")
    hub.write("skills/release-express/SKILL.md", changed("- The changelog names every merged change.\n", ""))
    hub.git("commit", "-q", "-am", "refactor: rename", at=IN_SESSION)

    (found,) = quenched(hub).regressions

    assert ("criterion removed", "skills/release-express/SKILL.md") == (found.kind, found.asset)
    assert PATH == found.line.path


def test_a_heading_that_another_asset_leads_to_is_missed(hub: Repository) -> None:
    """
    Who renames a heading breaks links that stand elsewhere.
    """
    other = "---\nname: herald\ndescription: Tells\n---\n\nSee [it](../release-train/SKILL.md#pitfalls).\n"
    hub_with(hub, {PATH: SKILL, **FILES, "skills/herald/SKILL.md": other})
    now = changed("## Pitfalls", "## What goes wrong").replace("(#pitfalls)", "(#what-goes-wrong)")
    hub.commit("docs: rename", {PATH: now})

    (found,) = quenched(hub).regressions

    assert ("skills/herald/SKILL.md", "heading that does not exist") == (found.asset, found.kind)


def test_a_mirrored_skill_is_judged_once(hub: Repository) -> None:
    """
    One file by two paths is one asset.
    """
    hub_with(hub)
    (hub.path / ".claude" / "skills").mkdir(parents=True)
    (hub.path / ".claude" / "skills" / "release-train").symlink_to(Path("../../skills/release-train"))
    hub.git("add", "-A")
    hub.write(PATH, changed(DONE_WHEN, ""))
    hub.git("commit", "-q", "-am", "refactor: shorten", at=IN_SESSION)

    quench = quenched(hub)

    assert 1 == len(quench.assets)
    assert 1 == len(quench.regressions)


@pytest.mark.parametrize("form", [SKILL.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + SKILL.encode()])
def test_line_ends_and_a_byte_order_mark_are_no_change_of_what_is_said(hub: Repository, form: bytes) -> None:
    """
    In either direction the text is the same.
    """
    hub_with(hub)
    hub.write(PATH, form)

    quench = quenched(hub)

    assert ((PATH,), ()) == (quench.assets, quench.regressions)


def test_a_skill_that_can_no_longer_be_decoded_is_told_and_not_dropped(hub: Repository) -> None:
    """
    Hosts can't read it either.
    """
    hub_with(hub)
    hub.write(PATH, SKILL.encode("utf-8") + b"\xff\xfe\xff\n")

    quench = quenched(hub)

    assert [("regression", "unreadable")] == kinds(quench.regressions)
    assert 2 == sum("can't be read" in word.why_not for word in quench.words)


def test_an_asset_too_large_to_read_is_said_to_be_unread(hub: Repository) -> None:
    """
    Not looked at is no pass.
    """
    hub_with(hub)
    hub.write(PATH, SKILL + "one more line of it\n" * 300_000)

    quench = quenched(hub)

    assert [("regression", "unreadable")] == kinds(quench.regressions)
    assert "larger than" in quench.regressions[0].message


def test_a_hub_without_a_commit_has_only_new_assets(hub: Repository) -> None:
    """
    Nothing was promised yet.
    """
    for path, text in {PATH: SKILL, **FILES}.items():
        hub.write(path, text)

    quench = quenched(hub, since="24h")

    assert PATH in quench.assets
    assert () == quench.regressions


def test_what_stands_on_another_branch_is_judged_without_looking_up_what_it_names(hub: Repository) -> None:
    """
    The files beside it are those of another branch.
    """
    hub_with(hub)
    hub.git("switch", "-q", "-c", "topic")
    hub.commit("refactor: shorten", {PATH: changed(DONE_WHEN, "")})
    hub.git("switch", "-q", "main")

    quench = quenched(hub)

    assert [("regression", "Done When removed")] == kinds(quench.regressions)
    assert ["its branch is not checked out"] == [word.why_not for word in quench.words if word.axis == "phantom"]


def test_a_fields_own_assets_count_and_are_never_taken_for_the_hubs(hub: Repository, field: Repository) -> None:
    """
    Both have a CLAUDE.md: only the hub's is ever drafted.
    """
    hub_with(hub, {PATH: SKILL, "CLAUDE.md": "# Hub\n", **FILES})
    hub_with(field, {"CLAUDE.md": "# Field\n\nRead `docs/how.md` first.\n", "docs/how.md": "How.\n"})
    field.git("mv", "docs/how.md", "docs/why.md")
    field.write("CLAUDE.md", "# Field\n\nBe kind. Read `docs/how.md` first.\n")
    field.git("commit", "-q", "-am", "docs: move", at=IN_SESSION)

    quench = quenched(hub, field)

    (found,) = quench.regressions
    assert ("field:CLAUDE.md", "field:CLAUDE.md", None) == (found.asset, found.line.path, found.repair)
    assert () == quench.black_box


def test_the_hubs_changes_in_the_window_count_where_it_is_another_repository(
    hub: Repository, field: Repository
) -> None:
    """
    A session in a field may well have mended the hub's skill; that others may have is said.
    """
    hub_with(hub).commit("refactor: shorten", {PATH: changed(DONE_WHEN, "")})
    field.commit("feat: begin", {"src/app.py": "pass\n"})

    quench = quenched(hub, field)

    assert [("regression", "Done When removed")] == kinds(quench.regressions)
    assert any("by whomever" in note for note in quench.notes)


@pytest.mark.parametrize("named", ["no entry", "its commit", "another commit", "a day of the session"])
def test_a_change_that_no_manifest_entry_speaks_of_is_a_black_box_edit(hub: Repository, named: str) -> None:
    """
    An entry names the file, and the commit or at least a day of the session.
    """
    sha = hub_with(hub).commit("docs: reword", {PATH: changed("Ships what is on", "Ships all that is on")})
    commit = {"its commit": f"  commit: {sha[:12]}\n", "another commit": "  commit: 0123456789ab\n"}.get(named, "")
    entry = f"- id: em-2026-03-10-a\n  date: 2026-03-10\n  file: {PATH}\n  edit_summary: reworded\n{commit}"
    if named != "no entry":
        hub.write("tracks/_meta/edit_manifest.yaml", entry)

    black_box = quenched(hub).black_box

    assert ((PATH,) if named in ("no entry", "another commit") else ()) == black_box


def test_text_that_moved_to_a_detail_file_in_the_session_is_not_lost(hub: Repository) -> None:
    """
    A split skill promises what it promised.
    """
    hub_with(hub)
    hub.write(PATH, changed(DONE_WHEN, "When it is done stands in `SKILL_detail.md`.\n"))
    hub.write("skills/release-train/SKILL_detail.md", f"# Details\n\n{DONE_WHEN}")
    hub.git("add", "-A")
    hub.git("commit", "-q", "-m", "refactor: split", at=IN_SESSION)

    assert () == quenched(hub).regressions


def test_the_same_session_gives_the_same_answer(hub: Repository) -> None:
    """
    Offline nothing depends on when or how often it is asked.
    """
    hub_with(hub).commit("refactor: shorten", {PATH: changed(DONE_WHEN, "See `docs/gone.md`.\n")})

    first, second = quenched(hub), quenched(hub)

    assert first == second
    assert 2 == len(first.regressions)
