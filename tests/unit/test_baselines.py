"""What outlives sessions is overwritten only on evidence of this run; otherwise a person decides."""

import pytest

from harvest_loop.domain.baselines import hold_overwrites
from harvest_loop.domain.cross_validation import not_validated, validated
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.forms import certain_verdict
from harvest_loop.schemas.evidence import GitEvidence
from harvest_loop.schemas.judgement import Change, JudgedCandidate
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.settings import JudgeSettings, PathSettings
from tests.support.hubs import make_asset, make_hub
from tests.support.judged_values import make_judged, make_proposal

RULE = ".claude/rules/tagging.md"
BEFORE = "# Tagging\n\nTag late.\n"
HUB = make_hub(make_asset(RULE, BEFORE))


def change_of(after: str, *, path: str = RULE, cited: bool) -> JudgedCandidate:
    change = Change(kind="edit", path=path, base_sha256="0" * 64, text=after, shown=unified_diff(path, BEFORE, after))
    proposal = make_proposal().model_copy(update={"change": change, **({} if cited else {"pointers": ()})})
    return make_judged(proposal=proposal)


def git() -> GitEvidence:
    window = {"since": 0, "until": 1, "zone": "UTC", "source": "24 hours"}
    given = {
        "field_root": "/f",
        "field_name": "f",
        "repository_id": "r",
        "head": "main",
        "attribution": "reflog",
        "window": window,
    }
    return GitEvidence.model_validate(given)


@pytest.mark.parametrize("path", [RULE, "memory/tagging.md", "knowledge/shared/tagging.md"])
def test_a_line_taken_away_without_evidence_is_for_a_person(path: str) -> None:
    """
    It is held, and the verdict is ESCALATE with file and line.
    """
    held = hold_overwrites(change_of("# Tagging\n\nTag early.\n", path=path, cited=False), HUB, PathSettings())

    verdict = certain_verdict((held,), FieldHarvest(), (), git())

    assert "held" == held.state
    assert "ESCALATE" == verdict.word and f"{path}:3" in verdict.reasons[0]


@pytest.mark.parametrize(
    "judged",
    [
        change_of("# Tagging\n\nTag early.\n", cited=True),
        change_of(f"{BEFORE}\nMore.\n", cited=False),
        change_of("# Tagging\n\nTag early.\n", path="skills/tag/SKILL.md", cited=False),
    ],
    ids=["with evidence", "only adds", "no baseline"],
)
def test_what_overwrites_nothing_or_cites_its_evidence_goes_on(judged: JudgedCandidate) -> None:
    """
    An addition takes nothing away, and a skill is no baseline.
    """
    assert judged == hold_overwrites(judged, HUB, PathSettings())


@pytest.mark.parametrize(
    ("count", "setting", "expected"),
    [(1, "on", "not due"), (2, "on", "only offline"), (2, "off", "switched off")],
)
def test_the_record_says_in_one_line_why_no_second_judge_looked(count: int, setting: str, expected: str) -> None:
    """
    With two HIGH a second look is due; offline there is none, and that is said and lowers nothing.
    """
    judged = [make_judged(str(at) * 64, grade="HIGH") for at in range(count)]
    settings = JudgeSettings.model_validate({"cross_validation": setting})

    notes = [*validated(judged), *not_validated(judged, settings)]

    (note,) = notes
    assert expected in note.text
