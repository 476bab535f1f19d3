"""Step 3.5, synthesizer: grades from attack and proposal by the matrix (SPEC 4.10)."""

from pathlib import Path

from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.domain.calibration import FEWEST, calibrate, over_confident_kinds
from harvest_loop.domain.refused_before import refused_before, still_rejecting, told_of_refusals
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Proposal
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("3.5 synthesizer")
def synthesize_grades(
    opened: OpenedHub,
    evidence: SessionEvidence,
    collisions: tuple[Collision, ...],
    attacks: tuple[Attack, ...],
    proposals: tuple[Proposal, ...],
) -> tuple[Candidate, ...]:
    """Return the candidates, best grade first; over-confidence lowers.

    An earlier rejection rejects again, unless something new speaks to its reason: then the candidate says so.

    Raises: ManifestError when the manifest doesn't parse.
    """
    patterns = (collision.pattern for collision in collisions)
    refused = refused_before(patterns, opened.tombstones, opened.patterns, evidence)
    found = synthesize(collisions, attacks, proposals, still_rejecting(refused), _over_confident(opened))
    return told_of_refusals(found, refused)


def _over_confident(opened: OpenedHub) -> dict[str, str]:
    """What the manifest's outcomes say of each kind of edit, this run's own pass included; too few say nothing."""
    if len(opened.manifest_ids) < FEWEST:
        return {}
    return over_confident_kinds(calibrate(read_manifest(Path(opened.hub.root), opened.settings)))
