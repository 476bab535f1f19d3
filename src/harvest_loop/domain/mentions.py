"""Say whether a text that names a path means one that is there: others come to be, are gone, or are somebody else's."""

import re
from collections.abc import Sequence

from harvest_loop.domain.markdown import CodeSpan, MarkdownLine

_MADE_UP = re.compile(
    r"(?i)YYYY|\bxxx?\b|path/to|\bfoo\b|\bbar\b|\byour[-_/]|\bmy[-_/]|example|sample|\.\.\.|placeholder"
)
# In the four words before the path.
_BEFORE = (
    r"e\.g|i\.e|for example|for instance|such as|like|creat(?:e|es|ed|ing)|generat(?:e|es|ed|ing)|writ(?:e|es|ing|ten)|"
    r"wrote|sav(?:e|es|ed|ing)|outputs?|stor(?:e|es|ed|ing)|produc(?:e|es|ed|ing)|append(?:s|ed|ing)?|emit(?:s|ted)?|"
    r"add(?:s|ed|ing)?|put(?:s|ting)?|log(?:s|ged)?|new|if|optional(?:ly)?|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|"
    r"renam(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|former(?:ly)?|was|were|used to|until|no longer|no|missing|absent|without|"
    r"lacks?|don't|doesn't|do(?:es)? not|never|not|ignor(?:e|es|ed|ing)|targets?|target's|projects?|project's|fields?|"
    r"field's|repo|repos|repository|repository's|locally|local|private"
)
# In the three words after it.
_AFTER = (
    r"exist(?:s|ed|ing)?|(?:does|did|do)(?:n't| not)|(?:is|are)n't|"
    r"(?:is|are) (?:not|missing|absent|gone|created|generated|written|optional|ignored)|was|were|will|"
    r"(?:if|when|where|once) (?:it |they )?(?:is |are )?(?:present|absent|missing|there|exists?|found|available)|"
    r"creat(?:e|es|ed)|generat(?:e|es|ed)|optional|gitignored|no longer|has been|missing|absent|"
    r"in (?:the|your|each|every|a) (?:target|project|field|repo|repository)"
)
# Words and what parts them share no letter, so that no line takes long.
_WORD, _GAP = r"[\w'-]+", r"[^\w'-]+"
_NOT_BEFORE = re.compile(rf"(?i)(?<![\w'-])(?:{_BEFORE})(?![\w'-])(?:{_GAP}{_WORD}){{0,3}}(?:{_GAP})?$")
_NOT_AFTER = re.compile(rf"(?i)^(?:{_GAP})?(?:{_WORD}{_GAP}){{0,2}}(?:{_AFTER})(?![\w'-])")
_CLAUSE = re.compile(r"[.!?;|](?:\s|$)|[—–]")


def whole(name: str) -> re.Pattern[str]:
    """Return what finds exactly this name in a text: `a.md` is not in `data.md`, nor `run` in `run.py`."""
    return re.compile(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)")


def is_made_up(path: str) -> bool:
    """Say whether the path is a shape to be filled in."""
    return _MADE_UP.search(path) is not None


def is_said_to_be_there(span: CodeSpan) -> bool:
    """Say whether nothing in the words around a path speaks against its being there."""
    return not (_NOT_BEFORE.search(span.before) or _NOT_AFTER.search(span.after))


def with_context(span: CodeSpan, lines: Sequence[MarkdownLine], at: int) -> CodeSpan:
    """Return the span with the words of its clause, which a wrapped line begins in the one above or ends below."""
    before, after = span.before, span.after
    if at and _goes_on(lines[at - 1], lines[at]):
        before = f"{lines[at - 1].text} {before.lstrip(' >*-')}"
    if at + 1 < len(lines) and _goes_on(lines[at], lines[at + 1]):
        after = f"{after} {lines[at + 1].text.lstrip(' >')}"
    return CodeSpan(span.text, _CLAUSE.split(before)[-1], _CLAUSE.split(after)[0])


def _goes_on(line: MarkdownLine, following: MarkdownLine) -> bool:
    return line.kind == following.kind == "prose" and following.number == line.number + 1 and bool(line.text.strip())
