"""Grades proposals against attacks: the matrix of SPEC 4.10, and the candidates that come of it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from harvest_loop.domain.calibration import kind_of_change
from harvest_loop.domain.regressed import is_matter
from harvest_loop.schemas.content_names import hash_of
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Grade, Proposal, Severity
from harvest_loop.schemas.patterns import Pattern

CandidateKind = Literal["new skill", "skill enhancement", "mediation", "weakness", "repair"]

_ORDER: tuple[Grade, ...] = ("HIGH", "MED", "LOW", "rejected")
_GRAVEST: tuple[Severity, ...] = ("S", "A", "B")


def grade(proposal: Proposal | None, attacks: Sequence[Attack]) -> Grade | None:
    """Return the grade of one area; None where there is neither attack nor proposal (SPEC 4.10)."""
    return _row(proposal, attacks)[0]


def synthesize(
    collisions: Sequence[Collision],
    attacks: Sequence[Attack],
    proposals: Sequence[Proposal],
    earlier_rejections: frozenset[str],
    over_confident: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Candidate, ...]:
    """Return the candidates, best grade first (SPEC 4.10).

    `over_confident` are the kinds of edit that are graded one lower, with the figures that say so.

    An attack belongs to its own collision's proposal; where that collision has none, to the proposal for the asset
    that the attack names; else it is a weakness without a text. A regression has a line of its own in any case. A
    proposal for a pattern that was rejected earlier, by fingerprint, is rejected by that record; so is a regression.
    """
    by_id = {collision.id: collision for collision in collisions}
    answered = {name for proposal in proposals for name in (proposal.collision, *proposal.also)}
    edited = {proposal.change.path for proposal in proposals}
    candidates = [
        _candidate(
            by_id[proposal.collision],
            proposal,
            _attacks_on(proposal, attacks, answered),
            earlier_rejections,
            tuple(by_id[name].pattern for name in proposal.also if name in by_id),
        )
        for proposal in proposals
        if proposal.collision in by_id
    ]
    for collision in collisions:
        regressed = is_matter(collision.pattern)  # another proposal for the same asset doesn't mend this line
        own = [attack for attack in attacks if attack.collision == collision.id]
        alone = [attack for attack in own if regressed or attack.asset not in edited]
        if collision.id not in answered and alone:
            candidates.append(_candidate(collision, None, alone, earlier_rejections if regressed else frozenset()))
    return tuple(sorted((_lowered(each, over_confident) for each in candidates), key=_place))


def gravest(attacks: Sequence[Attack]) -> Attack:
    """The attack that counts, of several."""
    return min(attacks, key=lambda attack: (_GRAVEST.index(attack.severity), attack.kind, attack.reason))


def _lowered(candidate: Candidate, over_confident: Mapping[str, str]) -> Candidate:
    """The candidate one grade lower where its kind of edit proved over-confident (SPEC 7.6); LOW stays LOW."""
    kind = None if candidate.proposal is None else kind_of_change(candidate.proposal.change)
    if kind is None or kind not in over_confident or candidate.grade in ("LOW", "rejected"):
        return candidate
    grade: Grade = "MED" if candidate.grade == "HIGH" else "LOW"
    why = f"{candidate.why}; one lower, as predictions of this kind ({kind}) proved over-confident"
    return candidate.model_copy(update={"grade": grade, "why": f"{why}: {over_confident[kind]}"})


def _row(proposal: Proposal | None, attacks: Sequence[Attack]) -> tuple[Grade | None, str]:
    """The grade and the row of the matrix that gave it; rejecting is tried first."""
    grave = {attack.kind for attack in attacks if attack.severity == "S"}
    if "handled" in grave:
        return "rejected", "an S attack says that it is handled already"
    if "complicates" in grave:
        return "rejected", "an S attack says that it complicates the harness"
    if "overturns" in grave:
        return "HIGH", "an S attack overturns an asset" + (
            "" if proposal else "; no text yet, but a weakness to fix now"
        )
    if proposal is None:
        return ("LOW", f"{_said(attacks)} without a proposal") if attacks else (None, "neither attack nor proposal")
    return ("LOW", f"a proposal lowered by {_said(attacks)}") if attacks else ("MED", "a proposal without an attack")


def _said(attacks: Sequence[Attack]) -> str:
    worst = gravest(attacks)
    return f"an attack of grade {worst.severity} ({worst.kind})"


def _attacks_on(proposal: Proposal, attacks: Sequence[Attack], answered: set[str]) -> tuple[Attack, ...]:
    return tuple(
        attack
        for attack in attacks
        if attack.collision in (proposal.collision, *proposal.also)
        or (not proposal.change.mends and attack.collision not in answered and attack.asset == proposal.change.path)
    )


def _candidate(
    collision: Collision,
    proposal: Proposal | None,
    attacks: Sequence[Attack],
    earlier_rejections: frozenset[str],
    beside: tuple[Pattern, ...] = (),
) -> Candidate:
    given, why = _row(proposal, attacks)
    if collision.pattern.fingerprint in earlier_rejections:
        what = "the same" if is_matter(collision.pattern) else "the same pattern"
        given, why = "rejected", f"{what} was rejected earlier"
    kind = _kind(collision, proposal)
    target, text = _target(proposal, attacks)
    return Candidate(
        hash=hash_of(kind, target, text),
        kind=kind,
        target=target,
        grade=given or "LOW",
        proposal=proposal,
        attacks=tuple(attacks),
        pattern=collision.pattern,
        beside=beside,
        why=why,
    )


def _kind(collision: Collision, proposal: Proposal | None) -> CandidateKind:
    if proposal is None:
        return "weakness"
    if proposal.change.mends:
        return "repair"
    if collision.route == "mediation":
        return "mediation"
    return "new skill" if proposal.change.kind == "new file" else "skill enhancement"


def _target(proposal: Proposal | None, attacks: Sequence[Attack]) -> tuple[str, str]:
    """The path that a candidate is about, and the text that its hash is taken over."""
    if proposal is not None:
        return proposal.change.path, proposal.change.text
    worst = gravest(attacks)
    return worst.asset or worst.citation.path or "", f"{worst.kind} {worst.citation} {worst.reason}"


def _place(candidate: Candidate) -> tuple[int, int, str, str]:
    return _ORDER.index(candidate.grade), -candidate.pattern.impact, candidate.target, candidate.hash
