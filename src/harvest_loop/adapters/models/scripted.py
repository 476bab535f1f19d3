"""Answers of a file, by role: for tests, and as a dry run that sends nothing anywhere (SPEC 5)."""

import json
import threading
from pathlib import Path
from typing import TypeVar

from harvest_loop.adapters.models.calls import Answered, Call, unusable_twice
from harvest_loop.errors import JudgeUnavailable, JudgeUnusable
from harvest_loop.schemas.judging import Usage

A = TypeVar("A")

_FORMAT = 'write {"critic": [answer, …], "*": answer}: an object or a text is the answer to every call, a list one each'
_GIVEN: dict[tuple[str, str], int] = {}
_GUARD = threading.Lock()


def answer(call: Call[A]) -> Answered[A]:
    """Return the file's answer to this call, read like any other.

    Raises: JudgeUnavailable when the file can't be read or answers no such call, JudgeUnusable.
    """
    why = ""
    for attempt in (1, 2):
        text = _text(call)
        try:
            return Answered(call.read(text), Usage(requests=attempt, tokens_in=0, tokens_out=0))
        except ValueError as error:
            why = str(error)
            if attempt == 1:
                call.again(why)
    raise unusable_twice(why)


def _text(call: Call[A]) -> str:
    place = call.judge.model
    try:
        given = json.loads(Path(place).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise JudgeUnavailable(f"the scripted answers can't be read: {error}", where=place, remedy=_FORMAT) from error
    if not isinstance(given, dict) or not ({call.role, "*"} & set(given)):
        raise JudgeUnavailable(f"no answer for {call.role}", where=place, remedy=_FORMAT)
    key = call.role if call.role in given else "*"
    found = given[key]
    if isinstance(found, list):
        found = _next(place, key, found)
    if isinstance(found, dict) and set(found) == {"refuses"}:
        raise JudgeUnusable(f"refused: {found['refuses']}", where=place)
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def _next(place: str, key: str, answers: list[object]) -> object:
    """The answers of a list are given in turn; after the last there is none."""
    with _GUARD:
        turn = _GIVEN.get((place, key), 0)
        _GIVEN[place, key] = turn + 1
    if turn >= len(answers):
        raise JudgeUnavailable(f"{len(answers)} answers for {key}, and one more was asked", where=place)
    return answers[turn]
