"""A session that only looked around, in a line and a verdict; and what of a session was harvested before (SPEC 3.4)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.domain.read_report import phrase_report
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.evidence import Commit, GitEvidence, SessionEvidence, Window
from harvest_loop.schemas.records import VerdictLine

_SHOWN = 3


def browsed_page(evidence: SessionEvidence) -> tuple[str, VerdictLine]:
    """Return what is said of a session without work of its own, and its verdict; what was not read is no zero.

    Patterns that wait are named, and leave the verdict as it is: nothing is held by this close (SPEC 3.1).
    """
    git = evidence.git
    page = f"{_what(evidence)} in {evidence.source} {_span(git.window)} ({git.window.source})"
    if git.others:
        page += f"; {count_of(len(git.others), 'commit')} of others came in"
    page = "; ".join([page, *(_known(evidence.committed)), *_waiting(evidence), *_unread(git), *_left_out(evidence)])
    return page, decide_verdict(unread=git.unread)


def said_of_before(evidence: SessionEvidence) -> Iterator[str]:
    """Yield what a record says of work in the window that an earlier close harvested."""
    if evidence.harvested_before:
        yield f"{count_of(evidence.harvested_before, 'commit')} of the window left out: harvested before"
    yield from _known(evidence.committed)


def _span(window: Window) -> str:
    """From when on; a transcript also tells until when, and of what was done since nothing is known."""
    since, until = (
        datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC") for moment in (window.since, window.until)
    )
    return f"from {since} to {until}" if window.source == "transcript" else f"since {since}"


def _what(evidence: SessionEvidence) -> str:
    if evidence.seen_before:
        return "already harvested: nothing new"
    if evidence.git.unread:
        return "nothing to harvest: nothing that could be read was changed"
    return "nothing to harvest: nothing was changed"


def _known(committed: Sequence[Commit]) -> Iterator[str]:
    if committed:
        shas = ", ".join(commit.sha[:10] for commit in committed[:_SHOWN])
        more = f" and {len(committed) - _SHOWN} more" if len(committed) > _SHOWN else ""
        count = f"{count_of(len(committed), 'commit')} ({shas}{more})"
        yield f"{count} with nothing but what is already harvested"


def _waiting(evidence: SessionEvidence) -> Iterator[str]:
    if evidence.waiting:
        yield f"{_patterns(len(evidence.waiting))} for more"
    branches = [held.branch for held in evidence.held_back if held.branch is not None]
    for branch in dict.fromkeys(branches):
        yield f"{_patterns(branches.count(branch))} on branch {branch}, not checked out"


def _left_out(evidence: SessionEvidence) -> Iterator[str]:
    """What of the transcript was not used: such a session has no record that would say so (SPEC 3.3)."""
    said = () if evidence.transcripts == "unknown" else phrase_report(evidence.transcripts.report)
    if said:
        yield f"of its transcript: {'; '.join(map(one_line, said))}"


def _unread(git: GitEvidence) -> Iterator[str]:
    if git.unread:
        yield f"not read: {'; '.join(map(one_line, git.unread))}"


def _patterns(count: int) -> str:
    return "1 pattern waits" if count == 1 else f"{count} patterns wait"
