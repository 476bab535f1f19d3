"""When two ways of writing name the same item: exactly, or only in part (SPEC 4.2)."""

import re
import unicodedata

from markdown_it import MarkdownIt
from markdown_it.token import Token

_INLINE = MarkdownIt("commonmark").enable("strikethrough")
_MARKUP = re.compile(r"[\\`*_~\[\]<>&!]")
_NUMBER = re.compile(r"\d{1,3}(?:-?[a-z]|-\d{1,2})?[.)]\s+", re.IGNORECASE)
_LIST_MARK = re.compile(
    r"(?:[-*+•]\s+|#{1,6}\s+)?(?:\d{1,3}(?:-?[a-z]|-\d{1,2})?[.)]\s+)?(?:\[x\]\s+)?(?:✅\ufe0f?\s*)?", re.IGNORECASE
)
_PREFIX = re.compile(
    r"(?:build|bugfix|chore|ci|docs?|feat|feature|fix|hotfix|perf|refactor|release|style|tests?)"
    r"(?:\([^()]{0,80}\))?!?:\s+",
    re.IGNORECASE,
)
_ISSUE = re.compile(r"\s*\(#\d+\)\Z")
_RECORD = re.compile(r"\s*\(\S*harvest_\S+\.md\)\Z")
_ENDINGS = ".,;:!?…。！？、"
_LONGEST = 1_000


def plain_text(markup: str) -> str:
    """Return the words of inline Markdown on one line: no emphasis, code marks, link targets or comments."""
    if not _MARKUP.search(markup):
        return " ".join(markup.split())
    (inline,) = _INLINE.parseInline(markup)
    return " ".join("".join(_word(token) for token in inline.children or ()).split())


def names_of(text: str) -> frozenset[str]:
    """Return the ways to write exactly this: with its marks of markup, without, and without the loop's own pointer."""
    cut = text[:_LONGEST]
    ways = {cut, plain_text(cut)}
    ways |= {_RECORD.sub("", way) for way in ways if way.endswith(".md)")}
    return frozenset(name for name in map(key_of, ways) if name)


def names_in_log_entry(entry: str) -> tuple[frozenset[str], ...]:
    """Return what a log line `item — how` may name, longest first, since an item may hold a dash itself."""
    parts = re.split(r"\s+[—–]\s+", entry[:_LONGEST])
    wholes = (" — ".join(parts[:count]) for count in range(len(parts), 0, -1))
    return tuple(names_of(whole) | names_of(_NUMBER.sub("", whole, count=1)) for whole in wholes)


def leading_words(text: str) -> str:
    """Return what stands before an item's first dash: `title — explanation`; empty where there is no dash."""
    lead, dash, _ = text.partition(" — ")
    return lead if dash else ""


def names_in_commit_line(line: str) -> frozenset[str]:
    """Return what a line of a commit message names once prefix, `(#n)`, list marks and end punctuation are off."""
    bare = _LIST_MARK.sub("", line[:_LONGEST].strip(), count=1)
    ways = [bare, _PREFIX.sub("", bare, count=1)]
    ways += [without for way in ways if (without := _without_issues(way)) != way]
    return frozenset(name for way in ways for name in names_of(way))


def key_of(text: str) -> str:
    """Return the text with white space, case and composition made one and end punctuation off."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return " ".join(folded.split()).rstrip(_ENDINGS).rstrip()


def is_part_of(name: str, key: str) -> bool:
    """Tell whether a name stands in a line's key, whole words of it, and says more than one short word."""
    if len(name) < 6 and " " not in name:
        return False
    at = key.find(name)
    while at >= 0:
        if not _inside_a_word(key, at) and not _inside_a_word(key, at + len(name)):
            return True
        at = key.find(name, at + 1)
    return False


def _inside_a_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum() and text[at].isascii()


def _without_issues(text: str) -> str:
    text = text.rstrip(_ENDINGS + " ")
    while (shorter := _ISSUE.sub("", text)) != text:
        text = shorter
    return text


def _word(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type in ("text", "code_inline", "text_special"):
        return token.content
    return token.content if token.type == "image" else ""
