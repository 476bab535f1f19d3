"""What an asset's text can be held against: the hub as it is, or as it was before the session (SPEC 4.1)."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from harvest_loop.domain.references import HubPlaces
from harvest_loop.schemas.hub import Hub

ClaimKind = Literal["link", "path", "name", "skill", "agent", "command", "anchor", "figure", "web"]


class Claim(NamedTuple):
    """Something that a text says to be there: what, on which line, and whether it is; None: nobody can look."""

    kind: ClaimKind
    target: str
    line: int
    holds: bool | None
    message: str = ""


class World:
    """A hub's paths and names, and the texts of those of its files that somebody asks about."""

    def __init__(self, hub: Hub, texts: Mapping[str, str], kept_local: tuple[str, ...] = ()) -> None:
        self.hub = hub
        self.places = HubPlaces(hub, kept_local=kept_local)
        self._texts = {**{asset.path: asset.text for asset in hub.assets if asset.readable}, **texts}

    def text_of(self, path: str) -> str | None:
        """Return the text of a file; None: it was not read."""
        return self._texts.get(path)

    def has_folder(self, path: str) -> bool:
        """Whether the hub has that folder."""
        return f"{path.rstrip('/')}/" in self._folders

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(path for path in self.hub.paths if path.endswith("/"))

    @cached_property
    def skills(self) -> frozenset[str]:
        """The names of skills and slash commands."""
        folders = (path.split("/")[-2] for path in self.hub.paths if path.endswith("/SKILL.md"))
        commands = _stems(path for path in self.hub.paths if "commands/" in path)
        return frozenset((*folders, *commands, *self._named("skill")))

    @cached_property
    def agents(self) -> frozenset[str]:
        """The names of agents."""
        return frozenset((*_stems(path for path in self.hub.paths if "agents/" in path), *self._named("agent")))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names by which skills, commands, agents and plugins can be called."""
        parts = (path.split("/") for path in self.hub.paths if path.startswith("plugins/"))
        return self.skills | self.agents | frozenset(each[1] for each in parts if each[1])

    def _named(self, kind: str) -> Iterable[str]:
        return (asset.name for asset in self.hub.assets if asset.kind == kind)


def before(hub: Hub, *, gone: Iterable[str], new: Iterable[str]) -> Hub:
    """Return the hub's places as they were: with what the session took away, without what it brought."""
    paths = (set(hub.paths) | set(_with_folders(gone))) - set(new)
    assets = tuple(asset for asset in hub.assets if asset.path in paths)
    return hub.model_copy(update={"paths": tuple(sorted(paths)), "assets": assets})


def _with_folders(paths: Iterable[str]) -> Iterable[str]:
    for path in paths:
        yield path
        yield from (path[: at + 1] for at, letter in enumerate(path) if letter == "/")


def _stems(paths: Iterable[str]) -> Iterable[str]:
    return (path.rsplit("/", 1)[-1].removesuffix(".md") for path in paths if path.endswith(".md"))
