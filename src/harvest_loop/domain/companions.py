"""The missing half of a reference: what it says, in which file, and whether the Critic lets it stand (SPEC 4.12)."""

from collections.abc import Mapping, Sequence

from harvest_loop.domain.added_lines import added_lines
from harvest_loop.domain.asset_references import NamedAssets, references_of
from harvest_loop.domain.bidirectional import References
from harvest_loop.domain.edits import append_block, begin_mark, edit_of, end_mark, split_block, why_not_editable
from harvest_loop.domain.health import check_references
from harvest_loop.domain.judges.critic import critique
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.content_names import hash_of_proposal
from harvest_loop.schemas.examination import Bidirectional, Reference
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import Candidate, Change, CriticInput, JudgedCandidate, Proposal
from harvest_loop.schemas.settings import HubSettings

# A text that names more assets than this is an overview of them, as an index is: they need not name it.
MOST = 3


def look_at(proposal: Proposal, drafted: Asset, own: Asset, hub: Hub, settings: HubSettings) -> Bidirectional:
    """Return whom the lines that a draft writes refer to, who of them doesn't refer back, and what nothing has.

    `drafted` is the text as the asset it would be, `own` the same without what it quotes from its evidence. What the
    asset names already and nothing has is no fault of an edit, also in a line that the edit writes anew.
    """
    grown = _with(hub, drafted)
    references = References(grown)
    written = added_lines(proposal.change)
    found = _found(drafted, own, references.named, written)
    missing = references.unanswered(found) if len(found) <= MOST else ()
    unresolved = check_references(own, grown, settings)
    before = next((asset for asset in hub.assets if asset.path == drafted.path), None)
    old = {finding.message for finding in check_references(before, hub, settings)} if before is not None else set()
    return Bidirectional(
        assets=(drafted.path,),
        references=len(found),
        missing=missing,
        unresolved=tuple(finding for finding in unresolved if finding.line in written and finding.message not in old),
    )


def complete(judged: JudgedCandidate, references: Bidirectional, bases: Mapping[str, Asset | None]) -> JudgedCandidate:
    """Return the candidate with the missing halves drafted; what can't be made whole is to be made anew.

    `bases` has each asset that lacks its half as it is committed; None: it is not committed.
    """
    seen = judged.model_copy(update={"references": references})
    proposal = judged.candidate.proposal
    if references.unresolved:
        return _anew(seen, f"names what nothing has: {references.unresolved[0].message}")
    if proposal is None or not references.missing:
        return seen
    companions: list[Change] = []
    for reference in references.missing:
        companion = _half(proposal, bases.get(reference.target))
        if isinstance(companion, str):
            return _anew(seen, f"{reference.target} can't be made to refer back: {companion}")
        companions.append(companion)
    return seen.model_copy(update={"candidate": with_companions(judged.candidate, proposal, companions)})


def with_companions(candidate: Candidate, proposal: Proposal, companions: Sequence[Change]) -> Candidate:
    """The candidate with these files changed beside its own, under the hash of all of them."""
    whole = proposal.model_copy(update={"companions": tuple(companions)})
    return candidate.model_copy(update={"proposal": whole, "hash": hash_of_proposal(candidate.kind, whole)})


def rebased_companions(candidate: Candidate, bases: Mapping[str, Asset]) -> Candidate | str:
    """The same references back against their files as they stand now, or why there can be none."""
    proposal = candidate.proposal
    if proposal is None or not proposal.companions:
        return candidate
    again: list[Change] = []
    for companion in proposal.companions:
        base = bases.get(companion.path)
        if base is None:
            return f"{companion.path} is no asset of the hub any more"
        why_not = why_not_editable(base, _block_name(proposal))
        if why_not is not None:
            return why_not
        again.append(_appended(base, split_block(companion.text)[1]))
    return with_companions(candidate, proposal, again)


def _found(drafted: Asset, own: Asset, named: NamedAssets, written: frozenset[int]) -> tuple[Reference, ...]:
    """One reference an asset: every name counts, of the paths only those that are not the evidence's."""
    names = (each for each in references_of(drafted, named) if each.by == "name")
    paths = (each for each in references_of(own, named) if each.by == "path")
    once: dict[str, Reference] = {}
    for reference in (*names, *paths):
        if reference.line in written:
            once.setdefault(reference.target, reference)
    return tuple(once[target] for target in sorted(once))


def _half(proposal: Proposal, base: Asset | None) -> Change | str:
    """The line by which the asset refers back, or why there can be none."""
    if base is None:
        return "it is not committed in the hub, so that no branch can change it"
    name = _block_name(proposal)
    why_not = why_not_editable(base, name)
    if why_not is not None:
        return why_not
    line = f"See also {code_span(proposal.change.path)}, which refers to this."
    companion = _appended(base, "\n".join((begin_mark(name), line, end_mark(name))))
    return _why_it_fails(proposal, companion) or companion


def _why_it_fails(proposal: Proposal, companion: Change) -> str | None:
    """The Critic's word on the lines; a reference has no goal, steps or triggers of its own to be judged."""
    word = critique(
        CriticInput(
            hash=hash_of_proposal("skill enhancement", proposal),
            kind="reference back",
            name=proposal.names[0],
            target=companion.path,
            literal_text=companion.shown,
            done_when=(),
            triggers=proposal.triggers,
            pointers=(),
            sentences=(proposal.change.path,),
            predicted_impact=proposal.predicted_impact,
            predicted_measurable_by=proposal.predicted_measurable_by,
            check=proposal.check,
        )
    )
    return next((finding.message for finding in word.findings if finding.fails and finding.line is not None), None)


def _appended(base: Asset, block: str) -> Change:
    return edit_of(base, append_block(base.text, block))


def _block_name(proposal: Proposal) -> str:
    return f"{proposal.collision}-back"


def _anew(judged: JudgedCandidate, reason: str) -> JudgedCandidate:
    return judged.model_copy(update={"state": "redesign", "reason": reason})


def _with(hub: Hub, drafted: Asset) -> Hub:
    """The hub with the draft in it, as it would be."""
    others = tuple(asset for asset in hub.assets if asset.path != drafted.path)
    folders = (drafted.path[: at + 1] for at, letter in enumerate(drafted.path) if letter == "/")
    paths = tuple(sorted({*hub.paths, drafted.path, *folders}))
    return hub.model_copy(update={"assets": (*others, drafted), "paths": paths})
