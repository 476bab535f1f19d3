"""Steps of a draft: one a fact of the evidence, each with the place where it can be looked up."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from harvest_loop.domain.facts import PRACTICAL, is_setting, usable_facts
from harvest_loop.domain.kinds_of_place import noun_for
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.verbatim import code_span, is_quotable, quoted
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Pattern, Pointer

STEPS_SHOWN = 9

_RUNNERS = {
    "ci": "Have CI run",
    "hook": "Have the hook run",
    "script": "Have the script run",
    "deploy": "When deploying, run",
    "test infrastructure": "In the test set-up, run",
}
_COMMENT = re.compile(
    r"^\s*(?:#(?!!)#*|//+|/\*+|--|;+|\"{3}|'{3})\s*(?P<words>[^\W\d_].*?)\s*(?:\*/|\"{3}|'{3})?\s*$",
)


class Step(NamedTuple):
    """What to do, in Markdown that came through quoting, and where that stands in the evidence."""

    role: EvidenceRole
    text: str
    pointer: Pointer

    @property
    def tells(self) -> bool:
        """Whether it says what to do; that a file came to be is not enough to do it again."""
        return self.role in ("command", "rule") or ": " in self.text or self.text.startswith("Have ")

    @property
    def line(self) -> str:
        return f"{self.text} ({code_span(str(self.pointer))})"


def steps_of(pattern: Pattern, born: frozenset[str], *, without: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return the steps in the order in which they are taken: put in place, run, hold to, guard.

    A file in `born` is one to create; of another file a setting that came is the step. Facts whose text is in
    `without` (an asset states them already) are left out.
    """
    places = {path: rank for rank, path in enumerate(pattern.paths)}

    def order(item: EvidenceItem) -> tuple[int, int, str, int]:
        path = item.pointer.path or ""
        return PRACTICAL.index(item.role), places.get(path, len(places)), path, item.pointer.line or 0

    steps: dict[Pointer, Step] = {}
    for item in sorted((item for item in usable_facts(pattern) if item.text not in without), key=order):
        text = _instruction(item, born)
        if text is not None and item.pointer not in steps and all(text != step.text for step in steps.values()):
            steps[item.pointer] = Step(item.role, text, item.pointer)
    return tuple(steps.values())


def shown(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that a draft has room for."""
    return tuple(steps[:STEPS_SHOWN])


def _instruction(item: EvidenceItem, born: frozenset[str]) -> str | None:
    """What to do about one fact; None where it says nothing that could be done again."""
    path, text = item.pointer.path or "", item.text.strip()
    if item.role == "command":
        return f"{_RUNNERS.get(role_of(path), 'Run')} {code_span(text)}"
    if item.role == "rule":
        return f"Hold to {quoted(text)}"
    if text != path:
        return f"Guard it with {code_span(text)}"
    named = f"{noun_for(path)} {code_span(path)}".lstrip()
    if path in born:
        return f"{'Write' if item.role == 'guard' else 'Create'} {named}{_what_it_says(item.pointer)}"
    if item.role == "guard":
        return f"Keep {named} of the field green" if role_of(path) == "test" else None
    return f"Have {code_span(item.pointer.quote.strip())}, as the field does in {named}" if is_setting(item) else None


def _what_it_says(pointer: Pointer) -> str:
    said = _COMMENT.match(pointer.quote)
    if said is None or len(said["words"].split()) < 3 or not is_quotable(said["words"]):
        return ""
    return f": {quoted(said['words'])}"
