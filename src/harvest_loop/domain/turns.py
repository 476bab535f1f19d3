"""What a prompt answers, followed from turn to turn: whether the agent had worked, asked or only talked (SPEC 3.3)."""

from dataclasses import dataclass

from harvest_loop.domain.correction_cues import Turn
from harvest_loop.domain.corrections import find_correction
from harvest_loop.schemas.transcript_events import AgentText, ToolCall, TypedCommand

_NEW_CONVERSATION = ("clear", "new", "reset")


@dataclass
class Turns:
    """Where the conversation stands; plain values, so that it can be gone on with later."""

    answered: bool = False
    worked: bool = False
    asked: bool = False
    interrupted: bool = False

    def see_answer(self, event: AgentText) -> None:
        """The agent said something to the person."""
        if not event.sidechain:
            self.answered = True
            self.asked = event.text.rstrip()[-3:].rstrip("*_)\"'`").endswith(("?", "？"))

    def see_work(self, event: ToolCall) -> None:
        """The agent used a tool, itself or through a sub-agent."""
        self.worked = True
        if not event.sidechain:
            self.answered = True
            self.asked = False

    def interrupt(self) -> None:
        """The person stopped the agent."""
        self.interrupted = True

    def hear_command(self, event: TypedCommand) -> None:
        """The person typed a command; one that begins anew leaves nothing to answer."""
        if event.name in _NEW_CONVERSATION:
            self.answered = self.worked = self.asked = False

    def hear(self, text: str) -> str | None:
        """The person typed a prompt; return the words by which it corrects what the agent did, or None."""
        cue = find_correction(text, answers_agent_turn=self.answered, after_interrupt=self.interrupted, turn=self._turn)
        self.interrupted = self.worked = self.asked = False
        return cue

    @property
    def _turn(self) -> Turn:
        if not self.worked:
            return "talked"
        return "asked" if self.asked else "worked"
