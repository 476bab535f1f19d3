"""The one place that asks what time it is and in which zone the person lives."""

import os
import time
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from harvest_loop.errors import UsageError


def now() -> int:
    """Return the time in seconds since the epoch; HARVEST_NOW, an ISO time, stands in for it in demonstrations.

    Raises:
        UsageError: HARVEST_NOW is no time.
    """
    said = os.environ.get("HARVEST_NOW")
    if not said:
        return int(time.time())
    try:
        moment = datetime.fromisoformat(said)
    except ValueError as error:
        raise UsageError(
            f"HARVEST_NOW={said} is no time", remedy="write it like 2026-03-10T09:00:00+00:00, or unset it"
        ) from error
    return int((moment if moment.tzinfo else moment.replace(tzinfo=zone_named(local_zone()))).timestamp())


def stamp(seconds: int) -> str:
    """Return a moment as records write it: UTC, to the second."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local_zone() -> str:
    """Return the IANA name of the zone that days are counted in, else its offset now, as +09:00 (SPEC 3.2)."""
    set_here = os.environ.get("TZ", "").removeprefix(":")
    for name in (set_here,) if set_here else (_name_by_link(), _name_by_file()):
        if name and _known(name):
            return name
    return _offset_name(time.localtime().tm_gmtoff)


def zone_named(zone: str) -> tzinfo:
    """Return the zone of a name that `local_zone` gave.

    Raises:
        UsageError: no such zone is known here.
    """
    if zone == "UTC":  # known also where no database of zones is
        return UTC
    if _known(zone):
        return ZoneInfo(zone)
    with suppress(ValueError):
        return datetime.strptime(zone, "%z").tzinfo or UTC
    raise UsageError(f"{zone!r} is no time zone known here", remedy="use an IANA name or an offset such as +09:00")


def local_day(moment: int, zone: str) -> str:
    """Return the day, YYYY-MM-DD, on which the moment falls in the zone."""
    return datetime.fromtimestamp(moment, zone_named(zone)).date().isoformat()


def today() -> date:
    """Return the day that it is where the person lives."""
    return date.fromisoformat(local_day(now(), local_zone()))


def start_of_day(day: str, zone: str) -> int:
    """The first moment of a local day in a zone, YYYY-MM-DD."""
    return int(datetime.fromisoformat(day).replace(tzinfo=zone_named(zone)).timestamp())


def _known(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ValueError, OSError):  # a POSIX rule, a path, a folder of the database, or no database at all
        return False
    except KeyError:  # ZoneInfoNotFoundError
        return False
    return True


def _name_by_link() -> str:
    place = str(Path("/etc/localtime").resolve())
    return place.partition("zoneinfo/")[2].removeprefix("posix/").removeprefix("right/")


def _name_by_file() -> str:
    try:
        return Path("/etc/timezone").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _offset_name(seconds: int) -> str:
    return timezone(timedelta(minutes=seconds // 60)).tzname(None).removeprefix("UTC") or "+00:00"
