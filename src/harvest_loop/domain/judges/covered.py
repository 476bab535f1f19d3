"""Finds a skill that another one of the hub tells already, in whatever words and order (SPEC 4.12)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from harvest_loop.domain.judges.senses import root_of, senses_in, weight_of
from harvest_loop.domain.judges.skill_page import SkillPage
from harvest_loop.schemas.skill_review import SkillFinding

# The share of the smaller text's telling words that stand in the other. Two skills on one subject share up to half.
COVERED_BY = 0.62
_FEWEST = 25  # telling words, below which two texts are alike by chance
_MOST_TEXTS, _MOST_SHARE = 2, 0.2  # a word that more texts hold is the hub's own way of speaking


class Tellings:
    """The telling words of a hub's skills; built once a hub."""

    def __init__(self, pages: Mapping[str, SkillPage]) -> None:
        roots = {path: _roots_of(page) for path, page in sorted(pages.items())}
        held = Counter(root for each in roots.values() for root in each)
        most = max(_MOST_TEXTS, _MOST_SHARE * len(roots))
        self._common = frozenset(root for root, times in held.items() if times > most)
        self._holders: dict[str, list[str]] = {}
        self._totals: dict[str, int] = {}
        for path, each in roots.items():
            telling = each - self._common
            if len(telling) >= _FEWEST:
                self._totals[path] = sum(map(_thousandths, telling))
                for root in telling:
                    self._holders.setdefault(root, []).append(path)

    def closest(self, page: SkillPage, path: str) -> tuple[float, str]:
        """Return the highest share of telling words in common, and the path of the text that has them."""
        roots = _roots_of(page) - self._common
        if len(roots) < _FEWEST:
            return 0.0, ""
        own, shared = sum(map(_thousandths, roots)), Counter[str]()
        for root in roots:
            weight = _thousandths(root)
            for holder in self._holders.get(root, ()):
                shared[holder] += weight
        found = [(weight / max(1, min(own, self._totals[other])), other) for other, weight in shared.items()]
        return max((each for each in found if each[1] != path), default=(0.0, ""))


def already_covered(page: SkillPage, path: str, tellings: Tellings) -> Iterator[SkillFinding]:
    """Yield one finding where another skill holds most of what tells this one from others."""
    share, other = tellings.closest(page, path)
    if share >= COVERED_BY:
        yield SkillFinding(
            flaw="already_covered",
            line=page.description.line if page.description.text else None,
            quote=page.description.text,
            reason=f"{other} tells the same: {share:.0%} of the shorter one's telling words stand in both",
            against=other,
        )


def _roots_of(page: SkillPage) -> frozenset[str]:
    text = " ".join((page.name, page.description.text, *(line.text for line in page.body)))
    return frozenset(root_of(sense) for sense in senses_in(text))


@lru_cache(maxsize=200_000)
def _thousandths(root: str) -> int:
    return round(1000 * weight_of(root))
