"""Whether a command that failed came right, and in which turn a skill and a correction stood (SPEC 3.3, 4.6)."""

import pytest

from harvest_loop.domain.plain_commands import core_of
from harvest_loop.schemas.transcript_events import AgentText, Event, ToolCall, ToolResult
from tests.unit.test_transcript_facts import HERE, facts, prompt, ran


@pytest.mark.parametrize(
    ("command", "core"),
    [
        ("make lint", "make lint"),
        ("cd /w/field && make  lint 2>&1 | tail -20", "make lint"),
        ("CI=1 npm run build > out.txt 2>&1; echo $?", "npm run build"),
        ("export X=1 && time pytest -q | tee log", "pytest -q"),
        ("make lint && make test", None),
        ("make lint\nmake test", None),
        ("make lint | grep error", None),
        ("make serve &", None),
        ("cd /w/field", "cd /w/field"),
        ("", None),
        ("x" * 601, None),
    ],
)
def test_what_surrounds_a_command_is_no_part_of_it(command: str, core: str | None) -> None:
    """Where a line holds several commands, nobody knows which of them failed."""
    assert core == core_of(command)


def later(*events: list[Event]) -> list[str]:
    """What is known of each failure by the end."""
    return [one.later for one in facts([event for each in events for event in each]).failed_commands]


FAILS = ran("make lint", "Exit code 2", True, "a")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ([], ["failed"]),
        (ran("cd /w && make lint 2>&1 | tail", "ok", False), ["succeeded"]),
        (ran("make format && make lint", "ok", False), ["succeeded"]),
        (ran("make lint-docs", "ok", False), ["failed"]),
        (ran("make lint FAST=1", "ok", False), ["failed"]),
        (ran("make lint", "Exit code 2", True), ["failed", "failed"]),
    ],
)
def test_only_the_same_command_can_come_right(after: list[Event], expected: list[str]) -> None:
    """A success of another command says nothing of this one."""
    assert expected == later(FAILS, after)


def test_a_failure_after_a_success_is_what_counts_at_the_end() -> None:
    """Each failure is known by what came after it."""
    good = ran("make lint", "ok", False, "b")

    assert ["succeeded", "failed"] == later(FAILS, good, ran("make lint", "Exit code 2", True, "c"))


def test_a_line_of_several_commands_and_one_too_many_stay_unknown() -> None:
    """Unknown is not failed."""
    many = [ran(f"make target-{number}", "Exit code 2", True, f"m{number}") for number in range(100)]

    assert ["unknown"] == later(ran("make lint && make test", "Exit code 2", True))
    assert ["unknown", *["failed"] * 100] == later(FAILS, *many)


def test_a_skill_and_a_correction_know_how_many_prompts_came_before_them() -> None:
    """By this the guard tells which use a correction can be about."""
    found = facts(
        [
            prompt("cut a release", 1),
            ToolCall(HERE, 1.0, "s", "Skill", {"skill": "release"}),
            ToolResult(HERE, 2.0, "s", False, "Launching skill: release"),
            *ran("make release", "ok", False),
            AgentText(HERE, 3.0, "Done."),
            prompt("no, undo that", 5),
        ]
    )

    assert [("release", 1)] == [(use.name, use.turn) for use in found.skills]
    assert [1] == [one.turn for one in found.corrections]
