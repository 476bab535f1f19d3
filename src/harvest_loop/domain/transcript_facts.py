"""The facts of a session out of its transcript's events, in one pass and bounded memory (SPEC 3.3)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from harvest_loop.domain.agent_deeds import AgentDeeds
from harvest_loop.domain.fact_texts import FactTexts
from harvest_loop.domain.kept_facts import FirstSeen
from harvest_loop.domain.person_side import PersonSide
from harvest_loop.domain.session_times import SessionTimes
from harvest_loop.domain.skill_mentions import SkillMentions
from harvest_loop.schemas.transcript import ReadReport, TranscriptFacts
from harvest_loop.schemas.transcript_events import (
    AgentText,
    Event,
    FilesChanged,
    Interrupted,
    Prompt,
    Setting,
    ToolCall,
    ToolResult,
    TypedCommand,
)

_MOST_PLACES = 1_000


def gather_facts(
    events: Iterable[Event],
    report: Callable[[], ReadReport],
    redact: Callable[[str], str],
    *,
    session: str = "",
    closing_words: Sequence[str] = (),
) -> TranscriptFacts:
    """Return what SPEC 3.3 asks of a transcript, every text redacted, whatever the events are and in whichever order.

    `report` is asked once, after the last event. `session` is the agent's id for it; empty: the last one that the
    events name. `closing_words` are those of `[card]` in harvest.toml. What is over the bound of a kind is counted.
    """
    fold = _Fold(FactTexts(redact), session, closing_words)
    fold.take_all(events)
    return fold.facts(report())


class _Fold:
    """What is known after some events; each part keeps its own kind of fact."""

    def __init__(self, texts: FactTexts, session: str, closing_words: Sequence[str]) -> None:
        self._texts = texts
        self._session = session
        self._named_session = ""
        self._times = SessionTimes()
        self._folders: FirstSeen[str] = FirstSeen(_MOST_PLACES)
        self._branches: FirstSeen[str] = FirstSeen(_MOST_PLACES)
        self._models: FirstSeen[str] = FirstSeen(_MOST_PLACES)
        self._person = PersonSide(texts, closing_words)
        self._deeds = AgentDeeds(texts)
        self._skills = SkillMentions(texts)
        self._take_by_kind: dict[type[Event], Callable[[Any], None]] = {
            Prompt: self._hear,
            AgentText: self._read,
            ToolCall: self._begin,
            ToolResult: self._end,
            FilesChanged: self._deeds.note_changes,
            TypedCommand: self._type,
            Interrupted: lambda _: self._person.interrupt(),
            Setting: self._move,
        }

    def take_all(self, events: Iterable[Event]) -> None:
        """Take in the events."""
        add_time, take_by_kind = self._times.add, self._take_by_kind
        for event in events:
            add_time(event.at)
            take_by_kind[type(event)](event)

    def _hear(self, event: Prompt) -> None:
        self._person.hear(event)
        self._skills.look_in(event)
        self._deeds.begin_turn()

    def _read(self, event: AgentText) -> None:
        self._person.see_answer(event)
        self._skills.look_in(event)

    def _begin(self, event: ToolCall) -> None:
        self._person.see_work(event)
        self._deeds.begin(event)
        self._skills.begin(event)

    def _end(self, event: ToolResult) -> None:
        self._deeds.end(event)
        self._skills.end(event)

    def _type(self, event: TypedCommand) -> None:
        self._person.hear_command(event)
        self._skills.type(event)

    def facts(self, report: ReadReport) -> TranscriptFacts:
        """Return the facts of all events taken in."""
        parts = (self._person, self._deeds, self._skills)
        places = (("folders", self._folders), ("branches", self._branches), ("models", self._models))
        over = [pair for part in parts for pair in part.left_out]
        over += [(kind, kept.left_out) for kind, kept in places] + [("minutes of activity", self._times.left_out)]
        return TranscriptFacts(
            session=self._session or self._named_session,
            agent=report.agent,
            began=self._times.began,
            ended=self._times.ended,
            active_seconds=self._times.active_seconds,
            folders=tuple(self._folders),
            branches=tuple(self._branches),
            models=tuple(self._models),
            prompts=tuple(self._person.prompts),
            interrupts=self._person.interrupts,
            corrections=tuple(self._person.corrections),
            closings=tuple(self._person.closings),
            edits=tuple(self._deeds.edits),
            failed_commands=tuple(self._deeds.failed_commands),
            skills=tuple(self._skills.uses),
            commits=tuple(self._deeds.commits),
            left_out=tuple((kind, count) for kind, count in over if count),
            report=report,
        )

    def _move(self, event: Setting) -> None:
        for kept, value in ((self._folders, event.folder), (self._branches, event.branch), (self._models, event.model)):
            if value:
                kept.add(self._texts.name(value))
        if event.folder:
            self._deeds.stand_in(event.folder, sidechain=event.sidechain)
        if event.session and not (event.sidechain and self._named_session):
            self._named_session = self._texts.name(event.session)
