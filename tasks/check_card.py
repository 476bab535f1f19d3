"""Step 0-b: which items of the card are done (SPEC 4.2)."""

from datetime import date

from harvest_loop.adapters.clock import local_day
from harvest_loop.domain.card import check_card as judge_card
from harvest_loop.schemas.card import CardCheck
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.step import step


@step("0-b card cross-check")
def check_card(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> CardCheck:
    """Return the removal list, each item with its source; what others committed in the window closes items too.

    So does a commit of work that was harvested before it had one: its message is new.

    Raises: HubError when the card holds merge markers.
    """
    return judge_card(
        opened.card,
        logs=dict(opened.completion_logs),
        commits=sorted(
            (*evidence.git.commits, *evidence.committed, *evidence.git.others), key=lambda commit: commit.committed_at
        ),
        today=date.fromisoformat(local_day(request.now, request.zone)),
        since=date.fromisoformat(local_day(evidence.git.window.since, request.zone)),
        settings=opened.settings.card,
        closings=None if evidence.transcripts == "unknown" else evidence.closings,
        words_unread=evidence.transcript_unread or "no transcript was read",
    )
