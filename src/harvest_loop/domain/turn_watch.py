"""Watch a session turn by turn for what makes it worth a question in its middle, and remember counts only (SPEC 4).

Standard library only, and no word of the session: what is counted is known by its hash.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from harvest_loop.domain.command_outcomes import has_failed, has_refused, was_not_run
from harvest_loop.domain.early_conditions import FAILED_IN_A_ROW, LONG, PAUSE, SAME_PATTERN
from harvest_loop.domain.host_commands import may_be_a_skill
from harvest_loop.domain.person_words import LONGEST_PROMPT, folded
from harvest_loop.domain.tool_calls import command_of, skill_called
from harvest_loop.domain.turns import Turns
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    Interrupted,
    Prompt,
    ToolCall,
    ToolResult,
    TypedCommand,
)

_MOST = 500  # things of a kind; the oldest is forgotten first
_UNIQUE = 16  # characters; a shorter id of a call may come again for another one
_COMMAND = 300  # characters that tell a command from another


@dataclass
class TurnWatch:
    """What is known of a session so far: counts by hash, calls that wait for their result, seconds at work."""

    commands: dict[str, int] = field(default_factory=dict)
    cues: dict[str, int] = field(default_factory=dict)
    skills: dict[str, int] = field(default_factory=dict)
    failing: int = 0  # the longest run of failures of one skill
    open_calls: dict[str, list[str]] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)  # calls whose result was counted: a copy of it is none
    active: float = 0.0
    last: float = 0.0
    turns: Turns = field(default_factory=Turns)

    @classmethod
    def gone_on_with(cls, told: Mapping[str, Any]) -> "TurnWatch":
        """Return the watch as `state` told it.

        Raises: KeyError, TypeError, ValueError when it is none.
        """
        turns = Turns(**told["turns"])
        kept = {name: dict(told[name]) for name in ("commands", "cues", "skills", "open_calls", "answered")}
        if not all(isinstance(getattr(turns, one.name), bool) for one in fields(turns)):
            raise ValueError("no turns")
        if not all(isinstance(count, int) for name in ("commands", "cues", "skills") for count in kept[name].values()):
            raise ValueError("no counts")
        return cls(
            **kept, failing=int(told["failing"]), active=float(told["active"]), last=float(told["last"]), turns=turns
        )

    def state(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return asdict(self)

    def take(self, event: Event) -> None:
        """Take in one event."""
        self._pass(event.at)
        match event:
            case Prompt():
                cue = self.turns.hear(event.text[:LONGEST_PROMPT])
                if cue is not None:
                    _count(self.cues, _hash(folded(cue)), 1)
            case AgentText():
                self.turns.see_answer(event)
            case ToolCall():
                self.turns.see_work(event)
                self._begin(event)
            case ToolResult():
                self._end(event)
            case TypedCommand():
                self.turns.hear_command(event)
                if may_be_a_skill(event.name):
                    self._use_skill(_hash(event.name), failed=event.known is False)
            case Interrupted():
                self.turns.interrupt()

    def reasons(self) -> tuple[str, ...]:
        """Return which of the conditions hold, without a word of the session; empty: nothing to ask."""
        found = []
        if self.failing >= FAILED_IN_A_ROW:
            found.append(f"one skill failed {self.failing} times in a row")
        if (times := max(self.commands.values(), default=0)) >= SAME_PATTERN:
            found.append(f"one command failed {times} times")
        if (times := max(self.cues.values(), default=0)) >= SAME_PATTERN:
            found.append(f"corrected {times} times in the same words")
        if self.active >= LONG:
            found.append(f"{self.active / 3600:.1f} hours at work")
        return tuple(found)

    def _pass(self, at: float | None) -> None:
        if at is None or at <= self.last:
            return
        gap = at - self.last
        self.active += gap if self.last and gap <= PAUSE else 0
        self.last = at

    def _begin(self, call: ToolCall) -> None:
        skill, command = skill_called(call.name, call.arguments), command_of(call.name, call.arguments)
        if call.id and (skill or command):
            shown = " ".join((command or "")[:_COMMAND].split())
            self.open_calls[_hash(call.id)] = [_hash(skill) if skill else "", _hash(shown) if shown else ""]
            _bound(self.open_calls)

    def _end(self, result: ToolResult) -> None:
        call = _hash(result.call)
        skill, command = self.open_calls.pop(call, ("", ""))
        if len(result.call) >= _UNIQUE and (skill or command):
            if call in self.answered:
                return
            _count(self.answered, call, 1)
        if skill:
            self._use_skill(skill, failed=bool(result.failed) or has_refused(result.text))
        if command and has_failed(result.failed, result.text) and not was_not_run(result.text):
            _count(self.commands, command, 1)

    def _use_skill(self, name: str, *, failed: bool) -> None:
        _count(self.skills, name, 1 if failed else -self.skills.get(name, 0))
        self.failing = max(self.failing, self.skills[name])


def _count(counts: dict[str, int], what: str, more: int) -> None:
    counts[what] = counts.pop(what, 0) + more
    _bound(counts)


def _bound(kept: dict[str, Any]) -> None:
    if len(kept) > _MOST:
        del kept[next(iter(kept))]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
