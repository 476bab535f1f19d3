"""The main job, end to end: a real field, a real hub, the real flow."""

import re
import subprocess
from pathlib import Path

import pytest
from prefect.client.orchestration import get_client

from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.flows.review_form import review_form
from harvest_loop.schemas.form import FormAnswer, LineAnswer
from harvest_loop.schemas.request import ReviewRequest
from tests.flows.runs import NOW, answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository
from tests.support.secrets import planted


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
    assert f"Verdict: CONDITIONAL_PASS — {outcome.waiting} proposals wait" == verdict
    assert f"4 harness-doctor: {outcome.waiting} examined" in page.replace("**", "")
    assert "5 verify-bidirectional: " in page.replace("**", "") and "- harness-doctor: overlap" in page
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
    (entry,) = (one for one in read_manifest(small_hub.path) if one.id == line["manifest_id"])
    assert small_hub.git("rev-parse", outcome.branch) == entry.keys["commit"]
    assert "null" == entry.keys["base_sha256"]


def test_a_refusal_with_a_reason_is_not_proposed_again(
    state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    The same practice seen in another repository is rejected by the record of the refusal.
    """
    _, first = close(small_hub.path, lendlog)
    form = waiting_form(small_hub.path, first.run or "")["form"]
    target = form["lines"][0]["judged"]["candidate"]["target"]
    review(small_hub.path, first.run or "", answers_file(tmp_path, {target: {"answer": "N", "reason": "not here"}}))

    _, second = close(small_hub.path, later_twin(lendlog, tmp_path / "twin"))

    again = waiting_form(small_hub.path, second.run or "")["form"]
    assert target not in [line["judged"]["candidate"]["target"] for line in again["lines"]]
    assert "the same pattern was rejected earlier" in second.page


def test_a_refusal_whose_reason_later_work_speaks_to_is_proposed_again_and_says_so(
    state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    The same practice in work that was done after the refusal, with the reason's words in it, stands on the form again.
    """
    _, first = close(small_hub.path, lendlog)
    candidate = waiting_form(small_hub.path, first.run or "")["form"]["lines"][0]["judged"]["candidate"]
    target, pattern = candidate["target"], candidate["pattern"]
    subject = Repository(lendlog).git("log", "-1", "--format=%B", pattern["commits"][0])
    about = " ".join((pattern["title"], *pattern["topic"], target)).lower()
    telling = [word for word in re.findall(r"[a-z]{6,}", subject.lower()) if word[:5] not in about]
    assert len(set(telling)) >= 2, subject
    words = {target: {"answer": "N", "reason": " ".join(telling)}}
    review(small_hub.path, first.run or "", answers_file(tmp_path, words))

    _, second = close(small_hub.path, later_twin(lendlog, tmp_path / "twin", days=30), now=NOW + 40 * 86_400)

    again = waiting_form(small_hub.path, second.run or "")["form"]["lines"]
    (line,) = (one["judged"]["candidate"] for one in again if one["judged"]["candidate"]["target"] == target)
    assert line["refused"].startswith(f"refused on 2026-03-21: {telling[0]}") and "; since then: " in line["refused"]
    assert "- refused on 2026-03-21: " in second.page


def later_twin(field: Path, place: Path, *, days: int = 0) -> Path:
    """The same work in another repository: each of its commits was written that many days and made a minute later."""
    told = subprocess.run(["git", "fast-export", "main"], cwd=field, check=True, capture_output=True).stdout
    by = {b"author": days * 86_400, b"committer": days * 86_400 + 60}
    dates = rb"(?m)^(author|committer)( .*> )(\d+)"
    later = re.sub(dates, lambda found: found[1] + found[2] + b"%d" % (int(found[3]) + by[found[1]]), told)
    twin = Repository.create(place)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=place, check=True, input=later)
    twin.git("reset", "-q", "--hard")
    return place


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


def test_a_record_torn_by_a_crash_stops_no_close(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    A line cut inside of a character is counted on the page, stays where it is, and what follows is written after it.
    """
    torn = '{"schema_version":1,"title":"각'.encode()[:-1]
    for name in ("sessions.jsonl", "patterns.jsonl", "tombstones.jsonl"):
        small_hub.write(f"tracks/_meta/{name}", torn)

    engine_state, outcome = close(small_hub.path, lendlog)
    _, again = close(small_hub.path, lendlog)

    assert "CONDITIONAL_PASS" == engine_state.name
    not_measured = outcome.page.partition("### Not measured")[2]
    for name in ("sessions.jsonl", "patterns.jsonl", "tombstones.jsonl"):
        assert f"- hub: {name}: 1 unreadable line(s)" in not_measured
    assert meta(small_hub.path, "sessions.jsonl").read_bytes().startswith(torn + b"\n{")
    assert meta(small_hub.path, "patterns.jsonl").read_bytes().startswith(torn + b"\n{")
    assert torn == meta(small_hub.path, "tombstones.jsonl").read_bytes()
    assert again.page.startswith("already harvested")


UNUSABLE = {
    "a target that no line has": {"*": "Y", "skills/no-such-thing/SKILL.md": "Y"},
    "a word that is none": {"*": "perhaps"},
}


@pytest.mark.parametrize("unusable", UNUSABLE)
def test_answers_with_a_slip_of_the_pen_settle_nothing(
    unusable: str, state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    Not even the lines that the file does name: the page says what waits, and the form is answered later as a whole.
    """
    answers = answers_file(tmp_path, UNUSABLE[unusable])

    engine_state, outcome = close(small_hub.path, lendlog, answers=str(answers))

    assert f"harvest review {outcome.run} --answers FILE" in (outcome.problem or "")
    assert (outcome.problem or "") in (engine_state.message or "")
    assert f"{outcome.waiting} proposals wait" in outcome.page.splitlines()[-1]
    assert "" == small_hub.git("for-each-ref", "refs/heads/harvest")
    assert not meta(small_hub.path, "edit_manifest.yaml").exists()
    assert not meta(small_hub.path, "tombstones.jsonl").exists()
    assert "### Answer" not in meta(small_hub.path, f"harvest_{outcome.run}.md").read_text()
    _, later = review(small_hub.path, outcome.run or "", answers_file(tmp_path, {"*": "Y"}))
    assert outcome.waiting == len(small_hub.git("log", "--format=%h", f"main..{later.branch}").split())


def test_answers_to_a_form_without_lines_are_not_dropped_in_silence(
    state: Path, small_hub: Repository, field: Repository, tmp_path: Path
) -> None:
    """
    Whoever said Y to a target learns that nothing was asked about it; a word on everything asks for nothing more.
    """
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    some = answers_file(tmp_path, {"skills/a/SKILL.md": "Y"})

    _, outcome = close(small_hub.path, field.path, since="2026-02-01", answers=str(some))
    every = answers_file(tmp_path, {"*": "Y"})
    _, other = close(small_hub.path, field.path, since="2026-02-02", answers=str(every))

    assert (0, 0) == (outcome.waiting, other.waiting)
    assert "no line of the form is about 'skills/a/SKILL.md'; it has no line" == outcome.problem
    assert other.problem is None


def test_the_engine_keeps_no_word_of_an_answer_as_it_was_typed(
    state: Path, small_hub: Repository, lendlog: Path
) -> None:
    """
    Whoever starts a review on the server's page types its parameters there: a secret in a reason is taken out of them.
    """
    secret = planted()["github token"]
    _, first = close(small_hub.path, lendlog)
    line = waiting_form(small_hub.path, first.run or "")["form"]["lines"][0]
    words = LineAnswer(hash=line["hash"], answer="N", reason=f"not while {secret} is in it", channel="ui")
    answer = FormAnswer(run=first.run or "", lines=(words,))

    ended = review_form(
        ReviewRequest(hub=str(small_hub.path), run=answer.run, now=NOW, zone="UTC", answer=answer), return_state=True
    )

    with get_client(sync_client=True) as client:
        assert ended.state_details.flow_run_id
        kept = client.read_flow_run(ended.state_details.flow_run_id)
    assert "not while «redacted:github-token» is in it" == kept.parameters["request"]["answer"]["lines"][0]["reason"]
    assert secret not in kept.model_dump_json()
    assert "«redacted:github-token»" in meta(small_hub.path, "tombstones.jsonl").read_text()


def test_what_a_lost_form_asked_about_is_harvested_anew(state: Path, small_hub: Repository, lendlog: Path) -> None:
    """
    The work of a form that was cut off doesn't count as harvested; once it is asked about again it does, for good.
    """
    _, first = close(small_hub.path, lendlog)
    place = meta(small_hub.path, f"pending_{first.run}.json")
    place.write_bytes(place.read_bytes()[:3000])

    _, anew = close(small_hub.path, lendlog)
    _, once_more = close(small_hub.path, lendlog)
    place.rename(small_hub.path / "moved-away.json")
    _, away = close(small_hub.path, lendlog)

    assert (first.waiting, f"{first.run}-2") == (anew.waiting, anew.run)
    assert f"- hub: pending_{first.run}.json can't be read: what it asked about is harvested anew" in anew.page
    assert once_more.page.startswith("already harvested")
    assert away.page.startswith("already harvested")
