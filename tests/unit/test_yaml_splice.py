"""One value of a file's frontmatter is set, and every byte around it is its person's (SPEC 7.4, 8.1, 11-1)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.yaml_head import head_of, parsed, remarks_of, values_of
from harvest_loop.adapters.yaml_splice import KeyPath, Value, with_value
from harvest_loop.errors import HubError

GRANT: dict[str, Value] = {
    "granted": "2026-03-01",
    "owner": "harvest-loop",
    "effects": ["local-write"],
    "sinks": [],
}
GRANTED = "{granted: 2026-03-01, owner: harvest-loop, effects: [local-write], sinks: []}"

PIECES = [
    "mood:   fine # mostly",
    "# note of mine",
    "list: [ x,y ]",
    "other:\n  - a # first\n  - b",
    "text: |\n  # no comment\n  words",
    '"odd key" : {a:  1, "b": "#"}',
    "since: 2026-03-01",
    "none: ~",
    "",
    "skills: # by name\n  tidy:   {accepted: 1 }\n  # the other one\n  web.page:\n    rejected:  2 # twice\n",
    "skills:",
    "skills: {}",
    "skills: ~ # none yet",
    "skills: {tidy: {accepted: 1}, }",
    "muted_nags: [cadence,  recommend]",
    "muted_nags:\n- cadence # too often\n-   recommend",
    "muted_nags:",
    "counted: []",
    "friction:\n  fh_signal_2026-01-01_x: 2",
]
TARGETS: list[tuple[KeyPath, Value]] = [
    (("skills", "tidy", "accepted"), 2),
    (("skills", "tidy", "rejected"), 1),
    (("skills", "web.page", "rejected"), 3),
    (("skills", "새 기술", "accepted"), 1),
    (("muted_nags",), ["recommend"]),
    (("muted_nags",), ["cadence", "recommend", "mid-session"]),
    (("counted",), ["2026-03-20_abcdef12_forced.0123abcd"]),
    (("friction", "fh_signal_2026-03-20_x"), 4),
    (("standing_consent", "memory-stamp"), GRANT),
    (("preferred_depth",), "XL"),
]


def file_of(block: str) -> str:
    """A profile with this block."""
    return f"---\n{block}---\n\n# Mine\n\n- words: {{}} # here\n"


def is_subsequence(lines: Sequence[str], of: Sequence[str]) -> bool:
    """Whether the lines stand in the others, in their order."""
    left = iter(of)
    return all(line in left for line in lines)


@pytest.mark.parametrize(
    ("block", "path", "value", "after"),
    [
        ("", ("skills", "tidy", "accepted"), 1, "skills:\n  tidy: {accepted: 1}\n"),
        ("skills:\nx: 1\n", ("skills", "tidy", "accepted"), 1, "skills:\n  tidy: {accepted: 1}\nx: 1\n"),
        (
            "skills:\n  tidy:   {accepted: 1 } # ok\n  # c\nx: 1\n",
            ("skills", "tidy", "rejected"),
            1,
            "skills:\n  tidy:   {accepted: 1, rejected: 1 } # ok\n  # c\nx: 1\n",
        ),
        (
            "skills:\n  tidy:\n    accepted:  1 # c\n    # d\nx: 1\n",
            ("skills", "tidy", "accepted"),
            2,
            "skills:\n  tidy:\n    accepted:  2 # c\n    # d\nx: 1\n",
        ),
        ("skills: {}\n", ("skills", "a b", "accepted"), 1, 'skills: {"a b": {accepted: 1}}\n'),
        (
            "muted_nags:\n  - cadence # why\n  - recommend\n",
            ("muted_nags",),
            ["recommend", "mid-session"],
            "muted_nags:\n  # why\n  - recommend\n  - mid-session\n",
        ),
        ("muted_nags:\n- cadence # why\nx: 1\n", ("muted_nags",), [], "muted_nags: []\n  # why\nx: 1\n"),
        (
            "standing_consent:\n  stamp:\n    granted: 2026-03-01 # x\n    # y\n  n: unset\n",
            ("standing_consent", "stamp"),
            "unset",
            "standing_consent:\n  stamp: unset\n    # x\n    # y\n  n: unset\n",
        ),
        (
            "standing_consent:\n  stamp: unset # old\n",
            ("standing_consent", "stamp"),
            GRANT,
            f"standing_consent:\n  stamp: {GRANTED} # old\n",
        ),
        ("a: {n: 1, # why\n  m: 2}\nb: 1\n", ("a",), GRANT, f"a: {GRANTED}\n# why\nb: 1\n"),
    ],
)
def test_a_value_is_set_where_it_stands(block: str, path: KeyPath, value: Value, after: str) -> None:
    """
    In the form in which the person wrote what is around it, and nothing else of the file moves.
    """
    assert file_of(after) == with_value(file_of(block), path, value, where="x", over=True)


@pytest.mark.parametrize(
    ("block", "path", "value"),
    [
        ("a: &x unset\nb: *x\n", ("a",), "declined"),
        ("a: &x {n: 1}\nb: *x\n", ("a", "n"), 2),
        ("a: &x {n: 1}\nb: *x\n", ("b", "m"), 2),
        ("a: !!str word\n", ("a",), "x"),
        ("{a: 1}\n", ("b",), "x"),
        ("a: word\n", ("a", "b"), "x"),
        ("a: [x]\n", ("a",), "x"),
        ("a:\n  b: 1\n", ("a",), "x"),
        ("a: >-\n  long\n  words\n", ("a",), "x"),
        ("- a\n", ("a",), "x"),
        ("a: [\n", ("a",), "x"),
        ("a: 1\na: 2\n", ("a",), "x"),
    ],
)
def test_what_would_move_something_else_is_refused(block: str, path: KeyPath, value: Value) -> None:
    """
    Nobody's file is rewritten on a guess: an anchor that others stand for, a list where a word is to go.
    """
    with pytest.raises(HubError, match="by hand"):
        with_value(file_of(block), path, value, where="x")


@given(
    st.lists(st.sampled_from(PIECES), max_size=6, unique_by=lambda piece: piece.split(":")[0]),
    st.sampled_from(TARGETS),
)
def test_all_that_a_person_wrote_survives(pieces: list[str], target: tuple[KeyPath, Value]) -> None:
    """
    Whatever the block holds: values, comments and their order, every line but those of the key itself, and the text
    below the block stay; or the splice is refused.
    """
    path, value = target
    before = file_of("".join(f"{piece}\n" for piece in pieces))
    try:
        after = with_value(before, path, value, where="x", over=len(path) > 1)
    except HubError:
        return

    old, new = head_of(before, where="x"), head_of(after, where="x")
    assert old is not None and new is not None
    assert (old.opening, old.rest) == (new.opening, new.rest)
    was, now = (dict(values_of(parsed(each.block, where="x"), where="x")) for each in (old, new))
    was.pop(path[0], None), now.pop(path[0])
    assert was == now
    assert remarks_of(old.block) == remarks_of(new.block)
    others = [line for piece in pieces if not piece.startswith(path[0]) for line in piece.split("\n")]
    assert is_subsequence(others, new.block.split("\n"))
    assert with_value(after, path, value, where="x", over=len(path) > 1) == after


@given(st.text(max_size=30), st.sampled_from(["accepted", "rejected"]))
def test_no_name_breaks_out_of_its_key(name: str, count: str) -> None:
    """
    A skill can be called anything: its name is one key of the mapping, or the splice is refused.
    """
    try:
        after = with_value(file_of("x: 1\n"), ("skills", name, count), 1, where="x", over=True)
    except HubError:
        return

    head = head_of(after, where="x")
    assert head is not None
    assert {"x": "1", "skills": {name: {count: "1"}}} == values_of(parsed(head.block, where="x"), where="x")
