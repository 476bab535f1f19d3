"""Finds the code blocks of prose, each with the sentence or heading that names the only case in which it holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.fences import Stretch, stretches_in
from harvest_loop.domain.shell_lines import goes_on
from harvest_loop.domain.vocabulary import listed
from harvest_loop.schemas.evidence import AddedLine

# What stands before a command that somebody typed: an environment's name, who is where, and the prompt's sign.
_PROMPT = re.compile(r"^(?P<indent>\s*)(?:\([\w.-]{1,40}\)\s*)?(?:[\w.-]{1,40}@[\w.-]{1,60}[^$%❯]{0,80})?[$❯➜%]\s+")
_MORE = re.compile(r"^\s*>\s")
_REMARK = re.compile(r"^\s*#\s")
_HEADING = re.compile(r"^#{1,6}\s+\S")
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|in case|otherwise)\b", re.IGNORECASE)
_TROUBLE = re.compile(
    r"\b(?:pitfalls?|troubleshoot\w*|gotchas?|known issues?|workarounds?|caveats?|recover\w*|errors?|"
    r"fail(?:s|ure|ures)?|broken|stuck|problems?|if|unless)\b",
    re.IGNORECASE,
)
_NO_SHELL = listed(
    """
    c cpp cs css diff dockerfile dot go graphql graphviz hcl html ini java javascript js json jsonc jsx kotlin log
    markdown md mdx mermaid output php py python ruby rust sql swift terraform tf toml ts tsx typescript xml
    """
)
# So are blocks called in which somebody shows a terminal: what has no prompt there is what it printed.
_SESSIONS = frozenset({"console", "shell-session", "shellsession", "sh-session", "terminal", "session"})


class Block(NamedTuple):
    """One code block: its language, its lines without prompts, and the lines that name the only case for it."""

    language: str
    lines: tuple[AddedLine, ...]
    only_if: tuple[AddedLine, ...]


def blocks_in(lines: Sequence[AddedLine]) -> Iterator[Block]:
    """Yield the blocks that hold shell or YAML, in order; of one that shows a terminal, what was typed."""
    heading: AddedLine | None = None
    paragraph: list[AddedLine] = []
    for stretch in stretches_in(lines):
        if stretch.language is None:
            heading, paragraph = _led_by(stretch.lines, heading, paragraph)
            continue
        if stretch.language not in _NO_SHELL:
            yield Block(stretch.language, _typed(stretch), case_for(heading, paragraph))
        paragraph = []


def _led_by(
    prose: Sequence[AddedLine], heading: AddedLine | None, paragraph: list[AddedLine]
) -> tuple[AddedLine | None, list[AddedLine]]:
    """The heading and the paragraph that stand right before what follows this prose."""
    for line in prose:
        if _HEADING.match(line.text):
            heading, paragraph = line, []
        elif line.text.strip():
            if _ended(paragraph, line):
                paragraph = []
            paragraph.append(line)
    return heading, paragraph


def _typed(stretch: Stretch) -> tuple[AddedLine, ...]:
    """What a reader would type: of a block with prompts only what stands behind them, and what that goes on with."""
    if not any(_PROMPT.match(line.text) for line in stretch.lines):
        return () if stretch.language in _SESSIONS else stretch.lines
    typed: dict[int, AddedLine] = {}
    own: list[AddedLine] = []
    for line in stretch.lines:
        prompt = _PROMPT.match(line.text)
        if prompt is not None:
            own = [line.model_copy(update={"text": prompt["indent"] + line.text[prompt.end() :]})]
        elif own and goes_on(own, line) and not _MORE.match(line.text):
            own.append(line)
        else:  # printed, or typed behind a mark that the command can't be quoted with
            own = []
            continue
        typed[line.number] = own[-1]
    kept = {line.number: line for line in _remarks_of(stretch.lines, typed)} | typed
    return tuple(kept[number] for number in sorted(kept))


def _remarks_of(lines: Sequence[AddedLine], typed: Mapping[int, AddedLine]) -> Iterator[AddedLine]:
    """The comments between what was typed; where something was printed, only those that begin a part of their own."""
    others = [line for line in lines if line.number not in typed and line.text.strip()]
    printed = any(not _REMARK.match(line.text) for line in others)
    leads = True
    for line in lines:
        leads = _REMARK.match(line.text) is not None and line.number not in typed and (leads or not printed)
        if leads:
            yield line
        leads = leads or not line.text.strip()


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
