"""`harvest consent list` in values: each class, why it may not be leased, how long a grant still holds (SPEC 8.2)."""

import pytest

from harvest_loop.domain.consent.listing import list_consent
from harvest_loop.domain.consent.registry import classes_of, entries_of
from harvest_loop.domain.consent.template import OWN_CLASSES, template
from harvest_loop.schemas.consent import ListedClass, ProfileFile, RegistryFile
from tests.support.granted import MISSING, TODAY, a_class, a_grant, profile_with, registry_of


def listed(one: object, standing: object = MISSING) -> ListedClass:
    """The row of one class."""
    profile = ProfileFile() if standing is MISSING else profile_with({"tidy-notes": standing})
    (row,) = list_consent(registry_of(one), profile, today=TODAY)
    return row


@pytest.mark.parametrize(
    ("standing", "state", "days"),
    [
        (MISSING, "unset", None),
        ("Revoked", "revoked", None),
        ("declined", "declined", None),
        (a_grant(), "granted", 21),
        (a_grant(expires="2026-03-10"), "granted", 0),
        (a_grant(expires="2026-03-09"), "lapsed", None),
        (a_grant(expires="2026-03-09", owner="x"), "broken", None),
        (a_grant(sinks=MISSING), "broken", None),
        (a_grant(state="declined", expires="2026-03-31"), "declined", None),
        ("granted", "broken", None),
        (7, "broken", None),
    ],
)
def test_the_state_of_a_grant_is_told_with_its_days(standing: object, state: str, days: int | None) -> None:
    """
    A person sees what holds and for how long, and what has lapsed is told from what is wrong.
    """
    row = listed(a_class(), standing)

    assert (state, days) == (row.state, row.days_left)
    assert (state in ("lapsed", "broken")) == bool(row.wrong)


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (a_class(), ()),
        (a_class(promotion_eligible=False), ("the registry says so",)),
        (a_class(promotion_eligible=False, reason="it can't be taken back"), ("it can't be taken back",)),
        (a_class(sinks=["publish"]), ("R2 sinks an eligible class has no sinks",)),
        (a_class(owner=MISSING, mode=3), ("R1 owner is missing", "R1-b mode is no text, or a blank one")),
        ("tidy-notes", ("R1 it is no mapping",)),
    ],
)
def test_why_a_class_may_not_be_leased_is_told(one: object, why: tuple[str, ...]) -> None:
    """
    A class that is never offered is listed with its reason, be it the registry's own or a rule.
    """
    row = listed(one)

    assert why == row.why_not
    assert row.eligible is not bool(why)


def test_what_was_granted_to_a_class_that_is_gone_is_listed_last() -> None:
    """
    A grant doesn't vanish from sight with its class, and a name that stands twice shows its grant at both.
    """
    profile = profile_with({"z-gone": a_grant(), "gone": "declined", "tidy-notes": a_grant()})

    rows = list_consent(registry_of(a_class(name="b"), a_class(), a_class()), profile, today=TODAY)

    assert ["b", "tidy-notes", "tidy-notes", "gone", "z-gone"] == [row.name for row in rows]
    assert ["unset", "granted", "granted", "declined", "broken"] == [row.state for row in rows]
    assert [None, None] == [row.scope for row in rows[3:]]


def test_a_registry_that_can_not_be_read_lists_nothing_of_its_own() -> None:
    """
    What stands in the profile is shown all the same.
    """
    rows = list_consent(RegistryFile(problem="can't be parsed"), profile_with({"a": "declined"}), today=TODAY)

    assert [("a", "declined")] == [(row.name, row.state) for row in rows]


def test_classes_with_a_finding_are_no_classes_to_count_on() -> None:
    """
    Whoever needs a class gets those that are free of findings, their texts trimmed, with a lease of thirty days.
    """
    full = a_class(name=" a ", reason="r", proposed_by="p", reviewed_by="q", excludes=["x "], lease_days=7)
    full["adversarial_examples"] = ["one", "two"]
    entries = entries_of(registry_of(full, a_class(), a_class(sinks=["publish"]), 3))
    assert isinstance(entries, list)

    first, second = classes_of(entries)

    assert ("a", 7, "r", "p", "q", ("x",), ("one", "two")) == (first.name, first.lease_days, *first[9:])
    assert ("tidy-notes", True, 30, ("read", "local-write"), (), ()) == (
        second.name,
        second.eligible,
        second.lease_days,
        *second[4:7],
    )


def test_the_template_holds_our_own_classes_and_nothing_else() -> None:
    """
    What the product does unprompted is compared with these very values.
    """
    from harvest_loop.adapters.consent_yaml import load

    entries = entries_of(RegistryFile(load(template())))
    assert isinstance(entries, list)

    assert tuple(OWN_CLASSES) == classes_of(entries)
    assert {"memory-archive", "memory-stamp", "index-add", "web-recheck"} == {one.name for one in OWN_CLASSES}
    assert {("harvest-loop", (), ())} == {(one.owner, one.sinks, one.feeds) for one in OWN_CLASSES}
