"""What the consent check says of what is wrong, and where (SPEC 8.3)."""

import pytest

from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import ProfileFile
from tests.support.granted import MISSING, TODAY, a_class, a_grant, checked, profile_with, registry_of


@pytest.mark.parametrize("key", ["owner", "mode", "target", "capabilities", "sinks", "feeds", "promotion_eligible"])
def test_a_field_that_is_missing_is_named(key: str) -> None:
    """
    A finding says which class lacks which field: the person mends it there.
    """
    found = checked(a_class(**{key: MISSING}))

    assert ("R1", f"classes/tidy-notes/{key}", "is missing") in found.findings


@pytest.mark.parametrize(("name", "rule"), [(MISSING, "R1"), (" ", "R1-b"), (7, "R1-b")])
def test_a_class_without_a_name_is_called_by_its_number(name: object, rule: str) -> None:
    """
    What has no name still has a place in the file.
    """
    found = check_consent(registry_of(a_class(), a_class(name=name)), ProfileFile(), today=TODAY)

    assert [(rule, "classes/#2/name")] == [finding[:2] for finding in found.findings]


def test_an_entry_that_is_no_mapping_has_none_of_the_fields() -> None:
    """
    A word in the list of classes is no class.
    """
    found = check_consent(registry_of(a_class(), "tidy-notes"), profile_with({"tidy-notes": a_grant()}), today=TODAY)

    assert [("R1", "classes/#2")] == [finding[:2] for finding in found.findings]


def test_every_finding_is_reported_in_one_go() -> None:
    """
    A person mends the files once, not once a finding; the order is that of the rules.
    """
    found = checked(a_class(promotion_eligible=False, owner="b"), a_grant(granted=MISSING, sinks=MISSING, mode="x"))

    assert ["R4", "R5", "R6", "R7", "R7"] == [finding.rule for finding in found.findings]
    assert "BROKEN (1): 5 findings; keep asking" == found.summary


def test_each_finding_says_what_is_wrong() -> None:
    """
    The words are what a person mends the files by.
    """
    bad = a_class(owner=MISSING, mode=1, capabilities=["publish", "fly", 3], sinks=["x"], feeds=None, lease_days=0)
    never = a_class(name="never", promotion_eligible="no", proposed_by="s", excludes=1)
    asked = a_class(name="asked", proposed_by="s")
    drifted = a_grant(owner="o", effects=["network"], granted="2026-03-11", expires="2027-03-12")
    consents = {"never": drifted, "gone": a_grant(expires="2026-03-09", mode=1, effects=[], sinks=1), "odd": 1, 7: 1}
    entries = [bad, never, asked, asked, "word", a_class(name="fine", capabilities=["fly"])]

    found = check_consent(registry_of(*entries), profile_with(consents, Standing_consent=1), today=TODAY)

    known = "dispatch, local-write, network, read, repo-mutation"
    assert found.findings == (
        ("R1", "classes/#5", "is no mapping: it has none of the fields"),
        ("R1", "classes/tidy-notes/owner", "is missing"),
        ("R1-b", "classes/never/excludes", "is no list of texts, or holds a blank one"),
        ("R1-b", "classes/never/promotion_eligible", "is neither true nor false"),
        ("R1-b", "classes/tidy-notes/capabilities", "is no list of texts, or holds a blank one"),
        ("R1-b", "classes/tidy-notes/feeds", "is no list of texts, or holds a blank one"),
        ("R1-b", "classes/tidy-notes/lease_days", "is no number of days from 1 to 365"),
        ("R1-b", "classes/tidy-notes/mode", "is no text, or a blank one"),
        ("R1-c", "classes/asked/name", "stands twice"),
        ("R2", "classes/tidy-notes/feeds", "an eligible class has no feeds"),
        ("R2", "classes/tidy-notes/sinks", "an eligible class has no sinks"),
        ("R2-b", "classes/tidy-notes/capabilities", "an eligible class can do nothing irreversible: publish"),
        ("R2-c", "classes/fine/capabilities", f"is none of {known}: fly"),
        ("R2-c", "classes/tidy-notes/capabilities", f"is none of {known}: "),
        ("R2-c", "classes/tidy-notes/capabilities", f"is none of {known}: fly"),
        ("R2-d", "classes/asked/adversarial_examples", "a proposed class has 2 of them"),
        ("R2-d", "classes/asked/excludes", "a proposed class names what it does not cover"),
        ("R2-d", "classes/asked/reviewed_by", "a proposed class is reviewed by another than its proposer"),
        ("R3", "standing_consent", "holds a key that is no class's name"),
        ("R3", "standing_consent", "is spelled in a way that no machine reads"),
        ("R3", "standing_consent/gone", "is a grant for a class that is not in the registry"),
        ("R3", "standing_consent/odd", "is neither a grant nor one of declined, unset, revoked"),
        ("R4", "standing_consent/never", "is a grant for a class that may not be leased"),
        ("R5", "standing_consent/gone/expires", "2026-03-09 is over; today is 2026-03-10"),
        ("R5", "standing_consent/never/expires", "2027-03-12 is more than 365 days after 2026-03-11"),
        ("R5", "standing_consent/never/granted", "2026-03-11 is yet to come; today is 2026-03-10"),
        ("R6", "standing_consent/gone/effects", "are not recorded, or are no list of texts"),
        ("R6", "standing_consent/gone/mode", "is not recorded, or is no text"),
        ("R6", "standing_consent/gone/sinks", "are not recorded, or are no list of texts"),
        ("R7", "standing_consent/never/effects", "reach beyond the class's capabilities"),
        ("R7", "standing_consent/never/owner", "is no longer what the class says"),
    )


@pytest.mark.parametrize(
    ("profile", "place", "what"),
    [
        (ProfileFile(problem="never ends"), "profile", "never ends"),
        (ProfileFile([]), "profile", "the block is no mapping"),
        (profile_with(1), "standing_consent", "is no mapping from classes to grants"),
        (profile_with({"a": "unset", "a ": "unset"}), "standing_consent/a", "stands twice"),
        (
            profile_with({"tidy-notes": a_grant(expires="soon")}),
            "standing_consent/tidy-notes/expires",
            "is missing or no day like 2026-03-31",
        ),
        (
            ProfileFile({"x": {"standing_consent": {}}}),
            "standing_consent",
            "stands below another key, where no machine reads it",
        ),
        (
            ProfileFile(rest="standing_consent:"),
            "line 1",
            "standing_consent stands where no machine reads it; it belongs in the block",
        ),
    ],
)
def test_a_finding_of_the_profile_says_what_is_wrong(profile: ProfileFile, place: str, what: str) -> None:
    """
    So do those of the profile by itself.
    """
    found = check_consent(registry_of(a_class()), profile, today=TODAY)

    assert place in [finding.place for finding in found.findings]
    assert what in [finding.what for finding in found.findings]
