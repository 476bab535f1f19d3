"""The pass of SPEC 7.3 without the engine: read the manifest, see what landed, measure what is due."""

from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.clock import local_day, start_of_day
from harvest_loop.adapters.git_landings import Sought, find_landings
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.domain.predictions import in_place_since
from harvest_loop.domain.spans import spans_of
from harvest_loop.domain.verification import conclude, gather, set_apart, weigh
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import PatternLine, SessionLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.verification import DueCheck, Landing, Prediction, Standing, Verification
from harvest_loop.tasks.measure_checks import Measuring
from harvest_loop.tasks.meet_again import SessionsAgain
from harvest_loop.tasks.transcripts_again import TranscriptsAgain


def look_at_manifest(
    root: Path,
    settings: HubSettings,
    *,
    sessions: Sequence[SessionLine],
    patterns: Sequence[PatternLine],
    now: int,
    zone: str,
    current: SessionEvidence | None = None,
) -> Verification:
    """Return how every pending entry stands and what is to be written; nothing is written here.

    Raises: ManifestError when the manifest doesn't parse.
    """
    found = read_manifest(root, settings)
    usable, left = set_apart(found)
    pending = [one for one in usable if one.status == "pending"]
    landings = _landings(root, pending, zone)
    spans, today = spans_of(sessions, current), local_day(now, zone)
    weighed = [weigh(one, landings[one.id], spans, now=now, today=today) for one in pending]
    transcripts = TranscriptsAgain(spans, _cited(weighed), current)
    measuring = Measuring(root, settings, zone, SessionsAgain(spans, zone, patterns, current), transcripts)
    standings = [
        conclude(one, measuring.measure(one), today=today, day_of=lambda moment: local_day(moment, zone))
        if isinstance(one, DueCheck)
        else one
        for one in weighed
    ]
    return redact_model(gather(found, usable, left, standings))


def _cited(weighed: Sequence[DueCheck | Standing]) -> tuple[str, ...]:
    """The names whose citations are counted in this pass."""
    checks = (one.prediction.check for one in weighed if isinstance(one, DueCheck))
    return tuple(dict.fromkeys(check.target for check in checks if check is not None and check.kind == "citations"))


def _landings(root: Path, pending: Sequence[Prediction], zone: str) -> dict[str, Landing]:
    """Since when each edit stands; a change in place has no commit, and stands since it was written."""
    in_place = {one.id: day for one in pending if (day := in_place_since(one.commit)) is not None}
    sought = [Sought(one.id, one.file, one.commit) for one in pending if one.id not in in_place]
    found = find_landings(root, sought)
    landed = {name: Landing(state="landed", at=start_of_day(day, zone)) for name, day in in_place.items()}
    return {**found, **landed}
