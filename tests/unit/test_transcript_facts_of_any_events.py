"""Any sequence of events has facts: nothing that a transcript holds is an error (SPEC 3.3)."""

from hypothesis import given
from hypothesis import strategies as st

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

REPORT = ReadReport(agent="claude-code", files=1, bytes_read=1, lines_read=1, lines_used=1)
PLACES = st.builds(Place, st.text(max_size=8), st.integers(0, 10**6))
TIMES = st.none() | st.floats() | st.floats(1.7e9, 1.8e9)
TEXTS = st.text(max_size=60) | st.sampled_from(
    ["no, use tabs", "merged", "[main abc1234] x", "Exit code 1\nbad", "\ud800"]
)
IDS = st.sampled_from(["1", "2", ""])
ARGUMENTS = st.dictionaries(
    st.sampled_from(["command", "cmd", "file_path", "skill", "input", "name"]),
    st.none() | TEXTS | st.lists(TEXTS, max_size=4) | st.integers(),
)
TOOLS = st.sampled_from(["Bash", "Edit", "Skill", "apply_patch", "shell"]) | st.text(max_size=8)
EVENTS = st.one_of(
    st.builds(Prompt, PLACES, TIMES, TEXTS),
    st.builds(AgentText, PLACES, TIMES, TEXTS, st.booleans()),
    st.builds(ToolCall, PLACES, TIMES, IDS, TOOLS, ARGUMENTS, st.booleans()),
    st.builds(ToolResult, PLACES, TIMES, IDS, st.none() | st.booleans(), TEXTS, st.booleans()),
    st.builds(FilesChanged, PLACES, TIMES, st.lists(TEXTS, max_size=3).map(tuple), st.booleans()),
    st.builds(TypedCommand, PLACES, TIMES, TEXTS, TEXTS, st.none() | st.booleans()),
    st.builds(Setting, PLACES, TIMES, st.none() | TEXTS, st.none() | TEXTS, st.none() | TEXTS, st.none() | TEXTS),
    st.builds(Interrupted, PLACES, TIMES),
)


@given(st.lists(EVENTS, max_size=25))
def test_any_sequence_of_events_has_facts(events: list[Event]) -> None:
    """
    Results before calls, calls without ids, times that are none, halves of characters: all of it is read.
    """
    found = gather_facts(events, lambda: REPORT, redact)

    assert len(found.prompts) == sum(isinstance(event, Prompt) for event in events)
    assert len(found.corrections) <= len(found.prompts)
    assert found.interrupts == sum(isinstance(event, Interrupted) for event in events)
    assert TranscriptFacts.model_validate_json(found.model_dump_json()) == found


@given(st.lists(EVENTS, max_size=25))
def test_the_same_events_have_the_same_facts(events: list[Event]) -> None:
    """
    Nothing but the events goes into them.
    """
    assert gather_facts(events, lambda: REPORT, redact) == gather_facts(iter(events), lambda: REPORT, redact)
