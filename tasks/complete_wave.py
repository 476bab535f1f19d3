"""Whether a wave of work that is completed is worth a harvest, by the evidence that the harvest itself would have."""

from pathlib import Path

from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.adapters.wave_events import CompletedWave
from harvest_loop.domain.waves import unmet_line, wave_reason
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.compose_evidence import compose_evidence

_NO_TRANSCRIPT = TranscriptRead(why_not="a wave is no session of a host")


def complete_wave(request: PinnedRequest) -> CompletedWave | str:
    """Return the wave as the event tells of it; a line where it is too small for one (SPEC 4). Nothing is written.

    Raises: HubError, FieldError or UsageError, as the harvest would.
    """
    evidence = compose_evidence(request, open_hub(Path(request.hub)), _NO_TRANSCRIPT)
    reason = wave_reason(evidence.git)
    if reason is None:
        return unmet_line(evidence)
    return CompletedWave(
        name=evidence.source,
        hub=request.hub,
        field=request.field,
        session=evidence.session_key,
        base=request.since,
        reason=reason,
        now=request.now,
        zone=request.zone,
    )
