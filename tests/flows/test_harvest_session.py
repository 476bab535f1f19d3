"""The main job, end to end: a real field, a real hub, the real flow."""

from pathlib import Path

from tests.flows.runs import answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository


def test_a_session_is_harvested_and_its_form_waits(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    Without anyone to ask, the run ends truthfully: proposals wait, and what was not measured is named.
    """
    engine_state, outcome = close(small_hub.path, lendlog)

    assert "CONDITIONAL_PASS" == engine_state.name
    assert outcome.waiting >= 3
    page = meta(small_hub.path, f"harvest_{outcome.run}.md").read_text()
    assert page == outcome.page
    verdict = page.splitlines()[-1]
    assert verdict.startswith(f"Verdict: CONDITIONAL_PASS — {outcome.waiting} proposals wait; not measured: 0-a, 0-c, ")
    for section in ("### Final Proposals", "### Held", "### Patterns", "### Card", "### Measured", "### Not measured"):
        assert f"\n{section}\n" in page


def test_every_pointer_on_the_page_opens(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    A reader who follows a pointer finds the quoted line there.
    """
    _, outcome = close(small_hub.path, lendlog)

    form = waiting_form(small_hub.path, outcome.run or "")["form"]
    field = Repository(lendlog)
    pointers = [p for line in form["lines"] for p in line["judged"]["candidate"]["proposal"]["pointers"]]
    assert pointers
    for pointer in pointers:
        if pointer["line"] is None:
            assert field.git("cat-file", "-t", pointer["sha"]) == "commit"
        else:
            there = field.git("show", f"{pointer['sha']}:{pointer['path']}").split("\n")
            assert there[pointer["line"] - 1] == pointer["quote"]


def test_an_item_that_a_commit_names_leaves_the_card(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    The card loses exactly the item whose words are a line of a commit message, and the page proves it.
    """
    _, outcome = close(small_hub.path, lendlog)

    card = meta(small_hub.path, "reference_next_session_starter.md").read_text()
    assert "# Next session\n\n### 2. Print the labels in colour\n" == card
    assert "BEFORE 2 items → AFTER 1 items (removed:" in outcome.page


def test_y_writes_exactly_the_text_that_was_shown(
    state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    What the person read is what stands in the commit, byte for byte; checkout and HEAD stay where they were.
    """
    _, first = close(small_hub.path, lendlog)
    line = waiting_form(small_hub.path, first.run or "")["form"]["lines"][0]
    change = line["judged"]["candidate"]["proposal"]["change"]
    before = small_hub.git("rev-parse", "HEAD"), small_hub.git("status", "--porcelain")

    _, outcome = review(small_hub.path, first.run or "", answers_file(tmp_path, {change["path"]: "Y"}))

    assert outcome.branch == "harvest/lendlog-2026-03-20"
    assert small_hub.git("show", f"{outcome.branch}:{change['path']}") + "\n" == change["text"]
    assert (small_hub.git("rev-parse", "HEAD"), small_hub.git("status", "--porcelain")) == before
    trailers = small_hub.git("log", "-1", "--format=%(trailers)", outcome.branch)
    assert f"Harvest-Id: {line['manifest_id']}" in trailers
    assert "Harvest-Prediction: " in trailers
    assert f"id: {line['manifest_id']}" in meta(small_hub.path, "edit_manifest.yaml").read_text()


def test_a_refusal_with_a_reason_is_not_proposed_again(
    state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    The same practice seen in another session is rejected by the record of the refusal.
    """
    _, first = close(small_hub.path, lendlog)
    form = waiting_form(small_hub.path, first.run or "")["form"]
    target = form["lines"][0]["judged"]["candidate"]["target"]
    review(small_hub.path, first.run or "", answers_file(tmp_path, {target: {"answer": "N", "reason": "not here"}}))

    _, second = close(small_hub.path, lendlog, since="2026-01-02")

    again = waiting_form(small_hub.path, second.run or "")["form"]
    assert target not in [line["judged"]["candidate"]["target"] for line in again["lines"]]
    assert "the same pattern was rejected earlier" in second.page


def test_no_answer_is_kept_and_is_no_refusal(state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path) -> None:
    """
    A line without a word becomes a note on hold; no tombstone is written.
    """
    _, first = close(small_hub.path, lendlog)

    _, outcome = review(small_hub.path, first.run or "", answers_file(tmp_path, {"*": "none"}))

    assert outcome.waiting == 0
    assert "status: on-hold" in meta(small_hub.path, "fh_signal_2026-03-20_lendlog.md").read_text()
    assert not meta(small_hub.path, "tombstones.jsonl").exists()
    assert "held" in str(outcome.verdict)


def test_a_session_that_only_looked_around_is_seen_and_not_harvested(
    state: Path, small_hub: Repository, field: Repository
) -> None:
    """
    Nothing changed since the start: one line, PASS, no record, and the session is counted as seen.
    """
    field.commit("long ago", {"a": "1"}, at="2025-01-01T00:00:00+0000")

    engine_state, outcome = close(small_hub.path, field.path)

    assert "PASS" == engine_state.name
    assert "nothing to harvest" in outcome.page
    assert outcome.page.endswith("\nVerdict: PASS\n")
    assert [] == sorted(meta(small_hub.path).glob("harvest_*.md"))
    assert "manual:" in meta(small_hub.path, "sessions.jsonl").read_text()


def test_closing_again_with_nothing_new_writes_nothing(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    The second close of the same session says so and leaves every file as it was.
    """
    close(small_hub.path, lendlog)
    before = {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}

    _, outcome = close(small_hub.path, lendlog)

    assert outcome.page.startswith("already harvested")
    assert outcome.page.endswith("\nVerdict: PASS\n")
    assert before == {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}


def test_too_few_patterns_are_held_and_join_the_next_session(
    state: Path, small_hub: Repository, field: Repository
) -> None:
    """
    One practice is no harvest; it waits, is named, and comes back with the next session's.
    """
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    check = "#!/bin/sh\n# Refuses a commit that holds a tab.\n! git grep -nP '\\t' -- '*.py'\n"
    field.commit("Check for tabs before a commit", {"scripts/no_tabs.sh": check}, at="2026-03-02T09:00:00+0000")

    _, outcome = close(small_hub.path, field.path, since="2026-03-01")

    assert "no session harvest targets" in outcome.page
    assert outcome.waiting == 0
    assert "held" in str(outcome.verdict)
    assert '"held":true' in meta(small_hub.path, "patterns.jsonl").read_text()
