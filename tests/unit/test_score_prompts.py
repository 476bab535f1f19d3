"""The figures of `make eval`: counted rightly, and above the bar on held-out prompts (SPEC 3.3, 4.2)."""

import json
from pathlib import Path

import pytest

from evals.score_prompts import (
    LABELS,
    LANGUAGES,
    PROMPTS,
    Label,
    LabelledPrompt,
    kappa,
    read_prompts,
    score,
    table,
)

PRECISION, RECALL = 0.9, 0.5


def prompt(text: str, correction: str, closing: str = "no", **more: object) -> LabelledPrompt:
    """A prompt after work of the agent, on which both labellers said the same."""
    said = {"correction": correction, "closing": closing}
    values = {"id": "x", "lang": "en", "previous": "Did it.", "after_interrupt": False, "a": said, "b": said}
    return LabelledPrompt(**{**values, "text": text, "agreed": said, **more})  # type: ignore[arg-type]


SMALL = [
    prompt("undo that", "yes"),
    prompt("something nobody could find", "yes"),
    prompt("no, use tabs", "no"),
    prompt("all green", "no"),
    prompt("undo that", "unclear"),
    prompt("merged", "no", "yes"),
]


def test_a_small_set_is_scored_rightly() -> None:
    """
    One found, one missed, one wrongly flagged, one unclear: the figures can be checked by hand.
    """
    found = score(SMALL, "correction")

    assert (6, 1, 1, 1, 1) == (found.prompts, found.unclear, found.right, found.wrong, found.missed)
    assert (0.5, 0.5) == (found.precision, found.recall)
    assert (1, 0, 0) == score(SMALL, "closing")[2:]


def test_without_any_answer_there_is_no_figure() -> None:
    """
    Nothing flagged is no precision of 0 or 1.
    """
    found = score([prompt("all green", "no")], "correction")

    assert (None, None) == (found.precision, found.recall)


def test_the_first_prompt_of_a_session_and_answers_are_judged_as_such() -> None:
    """
    The line on what the agent had done stands in for its turn.
    """
    begun = prompt("undo that", "no", previous="(start of session)")
    asked = prompt("no, use tabs", "no", previous="Asked whether to use spaces.")

    assert (0, 0, 0) == score([begun, asked], "correction")[2:]


def test_kappa_is_cohens() -> None:
    """
    20 yes and 15 no in common, 5 and 10 apart: the textbook's .4.
    """
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    labelled = [prompt("x", "no", a={"correction": a}, b={"correction": b}) for a, b in pairs]

    assert kappa(labelled, "correction") == pytest.approx(0.4)
    assert kappa([], "correction") is None
    assert kappa([prompt("x", "no")], "correction") is None


def test_the_table_has_a_line_for_each_half_label_and_language(tmp_path: Path) -> None:
    """
    A reader sees n, precision, recall, kappa and what was unclear, apart and together.
    """
    file = tmp_path / "small.jsonl"
    file.write_text("\n".join(json.dumps(each._asdict()) for each in SMALL) + "\n", encoding="utf-8")
    lines = table({"small": read_prompts(file)}).split("\n")

    assert 1 + len(LABELS) * (len(LANGUAGES) + 1) == len(lines)
    assert "small    correction English       6    2     0.500  0.500  1.000       1" == lines[1]
    assert "small    correction Korean        0    0       n/a    n/a    n/a       0" == lines[2]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("label", LABELS)
def test_precision_stays_above_the_bar_on_held_out_prompts(lang: str, label: Label) -> None:
    """
    At most one in ten flagged prompts is wrong in any language, and at least half of the true ones are found.
    """
    found = score([each for each in read_prompts(PROMPTS / "heldout.jsonl") if each.lang == lang], label)

    assert found.precision is not None
    assert found.recall is not None
    assert found.precision >= PRECISION
    assert found.recall >= RECALL
