"""Each unprompted run, held once more against the grant that was then in force (SPEC 8.4)."""

import pytest

from harvest_loop.domain.consent.audit import Entries, audit
from harvest_loop.schemas.consent_records import ConsentLog, RunLine
from harvest_loop.schemas.curation import UndoEnd, UndoEntry
from tests.support.consent_lines import a_line

GRANTED = a_line("granted", number=1, target="memory/", granted="2026-03-01", expires="2026-03-31")
RUN = RunLine(
    at="2026-03-10T12:00:00Z",
    day="2026-03-10",
    name="archive",
    did="archiving: a.md",
    owner="harvest-loop",
    mode="archive",
    target="memory/a.md",
    targets=("memory/a.md", "memory/.archive/a.md"),
    effects=("local-write",),
    undo="u-1",
    after=1,
)


def entry(name: str = "u-1", *, lease: str = "archive", end: UndoEnd | None = None) -> Entries:
    """What `harvest undo` knows of a change."""
    made = UndoEntry(
        id=name,
        at="2026-03-10T12:00:00Z",
        run="r",
        kind="archiving",
        title="a.md is stale",
        target="memory/a.md",
        fingerprint="f",
        content="c",
        lease=lease,
    )
    return ((made, end),)


def test_a_run_under_its_grant_is_clean() -> None:
    """
    All that it was is told, with what became of it.
    """
    found = audit(ConsentLog((GRANTED,), (RUN,)), entry())

    assert found.is_clean and () == found.unlogged and 0 == found.unreadable
    assert ("archive", RUN.at, RUN.did, "u-1", "stands", ()) == found.runs[0]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"after": 2}, "the outcome log had 2 lines then and has 1 now: lines are lost"),
        ({"after": 0}, "no grant was in force"),
        ({"name": "other"}, "no grant was in force"),
        ({"day": "2026-02-28"}, "it ran on 2026-02-28; the grant held from 2026-03-01 to 2026-03-31"),
        ({"day": "2026-04-01"}, "it ran on 2026-04-01; the grant held from 2026-03-01 to 2026-03-31"),
        ({"owner": "x"}, "owner: x, granted was harvest-loop"),
        ({"mode": "x"}, "mode: x, granted was archive"),
        ({"targets": ("memory/a.md", "x")}, "target: x, granted was memory/"),
        ({"targets": (), "target": "x"}, "target: x, granted was memory/"),
        ({"effects": ("network",)}, "effects: network, granted were local-write"),
        ({"sinks": ("x",)}, "sinks: x, granted were none"),
    ],
)
def test_a_run_that_no_grant_covered_is_named(changes: dict[str, object], wrong: str) -> None:
    """
    Its place in the log, its day and its fingerprint, each against the grant that held.
    """
    found = audit(ConsentLog((GRANTED,), (RUN.model_copy(update=changes),)), entry())

    assert (wrong,) == found.runs[0].wrong and not found.is_clean


@pytest.mark.parametrize("day", ["2026-03-01", "2026-03-31"])
def test_both_ends_of_the_lease_belong_to_it(day: str) -> None:
    """
    The day on which it was given and the last one.
    """
    assert audit(ConsentLog((GRANTED,), (RUN.model_copy(update={"day": day}),)), entry()).is_clean


def test_the_order_of_the_logs_counts_and_no_clock() -> None:
    """
    A run behind the end of its lease is not covered by one that began later, whatever the lines say of their time.
    """
    lines = (GRANTED, a_line("revoked", number=2), GRANTED)

    assert audit(ConsentLog(lines, (RUN,)), entry()).is_clean
    assert not audit(ConsentLog(lines, (RUN.model_copy(update={"after": 2}),)), entry()).is_clean
    assert audit(ConsentLog(lines, (RUN.model_copy(update={"after": 3, "targets": ()}),)), entry()).is_clean


@pytest.mark.parametrize("end", ["undone", "not made"])
def test_what_became_of_a_run_is_told(end: str) -> None:
    """
    It stands, was taken back, or was never made.
    """
    ended = UndoEnd.model_validate({"at": "2026-03-11T12:00:00Z", "end": end})
    found = audit(ConsentLog((GRANTED,), (RUN,)), entry(end=ended))

    assert end == found.runs[0].state and found.is_clean


def test_a_run_that_undo_does_not_know_is_wrong() -> None:
    """
    A lease covers only what can be taken back; the reasons of the grant stand before it.
    """
    found = audit(ConsentLog((GRANTED,), (RUN, RUN.model_copy(update={"after": 0}))), ())

    assert "no entry" == found.runs[0].state
    assert ("`harvest undo` has no entry for it",) == found.runs[0].wrong
    assert ("no grant was in force", "`harvest undo` has no entry for it") == found.runs[1].wrong


def test_a_change_by_a_lease_that_no_line_tells_of_is_named() -> None:
    """
    A change with a Y is none, and what can't be read is counted: nothing is clean by it.
    """
    told = audit(ConsentLog((GRANTED,), (RUN,)), (*entry(), *entry("u-2"), *entry("u-3", lease="")))

    assert ("u-2: a.md is stale",) == told.unlogged and not told.is_clean
    torn = audit(ConsentLog((GRANTED,), (RUN,), 1, 2), entry())
    assert 3 == torn.unreadable and not torn.is_clean
