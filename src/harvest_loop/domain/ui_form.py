"""The form as the UI shows it: names of fields, the table above them, the pages with the literal texts (SPEC 10.2)."""

from collections.abc import Mapping

from harvest_loop.domain.quoting import as_code, in_page, table_row
from harvest_loop.schemas.form import Answer, Form, FormLine, LineAnswer

_WORDS: Mapping[str, Answer] = {"Y": "Y", "N": "N"}


def field_names(line: FormLine) -> tuple[str, str]:
    """The names of a line's two fields, its word and its reason, by the candidate's content hash."""
    return f"answer_{line.hash[:16]}", f"reason_{line.hash[:16]}"


def text_key(line: FormLine) -> str:
    """The key of the artifact that holds the line's literal text."""
    return f"harvest-text-{line.hash[:16]}"


def words_in(form: Form, given: Mapping[str, str]) -> tuple[LineAnswer, ...]:
    """The person's words on the form's lines; a field that is no line's is left out."""
    words = []
    for line in form.lines:
        word, reason = field_names(line)
        answer = _WORDS.get(given.get(word, ""), "none")
        why = given.get(reason, "").strip() or None
        channel = "none" if answer == "none" else "ui"
        words.append(
            LineAnswer.model_validate(
                {"hash": line.hash, "answer": answer, "reason": why if answer == "N" else None, "channel": channel}
            )
        )
    return tuple(words)


def describe_form(form: Form) -> str:
    """The table above the fields, each line linked to its literal text."""
    rows = [
        table_row(
            str(number),
            line.judged.candidate.grade,
            as_code(line.judged.candidate.target),
            in_page(line.title),
            f"[text](/artifacts/key/{text_key(line)})",
        )
        for number, line in enumerate(form.lines, start=1)
    ]
    head = (
        f"{len(form.lines)} from {in_page(form.source)}, session of {form.day}; the record is {as_code(form.record)}."
    )
    note = "Y writes exactly the linked text, as one commit on a branch. N with a reason rejects; anything else holds."
    return "\n".join([head, "", note, "", table_row("#", "Grade", "Target", "What", "Text"), "|---" * 5 + "|", *rows])


def literal_page(line: FormLine) -> str:
    """A page with the literal text of one line, its prediction, and where it came from."""
    candidate = line.judged.candidate
    proposal = candidate.proposal
    head = [f"# {as_code(candidate.target)}", "", f"{candidate.grade}: {in_page(candidate.why)}", ""]
    if proposal is None:
        return "\n".join([*head, "No text: a Y makes this a signal of high priority and an item on the card.", ""])
    fence = "`" * (max(3, _longest_run(proposal.change.shown) + 1))
    return "\n".join(
        [
            *head,
            f"- prediction: {in_page(proposal.predicted_impact)}",
            f"- measured by: {in_page(proposal.predicted_measurable_by)}",
            *(
                f"- evidence: {as_code(str(pointer))} {in_page(pointer.quote, limit=100)}"
                for pointer in proposal.pointers
            ),
            "",
            f"{fence}text",
            proposal.change.shown.rstrip("\n"),
            fence,
            "",
        ]
    )


def _longest_run(text: str) -> int:
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return longest
