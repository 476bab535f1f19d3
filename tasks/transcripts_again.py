"""Read the transcripts of a window's sessions again: they are primary signals, the loop's notes are not (SPEC 7.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from harvest_loop.adapters.transcript_folders import list_sessions, session_in_file
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.session_checks import Citing, Shown, Window, counted
from harvest_loop.domain.session_controls import control_of
from harvest_loop.domain.session_keys import session_key
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.inbox import SessionFiles
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.transcript import TranscriptFacts
from harvest_loop.schemas.verification import DueCheck, Measurement, Span
from harvest_loop.tasks.transcript_facts import transcript_of

_UNREAD = "no transcript read"


@dataclass
class TranscriptsAgain:
    """The transcripts of the sessions that were seen; each is read at most once, for all the names that are cited."""

    spans: Sequence[Span]
    names: Sequence[str] = ()
    current: SessionEvidence | None = None
    _known: dict[str, Shown | None] = field(default_factory=dict)

    def measure(self, due: DueCheck, check: Check) -> Measurement:
        """Return what the sessions of the window show; one that can't be read leaves the number a least one."""
        failure = control_of(check.kind, check.target)
        if failure:
            return Measurement(unknown=failure)
        keys = [span.key for span in due.spans]
        shown = [(key, self._shown(key)) for key in keys]
        unread = sum(one is None for _, one in shown)
        if unread == len(shown):
            return Measurement(unknown=_UNREAD)
        window, lines = Window(due.since, due.until), sum(_lost(one) for _, one in shown if one is not None)
        found = [(key, counted(check.kind, check.target, one, window)) for key, one in shown if one is not None]
        return Measurement(
            value=float(sum(one.times for _, one in found)),
            at_least=bool(unread or lines) or any(one.unplaced for _, one in found),
            seen=_said([key for key, one in found if one.times], sessions=len(shown), unread=unread, lines=lines),
        )

    def facts(self, key: str) -> TranscriptFacts | None:
        """Return what a session's transcript shows; None: it can't be read."""
        shown = self._shown(key)
        return None if shown is None else shown.facts

    def _shown(self, key: str) -> Shown | None:
        """What the transcript of a session shows; None: it can't be read."""
        if key not in self._known:
            self._known[key] = self._of_current(key) or self._read(key)
        return self._known[key]

    def _of_current(self, key: str) -> Shown | None:
        """The facts of the session that is harvested now are there already; who cites what is not among them."""
        if self.names or self.current is None or self.current.session_key != key:
            return None
        facts = self.current.transcripts
        return None if facts == "unknown" else Shown(facts, {})

    def _read(self, key: str) -> Shown | None:
        files = self._files_of(key)
        if files is None or not files.session:
            return None
        citing = Citing(self.names)
        facts = transcript_of(files.files, agent=files.agent, session=files.session, watch=citing.watch).facts
        return None if facts is None or facts.report.unread else Shown(facts, citing.cited)

    def _files_of(self, key: str) -> SessionFiles | None:
        """The session's files: where the agents keep them, else where the hub's line says that one was."""
        listed = self._listed.get(key)
        if listed is not None:
            return listed
        for path in dict.fromkeys(span.transcript for span in self.spans if span.key == key and span.transcript):
            try:
                found = session_in_file(Path(path))
            except HarvestError:
                continue
            if session_key(found.agent, found.session) == key:
                return found
        return None

    @cached_property
    def _listed(self) -> Mapping[str, SessionFiles]:
        return {session_key(one.agent, one.session): one for one in list_sessions(since=None)[0]}


def _lost(shown: Shown) -> int:
    """The lines of a transcript that could not be parsed; one of an unknown kind was, and says nothing known."""
    return sum(skipped.count for skipped in shown.facts.report.skipped if skipped.fault != "unknown kind")


def _said(found_in: Sequence[str], *, sessions: int, unread: int, lines: int) -> str:
    places = f" ({', '.join(found_in[:3])}{' …' if len(found_in) > 3 else ''})" if found_in else ""
    missing = f"; {unread} of {sessions} transcripts could not be read" if unread else ""
    lost = f"; {count_of(lines, 'line')} of them could not be read" if lines else ""
    return f"in {len(found_in)} of {sessions} sessions{places}{missing}{lost}"
