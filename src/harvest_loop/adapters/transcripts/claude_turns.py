"""Follow the person's side of a Claude Code session: prompts, typed commands, interrupts (SPEC 3.3)."""

from collections.abc import Iterable

from harvest_loop.adapters.transcripts.claude_texts import (
    echo_in,
    is_caveat,
    is_interrupt,
    is_reply,
    refused_in,
    words_in,
)
from harvest_loop.schemas.transcript_events import Event, Interrupted, Place, Prompt, TypedCommand


class PersonsSide:
    """What one file's user turns say, in order; a typed command waits for the record that shows whether it is known."""

    def __init__(self) -> None:
        self._typed: TypedCommand | None = None
        self._launched: set[str] = set()

    def launch(self, name: str) -> None:
        """Remember a command that the agent called by itself: its echo looks like a typed one."""
        self._launched.add(name.strip().removeprefix("/").partition(" ")[0])

    def forget_launched(self) -> None:
        """The agent went on, or its call failed: what is echoed from here on, the person typed."""
        self._launched.clear()

    def go_on(self) -> list[Event]:
        """The agent goes on with its own work: settle what waits, forget what it called."""
        self._launched.clear()
        return [] if self._typed is None else self.settle()

    def settle(self) -> list[Event]:
        """Return the command that waits, as one of which nothing was said."""
        return self._answer(known=None)

    def hear(self, texts: Iterable[str], place: Place, at: float | None, *, own: bool, expanded: bool) -> list[Event]:
        """Return what a user record's texts are; `own`: the record may hold the person's words, `expanded`: a
        command's text may stand there instead.
        """
        events: list[Event] = []
        words: list[str] = []
        for text in texts:
            if self._typed or "Unknown " in text:
                if said := self._said_of_command(text, place, at, own=own, expanded=expanded):
                    events += said
                    continue
                events += self.settle()
            echo = echo_in(text) if "<command-name>" in text else None
            if echo is not None:
                if own and echo.typed and echo.name not in self._launched:
                    self._typed = TypedCommand(place, at, echo.name, echo.arguments, None)
            elif is_interrupt(text):
                events.append(Interrupted(place, at))
            elif own:
                words.append(words_in(text))
        prompt = "\n".join(filter(None, words))
        return [*events, Prompt(place, at, prompt)] if prompt else events

    def _said_of_command(self, text: str, place: Place, at: float | None, *, own: bool, expanded: bool) -> list[Event]:
        refused = refused_in(text) if own or self._typed or is_reply(text) else None
        if refused is not None:
            return self._answer(known=False) or [TypedCommand(place, at, refused, "", known=False)]
        if self._typed and (is_reply(text) or (expanded and not is_caveat(text))):
            return self._answer(known=True)
        return []

    def _answer(self, *, known: bool | None) -> list[Event]:
        typed, self._typed = self._typed, None
        return [] if typed is None else [typed._replace(known=known)]
