"""A class of the registry as the rest of the product is given it (SPEC 8.2)."""

import pytest

from harvest_loop.domain.consent.registry import class_of, classes_of
from harvest_loop.schemas.consent import ConsentClass

ENTRY: dict[object, object] = {
    "name": " release-notes ",
    "owner": "writer ",
    "mode": " write",
    "target": "docs",
    "capabilities": ["read", " publish"],
    "sinks": ["release page ", "feed"],
    "feeds": ["ci"],
    "promotion_eligible": False,
    "lease_days": 7,
    "reason": "it is public ",
    "proposed_by": " session 7",
    "reviewed_by": "a person ",
    "excludes": [" drafts"],
    "adversarial_examples": ["a tweet ", "a tag"],
}


def test_a_class_is_given_with_all_its_fields_trimmed() -> None:
    """
    Each field comes from its own key, and space around it is nobody's intent.
    """
    assert class_of(ENTRY) == ConsentClass(
        name="release-notes",
        owner="writer",
        mode="write",
        target="docs",
        capabilities=("read", "publish"),
        sinks=("release page", "feed"),
        feeds=("ci",),
        eligible=False,
        lease_days=7,
        reason="it is public",
        proposed_by="session 7",
        reviewed_by="a person",
        excludes=("drafts",),
        adversarial_examples=("a tweet", "a tag"),
    )


@pytest.mark.parametrize("field", sorted(map(str, ENTRY)))
def test_a_field_of_another_type_is_an_empty_one(field: str) -> None:
    """
    A listing goes on where the check refuses, and makes nothing up.
    """
    given = class_of({**ENTRY, field: {"of": "another type"}})

    assert getattr(given, {"promotion_eligible": "eligible"}.get(field, field)) in ("", (), False, 30)


def test_only_entries_without_a_finding_are_classes() -> None:
    """
    What the check refuses in an entry keeps it from being offered, and nothing else does.
    """
    refused: list[object] = [{**ENTRY, "owner": 7}, {**ENTRY, "promotion_eligible": True}, "release-notes", {}]

    assert classes_of([*refused, ENTRY]) == (class_of(ENTRY),)
