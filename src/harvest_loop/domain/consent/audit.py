"""Check every unprompted run again, against the grant that was then in force (SPEC 8.4)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from harvest_loop.domain.consent.leases import in_force
from harvest_loop.domain.consent.scopes import widened
from harvest_loop.schemas.consent import Grant
from harvest_loop.schemas.consent_actions import Action
from harvest_loop.schemas.consent_records import Audit, AuditedRun, ConsentLine, ConsentLog, RunLine
from harvest_loop.schemas.curation import UndoEnd, UndoEntry

Entries = Sequence[tuple[UndoEntry, UndoEnd | None]]


def audit(log: ConsentLog, entries: Entries) -> Audit:
    """Return each unprompted run with what speaks against it, and the changes made by a lease that no line tells of.

    Lines that can't be read are counted: what they said is unknown, and no run is clean by them.
    """
    by_id = {entry.id: (entry, end) for entry, end in entries}
    runs = tuple(_audited(run, log.outcomes, by_id) for run in log.runs)
    told = {run.undo for run in log.runs}
    unlogged = tuple(f"{entry.id}: {entry.title}" for entry, _ in entries if entry.lease and entry.id not in told)
    return Audit(runs, unlogged, log.unreadable_outcomes + log.unreadable_runs)


def _audited(
    run: RunLine, outcomes: Sequence[ConsentLine], entries: dict[str, tuple[UndoEntry, UndoEnd | None]]
) -> AuditedRun:
    wrong = tuple(_wrong(run, outcomes))
    state: Literal["stands", "undone", "not made", "no entry"] = "no entry"
    if run.undo in entries:
        end = entries[run.undo][1]
        state = "stands" if end is None else end.end
    else:
        wrong = (*wrong, "`harvest undo` has no entry for it")
    return AuditedRun(run.name, run.at, run.did, run.undo, state, wrong)


def _wrong(run: RunLine, outcomes: Sequence[ConsentLine]) -> Iterator[str]:
    if run.after > len(outcomes):
        yield f"the outcome log had {run.after} lines then and has {len(outcomes)} now: lines are lost"
        return
    held = in_force(outcomes[: run.after], run.name)
    if held is None:
        yield "no grant was in force"
        return
    if not held.granted <= run.day <= held.expires:
        yield f"it ran on {run.day}; the grant held from {held.granted} to {held.expires}"
    yield from widened(_action(run), _grant(held))


def _action(run: RunLine) -> Action:
    return Action("curation", run.owner, run.mode, run.targets or (run.target,), run.effects, run.sinks)


def _grant(held: ConsentLine) -> Grant:
    scope = (held.owner, held.mode, held.target, held.effects, held.sinks)
    return Grant(held.name, held.granted, held.expires, *scope)
