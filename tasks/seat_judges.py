"""Who judges besides the floor in this run, and the name that its receipts stand under (SPEC 5)."""

from pathlib import Path

from harvest_loop.domain.judges.desk import recommending
from harvest_loop.domain.judges.desk import seat_judges as seated
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.make_form import run_name
from harvest_loop.tasks.offer_capability import recommend_once
from harvest_loop.tasks.step import step


@step("judges")
def seat_judges(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> JudgeDesk:
    """Return the desk that the judged steps go by; empty where only the floor judges.

    What a declined consent would bring is said once (SPEC 8.1).

    Raises: HubError or ConflictError when it can't be noted that it was said.
    """
    run = run_name(request, opened, evidence)
    desk = seated(opened.settings.judge, opened.profile, evidence.session_key, run=run)
    if not any(judge.floor for _, judge in desk.judges):
        return desk
    text = recommend_once(Path(opened.hub.root), opened.settings, "sidecar", now=request.now)
    return recommending(desk, text) if text else desk
