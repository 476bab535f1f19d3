"""When a session is offered a harvest before its end: measured conditions only (SPEC 4, mid-session)."""

import pytest

from harvest_loop.domain.early_harvest import early_harvest
from harvest_loop.domain.repeats import longest_failing_run
from harvest_loop.schemas.transcript import (
    Correction,
    FailedCommand,
    PersonPrompt,
    ReadReport,
    SkillUse,
    SkillUseKind,
    TranscriptFacts,
    TurnPlace,
)

PLACE = TurnPlace(file="x", line=1)
PROMPT = PersonPrompt(place=PLACE, text="no")


def session(
    *, hours: float | None = 0, failed: list[str] | None = None, cues: list[str] | None = None, skills: str = ""
) -> TranscriptFacts:
    """A session; in `skills` each letter is one mention of a skill: (c)alled, (f)ailed, (q)uoted."""
    kinds: dict[str, SkillUseKind] = {"c": "called", "f": "failed", "q": "quoted"}
    return TranscriptFacts(
        session="s",
        agent="codex",
        active_seconds=None if hours is None else int(hours * 3600),
        failed_commands=tuple(FailedCommand(place=PLACE, command=command) for command in failed or []),
        corrections=tuple(Correction(prompt=PROMPT, cue=cue) for cue in cues or []),
        skills=tuple(SkillUse(place=PLACE, name="p:check", kind=kinds[letter]) for letter in skills),
        report=ReadReport(agent="codex", files=1, bytes_read=0, lines_read=0, lines_used=0),
    )


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (session(hours=2), "two hours"),
        (session(failed=["make  test", "make lint", "make test", "make test"]), "same command failed"),
        (session(cues=["no", "undo that", "No", "no"]), "same correction"),
        (session(skills="ff"), "same skill failed in a row"),
        (session(skills="cfqf"), "same skill failed in a row"),
    ],
)
def test_each_condition_is_enough(facts: TranscriptFacts, reason: str) -> None:
    """
    Two hours at work, one command or correction three times, one skill failing twice in a row.
    """
    assert [reason] == [found.reason for found in early_harvest(facts)]


@pytest.mark.parametrize(
    "facts",
    [
        session(),
        session(hours=1.99),
        session(hours=None),
        session(failed=["make test", "make lint", "make test"]),
        session(cues=["no", "no", "undo that"]),
        session(skills="fcf"),
        session(skills="fqq"),
    ],
)
def test_less_than_that_asks_nothing(facts: TranscriptFacts) -> None:
    """
    A question too many is a nag; and what was not measured meets no condition.
    """
    assert () == early_harvest(facts)


def test_a_use_that_worked_ends_a_run_of_failures() -> None:
    """
    In a row means that nothing else happened to that skill in between.
    """
    facts = session(skills="ffcfff")
    run = longest_failing_run(facts.skills)

    assert run is not None
    assert 3 == run.times
    assert "p:check failed 3 times in a row" == early_harvest(facts)[0].detail
