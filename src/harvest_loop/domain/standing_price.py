"""What an asset costs every session, used or not: the tokens that a host reads at each start (SPEC 4.12)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Change

CHARACTERS_A_TOKEN = 4
LISTING_TOKENS = 2000  # hosts give the list of skills about 1 % of the context
MEMORY_LINES, MEMORY_BYTES = 200, 25_000  # what hosts read of MEMORY.md

_TOP_KEY = re.compile(r"[A-Za-z0-9_-]+\s*:")
_DESCRIPTION = re.compile(r"description\s*:\s*(.*)")
_BLOCK_MARK = re.compile(r"[|>][+-]?\d?\Z")


@dataclass(frozen=True)
class StandingPrice:
    """Tokens a session, about, and what they are the price of."""

    tokens: int
    reason: str

    def __str__(self) -> str:
        return f"about {self.tokens} tokens a session ({self.reason})"


def standing_price(change: Change) -> StandingPrice:
    """Return what the change adds to every session: a description, or the whole text of what is always read."""
    if _is_always_read(change.path):
        added = change.text if change.kind == "new file" else "".join(_moved(change.shown, "+"))
        taken = "" if change.kind == "new file" else "".join(_moved(change.shown, "-"))
        return StandingPrice(tokens=_tokens(len(added) - len(taken)), reason="read whole at every start")
    if not _is_listed(change.path):
        return StandingPrice(tokens=0, reason="read only when it is used")
    if change.kind == "new file":
        return StandingPrice(tokens=_tokens(len(description_of(change.text))), reason="its description")
    new, old = (_description_in_diff(change.shown, sign) for sign in "+-")
    if new is None:
        return StandingPrice(tokens=0, reason="its description stays as it is")
    return StandingPrice(tokens=_tokens(len(new) - len(old or "")), reason="its description")


def listing_tokens(skills: Iterable[Asset]) -> int:
    """Return about how many tokens the list of these skills takes in every session."""
    return sum(len(skill.name) + len(skill.description) for skill in skills) // CHARACTERS_A_TOKEN


def is_memory_index(path: str) -> bool:
    """Say whether the file is the index of a memory folder, of which hosts read only the beginning."""
    return path.rsplit("/", 1)[-1] == "MEMORY.md"


def description_of(text: str) -> str:
    """Return the description in a file's frontmatter on one line; empty where there is none."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].rstrip() != "---":
        return ""
    closing = (at for at, line in enumerate(lines[1:], start=1) if line.rstrip() in ("---", "..."))
    return _description(lines[1 : next(closing, 1)]) or ""


def _description(lines: list[str]) -> str | None:
    for at, line in enumerate(lines):
        found = _DESCRIPTION.match(line)
        if found:
            rest = [line.strip() for line in _until_next_key(lines[at + 1 :])]
            first = "" if _BLOCK_MARK.match(found[1].strip()) else found[1].strip()
            return " ".join(part for part in (first, *rest) if part).strip("'\"")
    return None


def _until_next_key(lines: list[str]) -> list[str]:
    end = next((at for at, line in enumerate(lines) if _TOP_KEY.match(line) or line.startswith("#")), len(lines))
    return lines[:end]


def _description_in_diff(diff: str, sign: str) -> str | None:
    return _description(_moved(diff, sign))


def _moved(diff: str, sign: str) -> list[str]:
    return [line[1:] for line in diff.splitlines() if line.startswith(sign) and not line.startswith(sign * 3)]


def _tokens(characters: int) -> int:
    return -(-max(0, characters) // CHARACTERS_A_TOKEN)


def _is_always_read(path: str) -> bool:
    name = path.rsplit("/", 1)[-1]
    return name in ("CLAUDE.md", "AGENTS.md", "MEMORY.md") or "/.claude/rules/" in f"/{path}"


def _is_listed(path: str) -> bool:
    return path.rsplit("/", 1)[-1] == "SKILL.md" or "/agents/" in f"/{path}"
