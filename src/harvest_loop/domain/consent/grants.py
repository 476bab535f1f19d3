"""The standing consents of a profile: their shape, their lease and the scope they record (SPEC 8.3)."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from harvest_loop.domain.consent.vocabulary import GRANTED, KEY, LONGEST_LEASE, is_text, is_texts, state_of, texts_of
from harvest_loop.schemas.consent import Finding, Grant, Stamp

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Standing(NamedTuple):
    """What stands under one class of `standing_consent`; no state where it can't be told."""

    name: str
    state: str | None
    fields: Mapping[object, object]


def standing_of(content: object) -> tuple[Standing, ...]:
    """Return what stands under each class, by its trimmed name; keys that are no names are left out."""
    under = content.get(KEY) if isinstance(content, dict) else None
    found = under.items() if isinstance(under, dict) else ()
    return tuple(_standing(name.strip(), value) for name, value in found if is_text(name))


def grant_findings(standing: Standing, *, today: date) -> Iterator[Finding]:
    """Yield what is wrong with one grant by itself: R3, R5, R6."""
    place = f"{KEY}/{standing.name}"
    if standing.state is None:
        yield Finding("R3", place, "is neither a grant nor one of declined, unset, revoked")
    if standing.state == GRANTED:
        yield from _lease_findings(standing.fields, place, today)
        yield from _scope_findings(standing.fields, place)


def grant_of(standing: Standing) -> Grant:
    """Return an active grant that has no finding."""
    fields = standing.fields
    granted, expires = day_of(fields.get("granted")), day_of(fields.get("expires"))
    owner, mode, target = (str(fields.get(key)).strip() for key in ("owner", "mode", "target"))
    effects, sinks = (texts_of(fields.get(key)) for key in ("effects", "sinks"))
    return Grant(standing.name, str(granted), str(expires), owner, mode, target, effects, sinks)


def day_of(value: object) -> date | None:
    """Return the day that a value writes as YYYY-MM-DD, bare or in quotes; None where it is none."""
    text = value.text if isinstance(value, Stamp) else value
    if not isinstance(text, str) or not _DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _standing(name: str, value: object) -> Standing:
    if isinstance(value, dict):
        return Standing(name, state_of(value.get("state", GRANTED)), value)
    state = state_of(value)
    return Standing(name, None if state == GRANTED else state, {})


def _lease_findings(fields: Mapping[object, object], place: str, today: date) -> Iterator[Finding]:
    granted, expires = day_of(fields.get("granted")), day_of(fields.get("expires"))
    for key, day in (("granted", granted), ("expires", expires)):
        if day is None:
            yield Finding("R5", f"{place}/{key}", "is missing or no day like 2026-03-31")
    if granted is not None and granted > today:
        yield Finding("R5", f"{place}/granted", f"{granted} is yet to come; today is {today}")
    if expires is not None and expires < today:
        yield Finding("R5", f"{place}/expires", f"{expires} is over; today is {today}")
    if granted is not None and expires is not None and (expires - granted).days > LONGEST_LEASE:
        yield Finding("R5", f"{place}/expires", f"{expires} is more than {LONGEST_LEASE} days after {granted}")


def _scope_findings(fields: Mapping[object, object], place: str) -> Iterator[Finding]:
    for key in ("owner", "mode", "target"):
        if not is_text(fields.get(key)):
            yield Finding("R6", f"{place}/{key}", "is not recorded, or is no text")
    if not is_texts(fields.get("effects")) or not fields.get("effects"):
        yield Finding("R6", f"{place}/effects", "are not recorded, or are no list of texts")
    if not is_texts(fields.get("sinks")):
        yield Finding("R6", f"{place}/sinks", "are not recorded, or are no list of texts")
