"""Set one key of a file's frontmatter by splicing: every other byte of it is its person's (SPEC 7.4, 8.1)."""

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from harvest_loop.adapters import yaml_files
from harvest_loop.adapters.yaml_nodes import UnreadableYamlError, compose
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Frontmatter

_REMEDY = "mend its frontmatter by hand; nothing was written"


def with_key(text: str, key: str, value: str, *, where: str) -> str:
    """Return the text whose frontmatter says `key: value`; without a frontmatter it gets one.

    Both are plain words. What can't be spliced so that nothing but the key changes is refused.

    Raises: HubError.
    """
    before = yaml_files.read_frontmatter(text)
    if not isinstance(before, Frontmatter):
        raise HubError(f"can't be read: {before}", where=where, remedy=_REMEDY)
    if not before.present:
        head = f"---\n{key}: {value}\n---\n\n"
        return f"\ufeff{head}{text[1:]}" if text.startswith("\ufeff") else head + text
    body_at = before.first_body_line - 1
    lines = text.split("\n")
    lines[:body_at] = _with_key_in(lines[:body_at], key, value, where)
    spliced = "\n".join(lines)
    after = yaml_files.read_frontmatter(spliced)
    if not isinstance(after, Frontmatter) or after.keys != {**before.keys, key: value} or after.body != before.body:
        raise HubError(f"'{key}' can't be set in it", where=where, remedy=f"set `{key}: {value}` by hand")
    return spliced


def _with_key_in(head: list[str], key: str, value: str, where: str) -> list[str]:
    """Return the lines up to the closing fence with the key's value replaced, or one line more before that fence."""
    opening = next(at for at, line in enumerate(head) if line.removeprefix("\ufeff").startswith("---"))
    try:
        root = compose("\n".join([*head[opening + 1 : -1], ""]))
    except UnreadableYamlError as error:
        raise HubError(f"can't be read: {error}", where=where, remedy=_REMEDY) from error
    pair = _pair_of(root, key)
    if pair is None:
        return [*head[:-1], f"{key}: {value}", head[-1]]
    name, known = pair
    begin, end = known.start_mark, known.end_mark
    if not isinstance(known, ScalarNode) or begin.line != end.line:
        raise HubError(f"'{key}' is no word there", where=where, remedy=f"set `{key}: {value}` by hand")
    at, first, last = opening + 1 + begin.line, begin.column, end.column
    if begin.index == end.index:  # nothing stands behind the colon
        at = opening + 1 + name.end_mark.line
        first = last = head[at].find(":", name.end_mark.column) + 1
    line = head[at]
    gap = " " if line[:first].endswith(":") else ""
    return [*head[:at], f"{line[:first]}{gap}{value}{line[last:]}", *head[at + 1 :]]


def _pair_of(root: Node | None, key: str) -> tuple[ScalarNode, Node] | None:
    pairs = root.value if isinstance(root, MappingNode) else ()
    return next(
        ((name, value) for name, value in pairs if isinstance(name, ScalarNode) and name.value == key),
        None,
    )
