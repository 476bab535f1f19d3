"""If A refers to B, B refers back: who is referred to, who answers, and which names nothing has (SPEC 4.12)."""

from collections.abc import Collection, Iterable

from harvest_loop.domain.asset_references import NamedAssets, references_of
from harvest_loop.domain.references import HubPlaces, broken_references
from harvest_loop.schemas.examination import Bidirectional, Reference
from harvest_loop.schemas.hub import Asset, Hub

# One of these is read by itself, so that its reader has to be told of the others. An index (CLAUDE.md, AGENTS.md)
# names everything and is named by nothing, a template is read elsewhere, a detail file speaks for its skill.
PEERS = frozenset({"skill", "agent", "rule"})


class References:
    """Who refers to whom in a hub; each asset is read once, when it is asked for."""

    def __init__(self, hub: Hub) -> None:
        self.named = NamedAssets(hub)
        self._texts: dict[str, list[Asset]] = {}
        self._found: dict[str, tuple[Reference, ...]] = {}
        for asset in hub.assets:
            self._texts.setdefault(self.named.owner(asset.path), []).append(asset)

    def of(self, path: str) -> tuple[Reference, ...]:
        """Return the references of an asset, its detail files among them, one an asset that is referred to."""
        if path not in self._found:
            texts = self._texts.get(path, [])
            found = [each for text in texts if text.readable for each in references_of(text, self.named)]
            once = {reference.target: reference for reference in reversed(found)}
            self._found[path] = tuple(once[target] for target in sorted(once))
        return self._found[path]

    def is_readable(self, path: str) -> bool:
        """Say whether every text of an asset could be read."""
        return all(text.readable for text in self._texts.get(path, []))

    def unanswered(self, found: Iterable[Reference]) -> tuple[Reference, ...]:
        """Return the references whose target is a peer of its own and doesn't refer back; unread is not absent."""
        return tuple(reference for reference in found if self._is_due(reference) and not self._answers(reference))

    def _is_due(self, reference: Reference) -> bool:
        kinds = self.named.kinds
        ends = (self.named.owner(reference.path), reference.target)
        return all(kinds.get(end) in PEERS for end in ends) and self.is_readable(reference.target)

    def _answers(self, reference: Reference) -> bool:
        wanted = self.named.owner(reference.path)
        return any(back.target == wanted for back in self.of(reference.target))


def check_assets(hub: Hub, paths: Collection[str]) -> Bidirectional:
    """Return what the assets at these paths refer to without an answer, and which of their names nothing has."""
    references = References(hub)
    owners = sorted({references.named.owner(path) for path in paths} & set(references.named.kinds))
    found = [reference for path in owners for reference in references.of(path)]
    looked = [asset for asset in hub.assets if references.named.owner(asset.path) in owners]
    there = HubPlaces(hub)
    return Bidirectional(
        assets=tuple(owners),
        references=len(found),
        missing=references.unanswered(found),
        unresolved=tuple(each for asset in looked if asset.readable for each in broken_references(asset, there)),
        not_read=sum(not asset.readable for asset in looked),
    )
