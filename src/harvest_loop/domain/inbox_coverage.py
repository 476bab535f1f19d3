"""How many sessions were seen and what became of each: one word a session, so that the sum is the whole (SPEC 3.1)."""

from collections import Counter
from collections.abc import Iterable

from harvest_loop.domain.quoting import count_of
from harvest_loop.schemas.inbox import InboxCoverage, InboxSession

# Of a session in several repositories the first of these counts.
_GRAVEST = ("failed", "under way", "offered", "waits", "harvested", "skipped")


def cover(
    sessions: Iterable[InboxSession],
    *,
    skipped_at_their_end: int,
    at_least: bool,
    unreadable_files: tuple[str, ...],
    unread_transcripts: int | None = None,
) -> InboxCoverage:
    """Count the sessions; what can't be read is counted as such, and never as nothing."""
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for session in sessions:
        word, why = outcome_of_session(session)
        counts[word] += 1
        if word == "skipped":
            reasons[why] += 1
    return InboxCoverage(
        seen=counts.total(),
        harvested=counts["harvested"],
        under_way=counts["under way"],
        offered=counts["offered"],
        waiting=counts["waits"],
        failed=counts["failed"],
        unreadable=counts["unreadable"],
        skipped=dict(sorted(reasons.items())),
        skipped_at_their_end=skipped_at_their_end,
        at_least=at_least,
        unreadable_files=unreadable_files,
        unread_transcripts=unread_transcripts,
    )


def outcome_of_session(session: InboxSession) -> tuple[str, str]:
    """Return the one word that a session counts under, and why."""
    if session.skipped is not None:
        return "skipped", session.skipped
    if session.waits is not None and not session.fields:
        return "waits", session.waits
    found = {standing.state: standing.why for standing in reversed(session.fields)}
    for word in _GRAVEST:
        if word in found and not (session.unreadable and word == "skipped"):
            return word, found[word]
    return ("unreadable", session.unreadable) if session.unreadable else ("waits", "no sweep has looked at it yet")


def inbox_line(coverage: InboxCoverage) -> str:
    """Say the counts in one line; a count that may be too low says `at least`."""
    counts = {
        "harvested": coverage.harvested,
        "under way": coverage.under_way,
        "offered": coverage.offered,
        "waiting": coverage.waiting,
        "failed": coverage.failed,
        "unreadable": coverage.unreadable,
    }
    said = [f"{count} {name}" for name, count in counts.items() if count]
    said += [f"{count} skipped ({why})" for why, count in coverage.skipped.items()]
    line = f"{count_of(coverage.seen, 'session')} seen{': ' if said else ''}{', '.join(said)}"
    return "; ".join((line, *_beside(coverage)))


def _beside(coverage: InboxCoverage) -> list[str]:
    """What was seen of sessions' traces and is no session."""
    said = []
    if coverage.skipped_at_their_end:
        least = "at least " if coverage.at_least else ""
        said.append(f"{least}{coverage.skipped_at_their_end} of the loop's own skipped at their end")
    if count := coverage.unread_transcripts:
        said.append(f"{count_of(count, 'file')} among transcripts could not be told")
    if count := len(coverage.unreadable_files):
        said.append(f"{count_of(count, 'file')} of the inbox can't be read")
    return said
