"""The offline review of a skill's text, in the form that the scorer asks for."""

from collections.abc import Collection
from functools import lru_cache
from posixpath import dirname

from evals.skills.planting.hub import Corpus
from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.judges.skill_review import ReviewedHub, review_skill
from harvest_loop.schemas.hub import Asset, Hub


def judge(text: str, corpus: Corpus) -> Collection[str]:
    """Return the names of the flaws that the review finds in a text beside its corpus."""
    asset = asset_of(corpus.place, text)
    return frozenset(finding.flaw for finding in review_skill(asset, _hub_of(_Frozen(corpus))))


class _Frozen:
    """A corpus as a key: the same files are the same hub, whatever is judged beside them."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._key = tuple(sorted(corpus.files))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self.corpus.files == other.corpus.files


@lru_cache(maxsize=256)
def _hub_of(frozen: _Frozen) -> ReviewedHub:
    corpus = frozen.corpus
    folders = {f"{folder}/" for path in corpus.files for folder in _folders(path)}
    counted = set(corpus.skills.values())
    assets = tuple(asset for path, text in corpus.files.items() if text in counted and (asset := _asset(path, text)))
    hub = Hub(root="", is_git=False, assets=assets, paths=tuple(sorted({*corpus.files, *folders})))
    return ReviewedHub(hub, corpus.files)


def _asset(path: str, text: str) -> Asset | None:
    return asset_of(path, text) if path.endswith("/SKILL.md") else None


def _folders(path: str) -> list[str]:
    found: list[str] = []
    while path := dirname(path):
        found.append(path)
    return found
