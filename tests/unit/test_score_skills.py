"""What the scorer of skill judges counts, and what it refuses."""

from collections.abc import Collection
from pathlib import Path

import pytest

from evals.score_skills import (
    Judged,
    Share,
    elsewhere,
    false_alarms,
    judge_all,
    load_judge,
    missed,
    passed,
    recall,
    table,
    wilson,
)
from evals.skills.plant_flaws import Labelled
from evals.skills.planting.hub import Corpus, Hub
from evals.skills.planting.planted import Flaw, Half

HUB = Hub(
    skills={"one": "text of one", "two": "text of two"},
    places={"one": "skills/one/SKILL.md", "two": "skills/two/SKILL.md"},
    files={"skills/one/SKILL.md": "text of one", "skills/two/SKILL.md": "text of two", "templates/a.md": "a"},
)


def labelled(flaw: Flaw | None, *, text: str = "a skill", half: Half = "heldout") -> Labelled:
    return Labelled(f"one:{flaw}", "one", flaw, half, text, ("two",), "skills/one/SKILL.md", None, None, None)


def test_recall_and_false_alarms_are_counted_apart() -> None:
    """
    Recall counts texts with the flaw, a false alarm is counted on sound ones, and beside another flaw apart from both.
    """
    judged = [
        Judged(labelled("too_broad"), frozenset({"too_broad", "too_narrow"})),
        Judged(labelled("too_broad"), frozenset()),
        Judged(labelled("too_narrow"), frozenset({"too_narrow"})),
        Judged(labelled(None), frozenset({"too_narrow"})),
        Judged(labelled(None), frozenset()),
    ]

    assert Share(1, 2) == recall(judged, "too_broad")
    assert Share(1, 1) == recall(judged, "too_narrow")
    assert Share(1, 2) == false_alarms(judged, "too_narrow")
    assert Share(1, 2) == elsewhere(judged, "too_narrow")
    assert Share(1, 2) == passed(judged)


def test_the_interval_is_wilsons() -> None:
    """
    All of fifteen is no certainty: the true share may be four fifths.
    """
    assert [0.796, 1.0] == pytest.approx(wilson(15, 15), abs=1e-3)
    assert [0.0, 0.204] == pytest.approx(wilson(0, 15), abs=1e-3)
    assert [0.237, 0.763] == pytest.approx(wilson(5, 10), abs=1e-3)


def test_a_share_of_nothing_is_not_measured() -> None:
    """
    A flaw that no text has is neither found nor missed.
    """
    assert Share(0, 0).interval is None
    assert "n/a (n=0)" in table("own", [])


def test_a_judge_sees_the_text_and_the_hub_without_its_base() -> None:
    """
    It can't compare the text with the skill that it was made from, unless the label says that this one is there.
    """
    seen: list[tuple[str, Corpus]] = []

    def judge(text: str, corpus: Corpus) -> Collection[str]:
        seen.append((text, corpus))
        return ()

    list(judge_all(judge, HUB, [labelled(None, text="judged")]))

    assert [("judged", {"two": "text of two"})] == [(text, corpus.skills) for text, corpus in seen]
    assert {"skills/two/SKILL.md", "templates/a.md"} == set(seen[0][1].files)
    assert "skills/one/SKILL.md" == seen[0][1].place


def test_a_flaw_that_is_misspelt_is_no_silence() -> None:
    """
    A judge that names an unknown flaw is told so, and isn't scored as one that saw nothing.
    """

    def judge(text: str, corpus: Corpus) -> Collection[str]:
        return {"to_broad"}

    with pytest.raises(ValueError, match="the judge named 'to_broad'"):
        list(judge_all(judge, HUB, [labelled("too_broad")]))


def test_what_a_label_leaves_open_is_neither_right_nor_wrong() -> None:
    """
    A flaw of which the label says nothing is no false alarm when it is named, and no silence when it isn't.
    """
    open_one = labelled(None)._replace(unsure=("dangling_citation",))

    judged = list(judge_all(lambda *_: {"dangling_citation"}, HUB, [open_one, labelled(None)]))

    assert Share(1, 1) == false_alarms(judged, "dangling_citation")
    assert Share(1, 2) == passed(judged)


def test_of_the_heldout_half_only_figures_are_shown() -> None:
    """
    What was judged wrongly is listed for tuning; the other half stays unread.
    """
    judged = [
        Judged(labelled("too_broad", half="tuning"), frozenset()),
        Judged(labelled(None, half="tuning"), frozenset({"too_narrow"})),
        Judged(labelled(None, half="tuning"), frozenset()),
        Judged(labelled("too_broad", half="heldout"), frozenset()),
    ]

    assert ["one:too_broad: named nothing", "one:None: named too_narrow"] == list(missed(judged))


def test_a_judge_is_named_by_module_and_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Any function with the right shape can be scored, without the scorer knowing it.
    """
    (tmp_path / "a_judge_of_mine.py").write_text(
        "def judge(text, corpus):\n    return {'too_broad'}\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)

    judge = load_judge("a_judge_of_mine:judge")

    assert {"too_broad"} == judge("any", Corpus({}, {}, ""))
    with pytest.raises(ValueError, match=r"write package\.module:function"):
        load_judge("a_judge_of_mine")
