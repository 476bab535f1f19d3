"""A session watched turn by turn says what the whole of it would say (SPEC 4, 10.4)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.early_harvest import early_harvest
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.domain.turn_watch import TurnWatch
from harvest_loop.schemas.transcript import ReadReport
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    Interrupted,
    Place,
    Prompt,
    ToolCall,
    ToolResult,
    TypedCommand,
)

PLACE = Place("x", 1)
SAID = ("no, undo that", "thanks", "that's wrong, revert it", "now add a test", "아니, 되돌려")
DEEDS = st.one_of(
    st.tuples(st.just("says"), st.sampled_from(SAID)),
    st.tuples(st.just("answers"), st.sampled_from(("Done.", "Shall I?"))),
    st.tuples(st.sampled_from(("runs", "breaks", "refused")), st.sampled_from(("make  test", "make test", "ls"))),
    st.tuples(st.sampled_from(("uses", "fails")), st.sampled_from(("tidy", "p:check"))),
    st.tuples(st.just("types"), st.sampled_from(("tidy", "clear", "nonesuch"))),
    st.tuples(st.just("stops"), st.just("")),
)
PAUSES = st.sampled_from((0.0, 60.0, 29 * 60.0, 31 * 60.0))


def told(deeds: list[tuple[tuple[str, str], float]]) -> list[Event]:
    """The events of a session in which this was done, each after a pause."""
    events: list[Event] = []
    at = 1_774_000_000.0
    for number, ((deed, what), pause) in enumerate(deeds):
        at += pause
        identity = f"call-{number}"
        match deed:
            case "says":
                events.append(Prompt(PLACE, at, what))
            case "answers":
                events.append(AgentText(PLACE, at, what))
            case "types":
                events.append(TypedCommand(PLACE, at, what, "", known=what != "nonesuch"))
            case "stops":
                events.append(Interrupted(PLACE, at))
            case "uses" | "fails":
                said = "Unknown skill" if deed == "fails" else "ok"
                events.append(ToolCall(PLACE, at, identity, "Skill", {"skill": what}))
                events.append(ToolResult(PLACE, at, identity, deed == "fails", said))
            case _:
                said = "The user doesn't want to proceed with this tool use" if deed == "refused" else "ok"
                events.append(ToolCall(PLACE, at, identity, "Bash", {"command": what}))
                events.append(ToolResult(PLACE, at, identity, deed != "runs", said))
    return events


def report() -> ReadReport:
    return ReadReport(agent="claude-code", files=1, bytes_read=0, lines_read=0, lines_used=0)


@given(st.lists(st.tuples(DEEDS, PAUSES), max_size=40), st.lists(st.integers(0, 80), max_size=5))
def test_the_parts_say_what_the_whole_says(deeds: list[tuple[tuple[str, str], float]], cuts: list[int]) -> None:
    """
    Wherever the looks fall, and whatever is kept in between as JSON, the same conditions hold as for the session at
    once.
    """
    events = told(deeds)
    facts = gather_facts(events, report, lambda text: text)
    watch, done = TurnWatch(), 0
    for cut in (*sorted(cut for cut in cuts if cut <= len(events)), len(events)):
        for event in events[done:cut]:
            watch.take(event)
        watch, done = TurnWatch.gone_on_with(json.loads(json.dumps(watch.state()))), cut

    assert bool(early_harvest(facts)) == bool(watch.reasons())
    assert facts.active_seconds in (None, int(watch.active))


def test_what_is_kept_holds_no_word_of_the_session() -> None:
    """
    The state is a file outside of the hub: neither a prompt nor a command stands in it.
    """
    watch = TurnWatch()
    secret = [("says", "no, undo swordfish"), ("breaks", "curl -H swordfish"), ("fails", "swordfish")]
    for event in told([(deed, 60.0) for deed in [("runs", "ls"), *secret]]):
        watch.take(event)

    assert "swordfish" not in json.dumps(watch.state())
    assert [1, 1, 1] == [len(counts) for counts in (watch.cues, watch.commands, watch.skills)]


def test_of_endless_kinds_only_the_newest_are_kept() -> None:
    """
    A session that fails in ever new ways must not make the state grow with it.
    """
    watch = TurnWatch()
    for event in told([(("breaks", f"make {number}"), 1.0) for number in range(2_000)]):
        watch.take(event)

    assert len(watch.commands) <= 500
    assert () == watch.reasons()


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"turns": 1},
        {**TurnWatch().state(), "active": "long"},
        {**TurnWatch().state(), "commands": {"a": "b"}},
        {**TurnWatch().state(), "turns": {"answered": "maybe", "worked": True, "asked": True, "interrupted": True}},
    ],
)
def test_a_state_that_is_none_is_refused(broken: dict[str, object]) -> None:
    """
    Whoever keeps it begins anew then, rather than count on from nonsense.
    """
    with pytest.raises((KeyError, TypeError, ValueError)):
        TurnWatch.gone_on_with(broken)


def test_a_result_that_two_files_hold_counts_once() -> None:
    """A sub-agent's file may begin with what its parent wrote: the same call is no second failure."""
    call = "toolu_0123456789abcdef"
    watch = TurnWatch()
    for _ in range(3):
        watch.take(ToolCall(PLACE, None, call, "Bash", {"command": "make test"}))
        watch.take(ToolResult(PLACE, None, call, True, "no"))
        watch = TurnWatch.gone_on_with(json.loads(json.dumps(watch.state())))

    assert [1] == list(watch.commands.values())
