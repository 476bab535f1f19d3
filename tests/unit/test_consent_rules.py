"""Each rule of the consent check: what it refuses, and the nearest neighbour that it lets pass (SPEC 8.2, 8.3)."""

from collections.abc import Mapping

import pytest

from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import Stamp
from tests.support.granted import MISSING, TODAY, a_class, a_grant, checked, profile_with, registry_of, rules_of

IRREVERSIBLE = ("go-public", "publish", "delete", "history-rewrite", "unknown")
PROPOSED: dict[str, object] = {
    "proposed_by": "a session",
    "reviewed_by": "a person",
    "excludes": ["rewriting a note"],
    "adversarial_examples": ["emptying the bin", "renaming the folder"],
}

CLASSES: list[tuple[str, Mapping[str, object], Mapping[str, object]]] = [
    *(("R1", {key: MISSING}, {}) for key in ("owner", "mode", "target", "capabilities", "sinks", "feeds")),
    ("R1", {"promotion_eligible": MISSING}, {"promotion_eligible": True}),
    ("R1-b", {"promotion_eligible": "true"}, {"promotion_eligible": True}),
    ("R1-b", {"promotion_eligible": 1}, {"promotion_eligible": True}),
    ("R1-b", {"owner": None}, {"owner": " gardener "}),
    ("R1-b", {"mode": Stamp("2026-03-01")}, {"mode": "move"}),
    ("R1-b", {"reason": " \t"}, {"reason": "."}),
    ("R1-b", {"reason": "\u200b"}, {"reason": "\u200b."}),
    ("R1-b", {**PROPOSED, "proposed_by": 7}, PROPOSED),
    ("R1-b", {"reviewed_by": ["a person"]}, {"reviewed_by": "a person"}),
    ("R1-b", {"capabilities": "local-write"}, {"capabilities": ["local-write"]}),
    ("R1-b", {"capabilities": ["local-write", 1]}, {"capabilities": ["local-write", "read"]}),
    ("R1-b", {"capabilities": ("local-write",)}, {"capabilities": ["local-write"]}),
    ("R1-b", {"sinks": None}, {"sinks": []}),
    ("R1-b", {"feeds": {}}, {"feeds": []}),
    ("R1-b", {"excludes": [""]}, {"excludes": []}),
    ("R1-b", {"adversarial_examples": "one"}, {"adversarial_examples": ["one"]}),
    ("R1-b", {"lease_days": 0}, {"lease_days": 1}),
    ("R1-b", {"lease_days": 366}, {"lease_days": 365}),
    ("R1-b", {"lease_days": True}, {"lease_days": 30}),
    ("R1-b", {"lease_days": "30"}, {"lease_days": 30}),
    ("R1-b", {"lease_days": 30.0}, {"lease_days": 30}),
    ("R2", {"sinks": ["an archive"]}, {"sinks": []}),
    ("R2", {"feeds": ["publish"]}, {"feeds": []}),
    ("R2", {"sinks": ["unknown"]}, {"sinks": []}),
    *(
        ("R2-b", {"capabilities": ["local-write", word]}, {"capabilities": ["local-write", "dispatch"]})
        for word in (*IRREVERSIBLE, "ＰＵＢＬＩＳＨ", "de\u200blete", "un\x07known")
    ),
    ("R2-c", {"capabilities": ["local-write", "teleport"]}, {"capabilities": ["local-write", "repo-mutation"]}),
    ("R2-c", {"capabilities": ["local-write", "net work"]}, {"capabilities": ["local-write", "Net\u00adwork"]}),
    ("R2-d", {**PROPOSED, "excludes": []}, PROPOSED),
    ("R2-d", {**PROPOSED, "excludes": MISSING}, PROPOSED),
    ("R2-d", {**PROPOSED, "adversarial_examples": ["one"]}, {**PROPOSED, "adversarial_examples": ["one", "two"]}),
    ("R2-d", {**PROPOSED, "adversarial_examples": ["one", "one "]}, PROPOSED),
    ("R2-d", {**PROPOSED, "adversarial_examples": MISSING}, {"adversarial_examples": MISSING}),
    ("R2-d", {**PROPOSED, "reviewed_by": "A\u200b Session "}, {**PROPOSED, "reviewed_by": "another session"}),
    ("R2-d", {**PROPOSED, "reviewed_by": MISSING}, {"reviewed_by": MISSING}),
    ("R4", {"promotion_eligible": False}, {"promotion_eligible": True}),
    ("R7", {"owner": "Gardener"}, {"owner": "gardener\n"}),
    ("R7", {"mode": "move it"}, {"mode": " move"}),
    ("R7", {"target": "notes"}, {"target": "\u3000notes/"}),
    ("R7", {"target": "notes\u200b/"}, {"target": "notes/ "}),
    ("R7", {"capabilities": ["read"]}, {"capabilities": ["LOCAL-WRITE"]}),
]

GRANTS: list[tuple[str, Mapping[str, object], Mapping[str, object]]] = [
    ("R3", {"state": "approved"}, {"state": " Granted "}),
    ("R3", {"state": None}, {"state": "granted"}),
    ("R3", {"state": True}, {"state": "GRANTED"}),
    ("R5", {"granted": MISSING}, {"granted": "2026-03-01"}),
    ("R5", {"expires": None}, {"expires": Stamp("2026-03-31")}),
    ("R5", {"expires": "2026-3-31"}, {"expires": "2026-03-31"}),
    ("R5", {"expires": "2026-02-30"}, {"expires": "2026-03-30"}),
    ("R5", {"expires": Stamp("2026-03-31 10:00:00")}, {"expires": Stamp("2026-03-31")}),
    ("R5", {"expires": "2026-03-31T00:00:00Z"}, {"expires": "2026-03-31"}),
    ("R5", {"expires": "٢٠٢٦-٠٣-٣١"}, {"expires": "2026-03-31"}),
    ("R5", {"expires": 20260331}, {"expires": "2026-03-31"}),
    ("R5", {"expires": "20260331"}, {"expires": "2026-03-31"}),
    ("R5", {"expires": "2026-W13-2"}, {"expires": "2026-03-24"}),
    ("R5", {"granted": "2026-03-11"}, {"granted": "2026-03-10"}),
    ("R5", {"expires": "2026-03-09"}, {"expires": "2026-03-10"}),
    ("R5", {"granted": "2026-03-01", "expires": "2027-03-02"}, {"granted": "2026-03-01", "expires": "2027-03-01"}),
    ("R6", {"owner": MISSING}, {"owner": "gardener"}),
    ("R6", {"mode": " "}, {"mode": "move "}),
    ("R6", {"target": ["notes/"]}, {"target": "notes/"}),
    ("R6", {"effects": MISSING}, {"effects": ["read"]}),
    ("R6", {"effects": []}, {"effects": ["local-write", "read"]}),
    ("R6", {"effects": "local-write"}, {"effects": ["local-write"]}),
    ("R6", {"effects": ["local-write", ""]}, {"effects": ["local-write", "read"]}),
    ("R6", {"sinks": MISSING}, {"sinks": []}),
    ("R6", {"sinks": None}, {"sinks": []}),
    ("R6", {"sinks": [None]}, {"sinks": ["an archive"]}),
    ("R7", {"owner": "gardeners"}, {"owner": " gardener"}),
    ("R7", {"mode": "Move"}, {"mode": "move"}),
    ("R7", {"target": "ｎotes/"}, {"target": "notes/"}),
    ("R7", {"effects": ["network"]}, {"effects": ["ｒｅａｄ", "local\x07-write"]}),
    ("R7", {"effects": ["read", "local write"]}, {"effects": ["Read", "\u3000local\u200b-write\t"]}),
]


@pytest.mark.parametrize(("rule", "refused", "passing"), CLASSES)
def test_a_class_is_refused_by_its_rule_and_its_neighbour_passes(
    rule: str, refused: Mapping[str, object], passing: Mapping[str, object]
) -> None:
    """
    The rule that is named is the one that refuses, and one step beside it nobody is kept from anything.
    """
    found, neighbour = checked(a_class(**refused)), checked(a_class(**passing))

    keys = ["effects" if rule == "R7" and key == "capabilities" else key for key in refused]
    under = "standing_consent" if rule in ("R4", "R7") else "classes"
    places = {f"{under}/tidy-notes"} if rule == "R4" else {f"{under}/tidy-notes/{key}" for key in keys}
    assert [finding for finding in found.findings if finding.rule == rule and finding.place in places]
    assert (1, 0, ()) == (found.code, neighbour.code, neighbour.findings)


@pytest.mark.parametrize(("rule", "refused", "passing"), GRANTS)
def test_a_grant_is_refused_by_its_rule_and_its_neighbour_passes(
    rule: str, refused: Mapping[str, object], passing: Mapping[str, object]
) -> None:
    """
    A lease that can't be relied on is named by its rule; the same lease, mended, is joined.
    """
    found, neighbour = checked(grant=a_grant(**refused)), checked(grant=a_grant(**passing))

    place = "standing_consent/tidy-notes" + ("" if rule == "R3" else f"/{list(refused)[-1]}")
    assert [(rule, place)] == [finding[:2] for finding in found.findings]
    assert (1, 0, ()) == (found.code, neighbour.code, neighbour.findings)


@pytest.mark.parametrize(("second", "code"), [("tidy-notes ", 1), ("Tidy-notes", 0), ("tidy-notes\u200b", 0)])
def test_names_are_unique_after_trimming_only(second: str, code: int) -> None:
    """
    Two classes of one name would let the wider one hide behind the narrower; other letters are another name (R1-c).
    """
    found = check_consent(
        registry_of(a_class(), a_class(name=second)), profile_with({"tidy-notes": a_grant()}), today=TODAY
    )

    assert code == found.code
    assert rules_of(found) == ({"R1-c"} if code else set())


def test_a_name_is_trimmed_before_it_is_remembered() -> None:
    """
    It makes no difference which of two entries has the white space (R1-c).
    """
    found = check_consent(registry_of(a_class(name=" tidy-notes "), a_class()), profile_with(None), today=TODAY)

    assert {"R1-c"} == rules_of(found)


def test_a_class_that_may_not_be_leased_may_name_anything() -> None:
    """
    A registry that also lists what is never leased is sound: only eligibility is judged by sinks and capabilities.
    """
    other = a_class(
        name="ship",
        promotion_eligible=False,
        capabilities=["publish", "teleport"],
        sinks=["publish"],
        feeds=["releases"],
        proposed_by="a session",
    )

    found = check_consent(registry_of(a_class(), other), profile_with({"tidy-notes": a_grant()}), today=TODAY)

    assert (0, ()) == (found.code, found.findings)


def test_sinks_of_the_class_that_the_grant_does_not_record_are_drift() -> None:
    """
    A sink that came after the grant is what the person never saw (R7).
    """
    now = a_class(promotion_eligible=False, sinks=["an archive", " a log "])

    found = checked(now, a_grant(sinks=["an archive"]))
    assert ("R7", "standing_consent/tidy-notes/sinks", "do not hold all of the class's sinks") in found.findings
    assert rules_of(checked(now, a_grant(sinks=[" an archive", "a log", "more"]))) == {"R4"}
    assert rules_of(checked(now, a_grant(sinks=MISSING))) == {"R4", "R6"}


@pytest.mark.parametrize("grant", ["granted", "yes", "", None, True, 3, [], Stamp("2026-03-01")])
def test_what_stands_under_a_class_is_a_mapping_or_one_of_three_words(grant: object) -> None:
    """
    A bare `granted` records no scope, and anything else is no answer that a person gave (R3).
    """
    found = check_consent(registry_of(a_class()), profile_with({"tidy-notes": grant}), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))


@pytest.mark.parametrize("state", ["declined", "unset", "revoked", " Declined\n", "REVOKED"])
@pytest.mark.parametrize("name", ["tidy-notes", "a class that is long gone"])
def test_a_refusal_grants_nothing_and_breaks_nothing(state: str, name: str) -> None:
    """
    A no is never a defect, not even of a class that has left the registry, and never a yes.
    """
    for value in (state, {"state": state}, a_grant(state=state, expires="long ago")):
        found = check_consent(registry_of(a_class()), profile_with({name: value}), today=TODAY)

        assert (3, ()) == (found.code, found.findings)


@pytest.mark.parametrize(
    "consents", ["", "tidy-notes", [], [{"tidy-notes": "declined"}], False, 0, Stamp("2026-03-01")]
)
def test_standing_consents_that_are_no_mapping_are_no_absence(consents: object) -> None:
    """
    An empty text or a `false` in the place of grants is something that nobody can read, not nothing (R3).
    """
    found = check_consent(registry_of(a_class()), profile_with(consents), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))


@pytest.mark.parametrize("consents", [None, {}])
def test_no_standing_consents_are_nothing_to_join(consents: object) -> None:
    """
    A key under which the last grant was taken out is clean.
    """
    assert 3 == check_consent(registry_of(a_class()), profile_with(consents), today=TODAY).code


@pytest.mark.parametrize("key", [7, None, True, " ", Stamp("2026-03-01")])
def test_a_grant_stands_under_a_name(key: object) -> None:
    """
    A key that is no text names no class (R3).
    """
    found = check_consent(registry_of(a_class()), profile_with({key: "declined", "tidy-notes": a_grant()}), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))


def test_two_answers_for_one_class_are_none() -> None:
    """
    Names are trimmed, so that a grant and a refusal under the same name would leave the choice to chance (R3).
    """
    found = check_consent(
        registry_of(a_class()), profile_with({"tidy-notes": a_grant(), "tidy-notes ": "declined"}), today=TODAY
    )

    assert (1, {"R3"}) == (found.code, rules_of(found))


@pytest.mark.parametrize("name", ["tidy-notes", " tidy-notes\t"])
def test_a_grant_finds_its_class_after_trimming(name: str) -> None:
    """
    White space around a name is nobody's intention.
    """
    found = check_consent(
        registry_of(a_class(name="tidy-notes ")), profile_with({name: a_grant()}), today=TODAY, require="tidy-notes"
    )

    assert 0 == found.code


@pytest.mark.parametrize("name", ["Tidy-notes", "tidy-notes\u200b", "ｔidy-notes", "tidy notes"])
def test_a_grant_for_a_class_of_almost_that_name_is_unregistered(name: str) -> None:
    """
    A class is who it says it is, letter by letter (R3).
    """
    found = check_consent(registry_of(a_class()), profile_with({name: a_grant()}), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))
