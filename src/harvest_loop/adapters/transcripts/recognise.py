"""Tell whose transcript a file is by what stands in it, never by its name (SPEC 3.3)."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from harvest_loop.adapters.transcripts import claude_code, codex_kinds, plain
from harvest_loop.adapters.transcripts.glance import Ends, look_at
from harvest_loop.adapters.transcripts.opencode_database import MAGIC, is_opencodes
from harvest_loop.errors import UsageError
from harvest_loop.schemas.transcript_events import Place

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent

_EXPORT = re.compile(rb'\A(?:\xef\xbb\xbf)?(?:Exporting session[^\n{"]*\n)?\s*\{\s*"info"\s*:\s*\{', re.DOTALL)
_CLAUDES_IDS = ("uuid", "sessionId", "leafUuid", "messageId")
_CODEX_SESSION = ("instructions", "git", "cwd")
_CODEX_ITEM = ("role", "call_id", "summary", "action", "encrypted_content")
_PLAIN = frozenset({"at", "text", "id", "call", "name", "paths", "folder", "branch", "model", "session"})
_KEYS_SHOWN = 6
_KEY = re.compile(r"[\w.:-]{1,40}")


def recognise(path: Path) -> "Agent | None":
    """Return whose transcript this is; None where it is nobody's that is known, or can't be opened."""
    try:
        ends = look_at(path)
        return None if ends.head.startswith(MAGIC) and not is_opencodes(path) else agent_of(ends)
    except OSError:
        return None


def known_agent(path: Path) -> "Agent":
    """Return whose transcript this is.

    Raises: UsageError where it is nobody's that is known, or can't be opened.
    """
    agent = recognise(path)
    if agent is None:
        raise UsageError(f"is no transcript that is known: {describe_unknown(path)}", where=str(path))
    return agent


def agent_of(ends: Ends) -> "Agent | None":
    """Return whose transcript has these ends; the first line that is somebody's decides.

    A database is taken for OpenCode's here: whether its tables are shows when it is opened.
    """
    if ends.head.startswith(MAGIC) or _EXPORT.match(ends.head):
        return "opencode"
    if len(ends.head) >= ends.size and _is_opencode_session(ends.head):
        return "opencode"
    return next((agent for agent in map(_agent_of_line, ends.first) if agent), None)


def describe_unknown(path: Path) -> str:
    """Return what a file that nobody is known to write looks like, for a person: no word of its text."""
    try:
        ends = look_at(path)
    except OSError as error:
        return f"can't be opened: {error.strerror or error}"
    return describe_ends(ends)


def describe_ends(ends: Ends) -> str:
    """Return the same of a file whose ends were looked at."""
    if not ends.size:
        return "empty"
    if ends.head.startswith(MAGIC):
        return "an SQLite database"
    if b"\0" in ends.head:
        return "no text"
    for value in ends.first:
        if isinstance(value, dict):
            keys = sorted(key for key in value if _KEY.fullmatch(key))[:_KEYS_SHOWN]
            return f"JSON lines with the keys {', '.join(keys)}" if keys else "JSON lines"
    return "JSON, but no objects a line" if ends.first else "no JSON lines"


def _agent_of_line(value: Any) -> "Agent | None":
    if not isinstance(value, dict):
        return None
    if _is_claude_code(value):
        return "claude-code"
    if _is_codex(value):
        return "codex"
    return "plain" if _is_plain(value) else None


def _is_claude_code(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind in ("user", "assistant"):
        return isinstance(value.get("message"), dict)
    return (
        isinstance(kind, str)
        and kind in claude_code.KINDS
        and any(isinstance(value.get(key), str) for key in _CLAUDES_IDS)
    )


def _is_codex(value: dict[str, Any]) -> bool:
    line = codex_kinds.name_line(value)
    if line.complaint:
        return False
    if "payload" in value:
        return True
    return any(key in value for key in (_CODEX_SESSION if line.kind == "session_meta" else _CODEX_ITEM))


def _is_plain(value: dict[str, Any]) -> bool:
    make = plain.KINDS.get(value["type"]) if isinstance(value.get("type"), str) else None
    return make is not None and make(value, Place("", 0), None) is not None and not _PLAIN.isdisjoint(value)


def _is_opencode_session(text: bytes) -> bool:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return isinstance(value, dict) and str(value.get("id", "")).startswith("ses_") and "time" in value
