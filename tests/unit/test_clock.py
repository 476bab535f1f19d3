"""What time it is, and in which zone days are counted."""

import time
from datetime import timedelta

import pytest

from harvest_loop.adapters.clock import local_day, local_zone, now, zone_named
from harvest_loop.errors import UsageError


def test_the_time_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole seconds since the epoch."""
    assert abs(now() - time.time()) < 2


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("2026-03-10T09:00:00+00:00", 1773133200),
        ("2026-03-10T18:00:00+09:00", 1773133200),
        ("2026-03-10T05:00:00", 1773133200),
        ("2026-03-10", 1773115200),
    ],
)
def test_a_demonstration_says_what_time_it_is(monkeypatch: pytest.MonkeyPatch, said: str, seconds: int) -> None:
    """A time without a zone is meant in the local one."""
    monkeypatch.setenv("TZ", "America/New_York")
    monkeypatch.setenv("HARVEST_NOW", said)

    assert seconds == now()


def test_a_time_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistyped demonstration time must not turn into today's."""
    monkeypatch.setenv("HARVEST_NOW", "yesterday")

    with pytest.raises(UsageError, match="HARVEST_NOW=yesterday is no time"):
        now()


@pytest.mark.parametrize(
    ("said", "zone"), [("Asia/Seoul", "Asia/Seoul"), (":Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC")]
)
def test_the_zone_is_the_one_that_is_set(monkeypatch: pytest.MonkeyPatch, said: str, zone: str) -> None:
    """TZ wins over the machine's own setting, as for every program."""
    monkeypatch.setenv("TZ", said)

    assert zone == local_zone()


@pytest.mark.parametrize(("said", "offset"), [("<+09>-9", "+09:00"), ("XYZ+3:30", "-03:30"), ("nonsense", "+00:00")])
def test_a_zone_without_a_name_is_told_by_its_offset(monkeypatch: pytest.MonkeyPatch, said: str, offset: str) -> None:
    """A rule that the database of zones doesn't know still counts days somewhere."""
    monkeypatch.setenv("TZ", said)
    time.tzset()
    try:
        assert offset == local_zone()
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        (1773154799, "Asia/Seoul", "2026-03-10"),
        (1773154800, "Asia/Seoul", "2026-03-11"),
        (1773154800, "+09:00", "2026-03-11"),
        (1773154800, "UTC", "2026-03-10"),
        (1774738799, "Europe/Berlin", "2026-03-28"),
        (1774738800, "Europe/Berlin", "2026-03-29"),
        (1774821599, "Europe/Berlin", "2026-03-29"),
        (1774821600, "Europe/Berlin", "2026-03-30"),
    ],
)
def test_a_day_is_a_local_day(moment: int, zone: str, day: str) -> None:
    """Both sides of midnight, and of the midnights around a change of the clock: that day has 23 hours."""
    assert day == local_day(moment, zone)


def test_an_offset_is_a_zone_and_nonsense_is_none() -> None:
    """What `local_zone` gives can always be read back."""
    assert timedelta(hours=-3, minutes=-30) == zone_named("-03:30").utcoffset(None)
    with pytest.raises(UsageError, match="no time zone"):
        zone_named("Nowhere/Land")
    with pytest.raises(UsageError, match="no time zone"):
        zone_named("../../etc/passwd")
