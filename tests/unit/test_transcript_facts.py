"""The facts of a session, gathered from events of every kind and order (SPEC 3.3)."""

from collections.abc import Iterable
from typing import Any

import pytest

from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.schemas.transcript import ReadReport, TranscriptFacts
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Place,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)
from tests.support.secrets import planted

REPORT = ReadReport(agent="claude-code", files=1, bytes_read=1, lines_read=1, lines_used=1)
HERE = Place("/home/someone/x.jsonl", 4)


def facts(events: Iterable[Event], **more: Any) -> TranscriptFacts:
    return gather_facts(events, lambda: REPORT, redact, **more)


def worked(*after: Event) -> TranscriptFacts:
    """Facts of a session in which the agent had edited a file before."""
    edit = ToolCall(HERE, 10.0, "e", "Edit", {"file_path": "/w/a"})
    return facts([edit, ToolResult(HERE, 11.0, "e", False, "ok"), AgentText(HERE, 12.0, "Done."), *after])


def prompt(text: str, line: int = 9) -> Prompt:
    return Prompt(Place("x.jsonl", line), 20.0, text)


def ran(command: str, said: str, failed: bool | None, identity: str = "b") -> list[Event]:
    return [
        ToolCall(HERE, 1.0, identity, "Bash", {"command": command}),
        ToolResult(HERE, 2.0, identity, failed, said),
    ]


def test_a_session_without_events_is_known_to_be_empty() -> None:
    """
    Times that no event has are unknown, not zero.
    """
    found = facts([])

    assert (None, None, None) == (found.began, found.ended, found.active_seconds)
    assert found.report is REPORT
    assert "claude-code" == found.agent


def test_the_report_is_asked_for_after_the_last_event() -> None:
    """
    Only then does a reader know what it skipped.
    """
    seen: list[str] = []

    def events() -> Iterable[Event]:
        yield prompt("hi")
        seen.append("end")

    def report() -> ReadReport:
        seen.append("report")
        return REPORT

    gather_facts(events(), report, redact)

    assert ["end", "report"] == seen


def test_pauses_of_over_half_an_hour_are_no_time_at_work() -> None:
    """
    Whoever leaves a session open over lunch hasn't worked meanwhile; the order of files doesn't matter.
    """
    times = [0.0, 60.0, 1860.0, 1860.0 + 1801, 1860.0 + 1801 + 30]
    found = facts(AgentText(HERE, at, "x") for at in (times[3], times[4], *times[:3], None, float("nan"), -5.0))

    assert (0, int(times[4])) == (found.began, found.ended)
    assert 1860 + 30 == found.active_seconds


def test_places_are_kept_in_order_of_first_sight() -> None:
    """
    A session moves between folders, branches and models, and back.
    """
    moves = [
        Setting(HERE, None, "/w/a", "main", "m1", "s1"),
        Setting(HERE, None, "/w/b", "", "m2", "s2"),
        Setting(HERE, None, "/w/a", None, "m1"),
        Setting(HERE, None, "/w/side", session="of a sub-agent", sidechain=True),
    ]
    found = facts(moves)

    assert (("/w/a", "/w/b", "/w/side"), ("main",), ("m1", "m2")) == (found.folders, found.branches, found.models)
    assert "s2" == found.session
    assert "given" == facts(moves, session="given").session


def test_edits_stand_by_absolute_path_and_failed_ones_are_none() -> None:
    """
    Relative paths are below the folder of their turn; what the tool refused was not written.
    """
    found = facts(
        [
            Setting(HERE, None, "/w/field"),
            Setting(HERE, None, "/w/side", sidechain=True),
            ToolCall(HERE, 1.0, "1", "Write", {"file_path": "src/a.py"}),
            ToolResult(HERE, 2.0, "1", False, "ok"),
            ToolCall(HERE, 3.0, "2", "Edit", {"file_path": "/w/b.py"}),
            ToolResult(HERE, 4.0, "2", True, "String to replace not found"),
            ToolCall(HERE, 5.0, "3", "Edit", {"file_path": "c.py"}, True),
            ToolCall(HERE, 6.0, "4", "Read", {"file_path": "d.py"}),
        ]
    )

    assert ["/w/field/src/a.py", "/w/side/c.py"] == [edit.path for edit in found.edits]
    assert {"x.jsonl"} == {edit.place.file for edit in found.edits}


def test_what_the_agents_record_repeats_is_one_edit() -> None:
    """
    A call and the agent's own list of changed files tell the same; in another turn it is another edit.
    """
    found = facts(
        [
            Setting(HERE, None, "/w"),
            ToolCall(HERE, 1.0, "1", "apply_patch", {"input": "*** Update File: a.py\n"}),
            FilesChanged(HERE, 2.0, ("/w/a.py", "b.py")),
            prompt("once more"),
            FilesChanged(HERE, 3.0, ("a.py",)),
        ]
    )

    assert ["/w/a.py", "/w/b.py", "/w/a.py"] == [edit.path for edit in found.edits]


def test_failed_commands_carry_their_words_and_the_telling_line() -> None:
    """
    What went well, and what the person refused to let run, didn't fail.
    """
    found = facts(
        [
            *ran("make test", "Exit code 2\nrunning\nTypeError: no", True, "1"),
            *ran("make lint", "fine", False, "2"),
            *ran("rm -r x", "The user doesn't want to proceed with this tool use.", True, "3"),
            *ran("make docs", "Process exited with code 1\nOutput:\nbroken link", None, "4"),
            ToolResult(HERE, 3.0, "never called", True, "Exit code 1"),
        ]
    )

    assert [("make test", "TypeError: no"), ("make docs", "broken link")] == [
        (command.command, command.said) for command in found.failed_commands
    ]


def test_commits_are_those_that_git_printed_for_a_git_command() -> None:
    """
    Also where the command failed later on; a log that quotes such a line made nothing.
    """
    found = facts(
        [
            *ran("git commit -m x && git push", "[main abc1234] x\nerror: failed to push", True, "1"),
            *ran("cat log", "[main bad1234] x", False, "2"),
            *ran("echo 'git commit'", "[main bad1234] x", False, "3"),
        ]
    )

    assert ["abc1234"] == [commit.sha for commit in found.commits]


def test_a_correction_names_the_turn_that_it_answers() -> None:
    """
    The person's words, where they stand, and what they speak of.
    """
    found = worked(prompt("no, use tabs"))
    (correction,) = found.corrections

    assert ("no", 9, 4) == (correction.cue, correction.prompt.place.line, correction.prompt.answers.line)  # type: ignore[union-attr]
    assert found.prompts == (correction.prompt,)


@pytest.mark.parametrize(
    "before",
    [
        [],
        [AgentText(HERE, 1.0, "Shall I use tabs?")],
        [AgentText(HERE, 1.0, "I would use tabs.")],
        [ToolCall(HERE, 1.0, "1", "Read", {}), AgentText(HERE, 2.0, "Shall I use **tabs?**")],
        [ToolCall(HERE, 1.0, "1", "Edit", {"file_path": "a"}), TypedCommand(HERE, 2.0, "clear", "", True)],
    ],
)
def test_a_no_that_answers_a_question_or_nothing_is_no_correction(before: list[Event]) -> None:
    """
    Where the agent asked, only talked, or was begun anew, no work is rejected.
    """
    assert () == facts([*before, prompt("no, use spaces")]).corrections


def test_an_interrupt_counts_and_weighs_on_the_next_prompt_alone() -> None:
    """
    What follows it directly changes what the agent was doing.
    """
    found = worked(Interrupted(HERE, 13.0), prompt("only the staging host"), prompt("only the staging host"))

    assert 1 == found.interrupts
    assert 1 == len(found.corrections)


def test_the_persons_closing_words_stand_with_their_line() -> None:
    """
    Which item they name is for the card's step to find.
    """
    found = worked(prompt("thanks\nthe retry PR is merged\nder Export ist erledigt"))
    with_words = facts([prompt("der Export ist erledigt")], closing_words=["erledigt"])

    assert [("merged", "the retry PR is merged")] == [(closing.phrase, closing.line) for closing in found.closings]
    assert ["erledigt"] == [closing.phrase for closing in with_words.closings]


def test_skills_are_told_apart_by_how_they_were_named() -> None:
    """
    Called, typed, failed and quoted; the agents' own commands are none of them.
    """
    found = facts(
        [
            ToolCall(HERE, 1.0, "1", "Skill", {"skill": "p:good"}),
            ToolResult(HERE, 2.0, "1", False, "Launching skill: p:good"),
            ToolCall(HERE, 3.0, "2", "skill", {"name": "bad"}),
            ToolResult(HERE, 4.0, "2", None, "Unknown skill: bad"),
            ToolCall(HERE, 5.0, "3", "Skill", {"skill": "cut-off"}),
            TypedCommand(HERE, 6.0, "p:check", "x", True),
            TypedCommand(HERE, 7.0, "p:gone", "", False),
            *(
                TypedCommand(HERE, 8.0, name, "", None)
                for name in ("clear", "compact", "model", "mcp__x__y", "etc/passwd")
            ),
            prompt("why does it print <command-name>/p:check</command-name>, and what is /p:other?"),
            ToolResult(HERE, 9.0, "9", False, "log: <command-name>/clear</command-name>"),
        ]
    )

    assert [
        ("p:good", "called"),
        ("bad", "failed"),
        ("cut-off", "called"),
        ("p:check", "typed"),
        ("p:gone", "failed"),
        ("p:check", "quoted"),
        ("p:other", "quoted"),
    ] == [(use.name, use.kind) for use in found.skills]


def test_nothing_is_kept_before_it_is_redacted() -> None:
    """
    A secret in a prompt, a command, an output, a path or a name reaches no fact.
    """
    for kind, secret in planted().items():
        found = facts(
            [
                Setting(HERE, None, f"/w/{secret}", f"b-{secret}", secret, secret),
                ToolCall(HERE, 1.0, "1", "Edit", {"file_path": f"/w/{secret}"}),
                *ran(f"curl {secret}", f"Exit code 1\nerror: {secret}", True),
                prompt(f"no, use {secret} instead\n{secret} is merged"),
                prompt("x" * 1_990 + f" {secret}"),
            ]
        )

        assert secret not in found.model_dump_json(), kind


def test_prompts_are_cut_and_what_is_over_a_bound_is_counted() -> None:
    """
    A transcript of any length takes the same room, and says what it left out.
    """
    found = worked(prompt("x" * 5_000))
    many = facts(Setting(HERE, None, f"/w/{number}") for number in range(1_010))

    assert 2_000 == len(found.prompts[0].text)
    assert 1_000 == len(many.folders)
    assert (("folders", 10),) == many.left_out
