"""What stands of consent in a hub, read and written under its lock: classes, leases, logs (SPEC 8.4)."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters import clock
from harvest_loop.adapters.consent_log import append_outcome, read_log
from harvest_loop.adapters.consent_places import read_hub
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.yaml_splice import Value
from harvest_loop.domain.consent import leases
from harvest_loop.domain.consent.check import check_consent
from harvest_loop.domain.consent.leases import LeaseEnd
from harvest_loop.domain.consent.registry import classes_of, entries_of, registry_findings
from harvest_loop.errors import HubError
from harvest_loop.schemas.consent import Checked, ConsentClass, ProfileFile, RegistryFile
from harvest_loop.schemas.consent_records import ConsentLine, ConsentLog
from harvest_loop.schemas.profile import ProfileWrite
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.write_profile import keep_in_profile

KEY = "standing_consent"


class Moment(NamedTuple):
    """When something is said or done: in UTC as records write it, and the person's local day."""

    at: str
    day: date


class ConsentState(NamedTuple):
    """Registry, profile and log as they stand at one moment."""

    registry: RegistryFile
    profile: ProfileFile
    log: ConsentLog
    moment: Moment

    @property
    def classes(self) -> tuple[ConsentClass, ...]:
        """The registry's classes that have no finding of their own."""
        entries = entries_of(self.registry)
        return classes_of(entries) if isinstance(entries, list) else ()

    @property
    def countable(self) -> tuple[ConsentClass, ...]:
        """The classes that a word may count for; none where one is broken: it may be the narrower one."""
        entries = entries_of(self.registry)
        return () if isinstance(entries, str) or any(registry_findings(entries)) else self.classes

    def named(self, name: str) -> ConsentClass | None:
        """The class of that name."""
        return next((scope for scope in self.classes if scope.name == name.strip()), None)

    def check(self, name: str | None = None) -> Checked:
        """What the consent check says now, for one class if it is named."""
        return check_consent(self.registry, self.profile, today=self.moment.day, require=name)

    @property
    def is_clock_behind(self) -> bool:
        """Whether the logs tell of a later moment than this: a clock that was set back makes no lease longer."""
        return any(line.at > self.moment.at for line in (*self.log.outcomes, *self.log.runs))


def present_moment() -> Moment:
    """Return this moment; a lease counts in the days of the person who gave it."""
    now = clock.now()
    return Moment(clock.stamp(now), date.fromisoformat(clock.local_day(now, clock.local_zone())))


def look(root: Path, settings: HubSettings) -> ConsentState:
    """Return what stands now; nothing is written.

    Raises: HubError when a file can't be read.
    """
    registry, profile = read_hub(root)
    return ConsentState(registry, profile, read_log(root, settings), present_moment())


def settled(root: Path, settings: HubSettings) -> ConsentState:
    """Let what is over end, and return what then stands: READ, as far as consent goes (SPEC 8.4).

    A grant past its last day becomes `unset`, and the log keeps what it was; a grant that was written or taken out by
    hand is noted in the log. Where nothing is to be done nothing is written, nor on a machine that is ephemeral.

    Raises: HubError or ConflictError when the hub can't be read or written.
    """
    state = look(root, settings)
    if is_ephemeral() or not _is_due(state):
        return state
    with locked(root):
        state = look(root, settings)
        for end in leases.lapsed(state.profile, today=state.moment.day):
            end_lease(root, settings, state, end)
        state = look(root, settings)
        for line in _missing(state):
            append_outcome(root, settings, line)
        return look(root, settings)


def end_lease(root: Path, settings: HubSettings, state: ConsentState, end: LeaseEnd) -> None:
    """Keep what a grant was in the log, then make it `unset`; the caller holds the hub.

    Raises: HubError when either can't be written.
    """
    at, day = state.moment
    name = end.standing.name
    line = leases.line_of(end.standing, end.event, at=at, day=str(day), why=end.why)
    if not leases.is_told(state.log.outcomes, line):
        append_outcome(root, settings, line)
    set_standing(root, settings, state, name, "unset", ground=f"{day} {KEY}/{name}: unset. {end.event}: {end.why}.")


def set_standing(
    root: Path, settings: HubSettings, state: ConsentState, name: str, value: str | Mapping[str, Value], *, ground: str
) -> None:
    """Write what stands for a class: one word, or a grant's fields; under whatever key something stands already.

    Raises: HubError when it can't be written.
    """
    keys = leases.keys_of(state.profile, name) or (name,)
    need_written(keep_in_profile(root, settings, {(KEY, key): value for key in keys}, ground=ground))


def need_written(done: ProfileWrite) -> None:
    """Raise: HubError where the profile was not written."""
    if not done.is_written:
        raise HubError(f"the profile was not written: {done.why_not}", remedy="nothing was changed")


def _missing(state: ConsentState) -> tuple[ConsentLine, ...]:
    return leases.unlogged(state.profile, state.log.outcomes, at=state.moment.at, today=state.moment.day)


def _is_due(state: ConsentState) -> bool:
    return bool(leases.lapsed(state.profile, today=state.moment.day)) or bool(_missing(state))
