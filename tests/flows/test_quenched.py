"""A session that changes the hub's own skills: the quench runs first, and all that it found goes on (SPEC 4.1, 4.8)."""

from pathlib import Path

from tests.flows.runs import close, meta, waiting_form
from tests.support.quenched import PATH, SKILL, changed, hub_with
from tests.support.repositories import Repository

DONE_WHEN = SKILL[SKILL.index("## Done When") :]


def test_a_lost_done_when_and_a_renamed_file_are_named_shown_and_offered(state: Path, small_hub: Repository) -> None:
    """
    The verdict names axis and asset, the record the line and the counts, the form what can be done about each.
    """
    hub = hub_with(small_hub)
    hub.git("mv", "docs/changes.md", "docs/history.md")
    hub.write(PATH, changed(DONE_WHEN, ""))
    hub.git("commit", "-q", "-am", "refactor: shorten the train", at="2026-03-10T09:00:00+0000")

    _, outcome = close(hub.path, hub.path, since="2026-03-05")

    lines = outcome.page.splitlines()
    gone = SKILL.split("\n").index("- The package index lists the new version.") + 1
    assert lines[-1].startswith("Verdict: CONDITIONAL_PASS — ")
    assert f"failed axis: regression of {PATH}, phantom of {PATH}" in lines[-1]
    assert "0-a quench: regression, Done When removed (S)" in outcome.page
    assert f"{PATH}:{gone}: " in outcome.page
    assert f"0-a quench: black-box edit: {PATH}" in outcome.page
    assert "0-a quench: changed assets are not checked" not in outcome.page

    offered = waiting_form(hub.path, str(outcome.run))["form"]["lines"]
    drafts = [line["judged"]["candidate"]["proposal"] for line in offered]
    assert any(draft is not None and "`docs/history.md`" in draft["change"]["shown"] for draft in drafts)
    assert any("Done When removed" in line["title"] for line in offered)
    assert meta(hub.path, f"harvest_{outcome.run}.md").is_file()
