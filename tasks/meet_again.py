"""Meet a pattern again: the sessions of a window, harvested anew from git (SPEC 7.3)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.patterns import harvest_patterns
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.repeated_fixes import mending_commits
from harvest_loop.domain.sessions import describe_session, joined
from harvest_loop.domain.spans import current_span
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import PatternLine
from harvest_loop.schemas.verification import DueCheck, Measurement, Span

_ORIGINS = 3


class Seen(NamedTuple):
    """The patterns of one session by fingerprint, each with its commits, and whether all of the session was read."""

    patterns: Mapping[str, frozenset[str]]
    whole: bool
    evidence: SessionEvidence


class Origin(NamedTuple):
    """Where a pattern came from: the session, and the pattern's commits in it."""

    seen: Seen
    commits: frozenset[str]


@dataclass
class SessionsAgain:
    """The sessions that were seen; each is harvested anew at most once. `lines` only say where a pattern came from."""

    spans: Sequence[Span]
    zone: str
    lines: Sequence[PatternLine] = ()
    current: SessionEvidence | None = None
    _known: dict[tuple[str, int], Seen | None] = field(default_factory=dict)

    def recurrences(self, due: DueCheck, fingerprint: str) -> Measurement:
        """In how many sessions of the window the pattern was met again, in other work than it came from.

        The control: it must be found where it came from, and what nobody ever did must not.
        """
        origin = self._origin(due, fingerprint)
        if origin is None:
            return Measurement(unknown="the control of recurrences failed: it is not found where it came from")
        seen = [(span.key, self._patterns_of(span)) for span in due.spans]
        is_fault = due.prediction.check is not None and due.prediction.check.direction in ("down", "absent")
        met = [key for key, one in seen if one and _is_met(one, fingerprint, origin, is_fault=is_fault)]
        unread = sum(one is None or not one.whole for _, one in seen)
        missing = f"; {unread} of {len(seen)} sessions could not be read whole" if unread else ""
        return Measurement(
            value=float(len(met)), at_least=bool(unread), seen=f"{count_of(len(met), 'session')}{named(met)}{missing}"
        )

    def _origin(self, due: DueCheck, fingerprint: str) -> Origin | None:
        """The pattern in the session it came from."""
        sessions = [due.prediction.session, *(line.session for line in self.lines if line.fingerprint == fingerprint)]
        keys = list(dict.fromkeys(key for key in sessions if key))[:_ORIGINS]
        for span in (span for key in keys for span in self.spans if span.key == key):
            seen = self._patterns_of(span)
            if seen is not None and fingerprint in seen.patterns and nowhere(fingerprint) not in seen.patterns:
                return Origin(seen, seen.patterns[fingerprint])
        return None

    def _patterns_of(self, span: Span) -> Seen | None:
        """The patterns of one session; None: it can't be read."""
        place = (span.key, span.until)
        if place not in self._known:
            self._known[place] = self._harvest(span)
        return self._known[place]

    def _harvest(self, span: Span) -> Seen | None:
        if self.current is not None and span == current_span(self.current):
            return _seen(self.current, whole=self.current.git.unreadable_commits == 0)
        if not span.read or span.since is None:
            return None
        try:
            git = read_git_evidence(
                Path(span.field_root),
                since=datetime.fromtimestamp(span.since, UTC).isoformat(),
                last_close=None,
                marker=None,
                now=span.until,
                zone=self.zone,
                want_text=tells_how_work_is_done,
            )
        except HarvestError:
            return None
        if git.repository_id != span.field:
            return None
        own = tuple(commit for commit in git.commits if commit.sha[:12] in span.commits)
        whole = len(own) == len(span.commits) and not git.unreadable_commits
        return _seen(describe_session(git.model_copy(update={"commits": own, "uncommitted": ()}), ()), whole=whole)


def _is_met(seen: Seen, fingerprint: str, origin: Origin, *, is_fault: bool) -> bool:
    """Whether a session shows the pattern again; of a fault one more fix is enough, which alone is no pattern yet."""
    if not seen.patterns.get(fingerprint, origin.commits) <= origin.commits:
        return True
    if not is_fault or seen.evidence.git.repository_id != origin.seen.evidence.git.repository_id:
        return False
    together = _patterns_in(joined(origin.seen.evidence, seen.evidence))
    more = together.get(fingerprint, origin.commits) - origin.commits
    return not more.isdisjoint(mending_commits(seen.evidence.git))


def _seen(evidence: SessionEvidence, *, whole: bool) -> Seen:
    return Seen(_patterns_in(evidence), whole, evidence)


def _patterns_in(evidence: SessionEvidence) -> Mapping[str, frozenset[str]]:
    harvest = harvest_patterns(evidence)
    found = (*harvest.patterns, *harvest.over_limit)
    return {pattern.fingerprint: frozenset(pattern.commits) for pattern in found}


def nowhere(what: str) -> str:
    """A word that stands nowhere: what a check that works must not find."""
    return hashlib.sha256(f"known to be nowhere: {what}".encode()).hexdigest()


def named(names: Sequence[str]) -> str:
    """The first few names, behind a colon."""
    return f": {', '.join(names[:3])}{' …' if len(names) > 3 else ''}" if names else ""
