"""Finds what YAML gives a shell to run: values, folded and literal blocks, list items; whole or not at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from harvest_loop.domain.shell_lines import Statement, joined, statements_in
from harvest_loop.schemas.evidence import AddedLine

_KEY = re.compile(r"^(?P<indent>\s*)(?P<dash>-\s+)?(?P<key>[\w./-]+)\s*:(?:\s+(?P<value>.*?))?\s*$")
_ITEM = re.compile(r"^(?P<indent>\s*)-\s+(?P<value>\S.*?)\s*$")
_BLOCK = re.compile(r"^(?P<style>[|>])[+-]?\d?[+-]?(?:\s+#.*)?$")
_ANCHOR = re.compile(r"^(?:[&!]\S*\s*)+")
_RUN_KEYS = frozenset({"run", "script", "command", "entry", "cmd", "before_script", "test_command"})
# What stands in such a list is one word of a command, not a command.
_WORD_LISTS = frozenset(
    {"args", "arguments", "argv", "command", "entrypoint", "cmd", "options", "files", "paths", "types"}
)
# What a literal block holds under such a key is read by people or by a model.
_TEXTS = frozenset(
    {"about", "body", "comment", "content", "custom_instructions", "description", "direct_prompt", "instructions"}
    | {"label", "message", "notes", "placeholder", "prompt", "summary", "system_prompt", "text", "title", "value"}
)


@dataclass(frozen=True)
class Run:
    """One statement for a shell, and whether a key says that it is one."""

    statement: Statement
    keyed: bool


@dataclass
class _Reader:
    lines: Sequence[AddedLine]
    at: int = 0
    parents: list[tuple[int, str]] = field(default_factory=list)

    def parent_of(self, indent: int) -> str:
        while self.parents and self.parents[-1][0] > indent:
            self.parents.pop()
        return self.parents[-1][1] if self.parents else ""

    def body_below(self, indent: int, start: int) -> list[AddedLine]:
        """The lines from `start` on that stand deeper than `indent`; blank ones among them count."""
        end = start
        while end < len(self.lines):
            text = self.lines[end].text
            if text.strip() and _indent_of(text) <= indent:
                break
            end += 1
        return list(self.lines[start:end])

    def wrapped_below(self, indent: int, start: int) -> list[AddedLine]:
        """The same, where a plain value may go on; none, where what stands there has a structure of its own."""
        end = start
        while end < len(self.lines):
            text = self.lines[end].text
            if text.strip() and _indent_of(text) <= indent:
                break
            if _KEY.match(text) or _ITEM.match(text):
                return []
            end += 1
        return list(self.lines[start:end])


def runs_in(lines: Sequence[AddedLine]) -> Iterator[Run]:
    """Yield what YAML text gives a shell to run, in order; a folded block or a wrapped value is one statement."""
    reader = _Reader(lines)
    while reader.at < len(reader.lines):
        line = reader.lines[reader.at]
        reader.at += 1
        key = _KEY.match(line.text)
        item = _ITEM.match(line.text)
        if key is not None and not line.text.lstrip().startswith("#"):
            yield from _of_key(reader, line, key)
        elif item is not None:
            yield from _of_item(reader, line, item)
        elif line.text.strip() and not line.text.lstrip().startswith("#"):
            yield from _of_orphans(reader)


def _of_key(reader: _Reader, line: AddedLine, key: re.Match[str]) -> Iterator[Run]:
    indent = len(key["indent"]) + len(key["dash"] or "")
    reader.parent_of(indent - 1)
    name, value = key["key"], _ANCHOR.sub("", key["value"] or "")
    block = _BLOCK.match(value)
    runs = name in _RUN_KEYS
    if block is None and not value:
        reader.parents.append((indent, name))
        return
    if block is None:
        body = reader.wrapped_below(indent, reader.at)
    else:
        body = reader.body_below(len(key["indent"]), reader.at)
    reader.at += len(body)
    if block is None:
        if runs:
            yield from _wrapped(line, value, body)
    elif name.lower() in _TEXTS:
        return
    elif block["style"] == ">":
        yield from _folded(line, body, keyed=runs)
    else:
        yield from (Run(statement, keyed=False) for statement in statements_in(body))


def _of_item(reader: _Reader, line: AddedLine, item: re.Match[str]) -> Iterator[Run]:
    indent = len(item["indent"])
    listed = reader.parent_of(indent)
    block = _BLOCK.match(item["value"])
    body = (reader.wrapped_below if block is None else reader.body_below)(indent, reader.at)
    reader.at += len(body)
    if block is not None and block["style"] == "|":
        yield from (Run(statement, keyed=False) for statement in statements_in(body))
    elif listed not in _WORD_LISTS:
        found = _folded(line, body, keyed=False) if block is not None else _wrapped(line, item["value"], body)
        yield from (Run(run.statement, keyed=False) for run in found)


def _of_orphans(reader: _Reader) -> Iterator[Run]:
    """Lines of a block whose head was there before: each is taken as a line of shell."""
    start = reader.at - 1
    end = reader.at
    while end < len(reader.lines) and not (_KEY.match(reader.lines[end].text) or _ITEM.match(reader.lines[end].text)):
        end += 1
    reader.at = end
    yield from (Run(statement, keyed=False) for statement in statements_in(reader.lines[start:end]))


def _folded(line: AddedLine, body: Sequence[AddedLine], *, keyed: bool) -> Iterator[Run]:
    own = [each for each in body if each.text.strip()]
    if own and _is_unbroken([line, *body[: body.index(own[-1]) + 1]]):
        yield Run(Statement(tuple(own), joined([each.text for each in own])), keyed)


def _wrapped(line: AddedLine, value: str, body: Sequence[AddedLine]) -> Iterator[Run]:
    own = [each for each in body if each.text.strip()]
    if _is_unbroken([line, *own]):
        text = joined([value, *(each.text for each in own)])
        yield Run(Statement((line, *own), _unquoted(text)), keyed=True)


def _is_unbroken(lines: Sequence[AddedLine]) -> bool:
    return all(other.number == one.number + 1 for one, other in pairwise(lines))


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def _indent_of(text: str) -> int:
    return len(text) - len(text.lstrip())
