"""What a planter takes and returns."""

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

from evals.skills.planting.dice import Dice
from evals.skills.planting.hub import HOME, Hub
from evals.skills.planting.rewording import Manner

Flaw = Literal[
    "no_done_when",
    "vague_done_when",
    "already_covered",
    "contradicts",
    "too_narrow",
    "too_broad",
    "unkept_promise",
    "dangling_citation",
]
FLAWS: tuple[Flaw, ...] = get_args(Flaw)

Half = Literal["tuning", "heldout"]
HALVES: tuple[Half, ...] = get_args(Half)

# One wording: a JSON object whose keys its planter knows.
Wording = Mapping[str, Any]


class Bed(NamedTuple):
    """Where a flaw is planted: a base in its hub, the skills that count beside it, the half's words, the dice, and the
    rules (skill, sentence) that were turned around already."""

    base: str
    hub: Hub
    neighbours: tuple[str, ...]
    words: Mapping[str, Any]
    dice: Dice
    taken: set[tuple[str, str]]

    @property
    def text(self) -> str:
        return self.hub.skills[self.base]

    def manner(self, percent: int) -> Manner:
        """Return how this half retells a text."""
        return Manner(self.words["words"], self.words["starts"], self.words["leads"], percent)


class Planted(NamedTuple):
    """A text with its flaw; the line (from 1) where it shows, the skill it is about, the path where it would stand."""

    text: str
    line: int | None = None
    against: str | None = None
    place: str | None = None


def read_words(half: Half) -> Mapping[str, Any]:
    """Return the wordings of one half."""
    words: Mapping[str, Any] = json.loads((HOME / "wordings" / f"{half}.json").read_text(encoding="utf-8"))
    return words
