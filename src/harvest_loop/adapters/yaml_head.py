"""A file's frontmatter as text with places: its fences, its values as they nest, its comments (SPEC 7.4, 8.1)."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ruamel.yaml.events import AliasEvent, NodeEvent, ScalarEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from harvest_loop.adapters import yaml_files
from harvest_loop.adapters.yaml_nodes import UnreadableYamlError, compose, events_of
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Frontmatter

REMEDY = "mend its frontmatter by hand; nothing was written"

_VALUES = 4_000
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)

Nested = str | tuple["Nested", ...] | Mapping[str, "Nested"]


class Head(NamedTuple):
    """A file in three pieces that make it up again: the opening fence, the block, and all from the closing fence on."""

    opening: str
    block: str
    rest: str

    @property
    def text(self) -> str:
        return self.opening + self.block + self.rest


class Remarks(NamedTuple):
    """What a block says beside its values, in order."""

    comments: tuple[str, ...]
    marks: tuple[str, ...]


def frontmatter_of(text: str, *, where: str) -> Frontmatter:
    """Return what the text's frontmatter says, before something is written there.

    Raises: HubError when it has one that can't be read.
    """
    found = yaml_files.read_frontmatter(text)
    if not isinstance(found, Frontmatter):
        raise HubError(f"can't be read: {found}", where=where, remedy=REMEDY)
    return found


def head_of(text: str, *, where: str) -> Head | None:
    """Cut the text at its fences; None: it has no frontmatter.

    Raises: HubError when it has one that can't be read.
    """
    found = frontmatter_of(text, where=where)
    if not found.present:
        return None
    lines = text.split("\n")
    closing = found.first_body_line - 2
    opening = next(at for at, line in enumerate(lines) if line.removeprefix("\ufeff").startswith("---"))
    block = "".join(f"{line}\n" for line in lines[opening + 1 : closing])
    return Head("".join(f"{line}\n" for line in lines[: opening + 1]), block, "\n".join(lines[closing:]))


def parsed(block: str, *, where: str) -> Node | None:
    """Return the nodes of a block.

    Raises: HubError.
    """
    try:
        return compose(block)
    except UnreadableYamlError as error:
        raise HubError(f"can't be read: {error}", where=where, remedy=REMEDY) from error


def values_of(root: Node | None, *, where: str) -> dict[str, Nested]:
    """Return the values of a block as they nest, every scalar as its text stands.

    Raises: HubError when it is no mapping, or aliases make it stand for too much.
    """
    found = {} if root is None else _value(root, where, [_VALUES])
    if not isinstance(found, dict):
        raise HubError("can't be read: its frontmatter is no mapping", where=where, remedy=REMEDY)
    return found


def remarks_of(block: str) -> Remarks:
    """Return the comments of a block, and its anchors, aliases and tags.

    Raises: UnreadableYamlError.
    """
    blank, marks = list(block), []
    for event in events_of(block):
        if isinstance(event, ScalarEvent):
            begin, end = event.start_mark.index, event.end_mark.index
            blank[begin:end] = [each if each == "\n" else "." for each in block[begin:end]]
        if isinstance(event, NodeEvent) and event.anchor:
            marks.append(f"{'*' if isinstance(event, AliasEvent) else '&'}{event.anchor}")
        tag = getattr(event, "tag", None)
        marks += [f"!{tag}"] if tag else []
    found = _COMMENT.finditer("".join(blank))
    return Remarks(tuple(block[each.start() : each.end()].rstrip() for each in found), tuple(marks))


def _value(node: Node, where: str, left: list[int]) -> Nested:
    left[0] -= 1
    if left[0] < 0:
        raise HubError("can't be read: its aliases stand for too many values", where=where, remedy=REMEDY)
    if isinstance(node, ScalarNode):
        return str(node.value)
    if isinstance(node, MappingNode):
        return {str(name.value): _value(value, where, left) for name, value in node.value}
    return tuple(_value(item, where, left) for item in node.value)
