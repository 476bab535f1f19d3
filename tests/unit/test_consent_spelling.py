"""The same registry and profile, spelled in other ways, have the same answer (SPEC 8.3)."""

import json

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.consent_files import profile_of
from harvest_loop.adapters.consent_yaml import load
from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import RegistryFile, Stamp
from tests.support.granted import MISSING, TODAY, a_class, a_grant, checked

CLASS_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "owner": st.sampled_from(["gardener", " gardener", "other", "정원사", MISSING, None]),
        "mode": st.sampled_from(["move", "move\u200b", 3]),
        "capabilities": st.sampled_from([["local-write"], ["LOCAL-WRITE", "read"], ["delete"], [], "read"]),
        "sinks": st.sampled_from([[], ["publish"], None]),
        "promotion_eligible": st.sampled_from([True, False, "true"]),
        "lease_days": st.sampled_from([1, 365, 366, "7"]),
        "reason": st.sampled_from(["it is: so # really", "yes", "- no", "{}", "~", "2026-03-01", "a\nb", "'\"\\"]),
    },
)
GRANT_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "state": st.sampled_from(["granted", "Declined ", "maybe"]),
        "granted": st.sampled_from([Stamp("2026-03-01"), "2026-03-01", Stamp("2026-03-11"), MISSING]),
        "expires": st.sampled_from([Stamp("2026-03-10"), "2026-03-09", Stamp("2026-02-30"), None]),
        "owner": st.sampled_from(["gardener", "gardener ", "정원사"]),
        "effects": st.sampled_from([["read"], ["local-write", "ｒｅａｄ"], ["network"], []]),
        "sinks": st.sampled_from([[], ["publish"], MISSING]),
    },
)
COMMENTS = ("", " # why", " # standing_consent: {}", "\t# no: [", " #")
TRUE, FALSE = ("true", "True", "TRUE", "yes", "on"), ("false", "False", "no", "Off")


def one_of(draw: st.DrawFn, *ways: str) -> str:
    """One of the ways to write something."""
    return draw(st.sampled_from(ways))


def scalar(draw: st.DrawFn, value: object) -> str:
    """A scalar, in quotes of either kind, or bare where that is the same value."""
    if isinstance(value, Stamp):
        return value.text
    if isinstance(value, bool):
        return one_of(draw, *(TRUE if value else FALSE))
    if value is None:
        return one_of(draw, "~", "null", "NULL")
    if not isinstance(value, str):
        return str(value)
    double, single = json.dumps(value), "'" + value.replace("'", "''") + "'"
    ways = [double, json.dumps(value, ensure_ascii=False), "!!str " + double]
    if value.isprintable() and value.strip():
        ways.append(single)
    if value.isalpha() and value not in ("yes", "true"):
        ways.append(value)
    return one_of(draw, *ways)


def in_braces(draw: st.DrawFn, value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        pairs = draw(st.permutations([(scalar(draw, key), in_braces(draw, each)) for key, each in value.items()]))
        return "{" + ", ".join(f"{key}: {each}" for key, each in pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(in_braces(draw, each) for each in value) + one_of(draw, "]", " ]")
    return scalar(draw, value)


def lines_of(draw: st.DrawFn, value: object, margin: str) -> list[str]:
    """A mapping or list as a block, its keys in any order, some of them merged in, comments and gaps between."""
    lines: list[str] = []
    if isinstance(value, list):
        for item in value:
            lines.append(f"{margin}- {in_braces(draw, item)}{one_of(draw, *COMMENTS)}")
        return lines
    assert isinstance(value, dict)
    items = draw(st.permutations(list(value.items())))
    cut = draw(st.integers(0, len(items)))
    if draw(st.booleans()) and cut:
        lines.append(f"{margin}<<: {in_braces(draw, dict(items[:cut]))}")
        items = items[cut - draw(st.integers(0, 1)) :]  # a merged key may be said again
    for key, each in items:
        head = f"{margin}{scalar(draw, key)}:"
        nested = isinstance(each, dict | list) and bool(each) and draw(st.booleans())
        lines.append(
            f"{head}{one_of(draw, *COMMENTS)}" if nested else f"{head} {in_braces(draw, each)}{one_of(draw, *COMMENTS)}"
        )
        lines += lines_of(draw, each, margin + "  ") if nested else []
        lines += [""] * draw(st.integers(0, 1))
    return lines


@st.composite
def spelled(draw: st.DrawFn) -> tuple[dict[str, object], dict[str, object], str, str]:
    """A class and a grant, and a registry and a profile that hold them, written in any way."""
    one, grant = a_class(**draw(CLASS_CHANGES)), a_grant(**draw(GRANT_CHANGES))
    registry = lines_of(draw, {"classes": [one], "version": 1}, "")
    block = lines_of(draw, {"standing_consent": {"tidy-notes": grant}, "preferred_depth": "M"}, "")
    above = draw(st.sampled_from([[], ["%YAML 1.1"], [""]]))
    fences = one_of(draw, "---", "--- # ours", "---  "), one_of(draw, "---", "...", "... # yours")
    profile = [*above, fences[0], *block, fences[1], "", "# The person's own words", ""]
    mark, end = one_of(draw, "", "\ufeff"), one_of(draw, "\n", "\r\n")
    return one, grant, mark + end.join([*registry, ""]), mark + end.join(profile)


@given(spelled())
def test_spelling_never_changes_the_answer(pair: tuple[dict[str, object], dict[str, object], str, str]) -> None:
    """
    Order, quotes, braces, comments, merge keys, line ends and marks are how a person writes, not what they said.
    """
    one, grant, registry, profile = pair

    found = check_consent(RegistryFile(load(registry)), profile_of(profile), today=TODAY)

    expected = checked(one, grant)
    assert (expected.code, expected.findings) == (found.code, found.findings)
