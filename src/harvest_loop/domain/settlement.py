"""What an answer came to: the final record, and the lines that have to be shown again (SPEC 4.15)."""

import re
from collections.abc import Collection, Mapping, Sequence

from harvest_loop.domain.answers import is_refusal, words_of
from harvest_loop.domain.companions import rebased_companions
from harvest_loop.domain.edits import append_block, split_block, unified_diff, why_not_editable
from harvest_loop.domain.forms import answered_verdict, mended_verdict
from harvest_loop.domain.mending import mending_of
from harvest_loop.domain.regressed import prints_of
from harvest_loop.schemas.card import CardUpdate
from harvest_loop.schemas.content_names import hash_of_proposal
from harvest_loop.schemas.curation import Curated, CurationLine
from harvest_loop.schemas.drafts import DraftedCommit, DraftOutcome
from harvest_loop.schemas.form import AnyLine, Drafted, FormAnswer, FormLine, Written
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Candidate, Change, JudgedCandidate, Proposal
from harvest_loop.schemas.records import RunRecord
from harvest_loop.schemas.waiting import WaitingForm

_BLOCK = re.compile(r"<!-- harvest:begin (\S+) -->")
_WAITS = re.compile(r"\bproposals? waits?\Z")


def by_hash(outcome: DraftOutcome) -> dict[str, DraftedCommit]:
    """What became of each draft, by the candidate's hash."""
    return {commit.hash: commit for commit in outcome.commits}


def without_commit(outcome: DraftOutcome, left_alone: Mapping[str, str]) -> DraftOutcome:
    """The drafts, those whose manifest entry could not be given its commit saying so; by the candidate's hash."""
    told = {content: f"the manifest does not name the commit: {why}" for content, why in left_alone.items()}
    commits = tuple(
        commit.model_copy(update={"detail": "; ".join(filter(None, (commit.detail, told.get(commit.hash))))})
        for commit in outcome.commits
    )
    return outcome.model_copy(update={"commits": commits})


def with_proposal(candidate: Candidate, proposal: Proposal) -> Candidate:
    """The candidate with another literal text, under the hash of that text."""
    change = proposal.change
    return candidate.model_copy(
        update={"proposal": proposal, "hash": hash_of_proposal(candidate.kind, proposal), "target": change.path}
    )


def with_lines(waiting: WaitingForm, changed: Sequence[AnyLine]) -> WaitingForm:
    """The form with these lines in place of those with the same text: their manifest ids were settled."""
    by_content = {line.hash: line for line in changed}
    lines = tuple(by_content.get(line.hash, line) for line in waiting.form.lines)
    return waiting.model_copy(update={"form": waiting.form.model_copy(update={"lines": lines})})


def rebased(candidate: Candidate, asset: Asset | None) -> Candidate | str:
    """The same addition against the asset as it stands now, or why there can be none."""
    proposal = candidate.proposal
    if proposal is None or proposal.change.kind != "edit":
        return "a file has come to stand where the new one was to be"
    if asset is None:
        return f"{candidate.target} is no asset of the hub any more"
    if proposal.change.mends:
        mending = mending_of(asset, proposal.change.mends)
        return mending if isinstance(mending, str) else _with_change(candidate, proposal, mending)
    _, block = split_block(proposal.change.text)
    found = _BLOCK.match(block)
    why_not = why_not_editable(asset, found[1] if found else "")
    if why_not is not None:
        return why_not
    text = append_block(asset.text, block)
    change = proposal.change.model_copy(
        update={
            "base_sha256": asset.sha256,
            "uncommitted": asset.uncommitted,
            "text": text,
            "shown": unified_diff(asset.path, asset.text, text),
        }
    )
    return _with_change(candidate, proposal, change)


def _with_change(candidate: Candidate, proposal: Proposal, change: Change) -> Candidate:
    return with_proposal(candidate, proposal.model_copy(update={"change": change}))


def on_committed(judged: Sequence[JudgedCandidate], bases: Mapping[str, Asset | None]) -> tuple[JudgedCandidate, ...]:
    """The candidates, each edit against its asset as it is committed; one that no branch can hold is held.

    `bases` has each asset that is edited by its path; None: it is not committed.
    """
    return tuple(_on_committed(one, bases) for one in judged)


def _on_committed(one: JudgedCandidate, bases: Mapping[str, Asset | None]) -> JudgedCandidate:
    path = one.candidate.target
    change = one.candidate.proposal.change if one.candidate.proposal else None
    if one.state != "offered" or change is None or change.kind != "edit" or path not in bases:
        return one
    base = bases[path]
    if base is None:
        return _held(one, f"{path} is not committed in the hub, so that no branch can change it")
    if not base.uncommitted:
        return one
    candidate = rebased(one.candidate, base)
    if isinstance(candidate, str):
        return _held(one, f"as it is committed, {candidate}; commit your changes first")
    return one.model_copy(update={"candidate": candidate})


def _held(one: JudgedCandidate, reason: str) -> JudgedCandidate:
    return one.model_copy(update={"state": "held", "reason": reason})


def settle_bases(
    waiting: WaitingForm, drafts: DraftOutcome, assets: Sequence[Asset], fresh: Sequence[CurationLine] = ()
) -> DraftOutcome:
    """The drafts, those whose base is gone or can't be extended any more held instead of shown again."""
    lines = {line.hash: line for line in waiting.form.lines}
    by_path = {asset.path: asset for asset in assets}
    settled = []
    for one in drafts.commits:
        again = _again(lines[one.hash], by_path, fresh) if one.outcome == "shown again" and one.hash in lines else None
        held = {"outcome": "held", "detail": again} if isinstance(again, str) else {}
        settled.append(one.model_copy(update=held))
    return drafts.model_copy(update={"commits": tuple(settled)})


def settle_places(
    waiting: WaitingForm, curated: Sequence[Curated], fresh: Sequence[CurationLine]
) -> tuple[Curated, ...]:
    """The changes in place, those that nothing asks for any more held instead of shown again; `fresh`: asked now."""
    lines = {line.hash: line for line in waiting.form.lines}
    settled = []
    for one in curated:
        again = _again(lines[one.hash], {}, fresh) if one.outcome == "shown again" and one.hash in lines else None
        held = {"outcome": "held", "detail": again} if isinstance(again, str) else {}
        settled.append(one.model_copy(update=held))
    return tuple(settled)


def changed_meanwhile(drafts: DraftOutcome, curated: Sequence[Curated]) -> bool:
    """Say whether a line is to be shown again."""
    return "shown again" in {one.outcome for one in drafts.commits} | {one.outcome for one in curated}


def unsettled(
    waiting: WaitingForm, final: RunRecord, assets: Sequence[Asset], fresh: Sequence[CurationLine] = ()
) -> WaitingForm:
    """The form with the lines to show again, against their new base; without such lines it is settled."""
    by_path = {asset.path: asset for asset in assets}
    drafted = final.written.drafted if final.written else ()
    hashes = {one.hash for one in drafted if one.outcome == "shown again"}
    again = [_again(line, by_path, fresh) for line in waiting.form.lines if line.hash in hashes]
    lines = tuple(line for line in again if not isinstance(line, str))
    if not lines:
        return waiting.model_copy(update={"settled": True})
    held = final.verdict.model_copy(
        update={"reasons": tuple(reason for reason in final.verdict.reasons if not _WAITS.search(reason))}
    )
    form = waiting.form.model_copy(update={"lines": lines})
    return waiting.model_copy(update={"form": form, "certain": held, "answer": None})


def _again(line: AnyLine, assets: Mapping[str, Asset], fresh: Sequence[CurationLine]) -> AnyLine | str:
    if not isinstance(line, FormLine):
        same = next((one for one in fresh if _asks_the_same(one, line)), None)
        gone = f"{line.target} has changed since it was shown, and nothing asks for this any more"
        return gone if same is None else same.model_copy(update={"manifest_id": line.manifest_id})
    candidate = _rebased_whole(line.judged.candidate, assets)
    if isinstance(candidate, str):
        return candidate
    judged = line.judged.model_copy(update={"candidate": candidate})
    return line.model_copy(update={"hash": candidate.hash, "judged": judged})


def _asks_the_same(one: CurationLine, line: CurationLine) -> bool:
    """Whether a line asked now is the one that was shown; a split or a merge is, also of texts that read otherwise."""
    reshaped = line.kind in ("split", "merge") and (one.kind, one.target) == (line.kind, line.target)
    return reshaped or one.fingerprint == line.fingerprint


def _rebased_whole(candidate: Candidate, assets: Mapping[str, Asset]) -> Candidate | str:
    """The same text and its references back against what stands now; where the text's place is still free it stays."""
    proposal = candidate.proposal
    is_free = proposal is not None and proposal.change.kind == "new file" and candidate.target not in assets
    if is_free and proposal is not None and proposal.companions:
        return rebased_companions(candidate, assets)
    found = rebased(candidate, assets.get(candidate.target))
    return found if isinstance(found, str) else rebased_companions(found, assets)


def final_record(
    waiting: WaitingForm, answer: FormAnswer, drafts: DraftOutcome, written: Written, card: CardUpdate | None
) -> RunRecord:
    """The record with the answer, what it wrote, and the final verdict."""
    found = by_hash(drafts)
    places = {one.hash: one for one in written.curated}
    lines = tuple(
        _drafted(line, found, places, drafts.branch) for line in waiting.form.lines if _was_taken(line, answer, waiting)
    )
    again = sum(one.outcome == "shown again" for one in lines)
    mended = mended_verdict(waiting.certain, waiting.record.collisions, _settled(waiting, lines))
    stuck = {one.hash for one in lines if one.outcome == "held"}
    held = [line.title for line in waiting.form.lines if _is_held(line, answer, waiting, stuck)]
    return waiting.record.model_copy(
        update={
            "answer": answer,
            "written": written.model_copy(update={"branch": drafts.branch, "drafted": lines}),
            "card_update": card,
            "judged": tuple(line.judged for line in waiting.form.proposals),
            "curation": waiting.form.curations,
            "verdict": answered_verdict(mended, held, shown_again=again),
        }
    )


def _settled(waiting: WaitingForm, drafted: Sequence[Drafted]) -> frozenset[str]:
    """The fingerprints of what is mended by a draft, or was refused when it was met before."""
    done = {one.hash for one in drafted if one.outcome == "drafted"}
    mended = [line.judged for line in waiting.form.proposals if line.hash in done and line.judged.candidate.proposal]
    refused = [one for one in waiting.record.judged if one.state == "rejected"]
    return frozenset(each for one in (*mended, *refused) for each in prints_of(one.candidate))


def _was_taken(line: AnyLine, answer: FormAnswer, waiting: WaitingForm) -> bool:
    return words_of(waiting.form, answer)[line.hash].answer == "Y"


def _drafted(
    line: AnyLine, found: Mapping[str, DraftedCommit], places: Mapping[str, Curated], branch: str | None
) -> Drafted:
    if line.hash in places:
        one = places[line.hash]
        detail = f"`harvest undo {one.undo}`" if one.outcome == "written" else one.detail
        return Drafted(hash=line.hash, manifest_id=line.manifest_id, outcome=one.outcome, detail=detail)
    commit = found.get(line.hash)
    if commit is None:
        return Drafted(hash=line.hash, manifest_id=line.manifest_id, outcome="signal", detail="no text to write")
    return Drafted(
        hash=line.hash,
        manifest_id=line.manifest_id,
        outcome=commit.outcome,
        branch=branch if commit.outcome == "drafted" else None,
        commit=commit.sha,
        detail=commit.detail,
    )


def _is_held(line: AnyLine, answer: FormAnswer, waiting: WaitingForm, stuck: Collection[str]) -> bool:
    word = words_of(waiting.form, answer)[line.hash]
    if word.answer == "Y":
        return line.hash in stuck
    return not is_refusal(word)
