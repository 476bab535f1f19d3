"""The door to YAML on which consent rests: PyYAML's parser, with a constructor of our own that guesses nothing.

Parsing the same files in pure Python would cost the check its time (SPEC 8.3, 12).
"""

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from harvest_loop.schemas.consent import Stamp

VALUE_LIMIT = 100_000
DEPTH_LIMIT = 64

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_MERGE = _TAG + "merge"


class UnreadableConsentError(Exception):
    """The text is no YAML that can be relied on; says why, and on which line of it (1-based)."""

    def __init__(self, reason: str, line: int) -> None:
        self.reason = reason
        self.line = line
        super().__init__(f"{reason} (line {line})")


def load(text: str) -> object:
    """Return one document as plain values: dict, list, str, bool, int, float, Stamp, None for an empty one.

    Aliases and merge keys are resolved, an explicit key overriding a merged one.

    Raises:
        UnreadableConsentError: it doesn't parse, a key stands twice, a tag is unknown, or aliases stand for too much.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = error.problem or error.context or "is no YAML"
        raise UnreadableConsentError(str(reason), mark.line + 1 if mark else 1) from error
    except yaml.YAMLError as error:  # a character that YAML forbids
        raise UnreadableConsentError(str(error).split("\n")[0], 1) from error
    except RecursionError as error:
        raise UnreadableConsentError("is nested too deeply", 1) from error
    return None if root is None else _Values().of(root, 0)


class _Values:
    """Turns nodes into values, counting them: ten aliases can stand for a billion values, and one for itself."""

    def __init__(self) -> None:
        self._count = 0
        self._scalars = SafeConstructor()

    def of(self, node: Node, depth: int) -> object:
        self._count += 1
        if self._count > VALUE_LIMIT or depth > DEPTH_LIMIT:
            raise _refused(node, "its aliases or nesting stand for too many values")
        if isinstance(node, MappingNode) and node.tag == _TAG + "map":
            return self._mapping(node, depth + 1)
        if isinstance(node, SequenceNode) and node.tag == _TAG + "seq":
            return [self.of(item, depth + 1) for item in node.value]
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        raise _refused(node, f"the tag {node.tag} is not read here")

    def _mapping(self, node: MappingNode, depth: int) -> dict[object, object]:
        """Return the mapping's own keys, then those it merges: the earlier one counts."""
        found: dict[object, object] = {}
        merged: list[dict[object, object]] = []
        merges = False
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                if merges:
                    raise _refused(key_node, "the key << stands twice")
                merges, merged = True, self._merged(value_node, depth)
                continue
            key = self._key(key_node)
            if key in found:
                raise _refused(key_node, "a key stands twice")
            found[key] = self.of(value_node, depth)
        for other in merged:
            found = {**other, **found}
        return found

    def _merged(self, node: Node, depth: int) -> list[dict[object, object]]:
        items = node.value if isinstance(node, SequenceNode) else [node]
        values = [self.of(item, depth) for item in items]
        mappings = [value for value in values if isinstance(value, dict)]
        if len(mappings) != len(values):
            raise _refused(node, "what << merges is no mapping")
        return mappings

    def _key(self, node: Node) -> object:
        if not isinstance(node, ScalarNode):
            raise _refused(node, "a key is a list or a mapping")
        return self.of(node, 0)

    def _scalar(self, node: ScalarNode) -> object:
        kind = node.tag.removeprefix(_TAG)
        if kind in ("str", "value"):  # a bare = is a text to everyone but YAML 1.1
            return str(node.value)
        if kind == "null":
            return None
        if kind == "timestamp":
            return Stamp(node.value)
        try:
            if kind == "bool":
                return self._scalars.construct_yaml_bool(node)
            if kind == "int":
                return self._scalars.construct_yaml_int(node)
            if kind == "float":
                return self._scalars.construct_yaml_float(node)
        except (ValueError, KeyError, IndexError, OverflowError) as error:
            raise _refused(node, f"this is no {kind}") from error
        raise _refused(node, f"the tag {node.tag} is not read here")


def _refused(node: Node, reason: str) -> UnreadableConsentError:
    return UnreadableConsentError(reason, node.start_mark.line + 1)
