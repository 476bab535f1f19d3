"""Parse small YAML texts into plain text values that know their lines, whatever the text tries (SPEC 2)."""

from collections.abc import Iterator
from contextlib import contextmanager

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import Event
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from harvest_loop.schemas.hub import FrontmatterValue

VALUE_LIMIT = 4_000
TEXT_LIMIT = 256 * 1024
DEPTH_LIMIT = 16


class UnreadableYamlError(Exception):
    """The text is not YAML that can be read; says why and on which line of it (1-based)."""

    def __init__(self, reason: str, line: int) -> None:
        self.reason = reason
        self.line = line
        super().__init__(f"{reason} (line {line})")


def keys_of(root: Node) -> dict[str, FrontmatterValue]:
    """Return a mapping's values as the text stands, nested keys dotted; what aliases repeat is bounded.

    Raises:
        UnreadableYamlError: it is no mapping, a key stands twice, or it stands for too much.
    """
    if not isinstance(root, MappingNode):
        kind = "a list" if isinstance(root, SequenceNode) else "plain text"
        raise UnreadableYamlError(f"it is {kind}, not 'key: value' lines", root.start_mark.line + 1)
    return _Flattener().mapping(root)


def items_of(root: Node | None) -> tuple[Node, ...]:
    """Return the items of a list; an empty document has none.

    Raises:
        UnreadableYamlError: it is no list.
    """
    if root is None:
        return ()
    if not isinstance(root, SequenceNode):
        raise UnreadableYamlError("it is no list of entries", root.start_mark.line + 1)
    return tuple(root.value)


def compose(text: str) -> Node | None:
    """Parse one YAML document into nodes that know their lines; None for an empty one.

    Raises:
        UnreadableYamlError: with the line of `text` at which the parser gave up.
    """
    with _giving_up_on(text):
        return _parser().compose(text)  # type: ignore[no-any-return]  # untyped in ruamel


def events_of(text: str) -> tuple[Event, ...]:
    """Parse a YAML text into events that know their places.

    Raises:
        UnreadableYamlError: as compose.
    """
    with _giving_up_on(text):
        return tuple(_parser().parse(text))


def _parser() -> YAML:
    return YAML(typ="safe", pure=True, plug_ins=[])


@contextmanager
def _giving_up_on(text: str) -> Iterator[None]:
    """Say of whatever the parser gives up on why, and on which line."""
    try:
        yield
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise UnreadableYamlError(error.problem or error.context or "not YAML", line) from error
    except YAMLError as error:
        raise UnreadableYamlError(str(error).split("\n")[0], _line_of_position(text, error)) from error
    except RecursionError as error:
        raise UnreadableYamlError("nested too deeply", 1) from error


def _line_of_position(text: str, error: YAMLError) -> int:
    """Find the line of a character that YAML forbids; ruamel gives only its offset."""
    position = getattr(error, "position", None)
    return text.count("\n", 0, position) + 1 if isinstance(position, int) else 1


class _Flattener:
    """Turns nodes into text, counting what it takes: ten aliases can stand for a billion values."""

    def __init__(self) -> None:
        self._values = 0
        self._characters = 0

    def mapping(self, node: MappingNode) -> dict[str, FrontmatterValue]:
        found: dict[str, FrontmatterValue] = {}
        self._enter(node, (), found)
        return found

    def _enter(self, node: MappingNode, above: tuple[str, ...], found: dict[str, FrontmatterValue]) -> None:
        if len(above) > DEPTH_LIMIT:
            raise UnreadableYamlError("nested too deeply", node.start_mark.line + 1)
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key in seen:
                raise UnreadableYamlError(f"the key '{key}' stands twice", key_node.start_mark.line + 1)
            seen.add(key)
            self._put((*above, key), value_node, found)

    def _put(self, names: tuple[str, ...], node: Node, found: dict[str, FrontmatterValue]) -> None:
        name = ".".join(names)
        self._count(node, name)
        if isinstance(node, ScalarNode):
            found[name] = node.value
        elif isinstance(node, MappingNode):
            self._enter(node, names, found)
        else:
            found[name] = [self._item(item, name) for item in node.value]

    def _item(self, node: Node, name: str) -> str:
        """Return a list's item as text; what is itself a list or mapping is named, not read."""
        self._count(node, name)
        if isinstance(node, ScalarNode):
            return str(node.value)
        return "[…]" if isinstance(node, SequenceNode) else "{…}"

    def _key(self, node: Node) -> str:
        if not isinstance(node, ScalarNode):
            raise UnreadableYamlError("a key is a list or a mapping", node.start_mark.line + 1)
        return str(node.value)

    def _count(self, node: Node, name: str) -> None:
        self._values += 1
        self._characters += len(name) + (len(node.value) if isinstance(node, ScalarNode) else 0)
        if self._values > VALUE_LIMIT or self._characters > TEXT_LIMIT:
            raise UnreadableYamlError("its aliases or nesting stand for too many values", node.start_mark.line + 1)
