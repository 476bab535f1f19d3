"""Challenger and innovator are inside at the same time, and neither is given what the other found (SPEC 4.9)."""

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Event, Lock, current_thread
from typing import ClassVar

from prefect import flow

from harvest_loop.flows.judging import judge_collisions
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence, Window
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.show_progress import begin_progress
from tests.support.patterns import make_hub
from tests.support.repositories import Repository

LONG_ENOUGH = 60  # seconds; reached only where one waits for the other to end


class Meeting(tuple[Collision, ...]):
    """Collisions whose first two readers wait for each other: alone, neither gets on."""

    both = Barrier(2)
    met = Event()
    guests: ClassVar[list[str]] = []
    writing = Lock()

    def __iter__(self) -> Iterator[Collision]:
        if not self.met.is_set():
            with self.writing:
                self.guests.append(current_thread().name)
            self.both.wait(timeout=LONG_ENOUGH)
            self.met.set()
        return super().__iter__()


def test_a_barrier_of_two_is_passed(field: Repository, state: Path) -> None:
    """One after the other they would wait for ever at a barrier that opens for two."""
    field.commit("Start", {"a.txt": "a\n"})
    git = GitEvidence(
        field_root=str(field.path),
        field_name="field",
        repository_id="r",
        head="main",
        window=Window(since=0, until=1, zone="UTC", source="--since"),
    )
    evidence = SessionEvidence(session_key="k", session_id8="12345678", source="field", git=git)
    opened = OpenedHub(hub=make_hub(), settings=HubSettings(), settings_hash="x")

    @flow(name="two-roles")
    def two_roles() -> int:
        attacks, innovation, _ = judge_collisions(opened, evidence, JudgeDesk(), Meeting(), begin_progress("two"))
        return len(attacks) + len(innovation.proposals)

    assert 0 == two_roles()
    assert 2 == len(set(Meeting.guests))
