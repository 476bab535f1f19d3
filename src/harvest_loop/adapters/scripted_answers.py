"""Answers from a JSON file, for a dry run or a program: `{"skills/x/SKILL.md": "Y", "*": "none"}`."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import UsageError
from harvest_loop.schemas.form import Answer, AnyLine, Form, FormAnswer, LineAnswer

EVERY = "*"


class ScriptedAnswer(BaseModel):
    """The answer to a target: `"Y"`, `"N"`, `"none"`, or an object with a reason."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer: Answer
    reason: str | None = None


_FORMAT = 'write {"TARGET or *": "Y" | "none" | {"answer": "N", "reason": "why not"}}'
_HASH_SHOWN = 12
_ANSWERS = TypeAdapter(dict[str, ScriptedAnswer | Answer])


def read_answers(path: Path) -> dict[str, ScriptedAnswer]:
    """Return the answers by target, or by the hash that the page shows; `*` answers what neither names.

    Raises: UsageError when the file is missing, is no JSON object, or holds another word than Y, N, none.
    """
    try:
        given = _ANSWERS.validate_json(path.read_bytes())
    except OSError as error:
        raise UsageError(
            f"the answers can't be read: {error.strerror}", where=str(path), remedy="check the path"
        ) from error
    except ValidationError as error:
        raise UsageError(
            _what_is_wrong(error),
            where=str(path),
            remedy=_FORMAT,
        ) from None
    return {target: _with_reason_redacted(answer) for target, answer in given.items()}


def answer_form(form: Form, answers: Mapping[str, ScriptedAnswer]) -> FormAnswer:
    """Return the words on each line of the form: by its hash, else its target, else `*`, else none.

    Of two lines about one file the hash tells which is meant, in full or as the page shows it.

    Raises: UsageError when a target is no line's, so that a slip of the pen uses no form up.
    """
    targets = [line.target for line in form.lines]
    strange = sorted(set(answers) - {EVERY, *targets} - {name for line in form.lines for name in _names(line)})
    if strange:
        about = f"its lines are about: {', '.join(targets)}" if targets else "it has no line"
        raise UsageError(f"no line of the form is about '{strange[0]}'", remedy=about)
    return FormAnswer(run=form.run, lines=tuple(_answer(line, answers) for line in form.lines))


def _answer(line: AnyLine, answers: Mapping[str, ScriptedAnswer]) -> LineAnswer:
    named = (*_names(line), line.target, EVERY)
    given = next((answers[name] for name in named if name in answers), None)
    if given is None or given.answer == "none":
        return LineAnswer(hash=line.hash, answer="none")
    return LineAnswer(hash=line.hash, answer=given.answer, reason=given.reason, channel="file")


def _names(line: AnyLine) -> tuple[str, str]:
    return line.hash, line.hash[:_HASH_SHOWN]


def _with_reason_redacted(answer: "ScriptedAnswer | Answer") -> ScriptedAnswer:
    given = answer if isinstance(answer, ScriptedAnswer) else ScriptedAnswer(answer=answer)
    return given.model_copy(update={"reason": None if given.reason is None else redact(given.reason)})


def _what_is_wrong(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = str(first["loc"][0]) if first["loc"] else ""
    return redact(f"not an answer for '{place}'") if place else "no JSON object of answers"
