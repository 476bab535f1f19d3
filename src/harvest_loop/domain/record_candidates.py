"""The record's candidates: the table of final proposals, each with its grounds, and what is held (SPEC 4.15)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from harvest_loop.domain.examined import doctor_lines, lines_of_companion, price_text, references_text
from harvest_loop.domain.quoting import as_code, as_path, count_of, in_page, table_row
from harvest_loop.domain.regressed import kind_of_regression
from harvest_loop.schemas.form import Drafted, LineAnswer
from harvest_loop.schemas.judgement import AssetLine, Attack, Candidate, Check, JudgedCandidate, Proposal
from harvest_loop.schemas.paths import written
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.records import RunRecord

CROWDED = (
    "others of the kind are asked about; the section Regressions names each line, "
    "and what the hub's assets go on saying comes with the next form"
)

_GRADES = ("HIGH", "MED", "LOW", "rejected")
_POINTERS = 5
_QUOTE = 100
_HASH = re.compile(r"[0-9a-f]{64}")


def by_grade(judged: Sequence[JudgedCandidate]) -> tuple[JudgedCandidate, ...]:
    """Return the candidates, best grade first, then in an order that is always the same."""
    return tuple(
        sorted(
            judged,
            key=lambda one: (_GRADES.index(one.candidate.grade), one.candidate.target, one.candidate.hash),
        )
    )


def proposal_lines(record: RunRecord) -> Iterator[str]:
    """Yield the section `### Final Proposals`."""
    offered = [one for one in by_grade(record.judged) if one.state == "offered"]
    yield "### Final Proposals"
    yield ""
    if not offered:
        yield "nothing worth proposing"
        return
    yield table_row("#", "Type", "Target", "Grade", "challenger", "innovator", "verdict")
    yield "|---|---|---|---|---|---|---|"
    for number, one in enumerate(offered, start=1):
        yield _row(number, one)
    for number, one in enumerate(offered, start=1):
        yield ""
        yield from _details(number, one, record)


def held_lines(record: RunRecord) -> Iterator[str]:
    """Yield the section `### Held`: candidates that are not offered, patterns kept for next time, lines unanswered."""
    yield "### Held"
    yield ""
    kept = [one for one in by_grade(record.judged) if one.state != "offered"]
    lines = [line for one in kept if one.reason != CROWDED for line in _held(one)]
    lines += _crowds(one.candidate for one in kept if one.reason == CROWDED)
    lines += _held_patterns(record)
    lines += _held_elsewhere(record)
    lines += _held_over_limit(record)
    lines += [f"- {text}" for text in _unanswered(record)]
    yield from lines or ["nothing is held"]


def pointer_text(pointer: Pointer) -> str:
    """Return a pointer that a reader can open, with the words that stand there."""
    return f"{as_code(str(pointer))} “{in_page(pointer.quote, limit=_QUOTE)}”"


def asset_line_text(line: AssetLine) -> str:
    """Return a line of an asset with its place."""
    return f"{as_code(f'{written(line.path)}:{line.line}')} “{in_page(line.text, limit=_QUOTE)}”"


def _row(number: int, one: JudgedCandidate) -> str:
    candidate = one.candidate
    return table_row(
        str(number),
        candidate.kind,
        as_path(candidate.target),
        candidate.grade,
        "; ".join(f"{attack.severity} {attack.kind}" for attack in candidate.attacks) or "no attack",
        in_page(candidate.proposal.names[0], limit=60) if candidate.proposal else "no text",
        one.critique.word if one.critique else "no text to judge",
    )


def _details(number: int, one: JudgedCandidate, record: RunRecord) -> Iterator[str]:
    candidate = one.candidate
    yield f"**{number}** {in_page(candidate.pattern.title)} ({as_code(candidate.hash[:12])})"
    yield ""
    yield f"- graded {candidate.grade}: {in_page(candidate.why)}"
    if candidate.refused:
        yield f"- {in_page(candidate.refused)}"
    yield from _grounds(candidate)
    yield from (f"- challenger: {_attack(attack)}" for attack in candidate.attacks)
    if one.critique:
        yield f"- Critic, round {max(one.rounds, 1)}: {one.critique.word}"
        for finding in one.critique.findings:
            weight = "fails" if finding.fails else "condition"
            place = "" if finding.line is None else f" (line {finding.line} of the text)"
            yield f"  - {weight}, {finding.axis}: {in_page(finding.message)}{place}"
    yield from (f"- harness-doctor: {in_page(line)}" for line in doctor_lines(one))
    if said := references_text(one):
        yield f"- verify-bidirectional: {in_page(said)}"
    if candidate.proposal:
        yield from _proposal(candidate.proposal)
        yield f"- standing price: {price_text(candidate.proposal, one)}"
    yield from (f"- answer: {text}" for text in _answer(candidate.hash, record))


def _grounds(candidate: Candidate) -> Iterator[str]:
    pointers = candidate.proposal.pointers if candidate.proposal else ()
    pointers = pointers or tuple(item.pointer for item in candidate.pattern.evidence)
    yield f"- evidence: {count_of(len(pointers), 'pointer')}"
    yield from (f"  - {pointer_text(pointer)}" for pointer in pointers)


def _attack(attack: Attack) -> str:
    cited = attack.citation
    place = asset_line_text(cited) if isinstance(cited, AssetLine) else pointer_text(cited)
    return f"{attack.severity} {attack.kind}: {in_page(attack.reason)}, {place}"


def _proposal(proposal: Proposal) -> Iterator[str]:
    change = proposal.change
    base = "" if change.base_sha256 is None else f" against {as_code(change.base_sha256[:12])}"
    size = len(change.text.splitlines())
    yield f"- change: {change.kind} {as_path(change.path)}, {count_of(size, 'line')} as it will stand{base}"
    if change.uncommitted:
        yield "- made against what is committed: the file's uncommitted changes are not in it"
    yield from (
        f"- Done When: {in_page(test.text)} ({_truth(now=test.true_now, before=not test.false_before)})"
        for test in proposal.done_when
    )
    if proposal.displaces:
        yield f"- displaces: {in_page(proposal.displaces)}"
    yield f"- prediction: {in_page(proposal.predicted_impact)} (confidence {proposal.confidence:.2f})"
    yield f"- measured by: {in_page(proposal.predicted_measurable_by)}{check_text(proposal.check)}"
    for companion in proposal.companions:
        yield f"- refers back to it, in the same commit: {as_path(companion.path)}"
        yield from (f"  - {in_page(line)}" for line in lines_of_companion(companion))


def check_text(check: Check | None, *, whole: bool = False) -> str:
    """Return how a prediction is measured, in brackets; empty without a check. A hash is cut short unless `whole`."""
    if check is None:
        return ""
    target = check.target if whole or not _HASH.fullmatch(check.target) else check.target[:10]
    baseline = "an unknown baseline" if check.baseline is None else f"{check.baseline:g}"
    goal = "" if check.threshold is None else f" to {check.threshold:g}"
    spans = ((check.window_sessions, "sessions"), (check.window_days, "days"))
    window = " and ".join(f"{count} {what}" for count, what in spans if count)
    within = f" within {window}" if window else ""
    return f" ({check.kind} of {as_code(target)}: {check.direction}, from {baseline}{goal}{within})"


def said_of_edits(record: RunRecord) -> dict[str, str]:
    """What the person said to each other line of the form and what came of it; empty while the form waits."""
    if record.answer is None:
        return {}
    return {line.hash: "; ".join(_answer(line.hash, record)) for line in record.curation}


def _answer(content: str, record: RunRecord) -> Iterator[str]:
    """What the person said to this line and what came of it; nothing while the form waits."""
    if record.answer is None:
        return
    said = next((line for line in record.answer.lines if line.hash == content), None)
    yield _said(said)
    for drafted in record.written.drafted if record.written else ():
        if drafted.hash == content:
            yield _drafted(drafted)


def _said(answer: LineAnswer | None) -> str:
    if answer is None or answer.answer == "none":
        return "no answer, held"
    if answer.answer == "Y":
        return f"Y ({answer.channel})"
    return (
        f"N ({answer.channel}): {in_page(answer.reason)}" if answer.reason else f"N ({answer.channel}), no reason, held"
    )


def _drafted(drafted: Drafted) -> str:
    branch = "" if drafted.branch is None else f" on {as_code(drafted.branch)}"
    commit = "" if drafted.commit is None else f" as {as_code(drafted.commit[:10])}"
    detail = f": {in_page(drafted.detail)}" if drafted.detail else ""
    return f"{drafted.outcome}{branch}{commit}, manifest {as_code(drafted.manifest_id)}{detail}"


def _held(one: JudgedCandidate) -> Iterator[str]:
    candidate = one.candidate
    reason = in_page(one.reason or candidate.why)
    yield f"- {one.state}: {candidate.kind} → {as_path(candidate.target)} ({candidate.grade}): {reason}"
    yield f"  - {in_page(candidate.pattern.title)} ({as_code(candidate.hash[:12])})"
    yield from (f"  - evidence: {pointer_text(item.pointer)}" for item in candidate.pattern.evidence[:_POINTERS])
    yield from (f"  - challenger: {_attack(attack)}" for attack in candidate.attacks)
    for finding in one.critique.findings if one.critique else ():
        yield f"  - Critic, {finding.axis}: {in_page(finding.message)}"
    yield from (f"  - harness-doctor: {in_page(line)}" for line in doctor_lines(one))


def _crowds(held: Iterable[Candidate]) -> Iterator[str]:
    """How many of a kind are held because others of it are asked about: their lines stand under Regressions."""
    for kind, count in sorted(Counter(kind_of_regression(one.pattern) for one in held).items()):
        yield f"- held: {count} more of the kind {in_page(kind)}: {CROWDED}"


def _held_elsewhere(record: RunRecord) -> Iterator[str]:
    for held in record.harvest.elsewhere if record.harvest else ():
        where = f"on branch {as_code(held.branch)}, not checked out" if held.branch else "on no branch"
        yield f"- held: {where}: {in_page(held.pattern.title)}"
        yield f"  - evidence: {pointer_text(held.pattern.evidence[0].pointer)}"


def _held_over_limit(record: RunRecord) -> Iterator[str]:
    if record.harvest is None or not record.harvest.over_limit:
        return
    count = len(record.harvest.over_limit)
    kept = "pattern is" if count == 1 else "patterns are"
    limit = f"over the limit of {record.harvest.limit} patterns, or of the part of them that one kind may have"
    yield f"- left out, {limit}: {count} {kept} kept for a page with room"
    yield from (f"  - {in_page(pattern.title)}" for pattern in record.harvest.over_limit)


def _held_patterns(record: RunRecord) -> Iterator[str]:
    if record.harvest is None or not record.harvest.held:
        return
    count = len(record.harvest.patterns)
    if count:
        kept = "pattern is" if count == 1 else "patterns are"
        yield f"- no session harvest targets: {count} {kept} kept for next time"
    yield from (f"  - {in_page(pattern.title)}" for pattern in record.harvest.patterns)


def _unanswered(record: RunRecord) -> Iterator[str]:
    answers: Mapping[str, LineAnswer] = {line.hash: line for line in record.answer.lines} if record.answer else {}
    fates = {drafted.hash: drafted.outcome for drafted in record.written.drafted} if record.written else {}
    offered = (one.candidate for one in by_grade(record.judged) if one.state == "offered")
    lines = [(one.hash, as_path(one.target)) for one in offered]
    for content, target in (*lines, *((line.hash, in_page(line.title)) for line in record.curation)):
        said, fate = answers.get(content), fates.get(content)
        if record.answer is None or fate == "shown again":
            yield f"waits for an answer: {target} (`harvest review`)"
        elif fate == "held":
            yield f"on hold, could not be drafted: {target}"
        elif said is None or said.answer == "none" or (said.answer == "N" and not said.reason):
            yield f"on hold, {_said(said).removesuffix(', held')}: {target}"


def _truth(*, now: bool, before: bool) -> str:
    return f"{'true' if now else 'false'} now, {'true' if before else 'false'} before"
