"""What the person did in a session: prompts, corrections, closing statements, interrupts (SPEC 3.3)."""

from collections.abc import Sequence

from harvest_loop.domain.closing_words import FoundClosing, find_closings
from harvest_loop.domain.fact_texts import FactTexts, second
from harvest_loop.domain.kept_facts import Kept
from harvest_loop.domain.person_words import LONGEST_PROMPT
from harvest_loop.domain.turns import Turns
from harvest_loop.schemas.transcript import ClosingStatement, Correction, PersonPrompt
from harvest_loop.schemas.transcript_events import AgentText, Place, Prompt, ToolCall, TypedCommand

_SHOWN = 2_000
_MOST_PROMPTS = 5_000
_MOST_SAID = 1_000


class PersonSide:
    """Follows the turns, and keeps what the person said in each."""

    def __init__(self, texts: FactTexts, closing_words: Sequence[str]) -> None:
        self._texts = texts
        self._closing_words = tuple(closing_words)
        self._agents: Place | None = None
        self._turns = Turns()
        self._turn_number = 0
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
        self._turns.see_answer(event)
        self._agents = self._agents if event.sidechain else event.place

    def see_work(self, event: ToolCall) -> None:
        """The agent used a tool, itself or through a sub-agent."""
        self._turns.see_work(event)
        self._agents = self._agents if event.sidechain else event.place

    def interrupt(self) -> None:
        """The person stopped the agent."""
        self.interrupts += 1
        self._turns.interrupt()

    def hear_command(self, event: TypedCommand) -> None:
        """The person typed a command; one that begins anew leaves nothing to answer."""
        self._turns.hear_command(event)
        self._agents = self._agents if self._turns.answered else None

    def hear(self, event: Prompt) -> None:
        """The person typed a prompt."""
        text = self._texts.text(event.text, LONGEST_PROMPT)
        cue = self._turns.hear(text)
        closings = find_closings(text, self._closing_words)
        if self.prompts.is_full and cue is None and not closings:
            self.prompts.leave_out()
        else:
            self._keep(self._prompt(event, text), cue, closings)
        self._turn_number += 1

    def _prompt(self, event: Prompt, text: str) -> PersonPrompt:
        return PersonPrompt(
            place=self._texts.place(event.place),
            at=second(event.at),
            text=text[:_SHOWN],
            answers=None if self._agents is None else self._texts.place(self._agents),
        )

    def _keep(self, prompt: PersonPrompt, cue: str | None, closings: Sequence[FoundClosing]) -> None:
        self.prompts.add(prompt)
        if cue is not None:
            self.corrections.add(Correction(prompt=prompt, cue=cue, turn=self._turn_number))
        for found in closings:
            self.closings.add(ClosingStatement(prompt=prompt, phrase=found.phrase, line=found.line))
