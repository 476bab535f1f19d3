"""A grant that is written where no machine reads it is an error, and a mention of one is none (SPEC 8.3, R3)."""

import pytest

from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import ProfileFile
from tests.support.granted import TODAY, a_class, a_grant, profile_with, registry_of, rules_of


@pytest.mark.parametrize(
    "line",
    [
        "standing_consent:",
        "  standing_consent: {}",
        "\tstanding_consent\t: unset",
        "standing_consent:{tidy-notes: granted}",
        '"standing_consent": {}',
        "'standing_consent': {}",
        "? standing_consent",
        '? "standing_consent" ',
        "- standing_consent: {}",
        "* standing_consent: {}",
        "> standing_consent: {}",
        "1. standing_consent: {}",
        "- **standing_consent**: tidy-notes until spring",
        "**standing_consent:** tidy-notes until spring",
        "{standing_consent: {tidy-notes: {granted: 2026-03-01}}}",
        '{"depth": "M", "standing_consent": {}}',
        "prefs: {depth: M, standing_consent: {}}",
        "<!-- standing_consent: {} -->",
        "Standing_Consent: {}",
        "ｓｔａｎｄｉｎｇ＿ｃｏｎｓｅｎｔ： {}",
        "standing\u200b_consent: {}",
        "\u00a0standing_consent: {}",
    ],
)
def test_the_key_outside_of_the_block_is_an_error(line: str) -> None:
    """
    Whoever wrote it there believes that it counts: an unread grant is not an absent one.
    """
    profile = ProfileFile({}, rest=f"# Notes\n\n{line}\n", first_line=5)

    found = check_consent(registry_of(a_class()), profile, today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))
    assert ["line 7"] == [finding.place for finding in found.findings]


@pytest.mark.parametrize(
    "line",
    [
        "The key `standing_consent` holds what you granted.",
        "`standing_consent`: what you granted; it stands in the block above.",
        "See standing_consent in the block",
        "Grants stand under standing_consent: that is where they are read.",
        "# standing_consent",
        "## standing_consent: what it means",
        "my_standing_consent: {}",
        "standing_consents: {}",
        "Standing consent: none so far.",
        "sidecar_consent: declined",
        "- 2026-03-01: granted tidy-notes for 30 days, in the terminal",
        "{note: see my_standing_consent: above}",
        "? whether standing_consent is needed",
        "standing_consent",
    ],
)
def test_a_mention_of_the_key_is_no_grant(line: str) -> None:
    """
    People explain in the body what stands in the block, and are not kept from it.
    """
    profile = ProfileFile({"standing_consent": {"tidy-notes": a_grant()}}, rest=line, first_line=9)

    found = check_consent(registry_of(a_class()), profile, today=TODAY)

    assert (0, ()) == (found.code, found.findings)


@pytest.mark.parametrize(
    "others",
    [
        {"preferences": {"standing_consent": {"tidy-notes": a_grant()}}},
        {"notes": ["x", {"deep": [{"Standing_Consent": None}]}]},
        {"STANDING_CONSENT": {}},
        {"standing_consent ": {}},
        {"standing\u00ad_consent": None},
        {"skills": {"standing_consent": {"accepted": 3}}},
    ],
)
def test_the_key_elsewhere_in_the_block_is_an_error(others: dict[str, object]) -> None:
    """
    Only the key at the top, spelled as it is, is read: below another, or in capitals, it grants nothing silently.
    """
    found = check_consent(registry_of(a_class()), profile_with({"tidy-notes": a_grant()}, **others), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))


def test_the_key_inside_of_a_grant_is_an_error() -> None:
    """
    A line that is indented one step too far makes one grant a part of another.
    """
    nested = a_grant(standing_consent={"tidy-notes": a_grant()})

    found = check_consent(registry_of(a_class()), profile_with({"tidy-notes": nested}), today=TODAY)

    assert (1, {"R3"}) == (found.code, rules_of(found))


def test_keys_of_others_are_left_alone() -> None:
    """
    The block holds much more than grants, whatever its keys and values are.
    """
    others: dict[str, object] = {"skills": {"a": {"accepted": 3}}, "muted_nags": ["cadence"], "notes": None, "x": 1.5}

    assert (
        0 == check_consent(registry_of(a_class()), profile_with({"tidy-notes": a_grant()}, **others), today=TODAY).code
    )
