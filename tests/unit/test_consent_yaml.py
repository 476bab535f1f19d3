"""YAML as consent reads it: duplicate keys refused, anchors and merge keys resolved, nothing guessed (SPEC 8.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.consent_files import profile_of
from harvest_loop.adapters.consent_yaml import VALUE_LIMIT, UnreadableConsentError, load
from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import Stamp
from tests.support.granted import TODAY, a_class, registry_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("~", None),
        ("a: {b: [1, two, 3.5, true, ~, ''], c: 'true'}", {"a": {"b": [1, "two", 3.5, True, None, ""], "c": "true"}}),
        ("on: 2026-03-01\nat: 2026-02-30", {True: Stamp("2026-03-01"), "at": Stamp("2026-02-30")}),
        ("a: '2026-03-01'", {"a": "2026-03-01"}),
        ("a: !!str 2026-03-01", {"a": "2026-03-01"}),
        ("a: =", {"a": "="}),
        ('"a\\u0062": 1', {"ab": 1}),
        ("? a\n: 1", {"a": 1}),
        ("%YAML 1.2\n---\na: 1\n...\n", {"a": 1}),
        ("--- # a comment\na: 1\n... # another\n", {"a": 1}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 1\r\nb:\r\n  - 2\r\n", {"a": 1, "b": [2]}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}", {"a": {"k": 1, "l": 2}, "b": {"k": 1, "l": 3}}),
        ("a: &x {k: 1}\nb: {k: 2, <<: *x}", {"a": {"k": 1}, "b": {"k": 2}}),
        ("a: {<<: [{k: 1}, {k: 2, l: 2}]}", {"a": {"k": 1, "l": 2}}),
        ("a: {<<: {<<: {k: 1, l: 1}, l: 2}}", {"a": {"k": 1, "l": 2}}),
        ("a: &x {k: 1}\nb: {<<: [*x]}", {"a": {"k": 1}, "b": {"k": 1}}),
        ("a: {<<: []}", {"a": {}}),
        ("a: {'<<': 1}", {"a": {"<<": 1}}),
        ("1: a\n'1': b", {1: "a", "1": "b"}),
    ],
)  # fmt: skip
def test_a_document_is_its_values(text: str, value: object) -> None:
    """
    What stands in the file is what is checked, however it is spelled; a bare day stays as it was written.
    """
    assert value == load(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\na: 1", 2),
        ("a: 1\n'a': 1", 2),
        ('a: 1\n"\\x61": 2', 2),
        ("a:\n  b: {c: 1,\n   c: 2}", 3),
        ("a: [{b: 1, b: 2}]", 1),
        ("true: 1\nyes: 2", 2),
        ("a: &x {k: 1}\nb:\n  <<: *x\n  <<: *x", 4),
        ("a: &x {k: 1, k: 2}\nb: {<<: *x}", 1),
        ("<<: 1", 1),
        ("a: {<<: [{}, 1]}", 1),
        ("a: {<<: ~}", 1),
        ("? [a]\n: 1", 1),
        ("a: *nowhere", 1),
        ("a: 1\n---\nb: 2", 2),
        ("a: [", 2),
        ("a: 1\n b: 2", 2),
        ("\ta: 1", 1),
        ("a: '\x07'", 1),
        ("a: !!python/object:os.system {}", 1),
        ("a: !mine x", 1),
        ("a: !!set {b, c}", 1),
        ("a: !!omap [b: 1]", 1),
        ("a: !!binary aGk=", 1),
        ("a: !!int many", 1),
        ("a: !!int ''", 1),
        ("a: !!bool maybe", 1),
        ("a: !!float x", 1),
        ("&a [*a]", 1),
        ("&a {k: *a}", 1),
        ("[" * 500, 2),
        ("[" * 5000 + "]" * 5000, 1),
        ("- " * 5000, 1),
    ],
)
def test_what_could_mean_two_things_is_refused_with_its_line(text: str, line: int) -> None:
    """
    A key that stands twice, a tag that nobody knows and an alias of itself have no one meaning to rely on.
    """
    with pytest.raises(UnreadableConsentError) as caught:
        load(text)

    assert line == caught.value.line
    assert caught.value.reason


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" if n else "l0: &l0 [x]\n" for n in range(12)),
        "".join(f"l{n}: &l{n} {{<<: [*l{n - 1}, *l{n - 1}]}}\n" if n else "l0: &l0 {x: 1}\n" for n in range(40)),
        f"[{'x,' * VALUE_LIMIT}]",
    ],
)
def test_aliases_that_stand_for_too_much_are_refused(text: str) -> None:
    """
    A few lines that stand for a billion values must not keep a prompt from being asked.
    """
    with pytest.raises(UnreadableConsentError, match="too many values"):
        load(text)


def test_a_registry_of_a_thousand_classes_is_no_burden() -> None:
    """
    The limits are far beyond what a person would write.
    """
    shared = "base: &base {owner: o, mode: m, target: t, capabilities: [read, network], sinks: [], feeds: []}\n"
    text = shared + "classes:\n" + "".join(f"  - {{<<: *base, name: c{n}}}\n" for n in range(1000))

    value = load(text)

    assert isinstance(value, dict)
    assert 1000 == len(value["classes"])


BLOCK = "standing_consent: {tidy-notes: declined}\n"
READ = {"standing_consent": {"tidy-notes": "declined"}}


@pytest.mark.parametrize(
    "text",
    [
        f"---\n{BLOCK}---\nbody\n",
        f"---\n{BLOCK}...\nbody\n",
        f"---\n{BLOCK}---",
        f"--- # the machine's part\n{BLOCK}--- # the person's part\nbody\n",
        f"---   \n{BLOCK}...\t# over\nbody\n",
        f"%YAML 1.2\n---\n{BLOCK}---\nbody\n",
        f"%YAML 1.1 # old\n# a word on it\n\n---\n{BLOCK}---\nbody\n",
        f"\ufeff---\n{BLOCK}---\nbody\n",
        f"\n\n---\n{BLOCK}---\nbody\n",
        f"---\n\n# a comment\n{BLOCK}\n---\nbody\n---\nmore: body\n---\n",
        f"---\n{BLOCK}---\nbody\n".replace("\n", "\r\n"),
        f"---\n{BLOCK}---\nbody\n".replace("\n", "\r"),
    ],
)
def test_the_first_block_is_read_however_it_is_fenced(text: str) -> None:
    """
    Directives, comments, byte order marks and either end of a block are fine, as in any YAML.
    """
    found = profile_of(text)

    assert (READ, "") == (found.content, found.problem)
    assert "standing_consent" not in found.rest


@pytest.mark.parametrize(
    "text",
    [
        f"# Profile\n---\n{BLOCK}---\n",
        f"words\n---\n{BLOCK}---\n",
        f" ---\n{BLOCK}---\n",
        f"----\n{BLOCK}----\n",
        f"---x\n{BLOCK}---\n",
        f"---# no comment\n{BLOCK}---\n",
        f"--- {{a: 1}}\n{BLOCK}---\n",
        BLOCK,
        f"```yaml\n{BLOCK}```\n",
    ],
)
def test_what_is_no_block_at_the_top_is_text(text: str) -> None:
    """
    A rule between two paragraphs is not where a machine looks; the text is kept for the finding that says so.
    """
    found = profile_of(text)

    assert (None, "", 1) == (found.content, found.problem, found.first_line)
    assert BLOCK in found.rest


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("---\na: 1\n", "the block that begins on line 1 never ends"),
        ("\n\n---\na: 1\n ---\n----\n", "the block that begins on line 3 never ends"),
        ("---", "the block that begins on line 1 never ends"),
        ("---\na: 1\na: 2\n---\n", "the block can't be parsed: a key stands twice (line 3)"),
        ("---\na: 1\n--- b\n---\n", "the block can't be parsed: but found another document (line 3)"),
    ],
)
def test_a_block_that_is_none_is_told_with_its_line(text: str, told: str) -> None:
    """
    A person finds the place in the profile itself, not in a part of it.
    """
    assert told == profile_of(text).problem


PIECES = (
    "---",
    "...",
    "a: 1",
    "%YAML 1.1",
    "- b",
    "&x",
    "*x",
    "{",
    "<<: *x",
    "\t",
    "#",
    "",
    BLOCK,
    "standing_consent:",
)


@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES)).map("\n".join))
def test_no_text_makes_the_reader_fail_or_verify(text: str) -> None:
    """
    Whatever stands in a profile, the answer is values, text or a reason, and none of it is a grant by accident.
    """
    found = check_consent(registry_of(a_class()), profile_of(text), today=TODAY)

    assert found.code in (1, 3)


@pytest.mark.parametrize("piece", ["{", "*", "- ", "standing_consent ", "{standing_consent ", "? ", ", ", "１", '"'])
def test_a_long_line_takes_no_longer_than_it_is_long(piece: str) -> None:
    """
    A profile of one line, a million characters of nothing, is read through as any other.
    """
    text = piece * (1_000_000 // len(piece))

    assert 3 == check_consent(registry_of(a_class()), profile_of(text), today=TODAY).code
