"""The message of a draft's commit and the text of its pull request (SPEC 4.15)."""

from collections.abc import Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.record_candidates import check_text
from harvest_loop.schemas.curation import AssetDraft, CurationLine
from harvest_loop.schemas.drafts import DraftCommit, DraftFile, DraftOutcome
from harvest_loop.schemas.form import AnyLine, Form, FormLine
from harvest_loop.schemas.judgement import Check, Proposal
from harvest_loop.schemas.paths import written


def draft_commit(line: AnyLine) -> DraftCommit | None:
    """The commit of an accepted line, its prediction in the trailers; None where there is no text."""
    if not isinstance(line, FormLine):
        return None if line.draft is None else _of_edit(line, line.draft)
    proposal = line.judged.candidate.proposal
    if proposal is None:
        return None
    change = proposal.change
    what = f"Add {proposal.names[0]}" if change.kind == "new file" else f"Extend {written(change.path)}"
    return DraftCommit(
        hash=line.hash,
        path=change.path,
        text=change.text,
        base_sha256=change.base_sha256,
        also=tuple(
            DraftFile(path=each.path, text=each.text, base_sha256=each.base_sha256) for each in proposal.companions
        ),
        subject=one_line(what, limit=72),
        body=_body(proposal),
        trailers=_trailers(line, proposal),
    )


def _of_edit(line: CurationLine, draft: AssetDraft) -> DraftCommit:
    grounds = "\n".join(f"- {one_line(f'{label}: {text}' if label else text)}" for label, text in line.grounds)
    return DraftCommit(
        hash=line.hash,
        path=draft.path,
        text=draft.text,
        base_sha256=draft.base_sha256,
        moved_from=draft.moved_from,
        also=draft.also,
        subject=one_line(draft.subject, limit=72),
        body=f"{one_line(line.title)}\n\n{grounds}".rstrip(),
        trailers=_prediction(line.manifest_id, line.predicted_impact, line.check, line.confidence),
    )


def pull_request_text(form: Form, lines: Sequence[AnyLine], outcome: DraftOutcome) -> str:
    """The body of the pull request for the branch: what changed, why, what is predicted of it."""
    drafted = {commit.hash: commit for commit in outcome.commits if commit.outcome == "drafted"}
    parts = [f"Harvested from {form.source} on {form.day}; the record is {form.record}.", ""]
    for line in lines:
        if not isinstance(line, FormLine):
            parts += _said_of_edit(line, drafted[line.hash].sha or "") if line.hash in drafted else ()
            continue
        proposal = line.judged.candidate.proposal
        if proposal is None or line.hash not in drafted:
            continue
        parts += [
            f"### {one_line(proposal.names[0])}",
            "",
            f"- file: {one_line(written(proposal.change.path))}",
            *(f"- refers back to it: {one_line(written(each.path))}" for each in proposal.companions),
            f"- why: {one_line(proposal.abstraction)}",
            f"- predicted: {one_line(proposal.predicted_impact)}",
            f"- measured by: {one_line(proposal.predicted_measurable_by)}",
            f"- evidence: {', '.join(one_line(str(pointer)) for pointer in proposal.pointers)}",
            f"- manifest: {line.manifest_id}, commit {(drafted[line.hash].sha or '')[:10]}",
            "",
        ]
    return "\n".join(parts)


def _said_of_edit(line: CurationLine, sha: str) -> tuple[str, ...]:
    return (
        f"### {one_line(line.draft.subject if line.draft else line.title)}",
        "",
        f"- file: {one_line(written(line.target))}",
        *(f"- with it: {one_line(written(each.path))}" for each in (line.draft.also if line.draft else ())),
        f"- why: {one_line(line.title)}",
        f"- predicted: {one_line(line.predicted_impact)}",
        f"- measured by: {one_line(line.predicted_measurable_by)}",
        f"- manifest: {line.manifest_id}, commit {sha[:10]}",
        "",
    )


def _body(proposal: Proposal) -> str:
    pointers = "\n".join(f"- {one_line(str(pointer))}" for pointer in proposal.pointers)
    return f"{one_line(proposal.abstraction)}\n\nEvidence:\n{pointers}"


def _trailers(line: FormLine, proposal: Proposal) -> tuple[tuple[str, str], ...]:
    return _prediction(line.manifest_id, proposal.predicted_impact, proposal.check, proposal.confidence)


def _prediction(name: str, impact: str, check: Check | None, confidence: float) -> tuple[tuple[str, str], ...]:
    return (
        ("Harvest-Id", name),
        ("Harvest-Prediction", one_line(impact)),
        ("Harvest-Check", check_text(check, whole=True).strip(" ()") or "judged by a person"),
        ("Harvest-Confidence", f"{confidence:.2f}"),
    )
