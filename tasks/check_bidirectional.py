"""Step 5, verify-bidirectional: if A refers to B, B refers back (SPEC 4.12)."""

from pathlib import Path

from harvest_loop.adapters.git_own_records import own_assets
from harvest_loop.domain.baselines import hold_overwrites
from harvest_loop.domain.bidirectional import check_assets
from harvest_loop.domain.companions import complete, look_at
from harvest_loop.domain.own_words import own_words, without_quotations
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.examination import Bidirectional
from harvest_loop.schemas.judgement import Collision, JudgedCandidate
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.run_facts import Judgement
from harvest_loop.tasks.base_on_committed import committed_assets
from harvest_loop.tasks.examine_candidates import drafted_asset
from harvest_loop.tasks.step import step


@step("5 verify-bidirectional")
def check_bidirectional(opened: OpenedHub, judgement: Judgement) -> Judgement:
    """Return the candidates with each missing half drafted; one that can't be made whole is to be made anew."""
    return judgement.model_copy(update={"judged": tuple(_checked(opened, one) for one in judgement.judged)})


@step("5 verify-bidirectional")
def check_changed_assets(
    opened: OpenedHub, evidence: SessionEvidence, collisions: tuple[Collision, ...]
) -> Bidirectional:
    """Return how the session's changed assets, and those that its collisions name, refer to each other."""
    named = {cover.path for collision in collisions for cover in collision.covers}
    return check_assets(opened.hub, changed_assets(opened, evidence) | named)


def changed_assets(opened: OpenedHub, evidence: SessionEvidence) -> frozenset[str]:
    """Return the assets of the hub that the session changed; none where it worked elsewhere."""
    git = evidence.git
    own = own_assets(Path(git.field_root), opened.hub)
    changed = {change.path for commit in git.commits for change in commit.changes}
    changed |= {change.path for change in git.uncommitted}
    return frozenset(own[path] for path in changed if path in own)


def _checked(opened: OpenedHub, one: JudgedCandidate) -> JudgedCandidate:
    proposal = one.candidate.proposal
    if one.state != "offered" or proposal is None:
        return one
    drafted = drafted_asset(opened, proposal, without_quotations(proposal.change.text))
    own = drafted_asset(opened, proposal, own_words(proposal, but_places_of_assets=True))
    references = look_at(proposal, drafted, own, opened.hub, opened.settings)
    bases = committed_assets(opened, {reference.target for reference in references.missing})
    return hold_overwrites(complete(one, references, bases), opened.hub, opened.settings.paths)
