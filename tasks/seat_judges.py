"""Who judges besides the floor in this run, and the name that its receipts stand under (SPEC 5)."""

from harvest_loop.domain.judges.desk import seat_judges as seated
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.make_form import run_name
from harvest_loop.tasks.step import step


@step("judges")
def seat_judges(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> JudgeDesk:
    """Return the desk that the judged steps go by; empty where only the floor judges."""
    run = run_name(request, opened, evidence)
    return seated(opened.settings.judge, opened.profile, evidence.session_key, run=run)
