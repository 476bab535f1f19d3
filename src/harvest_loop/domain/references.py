"""Find what an asset's text points at in its hub and does not exist there; silent where it may be meant otherwise."""

import re
from collections.abc import Iterator
from functools import cached_property
from posixpath import normpath

from harvest_loop.domain.markdown import MarkdownLine, code_spans, link_targets, markdown_lines
from harvest_loop.schemas.hub import Asset, HealthFinding, Hub

_PLACE = re.compile(r"(?P<path>[\w.@+-]+(?:/[\w.@+-]+)*/?)(?::\d+(?:-\d+)?)?(?:#[\w-]+)?")
_EXTENSION = re.compile(r".+\.[A-Za-z0-9]{1,6}")
_MADE_UP = re.compile(
    r"(?i)YYYY|\bxxx?\b|path/to|\bfoo\b|\bbar\b|\byour[-_/]|\bmy[-_/]|example|sample|\.\.\.|placeholder"
)
# Such a line tells of files that come to be, or of somebody else's.
_NOT_HERE = re.compile(
    r"(?i)\b(?:e\.g|i\.e|for example|for instance|such as|like|creat|generat|writ|sav|output|stor|produc|append|emit|"
    r"log(?:s|ged)? to|new file|exist|when present|if present|optional|remov|delet|renam|moved|former|"
    r"was |were |used to|until|no longer|missing|absent|don't|do not|never|not |ignor|target|project|field|local|"
    r"private)"
)
_IMPORT = re.compile(r"(?<![\w`/.])@((?:[\w.-]+/)+[\w.-]+\.md|[\w-]+\.md)\b")
_QUALIFIED = re.compile(r"/?(?P<plugin>[a-z][\w-]*):(?P<name>[a-z][\w-]*)")


# What else stands in .claude/ is a host's settings and state, on this machine or on another.
_SHARED_IN_CLAUDE = re.compile(r"\.claude/(?:(?:rules|skills|agents|commands)/.+|CLAUDE\.md)")


class HubPlaces:
    """What a reference can point at: the hub's files, folders, and the skills and agents of each plugin."""

    def __init__(self, hub: Hub, kept_local: tuple[str, ...] = ()) -> None:
        self._hub = hub
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
    for line in markdown_lines(asset.text, asset.first_body_line):
        if line.kind == "code":
            continue
        for target in (*link_targets(line.text), *_IMPORT.findall(line.text)):
            yield from _broken_link(asset, line, target, places)
        for span in code_spans(line.text):
            yield from _broken_path(asset, line, span, places)
            yield from _broken_name(asset, line, span, places)


def _broken_link(asset: Asset, line: MarkdownLine, target: str, places: HubPlaces) -> Iterator[HealthFinding]:
    if _MADE_UP.search(target) or any(sign in target for sign in "{}<>*$~|\\"):
        return
    candidates = _candidates(asset, target)
    if not any(places.holds(path) for path in candidates):
        yield _finding(asset, line, "must", f"the link to '{target}' leads nowhere", candidates, places)


def _broken_path(asset: Asset, line: MarkdownLine, span: str, places: HubPlaces) -> Iterator[HealthFinding]:
    found = _PLACE.fullmatch(span)
    if found is None or "/" not in found["path"].rstrip("/") or _MADE_UP.search(span) or _NOT_HERE.search(line.text):
        return
    path = found["path"].rstrip("/")
    if not (_EXTENSION.fullmatch(path) or found["path"].endswith("/")) or not places.speaks_of_hub(path):
        return
    candidates = _candidates(asset, path)
    if not any(places.holds(candidate) for candidate in candidates):
        yield _finding(asset, line, "should", f"'{path}' does not exist in the hub", candidates, places)


def _broken_name(asset: Asset, line: MarkdownLine, span: str, places: HubPlaces) -> Iterator[HealthFinding]:
    found = _QUALIFIED.fullmatch(span)
    names = places.names_of(found["plugin"]) if found else None
    if found is None or names is None or found["name"] in names or _MADE_UP.search(span):
        return
    message = f"'{span}': the plugin {found['plugin']} has no skill, agent or command of that name"
    yield HealthFinding(severity="should", kind="broken reference", path=asset.path, line=line.number, message=message)


def _candidates(asset: Asset, target: str) -> tuple[str, ...]:
    """Return the places that the target may mean: from the asset's folder, from its plugin, from the root."""
    if target.startswith("/"):
        return (normpath(target.lstrip("/")),)
    folder = asset.path.rpartition("/")[0]
    parts = asset.path.split("/")
    plugin = "/".join(parts[:2]) if parts[0] == "plugins" and len(parts) > 3 else ""
    return tuple(dict.fromkeys(normpath(f"{base}/{target}" if base else target) for base in (folder, plugin, "")))


def _finding(
    asset: Asset, line: MarkdownLine, severity: str, message: str, candidates: tuple[str, ...], places: HubPlaces
) -> HealthFinding:
    other = next((name for name in map(places.differently_cased, candidates) if name), None)
    return HealthFinding(
        severity="must" if severity == "must" else "should",
        kind="broken reference",
        path=asset.path,
        line=line.number,
        message=message + (f"; it is spelt '{other}'" if other else ""),
        remedy="correct the path, or take the reference out",
    )
