"""Step 3b, innovator: the literal changes worth proposing, and their one repair (SPEC 4.9, 4.11)."""

from collections.abc import Iterable
from pathlib import Path

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.domain.judges.innovator import innovate, questions_of, repair
from harvest_loop.domain.refused_before import refused_before, still_rejecting
from harvest_loop.domain.settlement import with_proposal
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judgement import Candidate, Collision, Critique, DoneWhenTest, Innovation
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("3b innovator")
def innovate_candidates(opened: OpenedHub, evidence: SessionEvidence, collisions: tuple[Collision, ...]) -> Innovation:
    """Return at most five proposals and why the rest got none; each Done When was evaluated both ways."""
    facts = answered_in_field(evidence, collisions)
    rejected = rejected_before(opened, evidence, collisions)
    most = opened.settings.loop.proposals
    suppressed = opened.profile.profile.suppressed
    return innovate(
        collisions, opened.hub, facts, opened.settings, limit=most, rejected=rejected, suppressed=suppressed
    )


@step("3.75 re-synthesis")
def repair_candidates(failures: tuple[tuple[Candidate, Critique], ...]) -> dict[str, Candidate]:
    """Return what came back for each failed candidate, by its old hash; one withdrawn is left out (SPEC 4.11)."""
    repaired: dict[str, Candidate] = {}
    for candidate, critique in failures:
        if candidate.proposal is None:
            continue
        proposal = repair(candidate.proposal, critique.findings)
        if proposal is not None:
            repaired[candidate.hash] = with_proposal(candidate, proposal)
    return repaired


def answered_in_field(
    evidence: SessionEvidence, collisions: Iterable[Collision]
) -> dict[str, tuple[DoneWhenTest, ...]]:
    """Return the Done When tests of each collision's pattern, by fingerprint, evaluated both ways in the field."""
    with FieldReader(Path(evidence.git.field_root)) as reader:
        return {one.pattern.fingerprint: tuple(map(reader.evaluate, questions_of(one))) for one in collisions}


def rejected_before(opened: OpenedHub, evidence: SessionEvidence, collisions: Iterable[Collision]) -> frozenset[str]:
    """Return the fingerprints that a person rejected, and to whose reason nothing new speaks."""
    patterns = (one.pattern for one in collisions)
    return still_rejecting(refused_before(patterns, opened.tombstones, opened.patterns, evidence))
