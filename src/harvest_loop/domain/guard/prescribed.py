"""What a hub's assets prescribe in code: the lines that name a file, an option or a whole command (SPEC 4.6a)."""

import re
from collections.abc import Iterator, Sequence
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
_PROMPT_MARKS = "$%❯➜"


class CodeLine(NamedTuple):
    """One line of an asset: what of it is code, piece by piece, and the words beside it."""

    path: str
    number: int
    text: str
    code: tuple[str, ...]
    said: str

    @property
    def prescribes(self) -> bool:
        """Whether the line is told to be done."""
        return not speaks_of_the_past(self.said)

    def quoted(self) -> AssetLine:
        """Return the line as it is shown."""
        return AssetLine(path=self.path, line=self.number, text=self.text.strip())


class _AssetCode(NamedTuple):
    """The code of one asset: its lines, and all of it in one text, so that one search tells whether it holds a part."""

    lines: tuple[CodeLine, ...]
    text: str


class Prescriptions:
    """The code of every readable asset, read once."""

    def __init__(self, hub: Hub) -> None:
        self._assets = tuple(_code_of(asset) for asset in hub.assets if asset.readable)
        self._mentioned: dict[str, bool] = {}

    @property
    def count(self) -> int:
        """How many lines of code there are."""
        return sum(len(asset.lines) for asset in self._assets)

    def naming(self, name: str) -> Iterator[AssetLine]:
        """Yield the first line of each asset whose code names it, whole: a longer name is another one."""
        yield from self.matching(whole(name), name)

    def matching(self, pattern: re.Pattern[str], part: str) -> Iterator[AssetLine]:
        """Yield the first prescribing line of each asset in whose code the pattern is found; it holds the part."""
        for lines in self._holding(part):
            yield from _first(line for line in lines if _found(pattern, part, line.code) and line.prescribes)

    def running(self, core: str) -> Iterator[AssetLine]:
        """Yield the first line of each asset that gives exactly this command."""
        word = max(core.split(), key=len, default="")
        for lines in self._holding(word):
            yield from _first(line for line in lines if _runs(core, word, line.code) and line.prescribes)

    def mentions(self, part: str) -> bool:
        """Whether any code holds this text: where none does, nothing about it needs to be read."""
        if part not in self._mentioned:
            self._mentioned[part] = next(self._holding(part), None) is not None
        return self._mentioned[part]

    def _holding(self, part: str) -> Iterator[tuple[CodeLine, ...]]:
        return (asset.lines for asset in self._assets if part in asset.text)


def _code_of(asset: Asset) -> _AssetCode:
    lines = tuple(code_lines(asset))
    # No name that is asked for holds what lies between.
    return _AssetCode(lines, "\0".join(code for line in lines for code in line.code))


def code_lines(asset: Asset) -> Iterator[CodeLine]:
    """Yield the lines of an asset that hold code, in a block or in backticks."""
    texts = asset.text.split("\n")
    for line in markdown_lines(asset.text):
        code: tuple[str, ...]
        if line.kind == "code":
            code, said = (_without_prompt(line.text),), line.text.partition(" #")[2]
        elif "`" in line.text:
            code, said = tuple(span.text for span in code_spans(line.text)), without_code(line.text)
        else:
            continue
        if any(code):
            yield CodeLine(asset.path, line.number, texts[line.number - 1], code, said)


def speaks_of_the_past(said: str) -> bool:
    """Whether words tell what was, or what not to do, so that the line prescribes nothing."""
    return _SPEAKS_OF_THE_PAST.search(said) is not None


def _without_prompt(line: str) -> str:
    bare = line.strip()
    return _PROMPT.sub("", line).strip() if bare[:1] in _PROMPT_MARKS else bare


def _found(pattern: re.Pattern[str], part: str, code: Sequence[str]) -> bool:
    for each in code:  # noqa: SIM110  # a generator doubles the time of what is asked of every line
        if part in each and pattern.search(each):
            return True
    return False


def _runs(core: str, word: str, code: Sequence[str]) -> bool:
    return any(word in each and core_of(each) == core for each in code)


def _first(lines: Iterator[CodeLine]) -> Iterator[AssetLine]:
    found = next(lines, None)
    if found is not None:
        yield found.quoted()
