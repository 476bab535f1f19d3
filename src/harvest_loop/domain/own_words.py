"""A draft's text without what it gives word for word from its evidence: that speaks of the field, not of the hub."""

import re

from harvest_loop.domain.verbatim import code_spans
from harvest_loop.domain.wrapped import wrapped_texts
from harvest_loop.schemas.judgement import Proposal

_QUOTED = re.compile(r"“[^“”]*”")


def own_words(proposal: Proposal, *, but_places_of_assets: bool = False) -> str:
    """Return the whole text, line for line, what its evidence holds left out.

    `but_places_of_assets` keeps the places of hub assets that the text cites, for those it does refer to.
    """
    held = _held(proposal, but_places_of_assets=but_places_of_assets)
    return "\n".join(_without(line, held) for line in proposal.change.text.split("\n"))


def without_quotations(text: str) -> str:
    """Return the text, line for line, without the sentences that it sets in quotation marks."""
    return "\n".join(_QUOTED.sub("…", line) for line in text.split("\n"))


def _held(proposal: Proposal, *, but_places_of_assets: bool) -> tuple[str, ...]:
    texts = [text for pointer in proposal.pointers for text in (str(pointer), pointer.quote, pointer.path or "")]
    tests = [text for test in proposal.done_when for text in (test.text, test.path, test.needle or "")]
    lines = [line.text for line in proposal.asset_lines]
    places = [] if but_places_of_assets else [f"{line.path}:{line.line}" for line in proposal.asset_lines]
    said = (*texts, *tests, *lines, *places, *proposal.sentences, *wrapped_texts(proposal.pointers))
    return tuple(" ".join(text.split()) for text in said if text)


def _without(line: str, held: tuple[str, ...]) -> str:
    kept, end = "", 0
    for span in code_spans(line):
        kept += line[end : span.start]
        kept += "…" if _is_held(span.text, held) else line[span.start : span.end]
        end = span.end
    return _QUOTED.sub("…", kept + line[end:])


def _is_held(text: str, held: tuple[str, ...]) -> bool:
    squeezed = " ".join(text.split())
    return any(squeezed in each for each in held)
