"""Step 4, harness-doctor on candidates: each text as the asset it would be in this hub (SPEC 4.12)."""

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.draft_review import review_draft
from harvest_loop.domain.examination import copies_among, examine
from harvest_loop.domain.judges.skill_review import ReviewedHub
from harvest_loop.domain.own_words import own_words
from harvest_loop.schemas.examination import Examination
from harvest_loop.schemas.hub import Asset, AssetKind
from harvest_loop.schemas.judgement import Candidate, Proposal
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("4 harness-doctor")
def examine_candidates(opened: OpenedHub, candidates: tuple[Candidate, ...]) -> tuple[Examination, ...]:
    """Return one examination for each candidate with a text; a must finding takes the candidate out."""
    texts = [(each, each.proposal) for each in candidates if each.proposal is not None]
    drafted = {each.hash: drafted_asset(opened, proposal, proposal.change.text) for each, proposal in texts}
    copies = copies_among(tuple(drafted.values()), opened.hub)
    own = {each.hash: drafted_asset(opened, proposal, own_words(proposal)) for each, proposal in texts}
    beside = ReviewedHub(opened.hub)
    return tuple(
        examine(
            each,
            drafted[each.hash],
            own[each.hash],
            opened.hub,
            opened.settings,
            copies,
            tuple(review_draft(own[each.hash], proposal.change, beside)),
        )
        for each, proposal in texts
    )


def drafted_asset(opened: OpenedHub, proposal: Proposal, text: str) -> Asset:
    """Return a text as the asset that the proposal's file will be; a new file is a skill."""
    path = proposal.change.path
    kind: AssetKind = next((asset.kind for asset in opened.hub.assets if asset.path == path), "skill")
    return asset_of(path, text, kind)
