"""Step 3b by a model: pages for what no rule found a text for; it knows nothing of the challenger (SPEC 4.9, 5)."""

from harvest_loop.domain.judges.given_proposals import innovator_input, open_collisions, proposals_of
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.judged import GivenProposals
from harvest_loop.schemas.judgement import Collision, Innovation
from harvest_loop.schemas.judging import JudgeDesk
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.role_messages import InnovatorAnswer
from harvest_loop.tasks.ask_judge import RoleCalls
from harvest_loop.tasks.innovate_candidates import answered_in_field, rejected_before
from harvest_loop.tasks.step import ASKS_A_MODEL, step


@step("3b innovator, by a model", tags=(ASKS_A_MODEL,))
def ask_innovator(
    opened: OpenedHub,
    desk: JudgeDesk,
    evidence: SessionEvidence,
    collisions: tuple[Collision, ...],
    innovation: Innovation,
) -> GivenProposals:
    """Return proposals for collisions that the floor declined, and what came of the call.

    What a person rejected before is not asked about, and the form has room for so many only.
    """
    calls = RoleCalls(opened, desk, "innovator")
    refused = rejected_before(opened, evidence, collisions)
    asked = tuple(one for one in open_collisions(collisions, innovation) if one.pattern.fingerprint not in refused)
    most = opened.settings.loop.proposals
    if not asked or len(innovation.proposals) >= most:
        return GivenProposals(word=calls.word)
    facts = answered_in_field(evidence, asked)
    answer = calls.ask(innovator_input(asked, opened.hub, facts), InnovatorAnswer)
    if answer is None:
        return GivenProposals(word=calls.word)
    found = proposals_of(answer, asked, opened.hub, facts, taken=innovation.proposals, most=most)
    calls.drop(len(answer.proposals) - len(found))
    return GivenProposals(proposals=found, word=calls.word)
