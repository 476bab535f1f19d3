"""Granting, revoking and running at the same time: nothing runs on a lease that is over, no line is lost (SPEC 8.4)."""

import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path
from typing import NamedTuple

import pytest

from harvest_loop.adapters.consent_log import read_log
from harvest_loop.adapters.hub_lock import lock_folder
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.domain.consent.audit import audit
from harvest_loop.domain.consent.scopes import class_version
from harvest_loop.domain.consent.template import MEMORY_ARCHIVE
from harvest_loop.schemas.consent_actions import Allowed
from harvest_loop.schemas.consent_records import ConsentChannel, ConsentLine
from harvest_loop.schemas.curation import Curated, CurationLine, UndoEntry
from harvest_loop.tasks.answer_consent import grant, offer_of, revoke
from harvest_loop.tasks.in_place import InPlace
from harvest_loop.tasks.keep_word import keep_word
from harvest_loop.tasks.leased_changes import Leases
from tests.support.curated import opened
from tests.support.leased import (
    ARCHIVE,
    SETTINGS,
    form_with_leases,
    granted,
    run_unasked,
    stale,
    stale_lines,
    with_classes,
)
from tests.support.repositories import Repository

ROUNDS = 8
WORDS = 20
MEMORIES = 3


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("HARVEST_NOW", "2026-03-20T12:00:00Z")


def a_word(number: int, who: str, channel: ConsentChannel) -> ConsentLine:
    """A yes to one operation."""
    return ConsentLine(
        at="",
        name=ARCHIVE,
        event="accepted",
        channel=channel,
        did=f"{who} {number}",
        owner=MEMORY_ARCHIVE.owner,
        mode=MEMORY_ARCHIVE.mode,
        target=f"memory/{who}{number}.md",
        effects=MEMORY_ARCHIVE.capabilities,
        session=f"{who}{number}",
        version=class_version(MEMORY_ARCHIVE),
    )


class Turns(NamedTuple):
    """What the processes know of each other: how often the loop came round, and that the person is done."""

    rounds: Semaphore
    done: Event


def person(hub: Path, turns: Turns) -> None:
    """Approve three times, grant, let the loop come round, take it back while it goes on, and see that nothing runs."""
    for at in range(ROUNDS):
        for number in range(3):
            keep_word(hub, SETTINGS, a_word(at * 3 + number, "person", "terminal"), run="r")
        grant(hub, SETTINGS, offer_of(hub, SETTINGS, ARCHIVE))
        while turns.rounds.acquire(block=False):
            pass
        turns.rounds.acquire(timeout=60)
        turns.rounds.acquire(timeout=60)
        revoke(hub, SETTINGS, ARCHIVE, channel="terminal")
        over = len(read_log(hub, SETTINGS).runs)
        while turns.rounds.acquire(block=False):
            pass
        turns.rounds.acquire(timeout=60)
        assert over == len(read_log(hub, SETTINGS).runs), "it ran although the revoke had returned"
    turns.done.set()


def program(hub: Path, _: Turns) -> None:
    """Report what it did, all the while."""
    for at in range(WORDS):
        keep_word(hub, SETTINGS, a_word(at, "program", "attested"), run="r")


def loop(hub: Path, turns: Turns) -> None:
    """Find a stale memory and archive it where a lease covers that, as long as the person goes on."""
    at = 0
    while not turns.done.is_set():
        stale(Repository(hub), f"m{at % MEMORIES}.md")
        run_unasked(Repository(hub), form_with_leases(Repository(hub), run=f"2026-03-21_{at:08}_forced"))
        turns.rounds.release()
        at += 1


def at_once(*tasks: Callable[[Path, Turns], None], hub: Path) -> None:
    """Run each in a process of its own."""
    apart = multiprocessing.get_context("fork")
    turns = Turns(apart.Semaphore(0), apart.Event())
    started = [apart.Process(target=task, args=(hub, turns)) for task in tasks]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert [0] * len(started) == [process.exitcode for process in started]


class Watching(InPlace):
    """Makes changes as ever, and looks whether others could get at the hub meanwhile."""

    held = False

    def write(
        self, line: CurationLine, leave: Allowed, *, before: Callable[[UndoEntry], None] = lambda _: None
    ) -> Curated:
        program = "import sys; from filelock import FileLock; FileLock(sys.argv[1]).acquire(timeout=0)"
        place = str(lock_folder(self._root.resolve()) / "hub.lock")
        self.held = (
            subprocess.run([sys.executable, "-c", program, place], capture_output=True, check=False).returncode != 0
        )
        return super().write(line, leave, before=before)


def test_between_the_check_and_the_change_nobody_gets_at_the_hub(hub: Repository) -> None:
    """
    A revoke that began in between would else return before the change is made.
    """
    granted(hub)
    stale(hub, "a.md")
    (line,) = stale_lines(hub)
    desk = Watching(opened(hub), {}, run="r", day="2026-03-20", at="2026-03-20T12:00:00Z")

    done = Leases(opened(hub)).make(desk, line, run="r")

    assert "written" == done.outcome and desk.held


def test_nothing_runs_on_a_lease_that_is_over_and_no_line_is_lost(
    hub: Repository,
) -> None:
    """
    The check, the line and the change are made in one hold of the hub, and a revoke waits for the same.
    """
    with_classes(hub)

    at_once(person, program, loop, hub=hub.path)

    log = read_log(hub.path, SETTINGS)
    words = [line for line in log.outcomes if line.event == "accepted"]
    assert (0, 0) == (log.unreadable_outcomes, log.unreadable_runs)
    assert WORDS == sum(line.channel == "attested" for line in words)
    assert ROUNDS * 3 == sum(line.channel == "terminal" for line in words)
    assert ROUNDS == sum(line.event == "granted" for line in log.outcomes)
    assert ROUNDS == sum(line.event == "revoked" for line in log.outcomes)
    for run in log.runs:  # the log's own order, not what a run says of itself
        before = [line.event for line in log.outcomes[: run.after] if line.event in ("granted", "revoked")]
        assert "granted" == before[-1]
    assert audit(log, read_entries(hub.path, SETTINGS)[0]).is_clean
    assert len(log.runs) >= ROUNDS
    assert {run.undo for run in log.runs} == {one.id for one, _ in read_entries(hub.path, SETTINGS)[0] if one.lease}
