"""The lines that an agent reads when its session starts: at most thirty, and none where nothing waits (SPEC 10.4)."""

from collections.abc import Sequence

from harvest_loop.domain.quoting import as_code, count_of, in_page
from harvest_loop.schemas.session_start import StartNotes

LINES = 30
_EACH = 5


def start_lines(notes: StartNotes) -> tuple[str, ...]:
    """Return what to print; names stand as code, so that none of them reads as an instruction."""
    lines: list[str] = []
    if notes.settings:
        lines.append(f"settings that apply: {_named(notes.settings)}")
    if notes.suppressed:
        lines.append(f"refused three times, not proposed (`harvest profile allow SKILL`): {_named(notes.suppressed)}")
    if notes.muted:
        lines.append(f"muted, never ask (`harvest profile unmute NAG`): {_named(notes.muted)}")
    if notes.forms:
        count = sum(number for _, number in notes.forms)
        runs = _named([run for run, _ in notes.forms])
        lines.append(f"{count_of(count, 'proposal')} wait for `harvest review`: {runs}")
    if notes.sessions:
        count = len(notes.sessions)
        wait = "waits" if count == 1 else "wait"
        lines.append(f"{count_of(count, 'session')} {wait} to be harvested (`harvest propose --session …`):")
        lines += [f"- {as_code(key)}" for key in notes.sessions[:_EACH]]
    if notes.unswept:
        lines.append(f"{count_of(notes.unswept, 'end')} of sessions not swept yet: `harvest sweep`")
    if notes.newer:
        lines.append(f"changed after the card was written: {_named(notes.newer)}")
    if notes.archive:
        lines.append(f"marked #archive-candidate: {_named(notes.archive)}")
    if notes.memory:
        lines.append(f"memory: {_named(notes.memory, each=2 * _EACH)}")
    lines += [f"not looked at: {in_page(what, limit=200)}" for what in notes.unread[:_EACH]]
    return (f"harvest-loop, hub {as_code(notes.hub)}:", *lines)[:LINES] if lines else ()


def _named(names: Sequence[str], *, each: int = _EACH) -> str:
    shown = ", ".join(as_code(name, limit=100) for name in names[:each])
    return shown if len(names) <= each else f"{shown} and {len(names) - each} more"
