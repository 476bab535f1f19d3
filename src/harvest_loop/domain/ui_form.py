"""The form as the UI shows it: names of fields, the table above them, the pages with the literal texts (SPEC 10.2)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from harvest_loop.domain.curation_page import literal_head
from harvest_loop.domain.form_page import facts_of_line, title_of_line, uncommitted_note
from harvest_loop.domain.quoting import as_code, in_page, one_line, table_row, visible
from harvest_loop.schemas.form import Answer, AnyLine, Form, FormLine, LineAnswer
from harvest_loop.schemas.records import VerdictLine

_WORDS: Mapping[str, Answer] = {"Y": "Y", "N": "N"}
_TICKS = re.compile(r"`+")


def field_names(line: AnyLine) -> tuple[str, str]:
    """The names of a line's two fields, its word and its reason, by the candidate's content hash."""
    return f"answer_{line.hash}", f"reason_{line.hash}"


def field_titles(line: AnyLine, number: int) -> tuple[str, str]:
    """What stands above a line's two fields."""
    return f"{number}. {title_of_line(line)}", f"{number}. Reason, if N"


def text_key(line: AnyLine) -> str:
    """The key of the artifact that holds the line's literal text."""
    return f"harvest-text-{line.hash}"


def words_in(form: Form, given: Mapping[str, str]) -> tuple[LineAnswer, ...]:
    """The person's words on the form's lines; a field that is no line's is left out."""
    return tuple(_word(line.hash, *(given.get(name, "") for name in field_names(line))) for line in form.lines)


def _word(content: str, word: str, reason: str) -> LineAnswer:
    answer = _WORDS.get(word)
    if answer is None:
        return LineAnswer(hash=content, answer="none")
    why = one_line(reason) or None
    return LineAnswer(hash=content, answer=answer, reason=why if answer == "N" else None, channel="ui")


def field_note(line: AnyLine, page: str) -> str:
    """What stands between a line's title and its field; `page` is the id of the page with its literal text."""
    proposal = line.judged.candidate.proposal if isinstance(line, FormLine) else None
    note = f" {in_page(uncommitted_note(proposal.change))}." if proposal and proposal.change.uncommitted else ""
    return f"{in_page(line.title)} ([text]({_link(page)})){note}"


def describe_form(form: Form, verdict: VerdictLine, pages: Sequence[str]) -> str:
    """The table above the fields, each line linked to the page with its literal text."""
    note = (
        "**Y** writes exactly the linked text, as one commit on a branch. **N** with a reason rejects it; "
        "**N** without one, or **no answer**, holds it for later. Reasons are stored as typed until the run has read "
        "them, which is when they are redacted: type no secrets."
    )
    if any(line.in_place for line in form.curations):
        note += " What is said to be in place is changed there instead, and `harvest undo` takes it back."
    if form.left_out:
        note += f" Not on this form: {in_page('; '.join(form.left_out))}."
    table = [table_row("#", "Grade", "Text that a Y writes", "What it is about"), "|---" * 4 + "|"]
    table += [_row(line, at, page) for at, (line, page) in enumerate(zip(form.lines, pages, strict=True), start=1)]
    foot = f"{in_page(form.source)}, session of {form.day}: {as_code(form.record)}. {in_page(str(verdict))}"
    return "\n".join([note, "", *table, "", foot, ""])


def _row(line: AnyLine, number: int, page: str) -> str:
    grade = line.judged.candidate.grade if isinstance(line, FormLine) else line.kind
    name = in_page(line.target).replace("]", r"\]")
    target = f"[{name}]({_link(page)})"
    return table_row(str(number), grade, target, in_page(line.title))


def _link(page: str) -> str:
    return f"/artifacts/artifact/{page}"


def literal_page(line: AnyLine) -> str:
    """A page with one line's literal text and its grounds."""
    return "\n".join([f"## {in_page(title_of_line(line))}", "", *_grounds(line), "", *_literal(line), ""])


def _grounds(line: AnyLine) -> Iterator[str]:
    for label, text in facts_of_line(line):
        yield f"- **{label}**: {in_page(text)}" if label else f"  - {in_page(text)}"


def _literal(line: AnyLine) -> Iterator[str]:
    if not isinstance(line, FormLine):
        yield literal_head(line)
        yield from _fenced(line.shown)
        return
    proposal = line.judged.candidate.proposal
    if proposal is None:
        yield "No text: a Y makes this a signal of high priority and an item on the card."
        return
    for at, change in enumerate((proposal.change, *proposal.companions)):
        yield from ("",) if at else ()
        yield f"The text ({'new file' if change.kind == 'new file' else 'edit of'} {as_code(change.path)}):"
        yield from _fenced(change.shown)


def _fenced(text: str) -> Iterator[str]:
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in _TICKS.findall(text)), default=0))
    yield from ("", f"{fence}text")
    for shown in text.removesuffix("\n").split("\n"):
        yield "\t".join(visible(part) for part in shown.split("\t"))
    yield fence
