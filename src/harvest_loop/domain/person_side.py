"""What the person did in a session: prompts, corrections, closing statements, interrupts (SPEC 3.3)."""

from collections.abc import Sequence

from harvest_loop.domain.closing_words import find_closings
from harvest_loop.domain.correction_cues import Turn
from harvest_loop.domain.corrections import find_correction
from harvest_loop.domain.fact_texts import FactTexts, second
from harvest_loop.domain.kept_facts import Kept
from harvest_loop.domain.person_words import LONGEST_PROMPT
from harvest_loop.schemas.transcript import ClosingStatement, Correction, PersonPrompt
from harvest_loop.schemas.transcript_events import AgentText, Place, Prompt, ToolCall, TypedCommand

_SHOWN = 2_000
_MOST_PROMPTS = 5_000
_MOST_SAID = 1_000
_NEW_CONVERSATION = ("clear", "new", "reset")


class PersonSide:
    """Follows the turns: what a prompt answers, and whether the agent had worked, asked or only talked."""

    def __init__(self, texts: FactTexts, closing_words: Sequence[str]) -> None:
        self._texts = texts
        self._closing_words = tuple(closing_words)
        self._agents: Place | None = None
        self._worked = False
        self._asked = False
        self._interrupted = False
        self.interrupts = 0
        self.prompts: Kept[PersonPrompt] = Kept(_MOST_PROMPTS)
        self.corrections: Kept[Correction] = Kept(_MOST_SAID)
        self.closings: Kept[ClosingStatement] = Kept(_MOST_SAID)

    @property
    def left_out(self) -> tuple[tuple[str, int], ...]:
        """What was only counted, by kind."""
        kinds = (("prompts", self.prompts), ("corrections", self.corrections), ("closing statements", self.closings))
        return tuple((kind, kept.left_out) for kind, kept in kinds)

    def see_answer(self, event: AgentText) -> None:
        """The agent said something to the person."""
        if not event.sidechain:
            self._agents = event.place
            self._asked = event.text.rstrip()[-3:].rstrip("*_)\"'`").endswith(("?", "？"))

    def see_work(self, event: ToolCall) -> None:
        """The agent used a tool, itself or through a sub-agent."""
        self._worked = True
        if not event.sidechain:
            self._agents = event.place
            self._asked = False

    def interrupt(self) -> None:
        """The person stopped the agent."""
        self.interrupts += 1
        self._interrupted = True

    def hear_command(self, event: TypedCommand) -> None:
        """The person typed a command; one that begins anew leaves nothing to answer."""
        if event.name in _NEW_CONVERSATION:
            self._agents, self._worked, self._asked = None, False, False

    def hear(self, event: Prompt) -> None:
        """The person typed a prompt."""
        text = self._texts.text(event.text, LONGEST_PROMPT)
        prompt = PersonPrompt(
            place=self._texts.place(event.place),
            at=second(event.at),
            text=text[:_SHOWN],
            answers=None if self._agents is None else self._texts.place(self._agents),
        )
        self.prompts.add(prompt)
        cue = find_correction(
            text, answers_agent_turn=self._agents is not None, after_interrupt=self._interrupted, turn=self._turn
        )
        if cue is not None:
            self.corrections.add(Correction(prompt=prompt, cue=cue))
        for found in find_closings(text, self._closing_words):
            self.closings.add(ClosingStatement(prompt=prompt, phrase=found.phrase, line=found.line))
        self._interrupted = self._worked = self._asked = False

    @property
    def _turn(self) -> Turn:
        if not self._worked:
            return "talked"
        return "asked" if self._asked else "worked"
