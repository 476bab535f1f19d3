"""Find where the fields of one manifest entry stand, by the parser's marks (SPEC 7.4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from harvest_loop.adapters.yaml_nodes import UnreadableYamlError, events_of

# What an event says, its place apart; equal for two texts that mean the same and are quoted alike.
Meaning = tuple[object, ...]

_AROUND = (StreamStartEvent, StreamEndEvent, DocumentStartEvent, DocumentEndEvent)
_COLON = re.compile(r"[ \t]*:(?=\s|[,\]}]|\Z)")
_HEADER = re.compile(r"[|>][-+0-9]*(?P<comment>[ \t]+#[^\r\n]*)?")
_NO_TEXT = re.compile(r"[ \t]*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A field: where its value stands in the text (an empty one has no width), and what is special about it.

    `below` is where the next field can begin at the earliest.
    """

    key: str
    at: int
    start: int
    end: int
    meaning: tuple[Meaning, ...]
    plain_text: str | None
    below: int
    comment: str = ""
    quoted: bool = False
    missing: bool = False
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry: its fields in order, where a further one goes, and how far such a one is indented."""

    fields: tuple[FieldPlace, ...]
    flow: bool
    end: int
    indent: int | None

    def field(self, key: str) -> FieldPlace | None:
        """Return the field of that name."""
        return next((field for field in self.fields if field.key == key), None)

    def text_of(self, key: str) -> str | None:
        """Return a value that is plain text; None where there is no such field, or it holds more."""
        found = self.field(key)
        return None if found is None else found.plain_text


def places_in(text: str) -> tuple[EntryPlace, ...]:
    """Return the entries of a text that holds one item of the list, or a few.

    Raises:
        UnreadableYamlError: with the line of `text` at which the parser gave up.
    """
    events = [event for event in events_of(text) if not isinstance(event, _AROUND)]
    if not events:
        return ()
    if not isinstance(events[0], CollectionStartEvent) or isinstance(events[0], MappingStartEvent):
        raise UnreadableYamlError("it is no list of entries", events[0].start_mark.line + 1)
    return tuple(_Reader(text, item).entry() for item in _items(events[1:-1]))


def _items(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events of each node that stands side by side in a list of events."""
    depth = 0
    item: list[Event] = []
    for event in events:
        item.append(event)
        depth += isinstance(event, CollectionStartEvent)
        depth -= isinstance(event, SequenceEndEvent | MappingEndEvent)
        if depth == 0:
            yield item
            item = []


class _Reader:
    """Reads the marks of one entry."""

    def __init__(self, text: str, events: list[Event]) -> None:
        self._text = text
        self._events = events

    def entry(self) -> EntryPlace:
        first = self._events[0]
        if not isinstance(first, MappingStartEvent):
            raise UnreadableYamlError("an entry is no mapping", first.start_mark.line + 1)
        nodes = list(_items(self._events[1:-1]))
        fields = tuple(self._field(key, value) for key, value in zip(nodes[::2], nodes[1::2], strict=True))
        flow = bool(first.flow_style)
        return EntryPlace(fields, flow, self._end(fields, flow=flow), self._indent(fields))

    def _field(self, key: list[Event], value: list[Event]) -> FieldPlace:
        name, at = key[0], key[0].start_mark.index
        if not isinstance(name, ScalarEvent):
            raise UnreadableYamlError("a key is a list or a mapping", name.start_mark.line + 1)
        meaning = tuple(map(_meaning, value))
        node = value[0]
        start, end = node.start_mark.index, value[-1].end_mark.index
        if isinstance(node, ScalarEvent) and start == end:
            return self._empty(str(name.value), at, key[-1].end_mark.index, meaning)
        comment, below = "", end
        if isinstance(node, ScalarEvent) and node.style in ("|", ">"):
            header = _HEADER.match(self._text, start)
            comment = (header["comment"] or "") if header else ""
            end = start + len(self._text[start:end].rstrip())
            # With "+" the blank lines below are part of the text.
            below = below if header and "+" in header[0].partition("#")[0] else end
        text = str(node.value) if isinstance(node, ScalarEvent) else None
        quoted = isinstance(node, ScalarEvent) and bool(node.style)
        place = FieldPlace(str(name.value), at, start, end, meaning, text, below, quoted=quoted)
        return replace(place, comment=comment, why_not=_why_not(node))

    def _empty(self, name: str, at: int, after_key: int, meaning: tuple[Meaning, ...]) -> FieldPlace:
        """A field without a value; the parser's mark may lie some lines below it."""
        colon = _COLON.match(self._text, after_key)
        place = after_key if colon is None else colon.end()
        why_not = "its key has no colon" if colon is None else ""
        return FieldPlace(name, at, place, place, meaning, "", below=place, missing=True, why_not=why_not)

    def _end(self, fields: Sequence[FieldPlace], *, flow: bool) -> int:
        """Where the last field ends: behind the last text that is neither blank nor a comment, or at the brace."""
        if flow:
            return int(self._events[-1].start_mark.index)
        last = self._last_text(self._events[-1].end_mark.index)
        return max([last, *(field.below for field in fields if field.plain_text is not None)])

    def _last_text(self, end: int) -> int:
        """Where the last line above `end` that holds more than a comment ends."""
        lines = self._text[:end].splitlines(keepends=True)
        while lines and _NO_TEXT.fullmatch(lines[-1].rstrip("\r\n\x85\u2028\u2029")):
            end -= len(lines.pop())
        last = lines[-1] if lines else ""
        return end - len(last) + len(last.rstrip("\r\n"))

    def _indent(self, fields: Sequence[FieldPlace]) -> int | None:
        for field in fields:
            line = self._text.rfind("\n", 0, field.at) + 1
            if "?" not in self._text[line : field.at]:
                return field.at - max(line, self._text.rfind("\r", 0, field.at) + 1)
        return None


def _why_not(node: Event) -> str:
    if isinstance(node, CollectionStartEvent):
        return "it holds a list or a mapping"
    if isinstance(node, ScalarEvent) and node.anchor is not None:
        return f"others refer to it by the anchor '{node.anchor}'"
    return ""


def _meaning(event: Event) -> Meaning:
    if isinstance(event, ScalarEvent):
        return ("text", event.value, event.style, event.anchor, str(event.tag))
    if isinstance(event, AliasEvent):
        return ("alias", event.anchor)
    anchor = event.anchor if isinstance(event, NodeEvent) else None
    return (type(event).__name__, anchor, getattr(event, "flow_style", None))
