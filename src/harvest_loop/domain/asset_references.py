"""Find where an asset sends its reader to another asset of the hub: by path, link or name (SPEC 4.12)."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

from harvest_loop.domain.markdown import MarkdownLine, code_spans, link_targets, linked_names, markdown_lines
from harvest_loop.domain.mentions import is_made_up, is_said_to_be_there, with_context
from harvest_loop.domain.references import candidates
from harvest_loop.schemas.examination import Reference
from harvest_loop.schemas.hub import Asset, Hub

By = Literal["path", "name"]

QUOTE_LENGTH = 200

_PLACE = re.compile(r"(?P<path>[\w.@+-]+(?:/[\w.@+-]+)*/?)(?::\d+(?:-\d+)?)?(?:#[\w-]+)?")
_CALLED = re.compile(r"[/@]?(?:(?P<plugin>[a-z][\w-]*):)?(?P<name>[A-Za-z][\w-]*)(?:\s.*)?")
_IN_PROSE = re.compile(
    r"(?<![\w/.:`-])(?P<mark>[/@]?)(?:(?P<plugin>[a-z][\w-]*):)?(?P<name>[a-z][\w-]*)(?![\w/:`-]|\.\w)"
)
_KIND_AFTER = re.compile(r"\W{0,4}(?:sub-?)?(?:skill|agent|rule)s?\b", re.IGNORECASE)
_KIND_BEFORE = re.compile(r"\b(?:skill|agent|rule)s?\W{0,4}$", re.IGNORECASE)
_COMPOUND = re.compile(r"\w[-_]\w")


class NamedAssets:
    """The assets of a hub by what a text may call them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def owner(self, path: str) -> str:
        """Return the asset that a reader is sent to: of a skill's detail file the skill."""
        return self._owners.get(path, path)

    def at(self, path: str) -> str | None:
        """Return the asset that stands at a path, or whose folder it is; None: there is none."""
        return self._places.get(path.rstrip("/"))

    def called(self, name: str, plugin: str | None = None) -> str | None:
        """Return the skill or agent of a name; None: there is none, or several that a name can't tell apart."""
        found = self._names.get(name, ())
        if plugin is not None:
            found = tuple(path for path in found if path.startswith(f"plugins/{plugin}/")) or found
        return found[0] if len(found) == 1 else None

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        return {asset.path: asset.kind for asset in self._hub.assets}

    @cached_property
    def _owners(self) -> Mapping[str, str]:
        skills = {skill.path.rpartition("/")[0]: skill.path for skill in self._hub.skills}
        details = [asset for asset in self._hub.assets if asset.kind == "skill detail"]
        return {
            detail.path: skills[folder] for detail in details if (folder := detail.path.rpartition("/")[0]) in skills
        }

    @cached_property
    def _places(self) -> Mapping[str, str]:
        places: dict[str, str] = {}
        for asset in self._hub.assets:
            for path in (asset.path, *asset.mirrors):
                places[path] = asset.path
                if asset.kind == "skill":
                    places.setdefault(path.rpartition("/")[0], asset.path)
        return places

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = {}
        for asset in self._hub.assets:
            if asset.kind in ("skill", "agent"):
                for name in dict.fromkeys((asset.name, _own_name(asset))):
                    names[name] = (*names.get(name, ()), asset.path)
        return names


def references_of(asset: Asset, named: NamedAssets) -> Iterator[Reference]:
    """Yield each line's references to other assets, in the text's order; what stands in a code block is none."""
    own = named.owner(asset.path)
    lines = list(markdown_lines(asset.text))
    for at, line in enumerate(lines):
        if line.kind == "code":
            continue
        met: set[str] = set()
        for target, by in (*_by_path(asset, lines, at, named), *_by_name(line, named)):
            owner = named.owner(target)
            if owner != own and owner not in met:
                met.add(owner)
                text = line.text.strip()[:QUOTE_LENGTH]
                yield Reference(path=asset.path, line=line.number, text=text, target=owner, by=by)


def _by_path(asset: Asset, lines: list[MarkdownLine], at: int, named: NamedAssets) -> Iterator[tuple[str, By]]:
    line = lines[at]
    spans = [with_context(span, lines, at) for span in code_spans(line.text)]
    there = [span.text for span in spans if is_said_to_be_there(span) and not is_made_up(span.text)]
    paths = [found["path"] for text in there if (found := _PLACE.fullmatch(text)) is not None and "/" in found["path"]]
    for path in (*link_targets(line.text), *paths):
        target = next((each for place in candidates(asset, path) if (each := named.at(place)) is not None), None)
        if target is not None:
            yield target, "path"


def _by_name(line: MarkdownLine, named: NamedAssets) -> Iterator[tuple[str, By]]:
    for name in linked_names(line.text):
        if target := named.called(name):
            yield target, "name"
    for span in code_spans(line.text):
        found = _CALLED.fullmatch(span.text)
        if found is not None and (target := named.called(found["name"], found["plugin"])):
            marked = span.text[0] in "/@" or found["plugin"] is not None or _COMPOUND.search(found["name"])
            if (marked or _says_kind(span.before, span.after)) and _is_whole(span.text, found):
                yield target, "name"
    for found in _IN_PROSE.finditer(line.text):
        target = named.called(found["name"], found["plugin"])
        if target is None:
            continue
        called = found["mark"] or found["plugin"] is not None
        if called or _says_kind(line.text[: found.start()], line.text[found.end() :]):
            yield target, "name"


def _is_whole(span: str, found: re.Match[str]) -> bool:
    """A span with words after the name is a call of it, not a command of the shell that begins alike."""
    return span[0] in "/@" or found["plugin"] is not None or not re.search(r"\s", span)


def _says_kind(before: str, after: str) -> bool:
    """Whether the words around a name say that it is that of a skill, an agent or a rule."""
    return _KIND_AFTER.match(after.lstrip("`*")) is not None or _KIND_BEFORE.search(before.rstrip("`*")) is not None


def _own_name(asset: Asset) -> str:
    parts = asset.path.split("/")
    return parts[-2] if asset.kind == "skill" and len(parts) > 1 else parts[-1].removesuffix(".md")
