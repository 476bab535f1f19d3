"""Step 0-c: did what earlier edits predicted come true? (SPEC 4.3, 7.3)."""

from pathlib import Path

from harvest_loop.adapters.manifest_splice import set_entries
from harvest_loop.domain.verification_page import after_writing
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.verification import Verification
from harvest_loop.tasks.manifest_pass import look_at_manifest
from harvest_loop.tasks.step import step


@step("0-c manifest check")
def check_manifest(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> Verification:
    """Return how every pending entry stands; a run that is cut off while it writes goes on with what is stored here.

    Raises: ManifestError when the manifest doesn't parse: it is never taken for one without entries.
    """
    return look_at_manifest(
        Path(opened.hub.root),
        opened.settings,
        sessions=opened.sessions,
        patterns=opened.patterns,
        now=request.now,
        zone=request.zone,
        current=evidence,
    )


@step("0-c manifest")
def verify_manifest(opened: OpenedHub, verification: Verification) -> Verification:
    """Write what the pass found, in one write, and return it; an entry that others settled meanwhile is left alone.

    Raises: ManifestError or HubError when the manifest can't be read or written.
    """
    done = set_entries(Path(opened.hub.root), verification.changes, opened.settings)
    return after_writing(verification, done)
