"""What became of leases: lapsed, seen in the profile, in force at a place of the log (SPEC 8.4)."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from harvest_loop.domain.consent.grants import Standing, day_of, grant_findings, standing_of
from harvest_loop.domain.consent.joining import join_findings
from harvest_loop.domain.consent.registry import entries_of, registered
from harvest_loop.domain.consent.vocabulary import GRANTED, KEY, texts_of
from harvest_loop.schemas.consent import ProfileFile, RegistryFile
from harvest_loop.schemas.consent_records import ConsentEvent, ConsentLine

ENDS = ("revoked", "lapsed", "widened", "declined")
BEGINS = ("granted", "seen")


class LeaseEnd(NamedTuple):
    """A grant that makes way for `unset`, as it stood, and why."""

    standing: Standing
    event: ConsentEvent
    why: str


def states_of(profile: ProfileFile) -> dict[str, str]:
    """Return what stands in the profile for each class, by its name."""
    return {each.name: each.state or "broken" for each in standing_of(profile.content)}


def keys_of(profile: ProfileFile, name: str) -> tuple[str, ...]:
    """Return the keys, as they are written, under which something stands for a class; none: nothing does."""
    under = profile.content.get(KEY) if isinstance(profile.content, dict) else None
    found = under if isinstance(under, dict) else {}
    return tuple(key for key in found if isinstance(key, str) and key.strip() == name)


def lapsed(profile: ProfileFile, *, today: date) -> tuple[LeaseEnd, ...]:
    """Return the grants whose last day is over; the day itself still counts."""
    ends = []
    for standing in standing_of(profile.content):
        expires = day_of(standing.fields.get("expires"))
        if standing.state == GRANTED and expires is not None and expires < today:
            ends.append(LeaseEnd(standing, "lapsed", f"its last day was {expires}"))
    return tuple(ends)


def drifted(registry: RegistryFile, profile: ProfileFile, name: str) -> LeaseEnd | None:
    """Return the end of a grant whose class is no longer what was granted, naming what widened; None: it is."""
    entries = entries_of(registry)
    classes = registered(entries) if isinstance(entries, list) else None
    for standing in standing_of(profile.content):
        if standing.name != name:
            continue
        found = [each for each in join_findings(standing, classes) if each.rule == "R7"]
        if found:
            why = "; ".join(f"{each.place.rpartition('/')[2]} {each.what}" for each in found)
            return LeaseEnd(standing, "widened", why)
    return None


def line_of(standing: Standing, event: ConsentEvent, *, at: str, day: str, why: str = "") -> ConsentLine:
    """Return the line of the log that keeps what stood for a class."""
    fields = standing.fields
    granted, expires = day_of(fields.get("granted")), day_of(fields.get("expires"))
    return ConsentLine(
        at=at,
        day=day,
        name=standing.name,
        event=event,
        did=why,
        owner=_text(fields.get("owner")),
        mode=_text(fields.get("mode")),
        target=_text(fields.get("target")),
        effects=texts_of(fields.get("effects")),
        sinks=texts_of(fields.get("sinks")),
        granted=str(granted or ""),
        expires=str(expires or ""),
    )


def in_force(lines: Iterable[ConsentLine], name: str) -> ConsentLine | None:
    """Return the grant of a class that holds after these lines, as far as the log tells; None: none does."""
    held: ConsentLine | None = None
    for line in lines:
        if line.name == name and line.event in BEGINS:
            held = line
        elif line.name == name and line.event in ENDS:
            held = None
    return held


def is_told(lines: Iterable[ConsentLine], line: ConsentLine) -> bool:
    """Return whether the log ends, for this class, with this very end: a run that was cut off wrote it."""
    last = next((each for each in reversed(tuple(lines)) if each.name == line.name), None)
    return last is not None and (last.event, _scope(last)) == (line.event, _scope(line))


def unlogged(profile: ProfileFile, lines: Sequence[ConsentLine], *, at: str, today: date) -> tuple[ConsentLine, ...]:
    """Return the lines that the log lacks: grants that a person wrote into the profile by hand, or took out there."""
    standings = {each.name: each for each in standing_of(profile.content) if each.state == GRANTED}
    sound = {name: each for name, each in standings.items() if not any(grant_findings(each, today=today))}
    missing = []
    for name, standing in sorted(sound.items()):
        held = in_force(lines, name)
        new = line_of(standing, "seen", at=at, day=str(today), why="found in the profile")
        if held is None or _scope(held) != _scope(new):
            missing.append(new)
    if isinstance(profile.content, dict) or profile.absent:
        for name in sorted({line.name for line in lines} - set(standings)):
            held = in_force(lines, name)
            if held is not None:
                end = {"event": "revoked", "at": at, "day": str(today), "did": "found no more in the profile"}
                missing.append(held.model_copy(update={**end, "channel": "attested"}))
    return tuple(missing)


def _scope(line: ConsentLine) -> tuple[object, ...]:
    return (line.granted, line.expires, line.owner, line.mode, line.target, line.effects, line.sinks)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
