"""`harvest verify`: did what earlier edits predicted come true? By the real program, on real repositories."""

import json
import time
from pathlib import Path

import pytest

from harvest_loop.adapters.manifest_splice import set_entries
from harvest_loop.adapters.yaml_files import append_manifest_entry
from harvest_loop.schemas.records import ManifestEntry
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.manifest_pass import look_at_manifest
from tests.support import manifests
from tests.support.command_line import harvest
from tests.support.example import make_field
from tests.support.manifests import PLACE, entry, land, session_in, values
from tests.support.repositories import Repository

NOW = "2026-04-20T12:00:00+00:00"
D08 = """# keep me
- id: em-2026-03-01-a
  date: 2026-03-01
  file: plugins/p/skills/x/SKILL.md   # keep me too
  edit_summary: "a summary that runs well past eighty columns so that an emitter with a default width would fold it"
  validation_status: "predicted — check next week"
- id: em-2026-03-02-b
  date: 2026-03-02
  predicted_measurable_by: commit 0123456 or 1e10234
  baseline_value: 012
  validation_status: pending_review
- id: em-2026-03-01-a
  date: not-a-date
  validation_status: pending
"""


@pytest.fixture(autouse=True)
def some_weeks_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """All predictions of these tests landed on 12 March."""
    monkeypatch.setenv("HARVEST_NOW", NOW)
    monkeypatch.setenv("TZ", "UTC")


@pytest.fixture
def desk(hub: Repository) -> Repository:
    """A hub with a rule and a guide, and its records kept out of git."""
    files = {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n", "CLAUDE.md": "# Rules\n\n- Keep notes.\n"}
    hub.commit("the hub", {**files, "docs/guide.md": "# Guide\n"}, at="2026-03-01T09:00:00+0000")
    return hub


def verify(hub: Repository, *more: str) -> str:
    """Run the pass and return what it printed."""
    done = harvest("verify", "--hub", str(hub.path), *more, cwd=hub.path, state=hub.path / ".git" / "state")
    assert 0 == done.returncode, done.stderr
    return done.stdout


def outcome(hub: Repository, name: str) -> tuple[str, object, object]:
    """Status, score and decision of an entry."""
    found = values((hub.path / PLACE).read_text(), name)
    return found["validation_status"], found["match_score"], found.get("gate_decision")


def test_a_manifest_of_an_older_kind_changes_by_one_line(desk: Repository) -> None:
    """
    An open status in other words becomes one of the four, on its line; duplicates, a bad date and the prose of an entry
    that is left alone are named; what looks like a number stays text.
    """
    place = desk.write(PLACE, D08)

    said = verify(desk)

    now = place.read_text()
    changed = [(was, became) for was, became in zip(D08.splitlines(), now.splitlines(), strict=True) if was != became]
    assert [("  validation_status: pending_review", "  validation_status: pending  # was: pending_review")] == changed
    assert "em-2026-03-02-b: the status 'pending_review' now reads 'pending'" in said
    assert "its id stands 2 times (here in line 2); its status is 'predicted — check next week'" in said
    assert "its id stands 2 times (here in line 12); 'not-a-date' is no date" in said
    assert "Verdict: CONDITIONAL_PASS — 1 edit left alone (em-2026-03-01-a)" == said.splitlines()[-1]


def test_every_state_is_looked_at_on_the_branch(desk: Repository) -> None:
    """
    A text or a file is there as the branch has it; what is not committed, and the records of the loop, are not.
    """
    text = "kind: grep\ntarget: '{}'\ndirection: {}\nwindow_days: 5"
    file = "kind: file_exists\ntarget: {}\ndirection: present\nwindow_days: 5"
    checks = {
        "told": text.format("docs/:wipe the desk", "present"),
        "rid": text.format("shout", "absent"),
        "kept": text.format("CLAUDE.md:Keep notes", "absent"),
        "there": file.format("./docs/desk/"),
        "gone": file.format("docs/chair.md"),
    }
    desk.write(PLACE, "".join(entry(name, check) for name, check in checks.items()))
    land(desk, *checks)
    desk.commit("Guide", {"docs/desk/wiping.md": "First wipe the desk.\n"}, at="2026-03-13T09:00:00+0000")
    desk.write("docs/chair.md", "not committed\n")
    desk.write("tracks/_meta/harvest_x.md", "shout\n")
    desk.git("add", "--force", "tracks/_meta/harvest_x.md")
    desk.git("commit", "-q", "-m", "a record")

    said = verify(desk)

    assert {
        "told": ("verified", 1.0, "accepted"),
        "rid": ("verified", 1.0, "accepted"),
        "kept": ("falsified", 0.0, "rejected"),
        "there": ("verified", 1.0, "accepted"),
        "gone": ("falsified", 0.0, "rejected"),
    } == {name: outcome(desk, name) for name in checks}
    told = values((desk.path / PLACE).read_text(), "told")
    assert "docs/desk/wiping.md:1: First wipe the desk." in told["verification_note"]
    assert "revert proposed: em-2026-03-10-kept, skills/kept/SKILL.md, commit " in said


def test_a_text_in_the_draft_itself_is_no_evidence(desk: Repository) -> None:
    """
    The whole hub is searched but for what the edit wrote: else every edit would prove itself.
    """
    desk.write(PLACE, entry("own", "kind: grep\ntarget: keep the desk tidy\ndirection: present\nwindow_days: 5"))
    land(desk, "own")

    verify(desk)

    assert ("falsified", 0.0, "rejected") == outcome(desk, "own")


def test_commits_are_counted_in_the_window(desk: Repository) -> None:
    """
    After the landing and up to the window's end, other people's work only: no draft, no landing, nothing later.
    """
    check = "kind: commits\ntarget: docs\ndirection: up\nthreshold: 3\nbaseline: 1\nwindow_days: 10"
    desk.write(PLACE, entry("guide", check))
    desk.commit("Before", {"docs/a.md": "1"}, at="2026-03-11T09:00:00+0000")
    land(desk, "guide")
    desk.commit("Within", {"docs/a.md": "2"}, at="2026-03-15T09:00:00+0000")
    desk.commit("Ours\n\nHarvest-Id: em-2026-03-10-x", {"docs/a.md": "3"}, at="2026-03-16T09:00:00+0000")
    desk.commit("Too late", {"docs/a.md": "4"}, at="2026-04-01T09:00:00+0000")

    verify(desk)

    assert ("verified", 0.5, "redefine") == outcome(desk, "guide")
    assert (2, 1) == tuple(values((desk.path / PLACE).read_text(), "guide")[key] for key in ("measured_value", "delta"))


SIGNAL = (
    "---\ntype: fh-signal\ndate: {day}\n---\n\n## Friction Point\n\n- {words}\n\n## Status\n\n- status: open\n{more}"
)


def test_friction_is_counted_in_what_people_noted(desk: Repository) -> None:
    """
    A note in the window that names the target counts, one of the loop's own candidates does not.
    """
    check = "kind: friction\ntarget: the drawer\ndirection: down\nthreshold: 0\nbaseline: 4\nwindow_days: 20"
    desk.write(PLACE, entry("drawer", check))
    land(desk, "drawer")
    notes = {
        "2026-03-01": ("the drawer jams", ""),
        "2026-03-14": ("The drawer jams", ""),
        "2026-03-15": ("the drawer jams", "- candidate: abc\n"),
        "2026-04-15": ("the drawer jams", ""),
    }
    for day, (words, more) in notes.items():
        desk.write(f"tracks/_meta/fh_signal_{day}_x.md", SIGNAL.format(day=day, words=words, more=more))

    verify(desk)

    assert ("verified", 0.75, "accepted") == outcome(desk, "drawer")


@pytest.fixture
def sessions(desk: Repository, tmp_path: Path) -> tuple[str, str]:
    """A session that took a tool into use before the landing: the pattern's fingerprint, and the session's key."""
    field = Repository.create(tmp_path / "field")
    manifests.take_up_ruff(field, "2026-03-08T09:00:00+0000")
    first = session_in(field, "2026-03-07", 1_773_000_000)
    manifests.seen(desk.path, first)
    land(desk, "ruff")
    (fingerprint,) = manifests.fingerprints(first)
    return fingerprint, first.session_key


def predict_recurrence(desk: Repository, sessions: tuple[str, str]) -> None:
    """No later session takes that tool into use again."""
    check = f"kind: recurrences\ntarget: {sessions[0]}\ndirection: absent\nbaseline: 0\nwindow_sessions: 1"
    desk.write(PLACE, entry("ruff", check, session=f'"{sessions[1]}"'))


def later_session(desk: Repository, place: Path, *, again: bool) -> Repository:
    """A session after the landing, in another field."""
    field = Repository.create(place)
    at = "2026-03-20T09:00:00+0000"
    if again:
        manifests.take_up_ruff(field, at)
    else:
        field.commit("Start", {"main.py": "print(1)\n"}, at=at)
    manifests.seen(desk.path, session_in(field, "2026-03-19", 1_774_100_000))
    return field


@pytest.mark.parametrize(("again", "word"), [(True, "falsified"), (False, "verified")])
def test_a_recurrence_is_found_in_the_work_itself(
    again: bool, word: str, desk: Repository, sessions: tuple[str, str], tmp_path: Path
) -> None:
    """
    The sessions of the window are harvested anew from git; what the loop wrote about them is not asked.
    """
    predict_recurrence(desk, sessions)
    later_session(desk, tmp_path / "other", again=again)
    desk.write("tracks/_meta/patterns.jsonl", "")

    verify(desk)

    assert word == outcome(desk, "ruff")[0]


@pytest.mark.parametrize(("later", "word"), [("again", "falsified"), ("other", "verified")])
def test_further_fixes_of_a_fault_that_was_to_stay_away_are_a_recurrence(
    later: str, word: str, desk: Repository, tmp_path: Path
) -> None:
    """
    Alone they are no pattern; beside those that the edit came from they show that the fault is back.
    """
    field = Repository(make_field(tmp_path / "field"))
    first = session_in(field, "2026-03-01", 1_773_000_000)
    manifests.seen(desk.path, first)
    (fault,) = [one for one in manifests.patterns(first) if one.kind == "error → solution"]
    land(desk, "ruff")
    predict_recurrence(desk, (fault.fingerprint, first.session_key))

    make_field(field.path, "--then", later, "--start", "2026-03-14")
    second = session_in(field, "2026-03-19", 1_774_100_000)
    manifests.seen(desk.path, second)
    verify(desk)

    assert fault.fingerprint not in manifests.fingerprints(second)
    assert word == outcome(desk, "ruff")[0]


def test_a_session_that_can_not_be_read_again_leaves_it_unknown(
    desk: Repository, sessions: tuple[str, str], tmp_path: Path
) -> None:
    """
    None found in what is left is not none: the entry stays pending, and the verdict names it.
    """
    predict_recurrence(desk, sessions)
    later_session(desk, tmp_path / "other", again=False).path.rename(tmp_path / "moved")

    said = verify(desk)

    assert ("pending", None) == outcome(desk, "ruff")[:2]
    assert "1 of 1 sessions could not be read whole: em-2026-03-10-ruff" in said
    assert "1 due prediction unknown (em-2026-03-10-ruff)" in said.splitlines()[-1]


def test_a_metric_that_fails_its_control_judges_nothing(
    desk: Repository, sessions: tuple[str, str], tmp_path: Path
) -> None:
    """
    Where the pattern is not found even in the session that it came from, not finding it later means nothing.
    """
    predict_recurrence(desk, ("f" * 64, sessions[1]))
    later_session(desk, tmp_path / "other", again=False)

    said = verify(desk)

    assert ("pending", None) == outcome(desk, "ruff")[:2]
    assert "unknown: the control of recurrences failed" in said


def test_what_needs_a_transcript_stays_pending(desk: Repository) -> None:
    """
    No transcript was read: that is unknown, and no use of a skill is not what it means.
    """
    kinds = ("skill_uses", "corrections", "citations")
    check = "kind: {}\ntarget: desk\ndirection: up\nthreshold: 2\nbaseline: 0\nwindow_days: 5"
    desk.write(PLACE, "".join(entry(kind.replace("_", "-"), check.format(kind)) for kind in kinds))
    land(desk, *(kind.replace("_", "-") for kind in kinds))

    said = verify(desk)

    assert [("pending", None)] * 3 == [outcome(desk, kind.replace("_", "-"))[:2] for kind in kinds]
    assert "unknown: no transcript read: em-2026-03-10-skill-uses" in said


def test_a_judged_entry_needs_a_line_that_this_pass_reads(desk: Repository) -> None:
    """
    Cited and there: it counts in full, with the line in its note; cited and not there: half; not cited: pending.
    """
    judged = {"validation_type": "judged", "predicted_measurable_by": "a reader of docs/guide.md", "match_score": "1.0"}
    desk.write(
        PLACE,
        entry("read", **{**judged, "verification_note": '"see docs/guide.md:1"'})
        + entry("made-up", **{**judged, "verification_note": '"see docs/guide.md:99"'})
        + entry("ours", **{**judged, "verification_note": '"see tracks/_meta/edit_manifest.yaml:1"'})
        + entry("bare", **judged),
    )
    land(desk, "read", "made-up", "ours", "bare")

    verify(desk)

    assert [("verified", "accepted"), ("verified", "redefine"), ("pending", None), ("pending", None)] == [
        outcome(desk, name)[::2] for name in ("read", "made-up", "ours", "bare")
    ]
    assert "read docs/guide.md:1: # Guide" in str(values((desk.path / PLACE).read_text(), "read")["verification_note"])


def test_what_is_vague_or_unknown_is_untestable_at_once(desk: Repository) -> None:
    """
    No landing has to be waited for; that it is most of them is said.
    """
    desk.write(
        PLACE,
        entry("vague", predicted_measurable_by="people are happier")
        + entry("vibes", "kind: vibes\ntarget: x\ndirection: up")
        + entry("self", "kind: file_exists\ntarget: skills/self/SKILL.md\ndirection: present"),
    )

    said = verify(desk)

    assert ["untestable"] * 3 == [outcome(desk, name)[0] for name in ("vague", "vibes", "self")]
    assert "em-2026-03-10-self: untestable: refused: the draft itself meets its check" in said
    assert "edit rationale quality degrading: 3 of 3 entries are untestable" in said


def test_an_edit_that_nobody_merged_is_not_judged(desk: Repository) -> None:
    """
    It waits on its branch, is listed for a person after thirty days, and its commit is written down.
    """
    check = "kind: grep\ntarget: CLAUDE.md:Keep\ndirection: present\nwindow_days: 5"
    desk.write(PLACE, entry("waits", check, date="2026-03-20"))
    desk.git("checkout", "-q", "-b", "harvest/field-2026-03-20")
    land(desk, "waits")
    desk.git("checkout", "-q", "main")

    said = verify(desk)

    assert "pending" == outcome(desk, "waits")[0]
    assert "not landed 1" in said
    assert "not landed for 30 days or more, look at it: em-2026-03-10-waits" in said
    commit = values((desk.path / PLACE).read_text(), "waits")["commit"]
    assert desk.git("rev-parse", "harvest/field-2026-03-20") == commit


def test_a_second_pass_writes_nothing(desk: Repository) -> None:
    """
    What is settled is settled, and what waits is not written down twice.
    """
    check = "kind: grep\ntarget: CLAUDE.md:Keep\ndirection: present\nwindow_days: {}"
    desk.write(PLACE, D08 + entry("now", check.format(5)) + entry("later", check.format(90)) + entry("never"))
    land(desk, "now", "later")
    verify(desk)
    first = (desk.path / PLACE).read_bytes()

    again = json.loads(verify(desk, "--json"))

    assert first == (desk.path / PLACE).read_bytes()
    assert ([], [], []) == (again["changes"], again["reconciled"], again["standings"])
    assert "verdict" == list(again)[-1]


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_manifest_that_does_not_parse_is_escalated(flags: tuple[str, ...], desk: Repository) -> None:
    """
    Exit code 3, the place on stderr, ESCALATE on stdout, and never a count of what could not be read.
    """
    place = desk.write(PLACE, "- id: em-2026-03-01-a\n  note: a: b\n")

    done = harvest("verify", "--hub", str(desk.path), *flags, cwd=desk.path, state=desk.path / ".git" / "state")

    assert 3 == done.returncode
    assert "edit_manifest.yaml:2" in done.stderr
    assert "ESCALATE — unparseable manifest" in done.stdout
    assert "pending" not in done.stdout
    assert "- id: em-2026-03-01-a\n  note: a: b\n" == place.read_text()


def test_a_hub_without_a_manifest_has_nothing_to_verify(desk: Repository) -> None:
    """
    That there is none is known, so the count is a zero.
    """
    said = verify(desk)

    assert said.startswith("- 0 entries: verified 0")
    assert "Verdict: PASS" == said.splitlines()[-1]
    assert not (desk.path / PLACE).exists()


@pytest.mark.bench
def test_ten_thousand_entries_are_verified_in_two_seconds(desk: Repository) -> None:
    """
    All of them pending, a hundred of them due: only what changes is parsed (SPEC 12).
    """
    check = "kind: grep\ntarget: CLAUDE.md:Keep\ndirection: present\nwindow_days: 5"
    names = [f"n{at}" for at in range(100)]
    land(desk, *names)
    due = "".join(entry(name, check) for name in names)
    waiting = "".join(entry(f"w{at}", check.replace("5", "900")) for at in range(9_900))
    desk.write(PLACE, due + waiting)
    settings = HubSettings()
    started = time.perf_counter()

    found = look_at_manifest(desk.path, settings, sessions=(), patterns=(), now=1_776_700_000, zone="UTC")
    done = set_entries(desk.path, found.changes, settings)

    assert time.perf_counter() - started < 2
    assert 100 == len(done.changed)


@pytest.mark.bench
def test_an_append_to_ten_thousand_entries_takes_no_time(desk: Repository) -> None:
    """
    The best of five, since the disk is not ours alone (SPEC 12).
    """
    desk.write(PLACE, "".join(entry(f"n{at}", "kind: grep\ntarget: x\ndirection: up") for at in range(10_000)))
    new = ManifestEntry(
        id="em-2026-03-11-new",
        date="2026-03-11",
        file="a.md",
        edit_summary="x",
        predicted_impact="x",
        predicted_measurable_by="x",
    )
    times = []
    for _ in range(5):
        started = time.perf_counter()
        append_manifest_entry(desk.path, new)
        times.append(time.perf_counter() - started)

    assert min(times) < 0.05
