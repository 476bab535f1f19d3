"""The message of a draft's commit and the text of its pull request (SPEC 4.15)."""

from collections.abc import Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.record_candidates import check_text
from harvest_loop.schemas.drafts import DraftCommit, DraftOutcome
from harvest_loop.schemas.form import Form, FormLine
from harvest_loop.schemas.judgement import Proposal
from harvest_loop.schemas.paths import written


def draft_commit(line: FormLine) -> DraftCommit | None:
    """The commit of an accepted line, its prediction in the trailers; None where there is no text."""
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
        subject=one_line(what, limit=72),
        body=_body(proposal),
        trailers=_trailers(line, proposal),
    )


def pull_request_text(form: Form, lines: Sequence[FormLine], outcome: DraftOutcome) -> str:
    """The body of the pull request for the branch: what changed, why, what is predicted of it."""
    drafted = {commit.hash: commit for commit in outcome.commits if commit.outcome == "drafted"}
    parts = [f"Harvested from {form.source} on {form.day}; the record is {form.record}.", ""]
    for line in lines:
        proposal = line.judged.candidate.proposal
        if proposal is None or line.hash not in drafted:
            continue
        parts += [
            f"### {one_line(proposal.names[0])}",
            "",
            f"- file: {one_line(written(proposal.change.path))}",
            f"- why: {one_line(proposal.abstraction)}",
            f"- predicted: {one_line(proposal.predicted_impact)}",
            f"- measured by: {one_line(proposal.predicted_measurable_by)}",
            f"- evidence: {', '.join(one_line(str(pointer)) for pointer in proposal.pointers)}",
            f"- manifest: {line.manifest_id}, commit {(drafted[line.hash].sha or '')[:10]}",
            "",
        ]
    return "\n".join(parts)


def _body(proposal: Proposal) -> str:
    pointers = "\n".join(f"- {one_line(str(pointer))}" for pointer in proposal.pointers)
    return f"{one_line(proposal.abstraction)}\n\nEvidence:\n{pointers}"


def _trailers(line: FormLine, proposal: Proposal) -> tuple[tuple[str, str], ...]:
    check = check_text(proposal.check).strip(" ()") or "judged by a person"
    return (
        ("Harvest-Id", line.manifest_id),
        ("Harvest-Prediction", one_line(proposal.predicted_impact)),
        ("Harvest-Check", check),
        ("Harvest-Confidence", f"{proposal.confidence:.2f}"),
    )
