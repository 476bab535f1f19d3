"""A form as a person reads it in a terminal: the grounds of each line, then the literal text (SPEC 4.15)."""

from collections.abc import Iterable, Iterator

from harvest_loop.domain.curation_page import curation_facts, curation_title, literal_head
from harvest_loop.domain.examined import doctor_lines, price_text, references_text
from harvest_loop.domain.quoting import count_of, one_line, pieces, plural, visible, wrapped
from harvest_loop.domain.record_candidates import check_text
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.form import AnyLine, Form, FormLine, FormPage
from harvest_loop.schemas.judgement import AssetLine, Attack, Candidate, Change, Critique, JudgedCandidate, Proposal

_LABEL = 12
_QUOTE = 90


def write_form(form: Form, *, width: int = 80) -> FormPage:
    """Return the form as plain text of at most `width` columns."""
    count = len(form.lines)
    named = "proposal" if not form.curations else "line"
    what = f"{count_of(count, named)} from {one_line(form.source)}, session of {form.day}"
    note = "Y writes exactly the text shown, as one commit on a branch of its own. No answer holds a line for later."
    if any(line.in_place for line in form.curations):
        note += " What is said to be in place is changed there instead, and `harvest undo` takes it back."
    return FormPage(
        head="\n".join(line for text in (what, note, *_left_out(form)) for line in wrapped(text, width)) + "\n",
        lines=tuple(_written(line, number, count, width) for number, line in enumerate(form.lines, start=1)),
        recap=tuple(_short(line, number, width) for number, line in enumerate(form.lines, start=1)),
        width=width,
    )


def _left_out(form: Form) -> Iterator[str]:
    if form.left_out:
        yield f"Not on this form: {one_line('; '.join(form.left_out))}."


def _written(line: AnyLine, number: int, total: int, width: int) -> str:
    lines = ["═" * width, *wrapped(f"{number} of {total}: {title_of_line(line)}", width), "─" * width]
    for label, text in facts_of_line(line):
        lines += _labelled(label, text, width)
    literal = _literal(line.judged.candidate.proposal, width) if isinstance(line, FormLine) else _edit(line, width)
    lines += ["", *literal]
    return "\n".join(lines) + "\n"


def _short(line: AnyLine, number: int, width: int) -> str:
    first, *rest = wrapped(f"{number}  {title_of_line(line)}", width - 1)
    return f"{first}…" if rest else first


def title_of_line(line: AnyLine) -> str:
    """How a line is called wherever it is asked."""
    return title_of(line.judged) if isinstance(line, FormLine) else curation_title(line)


def facts_of_line(line: AnyLine) -> Iterator[tuple[str, str]]:
    """The grounds of a line, each with its label; one without a label goes on with the one before."""
    return facts_of(line.judged) if isinstance(line, FormLine) else curation_facts(line)


def title_of(judged: JudgedCandidate) -> str:
    """How a proposal is called wherever it is asked."""
    candidate = judged.candidate
    return one_line(f"{candidate.grade} {candidate.kind} → {candidate.target}")


def facts_of(judged: JudgedCandidate) -> Iterator[tuple[str, str]]:
    """The grounds of a proposal, as those of any line."""
    candidate, proposal = judged.candidate, judged.candidate.proposal
    yield "why", _why(candidate)
    for change in (proposal.change, *proposal.companions) if proposal else ():
        if change.uncommitted:
            yield "note", uncommitted_note(change)
    if candidate.refused:
        yield "refused", candidate.refused.removeprefix("refused ")
    yield "grade", f"{candidate.grade}: {candidate.why}"
    pointers = proposal.pointers if proposal else ()
    pointers = pointers or tuple(item.pointer for item in candidate.pattern.evidence)
    for at, pointer in enumerate(pointers):
        yield ("evidence" if at == 0 else ""), f"{pointer} “{one_line(pointer.quote, limit=_QUOTE)}”"
    yield from _once("challenger", map(_attack, candidate.attacks), "no attack")
    yield from _critic(judged.critique)
    yield from (("doctor" if at == 0 else "", line) for at, line in enumerate(doctor_lines(judged)))
    if said := references_text(judged):
        yield "references", said
    if proposal is not None:
        yield from _once("done when", (test.text for test in proposal.done_when), "none")
        yield "prediction", f"{proposal.predicted_impact} (confidence {proposal.confidence:.2f})"
        yield "measured by", proposal.predicted_measurable_by + check_text(proposal.check)
        yield "price", price_text(proposal, judged)


def uncommitted_note(change: Change) -> str:
    """What has to be known of a change whose asset was edited on disk and not committed."""
    return (
        f"{one_line(change.path)} has changes that are not committed: they stay in your checkout, "
        "and the text, made against what is committed, is without them"
    )


def _why(candidate: Candidate) -> str:
    """One sentence: what the proposal is about, or what is wrong with the asset."""
    pattern = candidate.pattern
    seen = (
        f", seen in {pattern.recurrence} earlier {plural(pattern.recurrence, 'session')}" if pattern.recurrence else ""
    )
    reason = candidate.proposal.abstraction if candidate.proposal else _weakness(candidate)
    return f"{one_line(reason).rstrip('.')} ({pattern.kind}, {'★' * pattern.impact}, {pattern.fate}{seen})."


def _weakness(candidate: Candidate) -> str:
    return next((attack.reason for attack in candidate.attacks), candidate.pattern.title)


def _attack(attack: Attack) -> str:
    cited = attack.citation
    place = f"{cited.path}:{cited.line}" if isinstance(cited, AssetLine) else str(cited)
    return f"{attack.severity} {attack.kind}: {attack.reason} ({place})"


def _critic(critique: Critique | None) -> Iterator[tuple[str, str]]:
    if critique is None:
        yield "critic", "no text to judge"
        return
    yield "critic", critique.word
    for finding in critique.findings:
        place = "" if finding.line is None else f" (line {finding.line})"
        yield "", f"{'fails' if finding.fails else 'condition'}, {finding.axis}: {finding.message}{place}"


def _once(label: str, texts: Iterable[str], otherwise: str) -> Iterator[tuple[str, str]]:
    for at, text in enumerate(list(texts) or [otherwise]):
        yield ("" if at else label), text


def _labelled(label: str, text: str, width: int) -> Iterator[str]:
    for at, part in enumerate(wrapped(one_line(text), width - _LABEL)):
        yield f"{label if at == 0 else '':<{_LABEL}}{part}".rstrip()


def _literal(proposal: Proposal | None, width: int) -> Iterator[str]:
    """The text that a Y writes, behind a bar that it can't leave; a line too long for the page goes on after `»`."""
    if proposal is None:
        yield from wrapped("No text: a Y makes this a signal of high priority and an item on the card.", width)
        return
    for change in (proposal.change, *proposal.companions):
        what = "new file" if change.kind == "new file" else "edit of"
        yield from wrapped(one_line(f"The text ({what} {change.path}):"), width)
        yield from _barred(change.shown, width)


def _edit(line: CurationLine, width: int) -> Iterator[str]:
    yield from wrapped(literal_head(line), width)
    yield from _barred(line.shown, width)


def _barred(text: str, width: int) -> Iterator[str]:
    for line in text.removesuffix("\n").split("\n"):
        first, *rest = pieces(visible(line), width - 3)
        yield f" │ {first}" if first else " │"
        yield from (f" » {piece}" for piece in rest)
