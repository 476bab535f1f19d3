"""The skills that a session names, four kinds apart: called, typed, failed, merely quoted (SPEC 3.3)."""

import re
from itertools import islice

from harvest_loop.domain.command_outcomes import has_refused
from harvest_loop.domain.fact_texts import FactTexts, second
from harvest_loop.domain.host_commands import may_be_a_skill
from harvest_loop.domain.kept_facts import Kept
from harvest_loop.domain.person_words import LONGEST_PROMPT
from harvest_loop.domain.tool_calls import skill_called
from harvest_loop.schemas.transcript import SkillUse, SkillUseKind
from harvest_loop.schemas.transcript_events import AgentText, Place, Prompt, ToolCall, ToolResult, TypedCommand

_MOST = 10_000
_MOST_OPEN = 1_000
_MOST_QUOTED = 20  # in one text
_TAG = "<command-name>"
_ECHOED = re.compile(r"<command-name>\s*/?(\w[\w.:-]{0,99})\s*</command-name>")
# What stands before the slash is asked after it: a search for a pattern that begins with a letter is far quicker.
_NAMED = re.compile(r"/(?<![\w/.:~>-]/)(\w[\w-]{0,60}+:\w[\w-]{0,60}+)(?![\w/:])")


class SkillMentions:
    """Follows calls to their results: only a result says whether a skill was there."""

    def __init__(self, texts: FactTexts) -> None:
        self._texts = texts
        self._open: dict[str, tuple[int, SkillUse]] = {}
        self._turn = 0
        self.uses: Kept[SkillUse] = Kept(_MOST)

    @property
    def left_out(self) -> tuple[tuple[str, int], ...]:
        """What was only counted, by kind."""
        return (("skill mentions", self.uses.left_out),)

    def begin(self, event: ToolCall) -> None:
        """The model called a tool, which may be the one for skills."""
        name = skill_called(event.name, event.arguments)
        if name is None:
            return
        if self.uses.is_full:
            self.uses.leave_out()
            return
        use = self._use(name, "called", event.place, event.at)
        number = self.uses.add(use)
        if number is not None and event.id and len(self._open) < _MOST_OPEN:
            self._open[event.id] = (number, use)

    def end(self, event: ToolResult) -> None:
        """A tool gave something back: an error makes a call a failed one, and what it quotes is no use."""
        called = self._open.pop(event.call, None)
        if called is not None and (event.failed or has_refused(event.text)):
            number, use = called
            self.uses.replace(number, use.model_copy(update={"kind": "failed"}))
        self._quote(event.text, event.place, event.at)

    def type(self, event: TypedCommand) -> None:
        """The person typed a command; the agent's own commands are no skills."""
        if may_be_a_skill(event.name):
            kind: SkillUseKind = "failed" if event.known is False else "typed"
            self.uses.add(self._use(event.name, kind, event.place, event.at))

    def look_in(self, event: Prompt | AgentText) -> None:
        """Somebody wrote a text, in which a skill may be quoted."""
        self._quote(event.text, event.place, event.at)
        if isinstance(event, Prompt):
            named = islice(_NAMED.finditer(event.text, 0, LONGEST_PROMPT), _MOST_QUOTED)
            for found in named:
                self.uses.add(self._use(found[1], "quoted", event.place, event.at))
            self._turn += 1

    def _quote(self, text: str, place: Place, at: float | None) -> None:
        if _TAG not in text:
            return
        for found in islice(_ECHOED.finditer(text), _MOST_QUOTED):
            if may_be_a_skill(found[1]):
                self.uses.add(self._use(found[1], "quoted", place, at))

    def _use(self, name: str, kind: SkillUseKind, place: Place, at: float | None) -> SkillUse:
        named = self._texts.name(name)
        return SkillUse(place=self._texts.place(place), at=second(at), name=named, kind=kind, turn=self._turn)
