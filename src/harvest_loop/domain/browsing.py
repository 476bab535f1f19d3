"""A session that only looked around, in a line and a verdict (SPEC 3.4)."""

from datetime import UTC, datetime

from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import VerdictLine


def browsed_page(evidence: SessionEvidence) -> tuple[str, VerdictLine]:
    """Return what is said of a session without work of its own, and its verdict; what was not read is no zero."""
    git = evidence.git
    since = datetime.fromtimestamp(git.window.since, UTC).strftime("%Y-%m-%d %H:%M UTC")
    what = "already harvested: nothing new" if evidence.seen_before else "nothing to harvest: nothing was changed"
    page = f"{what} in {evidence.source} since {since} ({git.window.source})"
    if git.others:
        page += f"; {len(git.others)} commits of others came in"
    unread = [f"{git.unreadable_commits} commits that could not be read"] if git.unreadable_commits else []
    return page, decide_verdict(skipped=unread)
