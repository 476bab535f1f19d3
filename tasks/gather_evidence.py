"""What the session left behind, from git (SPEC 3)."""

from pathlib import Path

from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.adapters.git_repository_id import repository_id
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.sessions import describe_session, last_close
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.step import step


@step("evidence")
def gather_evidence(request: PinnedRequest, opened: OpenedHub) -> SessionEvidence:
    """Return the window's commits and uncommitted work, less what an earlier close of this session harvested.

    Raises: FieldError when the field is no readable repository, UsageError for a bad --since.
    """
    field = Path(request.field)
    git = read_git_evidence(
        field,
        since=request.since,
        last_close=last_close(opened.sessions, repository_id(field)),
        marker=None,
        now=request.now,
        zone=request.zone,
        want_text=tells_how_work_is_done,
    )
    own = opened.settings.paths.meta if git.field_root == opened.hub.root else None
    return describe_session(git, opened.sessions, own_records=own)
