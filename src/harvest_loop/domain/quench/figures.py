"""Numbers that a sentence takes from a file it names: whether they can be found there (SPEC 4.1)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.quench.lost_references import names_in
from harvest_loop.domain.quench.units import Unit, units_of
from harvest_loop.domain.quench.world import Claim, World
from harvest_loop.domain.references import candidates
from harvest_loop.schemas.hub import Asset

_NUMBER = r"(?<![\w.,:/#§v~<>=≥≤+-])(?P<number>\d{1,3}(?:,\d{3})+|\d{1,9})(?![\w.:/-]*\d|[\w/-])(?!\s*[%+~–-])"
_SAYS = r"(?:says|states|lists|names|defines|contains|holds|has|describes|documents|reports|shows|gives|records)"
_FOUND_IN = (
    r"(?:(?:listed|defined|documented|described|named|given|recorded|stated)\s+)?(?:in|of|from|per|according to)"
)
_GAP = r"(?:\s+[\w'-]+){0,4}?"
# A number that the sentence itself sets, or that counts its own parts, is no citation.
_OWN = re.compile(
    r"(?i)(?:\b(?:steps?|phases?|stages?|sections?|lines?|versions?|ax[ei]s|rules?|chapters?|tiers?|levels?|pages?|"
    r"rounds?|items?|parts?|options?|modes?|priority|issue|pr|port|exit|code|status|at least|at most|max(?:imum)?|"
    r"min(?:imum)?|up to|more than|fewer than|less than|over|under|within|below|above|limit|every|after|about|around|"
    r"exceeds?|reach(?:es)?|top|first|last|next)\s*(?:of|is|=|:|the)?\s*)$"
)
_UNIT = re.compile(
    r"(?i)^\s*(?:\+|or (?:more|fewer|less)|and (?:more|above)|lines?|chars?|characters?|tokens?|words?|bytes?|[kmg]b|"
    r"ms|s|secs?|seconds?|min(?:ute)?s?|hours?|h|days?|d|weeks?|months?|years?|times|x|px|consecutive|retr)\b"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def cited_files(asset: Asset) -> frozenset[str]:
    """Return the files, as they may be meant, that sentences with a number name."""
    return frozenset(
        place
        for unit, names in _sentences(asset)
        if _numbers(unit.text)
        for name in names
        for place in candidates(asset, name)
    )


def figure_claims(asset: Asset, world: World) -> Iterator[Claim]:
    """Yield each number that a sentence may take from a file, with whether the file holds it."""
    for unit, names in _sentences(asset):
        name = names[0]
        text = next((t for t in map(world.text_of, candidates(asset, name)) if t is not None), None)
        shown = _masked(unit.text, name)
        for found in _numbers(shown):
            number = found["number"].replace(",", "")
            cites = _cites(shown, found) and len(names) == 1
            holds = _holds(text, number) if text is not None and cites else None
            yield Claim(
                "figure", f"{number} in {name}", unit.line, holds, f"{found['number']} is not found in '{name}'"
            )


def _sentences(asset: Asset) -> Iterator[tuple[Unit, tuple[str, ...]]]:
    for unit in units_of(asset):
        names = names_in(unit.text) if unit.kind == "prose" else ()
        if names and any(letter.isdigit() for letter in unit.text):
            yield unit, names


def _masked(text: str, name: str) -> str:
    """Return the sentence with its first file's name in one word, and other code without its digits."""
    text = re.sub(rf"\[[^\[\]]*\]\(\s*<?{re.escape(name)}[^)]*\)|`+{re.escape(name)}`+", " FILE ", text)
    return re.sub(r"`[^`]*`|\([^()]*\)|\"[^\"]*\"", " ", text)


def _numbers(text: str) -> list[re.Match[str]]:
    return [
        found
        for found in re.finditer(_NUMBER, text)
        if not (
            _OWN.search(text[: found.start()]) or _UNIT.search(text[found.end() :]) or _YEAR.fullmatch(found["number"])
        )
    ]


def _cites(text: str, number: re.Match[str]) -> bool:
    """Whether the sentence says that the file holds the number, by its words between the two."""
    before, after = text[: number.start()], text[number.end() :]
    said_of_file = re.search(rf"FILE\s+{_SAYS}{_GAP}\s+$", before)
    found_in_file = re.match(rf"{_GAP}\s+{_FOUND_IN}\s+(?:the\s+)?FILE\b", after)
    return said_of_file is not None or found_in_file is not None


def _holds(text: str, number: str) -> bool:
    """Whether a text has the number, or as many headings, items, rows or blocks as it says."""
    return number in _numerals(text) or int(number) in _counts(text)


@lru_cache(maxsize=256)
def _numerals(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+", text.replace(",", "")))


@lru_cache(maxsize=256)
def _counts(text: str) -> frozenset[int]:
    lines = list(markdown_lines(text))
    kinds = [re.match(r"\s*(#{1,6}\s|[-*+]\s|\d+[.)]\s|\||[\w\"'-]+\s*[:=])", line.text) for line in lines]
    shapes = [("#" * kind[1].count("#") or kind[1].strip()[:1]) for kind in kinds if kind]
    counts = {shapes.count(shape) for shape in set(shapes)}
    numbered = sum(shape.isdigit() for shape in shapes)
    rows = shapes.count("|")
    filled = sum(bool(line.text.strip()) for line in lines)
    return frozenset((*counts, numbered, rows - 2, rows - 1, filled, len(lines)))
