"""Every piece of work is harvested once: none is lost between two closes, none comes twice (SPEC 3.1)."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvest_loop.schemas.outcome import RunOutcome
from tests.flows.conftest import SKILL
from tests.flows.runs import NOW, close, meta
from tests.support.repositories import Repository
from tests.support.worked_sessions import WORK

HOUR = 3600
ONCE = "already harvested"


@pytest.fixture
def old_field(field: Repository) -> Repository:
    """A field that was begun long ago."""
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-01-10T09:00:00+0000")
    return field


def do(field: Repository, subjects: Sequence[str] = tuple(WORK), *, hours_ago: float = 1) -> None:
    """Commit these practices, a second apart."""
    for number, subject in enumerate(subjects):
        at = datetime.fromtimestamp(NOW - hours_ago * HOUR + number, UTC).strftime("%Y-%m-%dT%H:%M:%S+0000")
        field.commit(subject, dict([WORK[subject]]), at=at)


def edit(field: Repository, path: str, text: str, *, hours_ago: float = 1) -> None:
    """Write a file and leave it uncommitted."""
    at = int(NOW - hours_ago * HOUR)
    os.utime(field.write(path, text), (at, at))


def again(hub: Repository, field: Path, *, hours_later: float = 1, since: str | None = None) -> RunOutcome:
    """Close by default, some time after NOW."""
    return close(hub.path, field, since=since, now=int(NOW + hours_later * HOUR))[1]


def patterns_of(outcome: RunOutcome) -> int:
    """How many patterns the page says were extracted."""
    told = [line for line in outcome.page.splitlines() if line.startswith("field-harvest: ")]
    return int(told[0].split()[1]) if told else 0


@pytest.mark.parametrize("how", [["merge", "-q", "topic"], ["rebase", "-q", "topic"]])
def test_work_on_a_branch_that_is_not_checked_out_is_harvested_once_it_is(
    how: list[str], state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    It is held and named, waits while HEAD is elsewhere, and is harvested without new work, also under other shas.
    """
    old_field.git("checkout", "-q", "-b", "topic")
    do(old_field)
    old_field.git("checkout", "-q", "main")
    if how[0] == "rebase":
        old_field.commit("Go on", {"app.py": "print(2)\n"}, at="2026-03-20T09:00:00+0000")

    held = again(small_hub, old_field.path, hours_later=0)
    waits = again(small_hub, old_field.path)
    if how[0] == "rebase":
        old_field.git("rebase", "-q", "main", "topic", at="2026-03-20T10:50:00+0000")
        old_field.git("checkout", "-q", "main")
        old_field.git("merge", "-q", "--ff-only", "topic")
    else:
        old_field.git(*how, at="2026-03-20T10:50:00+0000")
    harvested = again(small_hub, old_field.path, hours_later=2)
    last = again(small_hub, old_field.path, hours_later=3)

    assert "CONDITIONAL_PASS — 3 held: on branch topic, not checked out (" in str(held.verdict)
    assert "held: on branch `topic`, not checked out: Script no\\_tabs.sh" in held.page.replace("_", "\\_")
    assert (ONCE, "PASS") == (waits.page[: len(ONCE)], waits.verdict.word)
    assert "3 patterns wait on branch topic, not checked out" in waits.page
    assert 3 == patterns_of(harvested)
    assert "earlier session" not in harvested.page and "on branch" not in str(harvested.verdict)
    assert (ONCE, "PASS") == (last.page[: len(ONCE)], last.verdict.word)
    assert "wait" not in last.page


def test_a_narrow_first_close_leaves_the_rest_of_its_day(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    What lay before the last hour is harvested by the next default close, even days later; the hour is not again.
    """
    first, *others = WORK
    do(old_field, others, hours_ago=10)
    do(old_field, [first], hours_ago=0.5)
    close(small_hub.path, old_field.path, since="1h")

    rest = again(small_hub, old_field.path, hours_later=60)
    last = again(small_hub, old_field.path, hours_later=61)

    assert 3 == patterns_of(rest)  # the one of the hour was held, too few, and joins
    assert "- commits: 2 (" in rest.page
    assert "1 commit of the window left out: harvested before" in rest.page
    assert last.page.startswith(ONCE)


def test_the_same_start_typed_twice_harvests_once(state: Path, small_hub: Repository, old_field: Repository) -> None:
    """
    Three days before now is another moment a second later; an earlier date is another window: the work is the same.
    """
    do(old_field)
    close(small_hub.path, old_field.path, since="3d")
    before = {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}

    for since in ("3d", "2026-03-01"):
        outcome = again(small_hub, old_field.path, hours_later=0.01, since=since)

        assert outcome.page.startswith(ONCE)
        assert "PASS" == outcome.verdict.word
    assert before == {path: path.read_bytes() for path in meta(small_hub.path).iterdir()}


def test_work_whose_line_was_torn_is_not_asked_about_twice(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    A power cut takes the end of sessions.jsonl: the form that waits knows how far its session was harvested.
    """
    do(old_field)
    first = close(small_hub.path, old_field.path, since="3d")[1]
    sessions = meta(small_hub.path) / "sessions.jsonl"
    sessions.write_bytes(sessions.read_bytes()[:-200])
    asked = sorted(meta(small_hub.path).glob("pending_*.json"))

    outcome = again(small_hub, old_field.path, hours_later=0.01, since="3d")

    assert patterns_of(first) and "proposal waits" in first.page
    assert outcome.page.startswith(ONCE)
    assert asked == sorted(meta(small_hub.path).glob("pending_*.json"))


def test_work_that_came_after_a_close_with_an_older_date_is_harvested_once(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    A clock that was set back, or a rebase that keeps dates: what no branch held at the last close is new since.
    """
    do(old_field, tuple(WORK)[:1])
    close(small_hub.path, old_field.path, since="3d")
    do(old_field, tuple(WORK)[1:], hours_ago=30 * 24)

    late = again(small_hub, old_field.path)
    last = again(small_hub, old_field.path, hours_later=2)

    assert f"- commits: {len(WORK) - 1} (" in late.page
    assert last.page.startswith(ONCE)


def test_a_pattern_held_by_the_same_session_joins_its_next_close(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    One practice is too few; with two more since the same start it is a harvest of three.
    """
    first, *others = WORK
    do(old_field, [first], hours_ago=2)
    close(small_hub.path, old_field.path, since="2026-03-01")
    do(old_field, others)

    _, outcome = close(small_hub.path, old_field.path, since="2026-03-01")

    assert 3 == patterns_of(outcome)


def test_an_edit_behind_a_broken_index_is_found_again(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    Nothing could be read: no PASS, and the window of the next close, days later, still holds the edit.
    """
    path, text = WORK["Run lint and tests in CI"]
    edit(old_field, path, text)
    index = (old_field.path / ".git/index").read_bytes()
    old_field.write(".git/index", b"garbage")

    unread = again(small_hub, old_field.path, hours_later=0)
    old_field.write(".git/index", index)
    found = again(small_hub, old_field.path, hours_later=60)

    assert unread.page.startswith("nothing to harvest: nothing that could be read was changed in field since ")
    assert str(unread.verdict).startswith("Verdict: CONDITIONAL_PASS — not read: uncommitted work could not be read")
    assert f"- uncommitted: 1 path: `{path}`" in found.page


def test_uncommitted_work_that_is_committed_later_is_the_same_work(
    state: Path, small_hub: Repository, old_field: Repository
) -> None:
    """
    The commit is named as harvested; with more work since, the held pattern points at it and is seen once.
    """
    first, second, third = WORK
    edit(old_field, *WORK[first])
    again(small_hub, old_field.path, hours_later=0)
    do(old_field, [first], hours_ago=-0.5)

    known = again(small_hub, old_field.path)
    do(old_field, [second, third], hours_ago=-1.5)
    harvest = again(small_hub, old_field.path, hours_later=2)

    assert known.page.startswith(ONCE)
    assert "1 commit (" in known.page and "with nothing but what is already harvested" in known.page
    assert "PASS" == known.verdict.word
    assert 3 == patterns_of(harvest)
    assert "earlier session" not in harvest.page and "`worktree " not in harvest.page
    assert "with nothing but what is already harvested" in harvest.page


@pytest.mark.parametrize("reached", ["by its path", "through a link"])
def test_a_hub_inside_of_the_field_is_not_harvested(
    reached: str, state: Path, old_field: Repository, tmp_path: Path
) -> None:
    """
    The records that a close wrote are no work of the next one, committed or not.
    """
    old_field.commit("Bring the hub", {"hub/harvest.toml": "", "hub/skills/tidy-desk/SKILL.md": SKILL})
    do(old_field)
    (tmp_path / "link").symlink_to(old_field.path)
    hub = (old_field.path if reached == "by its path" else tmp_path / "link") / "hub"
    close(hub, old_field.path, since="2026-03-01")

    _, uncommitted = close(hub, old_field.path, since="2026-03-01")
    old_field.git("add", "-A")
    old_field.git("commit", "-q", "-m", "Keep the records", at="2026-03-20T09:00:00+0000")
    _, committed = close(hub, old_field.path, since="2026-03-01")

    assert [ONCE, ONCE] == [outcome.page[: len(ONCE)] for outcome in (uncommitted, committed)]


def test_another_clone_holds_other_work(
    state: Path, small_hub: Repository, old_field: Repository, tmp_path: Path
) -> None:
    """
    What is closed in one clone says nothing of what was committed in the other, however near the two closes are.
    """
    clone = Repository(tmp_path / "clone" / "field")
    old_field.git("clone", "-q", str(old_field.path), str(clone.path))
    clone.commit("Go another way", {"app.py": "print(3)\n"}, at="2026-03-20T08:00:00+0000")
    do(clone)

    again(small_hub, old_field.path, hours_later=0)
    harvested = again(small_hub, clone.path)
    last = again(small_hub, clone.path, hours_later=2)

    assert 3 == patterns_of(harvested)
    assert ONCE == last.page[: len(ONCE)]


def test_a_clock_that_was_ahead_swallows_nothing(state: Path, small_hub: Repository, old_field: Repository) -> None:
    """
    A close of tomorrow says nothing of the work that is done today.
    """
    old_field.commit("Go on", {"app.py": "print(2)\n"}, at="2026-03-20T09:00:00+0000")

    again(small_hub, old_field.path, hours_later=24)
    do(old_field)
    harvested = again(small_hub, old_field.path)

    assert 3 == patterns_of(harvested)


def test_history_written_anew_is_the_same_work(state: Path, small_hub: Repository, old_field: Repository) -> None:
    """
    The first commit gives a field its id: with another one it is still the field that was closed.
    """
    do(old_field)

    again(small_hub, old_field.path, hours_later=0)
    old_field.git("rebase", "-q", "--root", "--reset-author-date", at="2026-03-20T10:50:00+0000")
    last = again(small_hub, old_field.path)

    assert 0 == patterns_of(last)
    assert ONCE == last.page[: len(ONCE)]
