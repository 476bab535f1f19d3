"""Which facts of a pattern's evidence can stand in a draft: practical, whole, found word for word at their place."""

import re
from collections.abc import Iterator

from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.shell_lines import joined
from harvest_loop.domain.verbatim import bare, is_quotable, quoted
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.patterns import AsideKind, EvidenceItem, EvidenceRole, Pattern

PRACTICAL: tuple[EvidenceRole, ...] = ("file", "refusal", "command", "rule", "guard")
SHORTEST_LINE, LONGEST_LINE = 8, 200
SHORTEST_RULE = 20
WRAPS_AT = 100

# Without these lines beside it a fact would tell to do something else.
_NEEDED: frozenset[AsideKind] = frozenset({"goes on", "inside", "only if", "never"})
# Words that only start another program; a command of nothing else says nothing.
LAUNCHERS = frozenset(
    plain_words("bash bunx exec make node npm npx pnpm python python3 run sh sudo time uv uvx yarn pipx poetry")
)
# In such files a line is a setting; in prose and code the first line that came tells nothing.
_SETTINGS: frozenset[Role] = frozenset({"ci", "automation", "check", "hook", "recipe", "toolchain"})
_LETTERS = re.compile(r"[^\W\d_]{3}")
_NO_TEXT = re.compile(r"[0-9a-f]{6,64}|#!.*|import \S+|from \S+ import .*|(?:-\s+)?(?:name|title|description)\s*:.*")
_ITEM = re.compile(r"\s*(?:[-*+>]|\d+[.)])\s")
_LEADING = re.compile(r"^(?:(?:[-*+>]|\d+[.)]|#{1,6}|\[[ xX]\])\s+)+")
_SENTENCE_END = re.compile(r"[.!?…](?=[\"'”’)*_`]*(?:\s|$))[\"'”’)*_`]*")
_HEADING = re.compile(r"\s*#{1,6}\s")
_OPEN_END = re.compile(
    r"\b(?:a|an|and|as|at|by|do|for|from|in|is|not|of|on|or|that|the|to|when|with|your)$", re.IGNORECASE
)
_DANGLES = re.compile(r"(?:But|And|So|It|They|This|That|These|Those)\b")
_LABEL = re.compile(r"[\w /-]{1,30}:\s")
_DEMANDS = re.compile(
    r"\b(?:must|never|always|do not|don't)\b|^(?:only|ensure|make sure|use|run|keep|ask|avoid|before|after|when|if)\b",
    re.IGNORECASE,
)


def usable_facts(pattern: Pattern) -> Iterator[EvidenceItem]:
    """Yield the facts that a draft may hold, in the evidence's order; a rule that runs on ends at its last sentence."""
    widths = _widths(pattern)
    for item in pattern.evidence:
        whole = _whole(_as_written(item), widths.get(item.pointer.path or "", 0)) if item.role == "rule" else item
        if whole is not None and is_usable(whole):
            yield whole


def is_usable(item: EvidenceItem) -> bool:
    """Whether an item is practical, can be shown unchanged, and stands at its place in a file."""
    pointer, text = item.pointer, item.text.strip()
    if item.role not in PRACTICAL or pointer.path is None or not is_quotable(text) or not is_quotable(str(pointer)):
        return False
    if item.role == "command" and all(word in LAUNCHERS for word in text.split()):
        return False
    if not all(is_quotable(aside.pointer.quote) for aside in item.asides if aside.kind in _NEEDED):
        return False
    if text in written_of(item) or text == pointer.path:
        return True
    return item.role == "rule" and quoted(text).startswith("“") and bare(text) in bare(pointer.quote)


def written_of(item: EvidenceItem) -> str:
    """The line that a fact stands on, with the lines on which it goes on."""
    if not any(aside.kind == "goes on" for aside in item.asides):
        return item.pointer.quote
    return joined([item.pointer.quote, *(aside.pointer.quote for aside in item.asides if aside.kind == "goes on")])


def is_telling(line: str) -> bool:
    """Whether a line says enough to be looked for: words, not a brace, a hash, an import or a name."""
    shown = line.strip()
    if not is_quotable(shown) or not SHORTEST_LINE <= len(shown) <= LONGEST_LINE:
        return False
    return bool(_LETTERS.search(shown)) and not _NO_TEXT.fullmatch(shown)


def is_setting(item: EvidenceItem) -> bool:
    """Whether the line that a file item quotes is worth repeating by itself."""
    return role_of(item.pointer.path or "") in _SETTINGS and is_telling(item.pointer.quote)


def _as_written(item: EvidenceItem) -> EvidenceItem:
    """A rule with the code marks of its own line, where that line holds nothing else."""
    line = _LEADING.sub("", item.pointer.quote.strip()).replace("**", "")
    return item.model_copy(update={"text": line}) if bare(line) == bare(item.text) else item


def _is_description(text: str) -> bool:
    """Whether a line says of a labelled thing what it is, rather than what to do."""
    label = _LABEL.match(text)
    return label is not None and _DEMANDS.search(text[label.end() :]) is None


def _widths(pattern: Pattern) -> dict[str, int]:
    """The longest line that the evidence shows of each file: where its text wraps, if it does."""
    widths: dict[str, int] = {}
    for item in pattern.evidence:
        path = item.pointer.path or ""
        widths[path] = max(widths.get(path, 0), len(item.pointer.quote.rstrip()))
    return widths


def _whole(item: EvidenceItem, width: int) -> EvidenceItem | None:
    """A rule as whole sentences: what wraps on into the next line is cut off, and what began before is left out."""
    text, line = item.text.strip(), item.pointer.quote.rstrip()
    if text.endswith((":", ",", ";", "—", "–")) or _is_description(text):
        return None
    if _HEADING.match(line) or _DANGLES.match(text) or (text[:1].islower() and not _ITEM.match(line)):
        return None
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    if ends and ends[-1] == len(text):
        return item
    wraps = width - 15 <= len(line) <= WRAPS_AT and len(line) >= WRAPS_AT // 2
    if not wraps and not _OPEN_END.search(text):
        return item
    cut = text[: ends[-1]] if ends else ""
    return item.model_copy(update={"text": cut}) if len(cut) >= SHORTEST_RULE else None
