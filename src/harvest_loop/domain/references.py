"""Find what an asset's text points at in its hub and does not exist there; silent where it may be meant otherwise."""

import re
from collections.abc import Iterator
from functools import cached_property
from posixpath import normpath

from harvest_loop.domain.markdown import (
    CodeSpan,
    MarkdownLine,
    code_spans,
    link_targets,
    linked_names,
    markdown_lines,
)
from harvest_loop.domain.memory_names import memory_names
from harvest_loop.domain.mentions import is_made_up, is_said_to_be_there, with_context
from harvest_loop.schemas.hub import Asset, HealthFinding, Hub, Memory

_PLACE = re.compile(r"(?P<path>[\w.@+-]+(?:/[\w.@+-]+)*/?)(?::\d+(?:-\d+)?)?(?:#[\w-]+)?(?:\s+§.*)?")
_SUFFIX = re.compile(
    r".+\.(?:md|mdc|mdx|markdown|txt|rst|sh|bash|zsh|py|js|mjs|cjs|jsx|ts|tsx|json|jsonc|jsonl|json5|ya?ml|toml|ini|cfg|"
    r"conf|xml|html?|css|scss|svg|png|jpe?g|gif|webp|pdf|csv|tsv|sql|rb|go|rs|java|kt|swift|lua|pl|ps1|ipynb|j2|tmpl|log)"
)
_IMPORT = re.compile(r"(?<![\w`/.])@((?:[\w.-]+/)+[\w.-]+\.md|[\w-]+\.md)\b")
# Words by which a text shows how such a link looks.
_PLAIN_WORDS = frozenset({"link", "links", "linked", "wikilink", "name", "note", "page", "their-name", "slug", "title"})
_QUALIFIED = re.compile(r"/?(?P<plugin>[a-z][\w-]*):(?P<name>[a-z][\w-]*)")


# What else stands in .claude/ is a host's settings and state, on this machine or on another.
_SHARED_IN_CLAUDE = re.compile(r"\.claude/(?:(?:rules|skills|agents|commands)/.+|CLAUDE\.md)")


class HubPlaces:
    """What a reference can point at: the hub's files, folders, and the skills and agents of each plugin."""

    def __init__(self, hub: Hub, kept_local: tuple[str, ...] = (), memory: Memory | None = None) -> None:
        self._hub = hub
        self._memory = memory
        self._kept_local = kept_local
        self._paths = frozenset(path.rstrip("/") for path in hub.paths)
        self._top = frozenset(path.split("/")[0] for path in hub.paths if "/" in path)

    def holds(self, path: str) -> bool:
        """Say whether the path exists, or lies where nobody looked."""
        return path in self._paths or self.is_unknown(path)

    def is_unknown(self, path: str) -> bool:
        """Say whether the path's absence tells nothing: it is not listed, outside, or kept local."""
        return path.startswith(("../", "/")) or f"{path}/".startswith((*self._hub.unlisted, *self._kept_local, ".git/"))

    def speaks_of_hub(self, path: str) -> bool:
        """Say whether the hub has the first folder of the path, so that the path speaks of the hub."""
        first = path.split("/")[0]
        return first in self._top and (first != ".claude" or _SHARED_IN_CLAUDE.fullmatch(path) is not None)

    @cached_property
    def memories(self) -> frozenset[str] | None:
        """Return the names that `[[name]]` can mean: memories, and pages and folders of the hub; None: unknown."""
        if self._memory is None or self._memory.reason is not None:
            return None
        parts = (path.rstrip("/").split("/")[-1] for path in self._hub.paths)
        assets = (asset.name for asset in self._hub.assets)
        return frozenset((*memory_names(self._memory), *(part.removesuffix(".md") for part in parts), *assets))

    def differently_cased(self, path: str) -> str | None:
        return self._by_fold.get(path.casefold())

    def names_of(self, plugin: str) -> frozenset[str] | None:
        """Return the names of a plugin's skills, agents and commands; None where the hub has no such plugin."""
        return self._plugins.get(plugin)

    def has_detail_beside(self, path: str) -> bool:
        """Say whether a further text stands in the file's folder or below it, to be read on demand."""
        return path.rpartition("/")[0] in self._with_details

    @cached_property
    def _with_details(self) -> frozenset[str]:
        texts = (path.split("/") for path in self._hub.paths if path.endswith((".md", ".txt")))
        return frozenset(
            "/".join(parts[:depth]) for parts in texts if parts[-1] != "SKILL.md" for depth in range(1, len(parts))
        )

    @cached_property
    def _by_fold(self) -> dict[str, str]:
        return {path.casefold(): path for path in sorted(self._paths, reverse=True)}

    @cached_property
    def _plugins(self) -> dict[str, frozenset[str]]:
        names: dict[str, set[str]] = {}
        for path in self._hub.paths:
            parts = path.rstrip("/").split("/")
            if len(parts) >= 4 and parts[0] == "plugins" and parts[2] in ("skills", "agents", "commands"):
                names.setdefault(parts[1], set()).add(parts[3].removesuffix(".md"))
        for asset in self._hub.assets:
            parts = asset.path.split("/")
            if parts[0] == "plugins" and parts[1] in names:
                names[parts[1]].add(asset.name)
        return {plugin: frozenset(found) for plugin, found in names.items()}


def broken_references(asset: Asset, places: HubPlaces) -> Iterator[HealthFinding]:
    """Yield links (must), and paths and qualified names in backticks (should), whose target the hub lacks.

    A template is not looked at: its links are meant for the place that it is copied to.
    """
    if asset.kind == "template":
        return
    lines = list(markdown_lines(asset.text, asset.first_body_line))
    for at, line in enumerate(lines):
        if line.kind == "code":
            continue
        for target in (*link_targets(line.text), *_IMPORT.findall(line.text)):
            yield from _broken_link(asset, line, target, places)
        for span in code_spans(line.text):
            yield from _broken_path(asset, line, with_context(span, lines, at), places)
            yield from _broken_name(asset, line, span.text, places)
        yield from broken_memories(asset.path, line, places.memories)


def broken_memories(path: str, line: MarkdownLine, memories: frozenset[str] | None) -> Iterator[HealthFinding]:
    """Yield the names that a line links by `[[name]]` and that no memory or page of the hub has.

    `memories` are the names there are; None: nobody could look, so that no absence tells anything.
    """
    for name in linked_names(line.text) if memories is not None else ():
        if memories is not None and name not in memories and name.casefold() not in _PLAIN_WORDS:
            yield HealthFinding(
                severity="should",
                kind="broken reference",
                path=path,
                line=line.number,
                message=f"'[[{name}]]': no memory has that name",
                remedy="correct the name, or take the reference out",
            )


def _broken_link(asset: Asset, line: MarkdownLine, target: str, places: HubPlaces) -> Iterator[HealthFinding]:
    if is_made_up(target) or any(sign in target for sign in "{}<>*$~|\\"):
        return
    places_meant = candidates(asset, target)
    if not any(places.holds(path) for path in places_meant):
        yield _finding(asset, line, "must", f"the link to '{target}' leads nowhere", places_meant, places)


def _broken_path(asset: Asset, line: MarkdownLine, span: CodeSpan, places: HubPlaces) -> Iterator[HealthFinding]:
    found = _PLACE.fullmatch(span.text)
    if found is None or "/" not in found["path"].rstrip("/") or is_made_up(span.text):
        return
    path = found["path"].rstrip("/")
    if not (_SUFFIX.fullmatch(path) or found["path"].endswith("/")) or not places.speaks_of_hub(path):
        return
    if not is_said_to_be_there(span):
        return
    places_meant = candidates(asset, path)
    if not any(places.holds(place) for place in places_meant):
        yield _finding(asset, line, "should", f"'{path}' does not exist in the hub", places_meant, places)


def _broken_name(asset: Asset, line: MarkdownLine, span: str, places: HubPlaces) -> Iterator[HealthFinding]:
    found = _QUALIFIED.fullmatch(span)
    names = places.names_of(found["plugin"]) if found else None
    if found is None or names is None or found["name"] in names or is_made_up(span):
        return
    message = f"'{span}': the plugin {found['plugin']} has no skill, agent or command of that name"
    yield HealthFinding(severity="should", kind="broken reference", path=asset.path, line=line.number, message=message)


def candidates(asset: Asset, target: str) -> tuple[str, ...]:
    """Return the places that the target may mean: from the asset's folder, from its plugin, from the root."""
    if target.startswith("/"):
        return (normpath(target.lstrip("/")),)
    if target.startswith("../"):  # a way up is told from where the text stands
        return (normpath(f"{asset.path.rpartition('/')[0]}/{target}"),)
    bases = bases_of(asset.path)
    return tuple(dict.fromkeys(normpath(f"{base}/{target}" if base else target) for base in bases))


def bases_of(path: str) -> tuple[str, str, str]:
    """Return the folders from which an asset's references may start: its own, its plugin's, the root."""
    parts = path.split("/")
    plugin = "/".join(parts[:2]) if parts[0] == "plugins" and len(parts) > 3 else ""
    return path.rpartition("/")[0], plugin, ""


def _finding(
    asset: Asset, line: MarkdownLine, severity: str, message: str, meant: tuple[str, ...], places: HubPlaces
) -> HealthFinding:
    other = next((name for name in map(places.differently_cased, meant) if name), None)
    return HealthFinding(
        severity="must" if severity == "must" else "should",
        kind="broken reference",
        path=asset.path,
        line=line.number,
        message=message + (f"; it is spelt '{other}'" if other else ""),
        remedy="correct the path, or take the reference out",
    )
