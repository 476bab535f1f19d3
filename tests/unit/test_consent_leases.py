"""What becomes of leases: what stands, what lapses, what drifts, what the log lacks (SPEC 8.4)."""

from datetime import date

import pytest

from harvest_loop.domain.consent import leases
from harvest_loop.domain.consent.grants import Standing, standing_of
from harvest_loop.schemas.consent import ProfileFile, RegistryFile, Stamp
from harvest_loop.schemas.consent_records import ConsentEvent, ConsentLine
from tests.support.granted import TODAY, a_class, a_grant, profile_with, registry_of

NAME = "tidy-notes"
AT = "2026-03-10T12:00:00Z"


def standing(**changes: object) -> Standing:
    """What stands for the class."""
    return standing_of(profile_with({NAME: a_grant(**changes)}).content)[0]


def line(event: ConsentEvent, name: str = NAME, **changes: object) -> ConsentLine:
    """A line of the log about the lease as it stands."""
    found = leases.line_of(standing(), event, at="2026-03-01T12:00:00Z", day="2026-03-01")
    return found.model_copy(update={"name": name, **changes})


def test_what_stands_is_told_by_the_class_s_name() -> None:
    """
    A grant, each of the words, and what is neither; a profile without any has none.
    """
    profile = profile_with({f" {NAME} ": a_grant(), "b": "declined", "c": "Revoked", "d": 3})

    assert {NAME: "granted", "b": "declined", "c": "revoked", "d": "broken"} == leases.states_of(profile)
    assert {} == leases.states_of(ProfileFile()) == leases.states_of(profile_with(None))


def test_every_key_of_a_class_is_found_as_it_is_written() -> None:
    """
    A key with blanks around is the same class: what is written for it is written there.
    """
    profile = profile_with({f" {NAME}": "unset", NAME: a_grant(), "other": "unset", 3: "unset"})

    assert (f" {NAME}", NAME) == leases.keys_of(profile, NAME)
    for none in (ProfileFile(), ProfileFile([NAME]), profile_with([NAME]), profile_with({3: "unset"})):
        assert () == leases.keys_of(none, NAME)


@pytest.mark.parametrize(
    ("today", "expected"),
    [(date(2026, 3, 31), 0), (date(2026, 4, 1), 1), (date(2027, 1, 1), 1)],
)
def test_a_lease_lapses_behind_its_last_day(today: date, expected: int) -> None:
    """
    Only a grant does, whatever stands beside it, and each for itself.
    """
    profile = profile_with(
        {
            "a": "declined",
            "b": a_grant(expires="2027-12-31"),
            "c": a_grant(expires="no day"),
            "d": a_grant(state="revoked"),
            NAME: a_grant(expires=Stamp("2026-03-31")),
        }
    )

    found = leases.lapsed(profile, today=today)

    assert [(NAME, "lapsed", "its last day was 2026-03-31")] * expected == [
        (one.standing.name, one.event, one.why) for one in found
    ]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, None),
        ({"capabilities": ["local-write"]}, None),
        ({"name": "other"}, None),
        ({"promotion_eligible": False}, None),
        ({"target": "./"}, "target is no longer what the class says"),
        ({"owner": "x", "mode": "y"}, "mode is no longer what the class says; owner is no longer what the class says"),
        ({"capabilities": ["read"]}, "effects reach beyond the class's capabilities"),
        ({"sinks": ["a page"]}, "sinks do not hold all of the class's sinks"),
    ],
)
def test_a_class_that_is_another_by_now_ends_its_lease(changes: dict[str, object], why: str | None) -> None:
    """
    It is drift that ends it, with what drifted; what is broken otherwise only keeps asking.
    """
    found = leases.drifted(registry_of(a_class(**changes)), profile_with({"a": a_grant(), NAME: a_grant()}), NAME)

    assert why == (found and "; ".join(sorted(found.why.split("; "))))
    assert found is None or ("widened", NAME) == (found.event, found.standing.name)


def test_the_drift_of_another_class_ends_no_lease() -> None:
    """
    Each lease is held against its own class.
    """
    registry = registry_of(a_class(name="a", mode="other"), a_class())
    profile = profile_with({"a": a_grant(), NAME: a_grant()})

    assert leases.drifted(registry, profile, NAME) is None
    assert leases.drifted(registry, profile, "a") is not None


def test_without_a_registry_or_a_grant_nothing_drifts() -> None:
    """
    Nothing can be compared: it is asked, and the grant stays as the person wrote it.
    """
    other = registry_of(a_class(mode="other"))

    assert leases.drifted(RegistryFile(problem="can't be parsed"), profile_with({NAME: a_grant()}), NAME) is None
    assert leases.drifted(other, profile_with({NAME: "declined"}), NAME) is None
    assert leases.drifted(other, profile_with({NAME: a_grant(state="revoked")}), NAME) is None
    assert leases.drifted(other, profile_with({"x": a_grant(), NAME: "unset"}), NAME) is None


def test_the_log_keeps_a_grant_as_it_stood() -> None:
    """
    All of its fields, trimmed; what is missing or of another type is empty and no guess.
    """
    whole = leases.line_of(standing(owner=" gardener "), "lapsed", at=AT, day="2026-03-10", why="so")

    assert {
        "schema_version": 1,
        "at": AT,
        "name": NAME,
        "run": "",
        "did": "so",
        "owner": "gardener",
        "mode": "move",
        "target": "notes/",
        "effects": ("local-write",),
        "sinks": (),
        "undo": "",
        "event": "lapsed",
        "channel": "attested",
        "day": "2026-03-10",
        "session": "",
        "arguments": "",
        "gesture": "",
        "version": "",
        "granted": "2026-03-01",
        "expires": "2026-03-31",
    } == whole.model_dump()
    torn = leases.line_of(Standing(NAME, None, {"owner": 3, "sinks": "x"}), "lapsed", at=AT, day="2026-03-10")
    assert ("", "", "", (), (), "", "", "") == (
        torn.owner,
        torn.mode,
        torn.target,
        torn.effects,
        torn.sinks,
        torn.granted,
        torn.expires,
        torn.did,
    )


@pytest.mark.parametrize("end", ["revoked", "lapsed", "widened", "declined"])
@pytest.mark.parametrize("begin", ["granted", "seen"])
def test_a_grant_is_in_force_from_its_line_to_its_end(begin: ConsentEvent, end: ConsentEvent) -> None:
    """
    Other classes, approvals and offers end nothing; the last that began is the one that holds.
    """
    first, later = line(begin), line(begin, expires="2026-05-01")
    beside = [line(end, name="other"), line("offered"), line("accepted"), line("rejected"), line("modified")]

    assert leases.in_force([], NAME) is None
    assert first == leases.in_force([first, *beside], NAME)
    assert later == leases.in_force([first, later, line(begin, name="other")], NAME)
    assert leases.in_force([first, line(end)], NAME) is None
    assert later == leases.in_force([first, line(end), later], NAME)


def test_an_end_that_was_written_before_the_run_was_cut_off_is_known() -> None:
    """
    Only where it is the class's last line, and about the very lease.
    """
    end = line("lapsed")

    assert leases.is_told([line("granted"), end, line("accepted", name="other")], line("lapsed", at=AT))
    assert not leases.is_told([end, line("accepted")], end)
    assert not leases.is_told([line("lapsed", expires="2026-04-01")], end)
    assert not leases.is_told([line("revoked")], end)
    assert not leases.is_told([line("lapsed", name="other")], end) and not leases.is_told([], end)


@pytest.mark.parametrize(
    "changes",
    [
        {"granted": "2026-03-02"},
        {"expires": "2026-03-30"},
        {"owner": "x"},
        {"mode": "x"},
        {"target": "x"},
        {"effects": ["read"]},
        {"sinks": ["x"]},
    ],
)
def test_a_grant_that_was_written_by_hand_is_seen(changes: dict[str, object]) -> None:
    """
    One that the log doesn't tell of, or tells otherwise of in any field; once it is told, nothing is missing.
    """
    profile = profile_with({NAME: a_grant(**changes), "b": "declined"})
    for log in ([], [line("granted")], [line("granted", name="other"), line("revoked", name="other")]):
        (new,) = leases.unlogged(profile, log, at=AT, today=TODAY)
        assert ("seen", NAME, AT, "2026-03-10", "found in the profile") == (
            new.event,
            new.name,
            new.at,
            new.day,
            new.did,
        )
        assert () == leases.unlogged(profile, [*log, new], at=AT, today=TODAY)


def test_a_grant_that_is_not_sound_is_not_seen_and_ends_none() -> None:
    """
    What could not be used is nothing that began; but it stands there, so that nothing ended either.
    """
    for grant in (a_grant(expires="2026-03-09"), a_grant(granted="2026-03-11"), a_grant(effects=[])):
        profile = profile_with({NAME: grant})
        assert () == leases.unlogged(profile, [line("granted")], at=AT, today=TODAY)
        assert () == leases.unlogged(profile, [], at=AT, today=TODAY)


def test_a_grant_that_was_taken_out_by_hand_has_ended() -> None:
    """
    Each that the log tells of and the profile doesn't hold, in the order of their names, with its own scope.
    """
    log = [line("granted", name="b", channel="terminal"), line("seen", name="a"), line("granted"), line("revoked")]
    for profile in (profile_with({"b": "unset"}), ProfileFile(absent="there is no profile"), ProfileFile({})):
        found = leases.unlogged(profile, log, at=AT, today=TODAY)
        assert ["a", "b"] == [one.name for one in found]
        assert {("revoked", "attested", AT, "2026-03-10", "found no more in the profile", "gardener")} == {
            (one.event, one.channel, one.at, one.day, one.did, one.owner) for one in found
        }


@pytest.mark.parametrize(
    "profile", [ProfileFile(problem="never ends"), ProfileFile("words"), ProfileFile(None), ProfileFile([])]
)
def test_a_profile_that_can_not_be_read_ends_nothing(profile: ProfileFile) -> None:
    """
    Unread is not absent: what it says is unknown.
    """
    assert () == leases.unlogged(profile, [line("granted")], at=AT, today=TODAY)


def test_what_begins_is_told_in_the_order_of_names() -> None:
    """
    The same profile makes the same lines, however it is sorted.
    """
    profile = profile_with({"c": a_grant(), "a": a_grant(), "b": a_grant()})

    assert ["a", "b", "c"] == [one.name for one in leases.unlogged(profile, [], at=AT, today=TODAY)]
