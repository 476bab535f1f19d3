"""Measure checks by git, signals and transcripts, never by what the loop itself concluded (SPEC 7.2, 7.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.git_hub import HubBranch
from harvest_loop.adapters.signal_files import read_signal_files
from harvest_loop.domain import checks
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.session_checks import KINDS as BY_TRANSCRIPT
from harvest_loop.domain.verification import citation_of
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.verification import DueCheck, Measurement
from harvest_loop.tasks.meet_again import SessionsAgain, named, nowhere
from harvest_loop.tasks.transcripts_again import TranscriptsAgain

_TRIES = 20


@dataclass
class Measuring:
    """What one pass measures with; the hub's branch and its signals are read once."""

    root: Path
    settings: HubSettings
    zone: str
    sessions: SessionsAgain
    transcripts: TranscriptsAgain

    def measure(self, due: DueCheck) -> Measurement:
        """Return what the check comes to, or why that is unknown."""
        check = due.prediction.check
        by_kind: dict[str, Callable[[DueCheck, Check], Measurement]] = {
            "grep": self._grep,
            "file_exists": lambda _, check: self._file_exists(check),
            "commits": self._commits,
            "friction": self._friction,
            "recurrences": lambda due, check: self.sessions.recurrences(due, check.target),
            **dict.fromkeys(BY_TRANSCRIPT, self.transcripts.measure),
        }
        try:
            if check is None:
                return self._cited(due)
            return by_kind[check.kind](due, check)
        except HarvestError as error:
            return Measurement(unknown=error.what)  # a record names no path of this machine

    @cached_property
    def _branch(self) -> HubBranch:
        return HubBranch(self.root)

    @cached_property
    def _grep_control(self) -> str:
        sample = self._branch.some_line()
        good = None if sample is None else float(len(self._branch.lines_with(sample.text.strip(), sample.path)))
        return checks.control_failure("grep", good, float(len(self._branch.lines_with(nowhere("text")))))

    def _grep(self, due: DueCheck, check: Check) -> Measurement:
        if self._grep_control:
            return Measurement(unknown=self._grep_control)
        target = checks.grep_target(check.target)
        if target.path is not None and not self._branch.stands(target.path):
            return Measurement(unknown=f"{target.path} is not on the hub's branch")
        lines = [line for line in self._branch.lines_with(target.text, target.path) if self._counts(line.path, due)]
        first = f"first {lines[0].path}:{lines[0].number}: {lines[0].text.strip()}" if lines else "nowhere"
        return Measurement(value=float(len(lines)), seen=f"{count_of(len(lines), 'line')} with it, {first}")

    def _counts(self, path: str, due: DueCheck) -> bool:
        """Whether a path is evidence: neither what the draft wrote nor a record of the loop."""
        return path != due.prediction.file and not self._is_own_record(path)

    def _is_own_record(self, path: str) -> bool:
        return path.startswith(f"{self.settings.paths.meta.rstrip('/')}/")

    @cached_property
    def _file_control(self) -> str:
        paths = self._branch.paths
        good = float(self._branch.stands(paths[0])) if paths else None
        return checks.control_failure("file_exists", good, float(self._branch.stands(nowhere("file"))))

    def _file_exists(self, check: Check) -> Measurement:
        if self._file_control:
            return Measurement(unknown=self._file_control)
        path = checks.clean_path(check.target)
        stands = self._branch.stands(path)
        return Measurement(value=float(stands), seen=f"{path} {'stands' if stands else 'does not stand'} on the branch")

    @cached_property
    def _commits_control(self) -> str:
        whole = {"since": -1, "until": 1 << 62}
        counts = (len(self._branch.commits_on(path, **whole)) for path in self._branch.paths[:_TRIES])
        good = next((float(count) for count in counts if count), None)
        return checks.control_failure("commits", good, float(len(self._branch.commits_on(nowhere("path"), **whole))))

    def _commits(self, due: DueCheck, check: Check) -> Measurement:
        if self._commits_control:
            return Measurement(unknown=self._commits_control)
        found = self._branch.commits_on(checks.clean_path(check.target), since=due.since, until=due.until)
        found = tuple(sha for sha in found if sha != due.landed.sha)
        return Measurement(
            value=float(len(found)), seen=f"{count_of(len(found), 'commit')}{named([sha[:10] for sha in found])}"
        )

    @cached_property
    def _signals(self) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
        return read_signal_files(self.root, self.settings)

    def _friction(self, due: DueCheck, check: Check) -> Measurement:
        failure = checks.control_failure("friction", *checks.friction_control(check.target))
        if failure:
            return Measurement(unknown=failure)
        texts, unreadable = self._signals
        days = {"since_day": self._day(due.since), "until_day": self._day(due.until)}
        count, places = checks.friction_in(texts, check.target, **days)
        missing = f"; {count_of(len(unreadable), 'signal')} can't be read" if unreadable else ""
        seen = f"{count} notes{named(places)}{missing}"
        return Measurement(value=float(count), at_least=bool(unreadable), seen=seen)

    def _day(self, moment: int) -> str:
        return local_day(moment, self.zone)

    def _cited(self, due: DueCheck) -> Measurement:
        """Read the line that a judged entry's note cites."""
        cited = citation_of(due.prediction)
        if cited is None or not self._counts(cited[0], due):
            return Measurement(unknown="no line outside of the edit itself and the loop's own records is cited")
        path, number = cited
        line = self._branch.line_at(path, number)
        if not line:
            return Measurement(value=0.0, seen=f"the cited line {path}:{number} is not there")
        return Measurement(value=1.0, seen=f"read {path}:{number}: {line.strip()}")
