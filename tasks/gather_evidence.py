"""What the session left behind, from git and its transcript (SPEC 3)."""

from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.compose_evidence import compose_evidence
from harvest_loop.tasks.step import step


@step("evidence")
def gather_evidence(request: PinnedRequest, opened: OpenedHub, read: TranscriptRead) -> SessionEvidence:
    """Return the session's commits and uncommitted work, less what an earlier close of this field harvested.

    Raises: FieldError when the field is no readable repository, UsageError for a bad --since.
    """
    return compose_evidence(request, opened, read)
