"""The words that a field's own product goes by: a rule that speaks of them holds nowhere else (SPEC 4.8)."""

import re
from collections.abc import Sequence

from harvest_loop.domain.background import background_shares
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.schemas.evidence import GitEvidence

SHORTEST = 4
COMMON_SHARE = 0.02
BOUND_SHARE = 0.5
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.\w{1,5}\b")
# Files that every repository of a kind has: a rule that names one holds elsewhere too.
_EVERYWHERE = frozenset(
    {"AGENTS.md", "CHANGELOG.md", "CLAUDE.md", "CONTRIBUTING.md", "README.md", "package.json", "pyproject.toml"}
)


def words_of_product(git: GitEvidence) -> frozenset[str]:
    """Return the field's own paths, and the stemmed words of its name and of its product that few texts hold."""
    names = [git.field_name]
    names += (path.rpartition("/")[2].partition(".")[0] for path in git.head_paths if role_of(path) == "domain")
    found = {stem(word) for name in names for word in plain_words(re.sub(r"[_-]|(?<=[a-z])(?=[A-Z])", " ", name))}
    shares = background_shares()
    words = frozenset(word for word in found if len(word) >= SHORTEST and shares.get(word, 0.0) < COMMON_SHARE)
    return words | (git.head_paths - _EVERYWHERE)


def is_about_product(rules: Sequence[str], product: frozenset[str]) -> bool:
    """Whether half of an instruction file's rules speak of the product itself, or of a path in the field."""
    return bool(rules) and sum(_is_bound(rule, product) for rule in rules) >= BOUND_SHARE * len(rules)


def _is_bound(rule: str, product: frozenset[str]) -> bool:
    named = (*_PATH.findall(rule), *map(stem, plain_words(rule)))
    return any(name in product for name in named)
