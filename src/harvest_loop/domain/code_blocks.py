"""Finds the code blocks of prose, each with the sentence or heading that names the only case in which it holds."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.schemas.evidence import AddedLine

_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,})\s*(?P<language>[\w+-]*)")
_PROMPT = re.compile(r"^(\s*)(?:\$|❯|%)\s+")
_HEADING = re.compile(r"^#{1,6}\s+\S")
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|in case|otherwise)\b", re.IGNORECASE)
_TROUBLE = re.compile(
    r"\b(?:pitfalls?|troubleshoot\w*|gotchas?|known issues?|workarounds?|caveats?|recover\w*|errors?|"
    r"fail(?:s|ure|ures)?|broken|stuck|problems?|if|unless)\b",
    re.IGNORECASE,
)
_NO_SHELL = frozenset(
    [
        "c",
        "cpp",
        "cs",
        "css",
        "diff",
        "dockerfile",
        "dot",
        "go",
        "graphql",
        "graphviz",
        "hcl",
        "html",
        "ini",
        "java",
        "javascript",
        "js",
        "json",
        "jsonc",
        "jsx",
        "kotlin",
        "mermaid",
        "php",
        "py",
        "python",
        "ruby",
        "rust",
        "sql",
        "swift",
        "terraform",
        "tf",
        "toml",
        "ts",
        "tsx",
        "typescript",
        "xml",
    ]
)


class Block(NamedTuple):
    """One code block: its language, its lines without prompts, and the lines that name the only case for it."""

    language: str
    lines: tuple[AddedLine, ...]
    only_if: tuple[AddedLine, ...]


def blocks_in(lines: Sequence[AddedLine]) -> Iterator[Block]:
    """Yield the blocks that hold shell or YAML, in order."""
    heading: AddedLine | None = None
    paragraph: list[AddedLine] = []
    inside: list[AddedLine] | None = None
    language = ""
    for line in lines:
        fence = _FENCE.match(line.text)
        if fence is not None and inside is None:
            inside, language = [], fence["language"].lower()
        elif fence is not None and inside is not None:
            if language not in _NO_SHELL:
                yield Block(language, tuple(inside), case_for(heading, paragraph))
            inside, paragraph = None, []
        elif inside is not None:
            inside.append(line.model_copy(update={"text": _PROMPT.sub(r"\1", line.text)}))
        elif _HEADING.match(line.text):
            heading, paragraph = line, []
        elif line.text.strip():
            paragraph = [*paragraph, line] if not _ended(paragraph, line) else [line]
    if inside and language not in _NO_SHELL:
        yield Block(language, tuple(inside), case_for(heading, paragraph))


def case_for(heading: AddedLine | None, paragraph: Sequence[AddedLine]) -> tuple[AddedLine, ...]:
    """The lines that name the only case in which what follows holds: a condition right before, else a heading."""
    if any(_CONDITION.search(line.text) for line in paragraph):
        return tuple(paragraph)
    return (heading,) if heading is not None and is_trouble(heading.text) else ()


def is_trouble(heading: str) -> bool:
    """Whether a heading speaks of something that is done only when something is wrong."""
    return _TROUBLE.search(heading) is not None


def names_a_condition(text: str) -> bool:
    """Whether a sentence says in which case it holds."""
    return _CONDITION.search(text) is not None


def _ended(paragraph: Sequence[AddedLine], line: AddedLine) -> bool:
    """Whether a line begins a paragraph of its own: after a gap, or as an item."""
    return (
        not paragraph or line.number != paragraph[-1].number + 1 or bool(re.match(r"\s*(?:[-*+]|\d+[.)])\s", line.text))
    )
