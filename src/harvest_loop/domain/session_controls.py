"""Controls of what is measured in transcripts: made sessions that show it, and ones that only seem to (SPEC 7.3)."""

from collections.abc import Callable, Iterable

from harvest_loop.domain.checks import control_failure
from harvest_loop.domain.session_checks import Citing, Shown, Window, counted
from harvest_loop.domain.transcript_facts import gather_facts
from harvest_loop.schemas.transcript import ReadReport
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    Place,
    Prompt,
    ToolCall,
    ToolResult,
    TypedCommand,
)

_AT = 1_700_000_000.0
_HERE = Place("control", 1)
_WINDOW = Window(int(_AT) - 60, int(_AT) + 60)
_REPORT = ReadReport(agent="plain", files=1, bytes_read=0, lines_read=1, lines_used=1)


def control_of(kind: str, target: str) -> str:
    """Return why the metric doesn't count for this target; empty where both controls gave the right answer."""
    good, bad = _CONTROLS[kind]
    return control_failure(kind, *(float(_counted(kind, target, made(target))) for made in (good, bad)))


def _counted(kind: str, target: str, events: Iterable[Event]) -> int:
    citing = Citing([target])
    facts = gather_facts(citing.watch(events), lambda: _REPORT, lambda text: text)
    return counted(kind, target, Shown(facts, citing.cited), _WINDOW).times


def _used(target: str) -> list[Event]:
    return [
        ToolCall(_HERE, _AT, "one", "Skill", {"skill": target}),
        ToolResult(_HERE, _AT, "one", failed=False, text="Launching skill"),
        TypedCommand(_HERE, _AT, target, "", known=True),
    ]


def _only_quoted(target: str) -> list[Event]:
    return [
        Prompt(_HERE, _AT, f"what does <command-name>/{target}</command-name> do, and /{target}?"),
        ToolCall(_HERE, _AT, "one", "Skill", {"skill": target}),
        ToolResult(_HERE, _AT, "one", failed=True, text=f"Unknown skill: {target}"),
        TypedCommand(_HERE, _AT, target, "", known=False),
    ]


def _corrected(target: str) -> list[Event]:
    worked = ToolCall(_HERE, _AT, "one", "Edit", {"file_path": "/w/a"})
    return [worked, Prompt(_HERE, _AT, f"no, that's wrong. i asked for {target}")]


def _thanked(target: str) -> list[Event]:
    worked = ToolCall(_HERE, _AT, "one", "Edit", {"file_path": "/w/a"})
    return [worked, Prompt(_HERE, _AT, f"thanks, {target} works now")]


def _cited(target: str) -> list[Event]:
    return [AgentText(_HERE, _AT, f"I read {target} first.")]


def _only_printed(target: str) -> list[Event]:
    return [
        ToolCall(_HERE, _AT, "one", "Bash", {"command": "ls"}),
        ToolResult(_HERE, _AT, "one", failed=False, text=target),
        AgentText(_HERE, _AT, f"I read un{target}ed and x-{target} first."),
    ]


_Made = Callable[[str], list[Event]]
_CONTROLS: dict[str, tuple[_Made, _Made]] = {
    "skill_uses": (_used, _only_quoted),
    "corrections": (_corrected, _thanked),
    "citations": (_cited, _only_printed),
}
