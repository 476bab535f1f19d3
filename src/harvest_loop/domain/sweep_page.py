"""What a sweep says: the counts, and each session that is not done with, in a line (SPEC 3.1)."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.expiry import DAYS
from harvest_loop.domain.inbox_coverage import inbox_line, outcome_of_session
from harvest_loop.domain.quoting import in_page, one_line
from harvest_loop.schemas.inbox import ExpiredForm, FieldStanding, InboxSession, SweepReport

SHOWN = 50
_NOTES = 5


def sweep_lines(report: SweepReport) -> tuple[str, ...]:
    """Return the lines for a terminal."""
    open_ones = [line for session in report.sessions for line in session_lines(session)]
    left = len(open_ones) - SHOWN
    more = (f"… and {left} more: harvest sweep --json",) if left > 0 else ()
    notes = report.notes[:_NOTES]
    if len(report.notes) > _NOTES:
        notes = (*notes, f"… and {len(report.notes) - _NOTES} more like that: harvest sweep --json")
    return (inbox_line(report.coverage), *notes, *open_ones[:SHOWN], *more)


def expired_line(form: ExpiredForm, what: str) -> str:
    """Say what became of a form whose time was over."""
    return f"{one_line(form.run)}: no answer in {DAYS} days, its lines are held; {one_line(what, limit=200)}"


def sweep_page(report: SweepReport) -> str:
    """Return the page for the UI."""
    return "\n".join(f"- {in_page(line)}" for line in sweep_lines(report))


def session_lines(session: InboxSession) -> Iterator[str]:
    """Yield a line for each repository in which something of the session is to come; none where it is done with."""
    if session.skipped is not None:
        return
    open_ones: Sequence[FieldStanding] = [
        one for one in session.fields if one.state in ("waits", "offered", "under way", "failed")
    ]
    for standing in open_ones:
        yield f"{session.key} {standing.state} in {one_line(standing.name)}{_why(standing.why)}"
    if not session.fields:
        word, why = outcome_of_session(session)
        yield f"{session.key} {word}{_why(why)}"


def _why(why: str) -> str:
    return f": {one_line(why, limit=200)}" if why else ""
