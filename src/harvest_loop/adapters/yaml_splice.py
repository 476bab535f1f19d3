"""Set keys of a file's frontmatter by splicing: every other byte of it is its person's (SPEC 7.4, 8.1)."""

from collections.abc import Mapping, Sequence

from ruamel.yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from harvest_loop.adapters.yaml_head import Head, Nested, head_of, parsed, remarks_of, values_of
from harvest_loop.adapters.yaml_nodes import UnreadableYamlError
from harvest_loop.adapters.yaml_text import flow_text
from harvest_loop.errors import HubError

KeyPath = tuple[str, ...]
Value = str | int | None | Sequence["Value"] | Mapping[str, "Value"]

_NOTHING = ("", "~", "null", "Null", "NULL")


def with_value(text: str, path: KeyPath, value: Value, *, where: str, over: bool = False) -> str:
    """Return the text whose frontmatter holds the value at the path of keys; without a frontmatter it gets one.

    What is missing above it is made. `over` puts the value also where one of another kind stands, a mapping say. What
    can't be spliced so that nothing but this value changes is refused.

    Raises: HubError.
    """
    head = head_of(text, where=where) or _new_head(text)
    root = parsed(head.block, where=where)
    before = values_of(root, where=where)
    block = _Splice(head.block, path, value, where, over=over).into(root)
    try:
        after = values_of(parsed(block, where=where), where=where)
        same = after == _expected(before, path, value) and remarks_of(block) == remarks_of(head.block)
    except (HubError, UnreadableYamlError):
        same = False
    if not same:
        raise _unspliceable(path, value, where)
    return head._replace(block=block).text


def _new_head(text: str) -> Head:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    return Head(f"{mark}---\n", "", f"---\n\n{body}" if body else "---\n")


def _unspliceable(path: KeyPath, value: Value, where: str) -> HubError:
    name = ".".join(path)
    return HubError(f"'{name}' can't be set in it", where=where, remedy=f"set {name}: {flow_text(value)} by hand")


def _expected(before: Mapping[str, Nested], path: KeyPath, value: Value) -> dict[str, Nested]:
    key, *below = path
    inner = before.get(key, {})
    if below:
        return {**before, key: _expected(inner if isinstance(inner, Mapping) else {}, tuple(below), value)}
    return {**before, key: _as_read(value)}


def _as_read(value: Value) -> Nested:
    if isinstance(value, Mapping):
        return {key: _as_read(each) for key, each in value.items()}
    if value is None:
        return "null"
    if isinstance(value, str | int):
        return str(value)
    return tuple(_as_read(each) for each in value)


class _Splice:
    """One value on its way into a block."""

    def __init__(self, block: str, path: KeyPath, value: Value, where: str, *, over: bool) -> None:
        self._block = block
        self._path = path
        self._value = value
        self._where = where
        self._over = over

    def into(self, root: Node | None) -> str:
        """Return the block with the value at its place."""
        if root is None:
            return self._block + self._lines(0, "")
        if not isinstance(root, MappingNode) or root.flow_style:
            raise self._refusal()
        above: MappingNode = root
        for depth, key in enumerate(self._path):
            pair = _pair_of(above, key)
            if pair is None:
                return self._in_mapping(above, depth)
            name, found = pair
            if depth == len(self._path) - 1:
                return self._in_place_of(name, found)
            if not isinstance(found, MappingNode):
                return self._below_nothing(above, name, found, depth)
            above = found
        raise self._refusal()

    def _in_mapping(self, above: MappingNode, depth: int) -> str:
        """The block with one more key in a mapping that lacks it."""
        if above.anchor is not None:
            raise self._refusal()
        if above.flow_style:
            end = above.end_mark.index - 1
            inner = self._block[above.start_mark.index + 1 : end].rstrip()
            gap = "" if not inner else " " if inner.endswith(",") else ", "
            return self._put(end - len(self._gap_before(end)), end, gap + self._pair(depth) + self._gap_before(end))
        end = self._end_of_line(self._end(above)) if depth else len(self._block)
        return self._put(end, end, self._lines(depth, " " * above.start_mark.column))

    def _gap_before(self, end: int) -> str:
        inner = self._block[:end]
        gap = inner[len(inner.rstrip(" ")) :]
        return gap if not inner.rstrip(" ").endswith("\n") else ""

    def _below_nothing(self, above: MappingNode, name: ScalarNode, found: Node, depth: int) -> str:
        """The block with keys where a key has no value yet."""
        if not self._is_nothing(found):
            raise self._refusal()
        begin, end = found.start_mark.index, found.end_mark.index
        if begin != end or above.flow_style:
            return self._replaced(name, found, flow_text(self._nested(depth + 1)))
        line = self._end_of_line(name.end_mark.index)
        return self._put(line, line, self._lines(depth + 1, " " * (name.start_mark.column + 2)))

    def _in_place_of(self, name: ScalarNode, found: Node) -> str:
        """The block with the value in place of another."""
        if found.anchor is not None:
            raise self._refusal()
        if isinstance(found, SequenceNode) and not found.flow_style and isinstance(self._value, Sequence):
            return self._items(name, found)
        if not (self._over or self._is_nothing(found) or self._kind(found) == _kind_of(self._value)):
            raise self._refusal()
        if isinstance(found, CollectionNode) and not found.flow_style:
            return self._in_place_of_lines(name, found)
        if found.start_mark.line != found.end_mark.line and isinstance(found, ScalarNode):
            raise self._refusal()
        return self._replaced(name, found, flow_text(self._value, key=name.value))

    def _replaced(self, name: ScalarNode, found: Node, text: str) -> str:
        begin, end = found.start_mark.index, found.end_mark.index
        if begin == end:  # nothing stands behind the colon
            begin = end = self._block.index(":", name.end_mark.index) + 1
        gap = " " if self._block[:begin].endswith(":") else ""
        kept = self._comments(begin, end)
        if not kept:
            return self._put(begin, end, gap + text)
        put = self._put(begin, end, gap + text)
        line = put.index("\n", begin) + 1
        return put[:line] + "".join(f"{' ' * name.start_mark.column}{each}\n" for each in kept) + put[line:]

    def _in_place_of_lines(self, name: ScalarNode, found: Node) -> str:
        """The block with the value behind its key in place of the lines below it; their comments stay."""
        colon = self._block.index(":", name.end_mark.index) + 1
        first, end = self._end_of_line(colon), self._end_of_line(self._end(found))
        kept = "".join(f"{' ' * (name.start_mark.column + 2)}{each}\n" for each in self._comments(first, end))
        rest = self._block[colon:first]
        return self._put(colon, end, f" {flow_text(self._value, key=name.value)}{rest}{kept}")

    def _items(self, name: ScalarNode, found: SequenceNode) -> str:
        """The block with a list's items taken out and added line by line."""
        wanted = [_as_read(each) for each in self._value] if isinstance(self._value, Sequence) else []
        kept = [item for item in found.value if isinstance(item, ScalarNode) and item.value in wanted]
        if not kept:
            return self._in_place_of_lines(name, found)
        there = [item.value for item in kept]
        added = [each for each in wanted if each not in there]
        end = self._end_of_line(self._end(found))
        margin = " " * found.start_mark.column
        block = self._put(end, end, "".join(f"{margin}- {flow_text(str(each))}\n" for each in added))
        for item in reversed([each for each in found.value if each not in kept]):
            first = block.rfind("\n", 0, item.start_mark.index) + 1
            after = self._end_of_line(self._end(item))
            notes = "".join(f"{margin}{each}\n" for each in self._comments(first, after))
            block = block[:first] + notes + block[after:]
        return block

    def _comments(self, begin: int, end: int) -> tuple[str, ...]:
        """What a person noted in a part of the block that is taken out."""
        if "#" not in self._block[begin:end]:
            return ()
        try:
            whole, without = (remarks_of(each).comments for each in (self._block[:end], self._block[:begin]))
        except UnreadableYamlError as error:
            raise self._refusal() from error
        return whole[len(without) :]

    def _lines(self, depth: int, margin: str) -> str:
        """The pair as lines: one, or at the top the key with what is below it on the next."""
        key, *below = self._path[depth:]
        if depth or not (below or isinstance(self._value, Mapping)):
            return f"{margin}{self._pair(depth)}\n"
        return f"{margin}{flow_text(key)}:\n{margin}  {self._inner(depth + 1)}\n"

    def _inner(self, depth: int) -> str:
        nested = self._nested(depth)
        pairs = nested.items() if isinstance(nested, Mapping) else ()
        return "\n  ".join(f"{flow_text(key)}: {flow_text(each, key=key)}" for key, each in pairs)

    def _pair(self, depth: int) -> str:
        key = self._path[depth]
        return f"{flow_text(key)}: {flow_text(self._nested(depth + 1), key=key)}"

    def _nested(self, depth: int) -> Value:
        """The value below as many of the path's keys as are left from this depth on."""
        value = self._value
        for key in reversed(self._path[depth:]):
            value = {key: value}
        return value

    def _end(self, node: Node) -> int:
        """Where the last character of a node is over; the parser's own end of a block has the comments after it in."""
        if not isinstance(node, CollectionNode) or node.flow_style or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        if not isinstance(last, tuple):
            return self._end(last)
        name, value = last
        empty = value.start_mark.index == value.end_mark.index
        return int(name.end_mark.index) if empty or value.start_mark.index < name.end_mark.index else self._end(value)

    def _end_of_line(self, at: int) -> int:
        return at if self._block[:at].endswith("\n") else self._block.index("\n", at) + 1

    def _put(self, begin: int, end: int, text: str) -> str:
        return self._block[:begin] + text + self._block[end:]

    def _is_nothing(self, node: Node) -> bool:
        return isinstance(node, ScalarNode) and node.value in _NOTHING and node.anchor is None and not node.style

    def _kind(self, node: Node) -> str:
        return {ScalarNode: "word", SequenceNode: "list"}.get(type(node), "mapping")

    def _refusal(self) -> HubError:
        return _unspliceable(self._path, self._value, self._where)


def _kind_of(value: Value) -> str:
    if isinstance(value, Mapping):
        return "mapping"
    return "word" if value is None or isinstance(value, str | int) else "list"


def _pair_of(root: MappingNode, key: str) -> tuple[ScalarNode, Node] | None:
    return next(
        ((name, value) for name, value in root.value if isinstance(name, ScalarNode) and name.value == key),
        None,
    )
