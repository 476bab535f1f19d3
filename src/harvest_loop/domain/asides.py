"""Says what stands beside a fact: the case it holds in, the loop around it, the comment and the message."""

import re

from harvest_loop.domain.code_blocks import names_a_condition
from harvest_loop.domain.refusals import told_in
from harvest_loop.domain.rules_found import plain_text
from harvest_loop.domain.shell_lines import joined, without_mark
from harvest_loop.domain.verbatim import is_quotable
from harvest_loop.schemas.patterns import AsideKind, EvidenceItem, Pointer

FEWEST_WORDS = 3

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_TO_TOOLS = re.compile(r"^(?:shellcheck|noqa|eslint|pylint|type:|todo|fixme|xxx|nosec|usage)\b", re.IGNORECASE)
_BY_HAND = re.compile(
    r"^(?:then\s+)?(?:edit|change|set|replace|open|copy|paste|fill|wait|make sure|confirm|check that|log in|sign in|"
    r"update|adjust|put|enter|choose|select|add|remove|delete|create|rename|move|note|save|write)\b",
    re.IGNORECASE,
)


def lines_of(item: EvidenceItem, kind: AsideKind) -> tuple[Pointer, ...]:
    """The places of the lines that are one thing to a fact."""
    return tuple(aside.pointer for aside in item.asides if aside.kind == kind)


def comment_of(item: EvidenceItem) -> str:
    """What the comment right above says, on one line; empty where it says nothing to a reader."""
    text = joined([without_mark(place.quote) for place in lines_of(item, "says")])
    tells = len(text.split()) >= FEWEST_WORDS and is_quotable(text) and not _TO_TOOLS.match(text)
    return text if tells and re.search(r"[^\W\d_]{3}", text) else ""


def is_by_hand(comment: str) -> bool:
    """Whether a comment between commands tells to do something that no command does."""
    return _BY_HAND.match(comment) is not None


def case_of(item: EvidenceItem) -> str | None:
    """The only case in which a fact holds: the sentences with a condition, or a heading; None where it can't be shown.

    Empty where it holds always.
    """
    places = lines_of(item, "only if")
    if not places:
        return ""
    text = joined([plain_text(place.quote) for place in places])
    named = [sentence for sentence in _SENTENCE.split(text) if names_a_condition(sentence)]
    case = (" ".join(named) or text).rstrip(":").strip()
    return case if is_quotable(case) else None


def message_of(item: EvidenceItem) -> str:
    """What a refusal prints, as it is written; empty where it prints nothing that can be shown."""
    told = (told_in(place.quote) for place in (item.pointer, *lines_of(item, "goes on"), *lines_of(item, "message")))
    message = next((text for text in told if text), "")
    return message if message and is_quotable(message) else ""
