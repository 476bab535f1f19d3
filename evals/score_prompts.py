"""How well corrections and closing statements are found in labelled prompts: `make eval` (SPEC 3.3, 4.2)."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from harvest_loop.domain.closing_words import find_closings
from harvest_loop.domain.correction_cues import Turn
from harvest_loop.domain.corrections import find_correction

PROMPTS = Path(__file__).parent / "prompts"
HALVES = ("tuning", "heldout")
LANGUAGES = {"en": "English", "ko": "Korean", "pt": "Portuguese"}

Label = Literal["correction", "closing"]
LABELS: tuple[Label, ...] = get_args(Label)

_WIDTHS = ("8", "10", "10", ">4", ">4", ">9", ">6", ">6", ">7")
# The line on what the agent had just done stands in for its turn, which a transcript shows in full.
_TALKED = re.compile(
    r"(?:Acknowledged|Agreed|Answered|Asked|Confirmed|Explained|Gave|Listed|Noted|Offered|Pointed out|Proposed|"
    r"Recommended|Reminded|Reported|Suggested|Summari[sz]ed|Told|Waited)\b"
)
_ASKED = re.compile(r"\basked (?:whether|if|which|what|where|how|who|when|for (?:a )?(?:confirmation|decision))\b")
_NO_TURN = re.compile(r"\(start of session\)|Started a new session")


class LabelledPrompt(NamedTuple):
    """One prompt with what two people said of it, each on their own, and what they agreed on."""

    id: str
    lang: str
    previous: str
    after_interrupt: bool
    text: str
    a: Mapping[str, str]
    b: Mapping[str, str]
    agreed: Mapping[str, str]


class Score(NamedTuple):
    """How the program's answers stand to the agreed ones; prompts on which nobody agreed are only counted."""

    prompts: int
    unclear: int
    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float | None:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        return self.right / (self.right + self.missed) if self.right + self.missed else None


def read_prompts(path: Path) -> tuple[LabelledPrompt, ...]:
    """Return the labelled prompts of one file.

    Raises:
        FileNotFoundError: the file is not there.
        KeyError: a line lacks a field.
    """
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(LabelledPrompt(**{name: row[name] for name in LabelledPrompt._fields}) for row in rows)


def answer(prompt: LabelledPrompt, label: Label) -> bool:
    """Return what the program says of a prompt."""
    if label == "closing":
        return bool(find_closings(prompt.text))
    found = find_correction(
        prompt.text,
        answers_agent_turn=_NO_TURN.match(prompt.previous) is None,
        after_interrupt=prompt.after_interrupt,
        turn=_turn(prompt.previous),
    )
    return found is not None


def score(prompts: Iterable[LabelledPrompt], label: Label) -> Score:
    """Return how the program's answers stand to the agreed ones."""
    right = wrong = missed = unclear = count = 0
    for prompt in prompts:
        count += 1
        agreed = prompt.agreed[label]
        if agreed == "unclear":
            unclear += 1
            continue
        said, wanted = answer(prompt, label), agreed == "yes"
        right += said and wanted
        wrong += said and not wanted
        missed += wanted and not said
    return Score(count, unclear, right, wrong, missed)


def kappa(prompts: Sequence[LabelledPrompt], label: Label) -> float | None:
    """Return Cohen's kappa of the two labellers; None where chance alone would make them agree always."""
    pairs = [(prompt.a[label], prompt.b[label]) for prompt in prompts]
    if not pairs:
        return None
    words = sorted({word for pair in pairs for word in pair})
    observed = sum(a == b for a, b in pairs) / len(pairs)
    by_chance = sum(
        sum(a == word for a, _ in pairs) * sum(b == word for _, b in pairs) / len(pairs) ** 2 for word in words
    )
    return None if by_chance == 1 else (observed - by_chance) / (1 - by_chance)


def table(halves: Mapping[str, Sequence[LabelledPrompt]]) -> str:
    """Return the whole result as text: a line per half, label and language, then one for all languages."""
    lines = [_row("half", "label", "language", "n", "yes", "precision", "recall", "kappa", "unclear")]
    for half, prompts in halves.items():
        for label in LABELS:
            for lang, name in (*LANGUAGES.items(), ("", "all")):
                chosen = [prompt for prompt in prompts if lang in ("", prompt.lang)]
                lines.append(_line(half, label, name, chosen))
    return "\n".join(lines)


def main() -> int:
    """Print the table; 2 where a labelled half is missing."""
    missing = [half for half in HALVES if not (PROMPTS / f"{half}.jsonl").is_file()]
    if missing:
        names = ", ".join(f"{half}.jsonl" for half in missing)
        sys.stderr.write(f"no labelled prompts: {names} in {PROMPTS}; check out the whole repository\n")
        return 2
    sys.stdout.write(table({half: read_prompts(PROMPTS / f"{half}.jsonl") for half in HALVES}) + "\n")
    return 0


def _line(half: str, label: Label, name: str, prompts: Sequence[LabelledPrompt]) -> str:
    scored = score(prompts, label)
    figures = (_figure(scored.precision), _figure(scored.recall), _figure(kappa(prompts, label)))
    counts = (str(scored.prompts), str(scored.right + scored.missed))
    return _row(half, label, name, *counts, *figures, str(scored.unclear))


def _row(*cells: str) -> str:
    return " ".join(f"{cell:{width}}" for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()


def _figure(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"


def _turn(previous: str) -> Turn:
    if _TALKED.match(previous):
        return "talked"
    return "asked" if _ASKED.search(previous) else "worked"


if __name__ == "__main__":
    sys.exit(main())
