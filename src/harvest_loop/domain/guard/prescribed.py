"""What a hub's assets prescribe in code: the lines that name a file, an option or a whole command (SPEC 4.6a)."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.mentions import whole
from harvest_loop.domain.plain_commands import core_of
from harvest_loop.domain.verbatim import code_spans, without_code
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import AssetLine

_SPEAKS_OF_THE_PAST = re.compile(
    r"\b(?:no longer|removed?|deleted?|renamed?|deprecated|obsolete|former(?:ly)?|used to|was|were|until|legacy|"
    r"instead of|rather than|replaced?|replaces|never|do not|don't|avoid|stop using)\b",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"^\s*[$%❯➜]\s+")


class CodeLine(NamedTuple):
    """One line of an asset: what of it is code, piece by piece, and whether it is told to be done."""

    line: AssetLine
    code: tuple[str, ...]
    prescribes: bool


class Prescriptions:
    """The code of every readable asset, read once."""

    def __init__(self, hub: Hub) -> None:
        self._by_asset = tuple(tuple(code_lines(asset)) for asset in hub.assets if asset.readable)
        self._mentioned: dict[str, bool] = {}

    @property
    def count(self) -> int:
        """How many lines of code there are."""
        return sum(map(len, self._by_asset))

    def naming(self, name: str) -> Iterator[AssetLine]:
        """Yield the first line of each asset whose code names it, whole: a longer name is another one."""
        yield from self.matching(whole(name), name)

    def matching(self, pattern: re.Pattern[str], part: str) -> Iterator[AssetLine]:
        """Yield the first prescribing line of each asset in whose code the pattern is found; it holds the part."""
        for lines in self._by_asset:
            yield from _first(line.line for line in lines if line.prescribes and _found(pattern, part, line.code))

    def running(self, core: str) -> Iterator[AssetLine]:
        """Yield the first line of each asset that gives exactly this command."""
        for lines in self._by_asset:
            yield from _first(
                line.line for line in lines if line.prescribes and any(core_of(code) == core for code in line.code)
            )

    def mentions(self, part: str) -> bool:
        """Whether any code holds this text: where none does, nothing about it needs to be read."""
        if part not in self._mentioned:
            self._mentioned[part] = part in self._all_code
        return self._mentioned[part]

    @cached_property
    def _all_code(self) -> str:
        """All of it in one text, so that one search does: no name that is asked for holds what lies between."""
        return "\0".join(code for lines in self._by_asset for line in lines for code in line.code)


def code_lines(asset: Asset) -> Iterator[CodeLine]:
    """Yield the lines of an asset that hold code, in a block or in backticks."""
    texts = asset.text.split("\n")
    for line in markdown_lines(asset.text):
        code: tuple[str, ...]
        if line.kind == "code":
            code, said = (_PROMPT.sub("", line.text).strip(),), line.text.partition(" #")[2]
        elif "`" in line.text:
            code, said = tuple(span.text for span in code_spans(line.text)), without_code(line.text)
        else:
            continue
        if any(code):
            quoted = AssetLine(path=asset.path, line=line.number, text=texts[line.number - 1].strip())
            yield CodeLine(quoted, code, prescribes=not speaks_of_the_past(said))


def speaks_of_the_past(said: str) -> bool:
    """Whether words tell what was, or what not to do, so that the line prescribes nothing."""
    return _SPEAKS_OF_THE_PAST.search(said) is not None


def _found(pattern: re.Pattern[str], part: str, code: Sequence[str]) -> bool:
    return any(part in each and pattern.search(each) for each in code)


def _first(lines: Iterator[AssetLine]) -> Iterator[AssetLine]:
    found = next(lines, None)
    if found is not None:
        yield found
