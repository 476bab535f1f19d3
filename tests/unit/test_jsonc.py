"""Splicing an entry into JSON that a person wrote, and out again: what is theirs stays as it stands."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from harvest_loop.adapters.hosts.host_files import taken_out
from harvest_loop.adapters.hosts.jsonc import parse
from harvest_loop.adapters.hosts.jsonc_edit import add_entry, inserted, remove_entries
from harvest_loop.errors import UsageError

PATH = ("hooks", "SessionEnd")
ENTRY = {"hooks": [{"type": "command", "command": "/bin/x hook"}]}

SCALARS = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-9999, 9999),
    some.text(max_size=8),
    some.sampled_from(["// no", "/* , */"]),
)
VALUES = some.recursive(
    SCALARS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
ENTRIES = some.lists(some.dictionaries(some.sampled_from(["matcher", "hooks"]), VALUES, max_size=2), max_size=3)
HOOKS = some.dictionaries(some.sampled_from(["SessionEnd", "Stop", "PreToolUse"]), ENTRIES, max_size=3)


@some.composite
def settings(draw: some.DrawFn) -> dict[str, Any]:
    """Settings with or without hooks, and other keys on both sides of them."""
    told = draw(some.dictionaries(some.sampled_from(["env", "model", "z"]), VALUES, max_size=3))
    if draw(some.booleans()):
        told["hooks"] = draw(HOOKS)
    keys = draw(some.permutations(list(told)))
    return {key: told[key] for key in keys}


@some.composite
def written(draw: some.DrawFn, value: Any) -> str:
    """The value as a person may have written it: any indentation, comments, trailing commas, line ends, mark."""
    newline = draw(some.sampled_from(["\n", "\r\n"]))
    unit = draw(some.sampled_from(["", "  ", "\t", "    "]))
    comma = draw(some.booleans())
    comments = draw(some.booleans())
    text = _write(draw, value, newline if unit else "", unit, 0, comma=comma, comments=comments)
    return (
        draw(some.sampled_from(["", "\ufeff"]))
        + _aside(draw, newline, comments)
        + text
        + draw(some.sampled_from(["", newline, newline * 2]))
    )


def _write(draw: some.DrawFn, value: Any, newline: str, unit: str, depth: int, *, comma: bool, comments: bool) -> str:
    if not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=draw(some.booleans()))
    inner, outer = newline + unit * (depth + 1), newline + unit * depth
    parts = []
    for child in value.items() if isinstance(value, dict) else enumerate(value):
        colon = draw(some.sampled_from([":", ": ", " : "]))
        name = f"{json.dumps(child[0])}{colon}" if isinstance(value, dict) else ""
        told = _write(draw, child[1], newline, unit, depth + 1, comma=comma, comments=comments)
        after = " /* after */" if comments and draw(some.booleans()) else ""
        parts.append(f"{inner}{_aside(draw, inner, comments and bool(newline))}{name}{told}{after}")
    body = ",".join(parts)
    last = "," if parts and comma and draw(some.booleans()) else ""
    end = f" // end{outer}" if comments and newline and draw(some.booleans()) else outer
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}{body}{last}{end if bool(parts) or draw(some.booleans()) else ''}{closing}"


def _aside(draw: some.DrawFn, inner: str, comments: bool) -> str:
    return f"// a word, of {{theirs}}{inner}" if comments and inner and draw(some.booleans()) else ""


def added(text: str) -> str:
    return inserted(text, add_entry(text, PATH, ENTRY))


def is_ours(entry: Any) -> bool:
    return bool(entry == ENTRY)


def with_entry(value: Any) -> Any:
    """What the settings should be after the entry was added."""
    after = json.loads(json.dumps(value))
    after.setdefault("hooks", {}).setdefault("SessionEnd", []).append(ENTRY)
    return after


@given(some.data())
def test_a_text_is_read_as_what_it_says(data: some.DataObject) -> None:
    """
    Comments, trailing commas, line ends and marks change nothing of the value.
    """
    value = data.draw(settings())
    text = data.draw(written(value))

    assert value == parse(text).value


@given(some.data())
def test_an_entry_is_added_at_the_end_and_nothing_else_changes(data: some.DataObject) -> None:
    """
    The new value is the old one with the entry; every character of the person's still stands, in its order.
    """
    value = data.draw(settings())
    text = data.draw(written(value))
    insertions = add_entry(text, PATH, ENTRY)

    after = inserted(text, insertions)

    assert with_entry(value) == parse(after).value
    assert list(with_entry(value)) == list(parse(after).value)
    assert text == taken_out(after, insertions)


@given(some.data())
def test_what_was_added_can_be_taken_out_by_its_content_alone(data: some.DataObject) -> None:
    """
    Also where a person has worked on the file since, so that places no longer hold.
    """
    value = data.draw(settings())
    hooks = value.get("hooks")
    if isinstance(hooks, dict) and (not hooks or hooks.get("SessionEnd") == []):
        hooks.setdefault("SessionEnd", []).append({"matcher": "theirs"})  # what was empty is not told from what is new
    text = data.draw(written(value))

    assert _tight(text) == _tight(remove_entries(added(text), PATH, is_ours))


def _tight(text: str) -> str:
    """Without the space inside of an empty object, which can't be told from space that was put there."""
    return re.sub(r"\A(\ufeff?(?://[^\n]*\s*)*)\{\s*\}", r"\1{}", text)


@given(some.data())
def test_later_work_on_the_file_survives_the_removal(data: some.DataObject) -> None:
    """
    A key that a person adds after ours is still there when ours is gone.
    """
    value = data.draw(settings())
    text = added(data.draw(written(value)))
    later = inserted(text, add_entry(text, ("hooks", "Stop"), {"matcher": "later"}))

    left = parse(remove_entries(later, PATH, is_ours)).value

    stop = value.get("hooks", {}).get("Stop", [])
    assert [*stop, {"matcher": "later"}] == left["hooks"]["Stop"]
    assert (value.get("hooks", {}).get("SessionEnd") or None) == left["hooks"].get("SessionEnd")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{", 1),
        ('{"a": 1', 1),
        ('{\n"a" 1}', 2),
        ('{"a": 1 "b": 2}', 1),
        ("{,}", 1),
        ("[,]", 1),
        ('{"a": 01}', 1),
        ('{"a": NaN}', 1),
        ('{"a": "\n"}', 1),
        ("{}\n\n{}", 3),
        ("{} /* open", 1),
        ('{"a": ' + "[" * 500 + "]" * 500 + "}", 1),
        ("{'a': 1}", 1),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(text: str, line: int) -> None:
    """
    Nothing is spliced into a text that is not understood.
    """
    with pytest.raises(UsageError, match=f"line {line} "):
        add_entry(text, PATH, ENTRY)


@pytest.mark.parametrize("text", ["[]", "1", '{"hooks": []}', '{"hooks": null}', '{"hooks": {"SessionEnd": {}}}'])
def test_what_stands_in_the_way_is_not_replaced(text: str) -> None:
    """
    Where hooks should stand is something of the person's that we don't understand.
    """
    with pytest.raises(UsageError, match="is no"):
        add_entry(text, PATH, ENTRY)


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    """
    As it does for the host that reads the file.
    """
    after = added('{"hooks": {"Stop": []}, "hooks": {}}')

    assert {"hooks": {"SessionEnd": [ENTRY]}} == parse(after).value


def test_the_layout_of_the_file_is_kept() -> None:
    """
    A file that is indented by tabs, with comments and a trailing comma, goes on so.
    """
    text = '{\n\t// mine\n\t"model": "x", // fast\n\t// "debug": true,\n}\n'

    after = inserted(text, add_entry(text, PATH, 1))

    assert after == (
        '{\n\t// mine\n\t"model": "x", // fast\n\t// "debug": true,\n'
        '\t"hooks": {\n\t\t"SessionEnd": [\n\t\t\t1\n\t\t]\n\t},\n}\n'
    )
