"""What is joined, what is nothing to join, and on which days a lease holds (SPEC 8.3)."""

from datetime import date

import pytest

from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import Checked, ProfileFile, RegistryFile
from tests.support.granted import MISSING, TODAY, a_class, a_grant, checked, profile_with, registry_of


@pytest.mark.parametrize(
    ("registry", "profile", "code", "told"),
    [
        (RegistryFile(absent="there is no registry"), profile_with({"x": a_grant()}), 3, "there is no registry"),
        (RegistryFile({"classes": []}), profile_with({}), 3, "the registry holds no class"),
        (RegistryFile({"classes": None}), ProfileFile(absent="there is no profile"), 3, "the registry holds no class"),
        (RegistryFile({"classes": []}), profile_with({"tidy-notes": a_grant()}), 1, "1 finding"),
        (registry_of(a_class()), ProfileFile(absent="there is no profile"), 3, "there is no profile"),
        (registry_of(a_class()), ProfileFile(), 3, "no grant is active"),
        (registry_of(a_class()), ProfileFile(rest="Just prose."), 3, "no grant is active"),
        (registry_of(a_class()), ProfileFile([]), 1, "1 finding"),
        (registry_of(a_class()), ProfileFile("words"), 1, "1 finding"),
        (registry_of(a_class()), ProfileFile(problem="never ends"), 1, "1 finding"),
        (RegistryFile(None), ProfileFile(), 3, "the registry holds no class"),
        (RegistryFile(None), profile_with({"tidy-notes": a_grant()}), 1, "1 finding"),
        (RegistryFile(""), ProfileFile(), 1, "1 finding"),
        (RegistryFile({"clases": []}), ProfileFile(), 1, "1 finding"),
        (RegistryFile({"classes": {}}), ProfileFile(), 1, "1 finding"),
        (RegistryFile({"classes": ""}), ProfileFile(), 1, "1 finding"),
        (RegistryFile([a_class()]), ProfileFile(), 1, "1 finding"),
        (RegistryFile("classes"), ProfileFile(), 1, "1 finding"),
        (RegistryFile(3), ProfileFile(), 1, "1 finding"),
        (RegistryFile(problem="can't be parsed"), ProfileFile(), 1, "1 finding"),
        (RegistryFile(problem="can't be parsed"), profile_with({"tidy-notes": a_grant()}), 1, "1 finding"),
        (RegistryFile(absent="there is no registry"), ProfileFile(problem="never ends"), 1, "1 finding"),
        (RegistryFile(absent="there is no registry"), profile_with({"x": a_grant(expires="x")}), 1, "1 finding"),
    ],
)
def test_nothing_to_join_is_told_from_what_is_broken(
    registry: RegistryFile, profile: ProfileFile, code: int, told: str
) -> None:
    """
    What isn't there is unmeasured, what can't be read is broken, and broken outranks unmeasured.
    """
    found = check_consent(registry, profile, today=TODAY)

    word = "BROKEN" if code == 1 else "UNMEASURED"
    assert code == found.code
    assert f"{word} ({code}): {told}; keep asking" == found.summary
    assert () == found.grants


def test_a_registry_that_is_none_is_broken_without_a_rule() -> None:
    """
    No rule of a class was broken where no class could be read.
    """
    found = check_consent(RegistryFile({}), ProfileFile(), today=TODAY)

    assert [("", "registry", "has no 'classes'")] == list(found.findings)

    found = check_consent(RegistryFile({"classes": {}}), ProfileFile(), today=TODAY)

    assert [("", "registry", "'classes' is no list")] == list(found.findings)


def granted_twice(require: str | None, **second: object) -> Checked:
    """The check of two classes, the second one's grant changed."""
    return check_consent(
        registry_of(a_class(), a_class(name="정리")),
        profile_with({"tidy-notes": a_grant(), "정리": a_grant(**second)}),
        today=TODAY,
        require=require,
    )


def test_the_required_class_must_be_among_the_joined() -> None:
    """
    Another class's grant is no consent to this one.
    """
    assert 0 == granted_twice(" 정리 ").code
    assert 3 == granted_twice("정리", state="revoked").code
    assert 0 == granted_twice("tidy-notes", state="revoked").code
    assert 0 == granted_twice(None, state="revoked").code
    assert 3 == granted_twice("Tidy-notes").code
    assert "the required class has no active grant" in granted_twice("other").summary


def test_what_is_broken_elsewhere_is_broken() -> None:
    """
    Files that are wrong in one place are trusted in no other.
    """
    assert 1 == granted_twice("tidy-notes", sinks=MISSING).code


def test_the_joined_grants_are_told_with_their_scope() -> None:
    """
    Whoever acts on a grant sees what was granted, trimmed, without reading the files a second time.
    """
    spaced = a_grant(owner=" gardener", mode="move ", target="\tnotes/", effects=[" read "], sinks=["a log "])

    found = check_consent(
        registry_of(a_class(), a_class(name="other")),
        profile_with({" tidy-notes": spaced, "other": "revoked"}),
        today=TODAY,
    )

    (grant,) = found.grants
    assert "VERIFIED (0): 1 grant joined" == found.summary
    assert ("tidy-notes", "2026-03-01", "2026-03-31", "gardener", "move", "notes/") == grant[:6]
    assert (("read",), ("a log",)) == grant[6:]


@pytest.mark.parametrize(
    ("granted", "expires", "today", "code"),
    [
        ("2026-03-10", "2026-03-10", "2026-03-10", 0),
        ("2026-03-01", "2026-03-31", "2026-03-31", 0),
        ("2026-03-01", "2026-03-31", "2026-04-01", 1),
        ("2026-03-01", "2026-03-31", "2026-02-28", 1),
        ("2026-03-31", "2026-03-30", "2026-03-31", 1),
        ("2028-02-29", "2029-02-28", "2028-02-29", 0),
        ("2028-02-28", "2029-02-28", "2028-02-29", 1),
        ("2027-02-28", "2028-02-28", "2028-02-28", 0),
        ("2027-02-29", "2027-03-28", "2027-03-01", 1),
        ("2028-01-31", "2028-02-29", "2028-02-29", 0),
        ("2028-01-31", "2028-02-29", "2028-03-01", 1),
    ],
)
def test_a_lease_holds_from_its_first_day_to_its_last(granted: str, expires: str, today: str, code: int) -> None:
    """
    Both ends count, a clock that was set back ends it, and no lease is longer than 365 days, leap years or not.
    """
    found = checked(grant=a_grant(granted=granted, expires=expires), today=date.fromisoformat(today))

    assert code == found.code
