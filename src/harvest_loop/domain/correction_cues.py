"""How a cue of correction is written down: which words, and in which place of a prompt they count (SPEC 3.3)."""

import re
from typing import Literal, NamedTuple

Weight = Literal["strong", "answer", "opening", "interrupt"]
Turn = Literal["worked", "asked", "talked"]
"""What the agent's turn was: it used tools; it did and ended in a question; it only asked, proposed or explained."""


class Cue(NamedTuple):
    """Words that reject or change what was done, and how far they can be trusted.

    `strong` counts in any of the first sentences. `answer` doesn't where the agent asked, for it may be the answer;
    `opening` counts only in the first sentence, and only on work; `interrupt` right after the person stopped the agent.
    `asked`: it counts in a question too.
    """

    pattern: re.Pattern[str]
    weight: Weight
    asked: bool = False


class Language:
    """The cues of one language, and what makes of a sentence no correction: a question, praise, a new task."""

    def __init__(
        self, *, cues: tuple[Cue, ...], no_correction: str, question: str, why: str, praise: str, new_task: str
    ) -> None:
        self.cues = cues
        self.no_correction = re.compile(no_correction)
        self.question = re.compile(question)
        self.why = re.compile(why)
        self.praise = re.compile(praise)
        self.new_task = re.compile(new_task)


def cues(weight: Weight, *patterns: str, asked: bool = False) -> tuple[Cue, ...]:
    """Return one cue a pattern; patterns see lower case, single spaces and quotes as one mark."""
    return tuple(Cue(re.compile(pattern), weight, asked) for pattern in patterns)
