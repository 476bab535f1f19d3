"""The offline innovator: which collisions get a literal change, and why the others get none (SPEC 4.9)."""

from collections.abc import Collection, Mapping, Sequence

from harvest_loop.domain.done_when import done_when_questions, reached_by
from harvest_loop.domain.facts import usable_facts
from harvest_loop.domain.forecast import judged_within
from harvest_loop.domain.mending import mend, mending_questions
from harvest_loop.domain.overlap import covers as is_covering
from harvest_loop.domain.proposals import edit, names_in_use, new_skill
from harvest_loop.domain.regressed import ANSWERS, POINT, is_matter
from harvest_loop.domain.repairs import repair
from harvest_loop.domain.suppressed import decline, suppressed_skill
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import (
    Collision,
    Declined,
    DoneWhenQuestion,
    DoneWhenTest,
    Innovation,
    Proposal,
)
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.settings import HubSettings

__all__ = ["done_when_questions", "innovate", "propose", "questions_of", "repair"]

REFUSED = "the same was rejected earlier"

Facts = Mapping[str, tuple[DoneWhenTest, ...]]


def propose(
    collisions: Sequence[Collision], hub: Hub, facts: Facts, settings: HubSettings, limit: int = 5
) -> tuple[Proposal, ...]:
    """Return at most `limit` proposals, best first; none is an answer (SPEC 4.9)."""
    return innovate(collisions, hub, facts, settings, limit=limit).proposals


def innovate(
    collisions: Sequence[Collision],
    hub: Hub,
    facts: Facts,
    settings: HubSettings,
    *,
    limit: int = 5,
    rejected: frozenset[str] = frozenset(),
    suppressed: Collection[str] = (),
) -> Innovation:
    """Return the proposals and, for each other collision, why it got none.

    `facts` holds the answered Done When tests of each pattern, by fingerprint. First come impact, recurrence, code
    that survived, ground that no asset covers, and richness of evidence; then the fingerprint decides. `rejected` are
    fingerprints that a person refused: such a repair joins no other one's edit. `suppressed` are skills that a person
    refused too often: none of them is proposed (SPEC 8.1).
    """
    most = min(limit, settings.loop.proposals)
    proposals: list[Proposal] = []
    declined: list[Declined] = []
    for collision in sorted(collisions, key=_worth):
        refused = collision.regression is not None and collision.pattern.fingerprint in rejected
        answers = facts.get(collision.pattern.fingerprint, ())
        found = REFUSED if refused else _consider(collision, hub, answers, proposals)
        path = found.change.path if isinstance(found, Proposal) else ""
        if skill := suppressed_skill(path, collision.pattern, hub.skills, suppressed):
            declined.append(decline(collision.id, skill))
            continue
        if isinstance(found, Proposal) and found.also:
            proposals = [found if one.collision == found.collision else one for one in proposals]
        elif isinstance(found, Proposal) and len(proposals) < most:
            proposals.append(judged_within(found, collision.pattern, settings.predict))
        else:
            reason = found if isinstance(found, str) else f"{most} better ones fill the form"
            declined.append(Declined(collision=collision.id, reason=reason))
    return Innovation(proposals=tuple(proposals), declined=tuple(declined))


def questions_of(collision: Collision) -> tuple[DoneWhenQuestion, ...]:
    """What has to be asked of the field before a text for this collision can be made."""
    if is_matter(collision.pattern):
        return mending_questions(collision)
    return done_when_questions(collision.pattern)


def _worth(collision: Collision) -> tuple[bool, int, int, bool, bool, int, str]:
    """What comes first: a repair that the session itself tells, then the worth of what was done."""
    pattern = collision.pattern
    is_covered = any(is_covering(cover) for cover in collision.covers)
    facts = {item.text for item in usable_facts(pattern)}
    lost = pattern.fate != "survived"
    mends = collision.regression is not None and collision.regression.severity == "S"
    return not mends, -pattern.impact, -pattern.recurrence, lost, is_covered, -len(facts), pattern.fingerprint


def _consider(
    collision: Collision, hub: Hub, answers: Sequence[DoneWhenTest], earlier: Sequence[Proposal]
) -> Proposal | str:
    """A proposal for one collision, or the reason that there is none."""
    pattern = collision.pattern
    if collision.regression is not None:
        return mend(collision, hub, tuple(answers), earlier)
    if pattern.kind == POINT:
        return "a retrospective point: what happened is known, and no text that would prevent it"
    if pattern.kind == ANSWERS:
        return "answers over sessions: that a skill is to be redefined is known, and not into what"
    if collision.route == "field signal":
        return collision.reason or "bound to this field"
    if pattern.fate == "reverted":
        return "the work was reverted, so there is nothing to repeat"
    reached = reached_by(pattern, answers)
    if not reached:
        return _why_no_test(pattern, answers)
    if collision.route == "new skill":
        told = "\n".join(proposal.change.shown for proposal in earlier)
        return new_skill(collision, reached, names_in_use(hub, earlier), told)
    return edit(collision, hub, reached, frozenset(proposal.change.path for proposal in earlier))


def _why_no_test(pattern: Pattern, answers: Sequence[DoneWhenTest]) -> str:
    asked = {(question.kind, question.path, question.needle) for question in done_when_questions(pattern)}
    if not asked:
        return "its evidence names no file and no line that a Done When could look for"
    if not any(answer.true_now for answer in answers if (answer.kind, answer.path, answer.needle) in asked):
        return "no Done When test holds in the field now"
    return "every Done When test that holds now held before the work was done, so none shows that it was done"
