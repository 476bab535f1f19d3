"""How much a file of consent may hold, to the last value: beyond it nothing is read (SPEC 8.3)."""

import pytest

from harvest_loop.adapters.consent_yaml import DEPTH_LIMIT, VALUE_LIMIT, UnreadableConsentError, load

TOO_MUCH = "its aliases or nesting stand for too many values"


@pytest.mark.parametrize(("opening", "closing", "inner"), [("[", "]", "[]"), ("{a: ", "}", "{}"), ("[", "]", "x")])
def test_nesting_is_read_to_its_limit_and_no_deeper(opening: str, closing: str, inner: str) -> None:
    """
    The innermost value may stand in as many others as the limit says, be they lists or mappings.
    """
    deepest, deeper = (opening * depth + inner + closing * depth for depth in (DEPTH_LIMIT, DEPTH_LIMIT + 1))

    assert load(deepest)
    with pytest.raises(UnreadableConsentError, match=TOO_MUCH):
        load(deeper)


def test_values_are_read_to_their_limit_and_no_further() -> None:
    """
    The list itself is one of them.
    """
    most, more = (f"[{'x,' * count}]" for count in (VALUE_LIMIT - 1, VALUE_LIMIT))

    assert ["x"] * (VALUE_LIMIT - 1) == load(most)
    with pytest.raises(UnreadableConsentError, match=TOO_MUCH):
        load(more)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: '\x07'", "unacceptable character #x0007: control characters are not allowed"),
        ("a: !mine x", "the tag !mine is not read here"),
        ("a: {<<: 1}", "what << merges is no mapping"),
        ("a: {<<: {}, <<: {}}", "the key << stands twice"),
        ("{a: 1, a: 2}", "a key stands twice"),
        ("? [a]\n: 1", "a key is a list or a mapping"),
        ("a: !!int many", "this is no int"),
        ("a: 1\n---\nb: 2", "but found another document"),
    ],
)
def test_the_reason_is_one_line_that_a_person_can_act_on(text: str, reason: str) -> None:
    """
    What is wrong, in words, without the parser's own view of where.
    """
    with pytest.raises(UnreadableConsentError) as caught:
        load(text)

    assert reason == caught.value.reason
