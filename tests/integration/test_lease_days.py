"""On which days a lease holds, what ends with them, and where nothing is kept at all (SPEC 8.4)."""

import pytest

from harvest_loop.errors import UsageError
from harvest_loop.tasks.answer_consent import decline, offer_of, revoke
from harvest_loop.tasks.consent_state import settled
from harvest_loop.tasks.read_at_start import read_at_start
from tests.support.leased import (
    ARCHIVE,
    PROFILE,
    SETTINGS,
    answer,
    archived,
    at,
    events,
    form_with_leases,
    granted,
    outcomes,
    profile,
    run_unasked,
    runs,
    stale,
    stale_lines,
)
from tests.support.repositories import Repository


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch)


def test_the_start_of_a_session_ends_what_is_over(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    READ is there too: who asks nothing of the loop for weeks has no lease that stands in the profile for ever.
    """
    granted(hub)
    at(monkeypatch, "2026-04-20T12:00:00Z")

    notes = read_at_start(hub.path)

    assert () == notes.unread and "lapsed" == events(hub)[-1] and "memory-archive: unset" in profile(hub)


@pytest.mark.parametrize(
    ("moment", "zone", "is_covered"),
    [
        ("2026-03-20T12:00:00Z", "UTC", True),
        ("2026-04-19T23:59:59Z", "UTC", True),  # the last day itself counts
        ("2026-04-20T00:00:00Z", "UTC", False),
        ("2026-04-20T06:59:59Z", "America/Los_Angeles", True),  # there it is still the day before
        ("2026-04-20T07:00:00Z", "America/Los_Angeles", False),
        ("2026-04-19T15:00:00Z", "Asia/Seoul", False),  # there it is the day after
        ("2026-03-20T11:00:00Z", "UTC", False),  # a clock that was set back
        ("2026-03-19T12:00:00Z", "UTC", False),
    ],
)
def test_a_lease_holds_on_the_person_s_own_days(
    hub: Repository, monkeypatch: pytest.MonkeyPatch, moment: str, zone: str, is_covered: bool
) -> None:
    """
    From the day on which it was given to the end of its last, where the person lives; a clock makes it no longer.
    """
    granted(hub)
    stale(hub, "a.md")
    at(monkeypatch, moment, zone)

    form = form_with_leases(hub)
    run_unasked(hub, form)

    assert is_covered == (len(form.leased) == 1) == archived(hub, "a.md")


def test_a_lease_over_a_leap_day_has_all_its_days(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Thirty days from the tenth of February 2028 end on the eleventh of March, and the 29th is one of them.
    """
    at(monkeypatch, "2028-02-10T12:00:00Z")
    granted(hub)
    stale(hub, "a.md")

    assert "granted: 2028-02-10, expires: 2028-03-11" in profile(hub)
    at(monkeypatch, "2028-02-29T12:00:00Z")
    assert 1 == len(form_with_leases(hub).leased)
    at(monkeypatch, "2028-03-12T00:00:00Z")
    assert () == form_with_leases(hub).leased


def test_a_lease_that_ends_while_a_form_waits_covers_nothing(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What was covered when the form was made is asked for anew when its time comes, and then the lease is over.
    """
    granted(hub)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    at(monkeypatch, "2026-04-25T12:00:00Z")

    (done,) = run_unasked(hub, form)

    assert "held" == done.outcome and not archived(hub, "a.md") and () == runs(hub)


def test_what_lapsed_is_unset_kept_in_the_log_and_counted_anew(
    hub: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    At READ the old value goes into the log and the row begins at nothing; a second READ writes nothing.
    """
    granted(hub)
    at(monkeypatch, "2026-04-20T12:00:00Z")

    settled(hub.path, SETTINGS)
    log, text = events(hub), profile(hub)
    settled(hub.path, SETTINGS)

    last = outcomes(hub)[-1]
    assert ("lapsed", "2026-03-20", "2026-04-19", ("local-write",)) == (
        last.event,
        last.granted,
        last.expires,
        last.effects,
    )
    assert "memory-archive: unset" in text and (log, text) == (events(hub), profile(hub))
    assert "approved 0/3 in a row" == offer_of(hub.path, SETTINGS, ARCHIVE).offer.why_not


def test_an_end_that_was_cut_off_is_logged_once(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The line stands before the profile is changed; when the next READ goes on, there is no second one.
    """
    granted(hub)
    before = profile(hub)
    at(monkeypatch, "2026-04-20T12:00:00Z")
    settled(hub.path, SETTINGS)
    (hub.path / PROFILE).write_text(before)  # as if it had been cut off in between

    settled(hub.path, SETTINGS)

    assert 1 == events(hub).count("lapsed") and "memory-archive: unset" in profile(hub)


def test_a_clock_that_was_set_back_behind_a_run_asks(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What was done without asking tells the time as well as what was said.
    """
    granted(hub)
    stale(hub, "a.md")
    at(monkeypatch, "2026-04-01T12:00:00Z")
    run_unasked(hub)
    stale(hub, "b.md")

    at(monkeypatch, "2026-04-01T11:59:59Z")
    assert () == form_with_leases(hub).leased
    at(monkeypatch, "2026-04-01T12:00:00Z")
    assert 1 == len(form_with_leases(hub).leased)


def test_one_lapsed_lease_silences_no_other(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A class that is over makes the whole check fail until READ has ended it; so it is ended first.
    """
    granted(hub)
    stale(hub, "a.md")
    grant_of_other = "  memory-stamp: {granted: 2026-01-01, expires: 2026-01-31, owner: harvest-loop, mode: stamp,"
    text = profile(hub).replace(
        "standing_consent:\n",
        f"standing_consent:\n{grant_of_other} target: memory/, effects: [local-write], sinks: []}}\n",
    )
    (hub.path / PROFILE).write_text(text)

    assert 1 == len(form_with_leases(hub).leased)
    assert "memory-stamp: unset" in profile(hub) and "memory-archive: {granted" in profile(hub)


def test_an_ephemeral_machine_asks_and_writes_nothing(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    There the profile is none, whatever lies there, and no word is kept.
    """
    granted(hub)
    stale(hub, "a.md")
    before = (events(hub), profile(hub))
    monkeypatch.setenv("HARVEST_EPHEMERAL", "1")

    assert () == form_with_leases(hub).leased
    assert () == answer(hub, *stale_lines(hub), run="2026-03-20_00000009_forced")
    for act in (decline, revoke):
        with pytest.raises(UsageError):
            act(hub.path, SETTINGS, ARCHIVE)
    assert before == (events(hub), profile(hub))
