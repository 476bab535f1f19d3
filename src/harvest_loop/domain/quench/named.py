"""Skills and agents that a text names as such: whether the hub has them (SPEC 4.1)."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from harvest_loop.domain.markdown import CodeSpan, MarkdownLine, code_spans, markdown_lines
from harvest_loop.domain.mentions import is_made_up, is_said_to_be_there, with_context
from harvest_loop.domain.quench.world import Claim, ClaimKind, World
from harvest_loop.domain.vocabulary import listed
from harvest_loop.schemas.hub import Asset

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_SLASH = re.compile(r"/([a-z][a-z0-9]*(?:-[a-z0-9]+)+)")
_AFTER = re.compile(
    r"^[*_]*\s+(?P<kind>skill|agent|subagent|sub-agent)\b(?!\s+(?:file|folder|director|name|format|type))"
)
_BEFORE = re.compile(
    r"\b(?:the|use|run|invoke|call|load|dispatch|via|see|by)\s+(?P<kind>skill|agent|subagent|sub-agent)s?[\s:*_]+$",
    re.IGNORECASE,
)
_NEARLY = 0.88
# What hosts bring along.
_OF_THE_HOST = listed(
    """
    general-purpose explore plan statusline-setup output-style-setup claude-code-guide security-review code-review
    release-notes pr-comments add-dir install-github-app terminal-setup skill-creator claude claude-code codex
    """
)


def name_claims(asset: Asset, world: World) -> Iterator[Claim]:
    """Yield the skills, agents and slash commands that a text calls by name, with whether the hub has them."""
    lines = list(markdown_lines(asset.text, asset.first_body_line))
    for at, line in enumerate(lines):
        if line.kind != "code":
            for span in code_spans(line.text):
                yield from _called(span, line, lines, at, world)


def _called(span: CodeSpan, line: MarkdownLine, lines: list[MarkdownLine], at: int, world: World) -> Iterator[Claim]:
    slash = _SLASH.fullmatch(span.text)
    if slash is not None:
        yield _claim("skill", slash[1], line, world, certain=False)
        return
    spoken = _AFTER.search(span.after) or _BEFORE.search(span.before)
    if spoken is None or not _NAME.fullmatch(span.text) or is_made_up(span.text):
        return
    kind: ClaimKind = "skill" if spoken["kind"].lower() == "skill" else "agent"
    there = world.skills if kind == "skill" else world.agents
    certain = bool(there) and is_said_to_be_there(with_context(span, lines, at))
    yield _claim(kind, span.text, line, world, certain=certain)


def _claim(kind: ClaimKind, name: str, line: MarkdownLine, world: World, *, certain: bool) -> Claim:
    if name in world.names:
        return Claim(kind, name, line.number, holds=True)
    if name in _OF_THE_HOST:
        return Claim(kind, name, line.number, holds=None)
    near = get_close_matches(name, sorted(world.names), 1, _NEARLY)
    hint = f"; is '{near[0]}' meant?" if near else ""
    return Claim(kind, name, line.number, False if certain or near else None, f"the hub has no {kind} '{name}'{hint}")
