"""How a cue of correction is written down: which words, and in which place of a prompt they count (SPEC 3.3)."""

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

# Escaped characters and classes are passed over whole: a bar or a bracket in them is none.
_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[(|)]", re.DOTALL)

Weight = Literal["strong", "answer", "opening", "interrupt"]
Turn = Literal["worked", "asked", "talked"]
"""What the agent's turn was: it used tools; it did and ended in a question; it only asked, proposed or explained."""


Find = Callable[[str], re.Match[str] | None]


class Cue(NamedTuple):
    """Words that reject or change what was done, and how far they can be trusted.

    `strong` counts in any of the first sentences. `answer` doesn't where the agent asked, for it may be the answer;
    `opening` counts only in the first sentence, and only on work; `interrupt` right after the person stopped the agent.
    `asked`: it counts in a question too.
    """

    find: Find
    pattern: str
    weight: Weight
    asked: bool = False


class Language:
    """The cues of one language, and what makes of a sentence no correction: a question, praise, a new task."""

    def __init__(
        self, *, cues: tuple[Cue, ...], no_correction: str, question: str, why: str, praise: str, new_task: str
    ) -> None:
        self.cues = cues
        self.no_correction = search_of(no_correction)
        self.question = search_of(question)
        self.why = search_of(why)
        self.praise = search_of(praise)
        self.new_task = search_of(new_task)


def cues(weight: Weight, *patterns: str, asked: bool = False) -> tuple[Cue, ...]:
    """Return one cue a pattern; patterns see lower case, single spaces and quotes as one mark."""
    return tuple(Cue(search_of(pattern), pattern, weight, asked) for pattern in patterns)


def search_of(pattern: str) -> Find:
    """Return what finds the pattern in a text.

    The search goes through the whole text even where each alternative has to stand at its beginning; the match gives
    the same and doesn't.
    """
    compiled = re.compile(pattern)
    return compiled.match if all(part.startswith("^") for part in _alternatives(pattern)) else compiled.search


def _alternatives(pattern: str) -> Iterator[str]:
    """The pattern cut at the bars that stand in no group."""
    begun, depth = 0, 0
    for found in _PARTS.finditer(pattern):
        depth += (found[0] == "(") - (found[0] == ")")
        if found[0] == "|" and depth == 0:
            yield pattern[begun : found.start()]
            begun = found.end()
    yield pattern[begun:]
