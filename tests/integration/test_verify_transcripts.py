"""`harvest verify` where a check is counted in transcripts, as the agent wrote them."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_records import append_record, sessions_file
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.manifests import PLACE, entry, land, values
from tests.support.repositories import Repository
from tests.support.worked_sessions import WorkedSession

DAY = 24 * 60 * 60
LANDING = 1_773_306_000  # 2026-03-12, 09:00 UTC
USES = "kind: skill_uses\ntarget: desk\ndirection: {}\nthreshold: {}\nbaseline: {}\nwindow_days: 20"


@pytest.fixture(autouse=True)
def some_weeks_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """All predictions of these tests landed on 12 March."""
    monkeypatch.setenv("HARVEST_NOW", "2026-04-20T12:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")


@pytest.fixture
def desk(hub: Repository) -> Repository:
    """A hub with a skill that landed, and its records kept out of git."""
    files = {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n", "CLAUDE.md": "# Rules\n"}
    hub.commit("the hub", files, at="2026-03-01T09:00:00+0000")
    land(hub, "desk")
    return hub


def session_on(day: int, number: int = 1) -> WorkedSession:
    """A session that began so many days after the landing; nothing of it in git matters here."""
    field = Repository(Path("/w/field"))
    return WorkedSession(field, begins=LANDING + day * DAY, session=f"5f0e7c1a-1111-4222-8333-{number:012}")


def seen(hub: Repository, session: WorkedSession, transcript: Path | None, *, read: bool = True) -> None:
    """The hub's line of a session, as a close leaves it, or a sweep that only saw it."""
    line = SessionLine(
        key=session.key,
        field="r1",
        field_root="/w/field",
        source="field",
        transcript=None if transcript is None else str(transcript),
        seen=datetime.fromtimestamp(session.now, UTC).isoformat(),
        read=read,
        harvested_from=LANDING if read else None,
        harvested_to=session.now if read else None,
    )
    append_record(hub.path, sessions_file(hub.path, HubSettings()), line)


def verified(hub: Repository) -> tuple[str, dict[str, object]]:
    """Run the pass; what it printed, and the entry as it stands then."""
    done = harvest("verify", "--hub", str(hub.path), cwd=hub.path, state=hub.path / ".git" / "state")
    assert 0 == done.returncode, done.stderr
    return done.stdout, values((hub.path / PLACE).read_text(), "desk")


def test_uses_of_a_skill_are_counted_in_the_transcripts_of_the_window(desk: Repository, tmp_path: Path) -> None:
    """
    Two calls after the landing came true; one before it in a session that went on, a failed one, a quoted one and one
    after the window don't count.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 4, 0)))
    before = session_on(-1, 1)
    before.uses("Skill", skill="desk")
    before.now = LANDING + 60
    before.says("look around")
    one = session_on(2, 2)
    one.uses("Skill", skill="desk")
    one.uses("Skill", "Unknown skill: desk", failed=True, skill="desk")
    other = session_on(5, 3)
    other.says("look at <command-name>/desk</command-name>")
    other.uses("Skill", skill="tools:desk")
    late = session_on(25, 4)
    late.uses("Skill", skill="desk")
    for session in (before, one, other, late):
        seen(desk, session, session.write(tmp_path))

    said, came_to = verified(desk)

    assert ("verified", 2, 0.5) == tuple(came_to[key] for key in ("validation_status", "measured_value", "match_score"))
    assert f"in 2 of 3 sessions ({one.key}, {other.key})" in str(came_to["verification_note"])
    assert "em-2026-03-10-desk" in said


def test_no_use_in_transcripts_that_were_all_read_is_a_zero(desk: Repository, tmp_path: Path) -> None:
    """
    Each session seen in the window was read, so that it is known: nobody called the skill.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 2, 0)))
    session = session_on(3)
    session.says("look around")
    seen(desk, session, session.write(tmp_path))

    _, came_to = verified(desk)

    assert ("falsified", 0) == (came_to["validation_status"], came_to["measured_value"])


@pytest.mark.parametrize("how", ["gone", "none", "somebody else's", "no transcript"])
def test_a_transcript_that_can_not_be_read_is_no_zero(how: str, desk: Repository, tmp_path: Path) -> None:
    """
    What one of two sessions did is not known: the entry stays pending, and the verdict names it.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 2, 0)))
    whole, lost = session_on(3, 1), session_on(4, 2)
    for session in (whole, lost):
        session.says("look around")
    seen(desk, whole, whole.write(tmp_path))
    path = lost.write(tmp_path)
    if how == "gone":
        path.unlink()
    elif how == "somebody else's":
        path.write_bytes((tmp_path / f"{whole.session}.jsonl").read_bytes())
    elif how == "no transcript":
        path.write_text("a shopping list\n")
    seen(desk, lost, None if how == "none" else path)

    said, came_to = verified(desk)

    assert ("pending", None) == (came_to["validation_status"], came_to["match_score"])
    assert "1 of 2 transcripts could not be read" in said
    assert "1 due prediction unknown (em-2026-03-10-desk)" in said.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "word"), [('{"type": "user", "mess', "pending"), ('{"type": "weather"}\n', "falsified")]
)
def test_a_line_that_can_not_be_read_may_hold_a_use(line: str, word: str, desk: Repository, tmp_path: Path) -> None:
    """
    What is cut off is not known, so that none in the rest is no zero; a kind of record that nobody knows is none of it.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 2, 0)))
    session = session_on(3)
    session.says("look around")
    seen(desk, session, session.write(tmp_path, cut=line))

    said, came_to = verified(desk)

    assert word == came_to["validation_status"]
    assert ("1 line of them could not be read" in said) == (word == "pending")


def test_an_unread_transcript_does_not_matter_where_enough_was_seen(desk: Repository, tmp_path: Path) -> None:
    """
    The threshold is reached by what was read: more of it could change nothing.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 1, 0)))
    whole = session_on(3, 1)
    whole.uses("Skill", skill="desk")
    seen(desk, whole, whole.write(tmp_path))
    seen(desk, session_on(4, 2), None)

    _, came_to = verified(desk)

    assert ("verified", "accepted") == (came_to["validation_status"], came_to["gate_decision"])


def test_a_session_that_was_only_seen_is_read_too(desk: Repository, tmp_path: Path) -> None:
    """
    A sweep wrote it down and nobody harvested it; its transcript tells all the same.
    """
    desk.write(PLACE, entry("desk", USES.format("absent", 0, 0)))
    session = session_on(3)
    session.uses("Skill", skill="desk")
    seen(desk, session, session.write(tmp_path), read=False)

    _, came_to = verified(desk)

    assert ("falsified", "rejected") == (came_to["validation_status"], came_to["gate_decision"])


def test_fewer_sessions_than_the_window_asks_for_keep_it_pending(desk: Repository, tmp_path: Path) -> None:
    """
    One of two sessions has come: nothing is measured yet.
    """
    desk.write(PLACE, entry("desk", USES.format("up", 2, 0).replace("window_days: 20", "window_sessions: 2")))
    session = session_on(3)
    session.uses("Skill", skill="desk")
    seen(desk, session, session.write(tmp_path))

    said, came_to = verified(desk)

    assert "pending" == came_to["validation_status"]
    assert "1 of 2 sessions" in said


def test_corrections_about_a_skill_are_counted(desk: Repository, tmp_path: Path) -> None:
    """
    One names it, one answers the turn that used it; one about something else, and one in a question, do not count.
    """
    check = "kind: corrections\ntarget: desk\ndirection: down\nthreshold: 0\nbaseline: 4\nwindow_days: 20"
    desk.write(PLACE, entry("desk", check))
    session = session_on(3)
    session.says("wipe it")
    session.uses("Skill", skill="desk")
    session.says("no, that's wrong: use the other cloth")
    session.uses("Bash", command="make chair")
    session.says("no, that's wrong. i asked for the desk")
    session.uses("Bash", command="make chair")
    session.says("no, that's not what i asked for")
    session.uses("Bash", command="make chair")
    session.says("does the desk work now?")
    seen(desk, session, session.write(tmp_path))

    _, came_to = verified(desk)

    assert (2, 0.5) == (came_to["measured_value"], came_to["match_score"])


@pytest.mark.parametrize(("way", "word"), [("opened", "verified"), ("said", "verified"), ("printed", "falsified")])
def test_a_session_cites_what_it_names_and_not_what_was_printed(
    way: str, word: str, desk: Repository, tmp_path: Path
) -> None:
    """
    A file that was opened, a name in an answer; a listing of the folder names every file and cites none.
    """
    check = "kind: citations\ntarget: desk.md\ndirection: up\nthreshold: 1\nbaseline: 0\nwindow_days: 20"
    desk.write(PLACE, entry("desk", check))
    session = session_on(3)
    session.says("look around")
    if way == "opened":
        session.uses("Read", file_path="/w/hub/memory/desk.md")
    elif way == "said":
        session.answers("As desk.md has it.")
    session.uses("Bash", "chair.md\ndesk.md\n", command="ls memory")
    seen(desk, session, session.write(tmp_path))

    _, came_to = verified(desk)

    assert word == came_to["validation_status"]


def test_a_metric_that_fails_its_control_judges_nothing(desk: Repository, tmp_path: Path) -> None:
    """
    Nothing of that name could ever be called as a skill, so that no use of it means nothing.
    """
    desk.write(PLACE, entry("desk", USES.format("absent", 0, 0).replace("target: desk", "target: the wiping of desks")))
    session = session_on(3)
    session.says("look around")
    seen(desk, session, session.write(tmp_path))

    said, came_to = verified(desk)

    assert "pending" == came_to["validation_status"]
    assert "unknown: the control of skill_uses failed" in said
