"""What a person may write for the start of the window."""

from datetime import datetime

import pytest

from harvest_loop.adapters.git_window import read_moment

NOW = int(datetime.fromisoformat("2026-03-10T15:30:00+00:00").timestamp())


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


@pytest.mark.parametrize(
    ("said", "zone", "meant"),
    [
        ("2026-03-10", "UTC", "2026-03-10T00:00:00+00:00"),
        ("2026-03-10", "Asia/Seoul", "2026-03-10T00:00:00+09:00"),
        ("2026-03-10 09:15", "America/New_York", "2026-03-10T09:15:00-04:00"),
        ("2026-03-10T09:15:30", "+05:30", "2026-03-10T09:15:30+05:30"),
        ("2026-03-10T09:15:30Z", "Asia/Seoul", "2026-03-10T09:15:30+00:00"),
        ("2026-03-10t00:00z", "Asia/Seoul", "2026-03-10T00:00:00+00:00"),
        ("2026-03-10 09:15:30 +0200", "Asia/Seoul", "2026-03-10T09:15:30+02:00"),
        ("2h", "UTC", "2026-03-10T13:30:00+00:00"),
        ("90 minutes ago", "UTC", "2026-03-10T14:00:00+00:00"),
        ("3 days ago", "UTC", "2026-03-07T15:30:00+00:00"),
        ("1w", "UTC", "2026-03-03T15:30:00+00:00"),
        ("today", "Asia/Seoul", "2026-03-11T00:00:00+09:00"),
        ("Yesterday", "UTC", "2026-03-09T00:00:00+00:00"),
    ],
)
def test_a_time_is_read_in_the_zone_of_the_person(said: str, zone: str, meant: str) -> None:
    """
    A day starts at the person's midnight, and only an offset that was written down overrules the zone.
    """
    assert at(meant) == read_moment(said, now=NOW, zone=zone)


@pytest.mark.parametrize(
    "said",
    ["main", "v1.2", "HEAD~3", "abc1234", "2026-13-40", "20260310", "3 apples", "--since=now", "", "2026-03-10x"],
)
def test_what_is_no_time_is_left_to_be_a_revision(said: str) -> None:
    """
    Guessing at dates would turn a branch or a typing mistake into a window that nobody asked for.
    """
    assert read_moment(said, now=NOW, zone="UTC") is None


def test_days_back_keep_the_hour_across_a_change_of_the_clock() -> None:
    """
    New York put its clocks forward on 8 March: three days ago at the same hour is 71 hours ago.
    """
    assert NOW - 71 * 3600 == read_moment("3 days ago", now=NOW, zone="America/New_York")


def test_hours_back_are_hours_even_across_a_change_of_the_clock() -> None:
    """
    Somebody who says 72 hours counts hours, not days.
    """
    assert NOW - 72 * 3600 == read_moment("72h", now=NOW, zone="America/New_York")


def test_a_midnight_that_the_clock_skips_is_the_first_moment_of_its_day() -> None:
    """
    In Cairo 26 April 2024 began at one o'clock.
    """
    assert at("2024-04-26T01:00:00+03:00") == read_moment("2024-04-26", now=NOW, zone="Africa/Cairo")


def test_an_hour_that_comes_twice_is_the_first_of_the_two() -> None:
    """
    Rather a little more of the session than a little less.
    """
    assert at("2026-10-25T02:30:00+02:00") == read_moment("2026-10-25 02:30", now=NOW, zone="Europe/Berlin")
