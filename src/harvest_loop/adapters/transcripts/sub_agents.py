"""Find the files that the sub-agents of a running session write, by their names and heads (SPEC 3.3, 10.4)."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from harvest_loop.adapters.transcripts.plain_files import open_plain_file

_MOST = 50  # files of a folder, the newest
_HEAD = 1 << 16  # bytes; a rollout's first line holds the agent's instructions, too


def files_of_sub_agents(path: Path, agent: str, session: str) -> tuple[Path, ...]:
    """Return the files beside a session's own that its sub-agents write, sorted; one that can't be opened is none.

    Claude Code keeps them in a folder of the session, older versions beside it; Codex among the rollouts of the day.
    """
    if agent == "claude-code":
        beside = _naming("sessionId", session, _newest(path.parent, "agent-"))
        return tuple(sorted((*_newest(path.with_suffix("") / "subagents", "agent-"), *beside)))
    if agent == "codex":
        others = (file for file in _newest(path.parent, "rollout-") if file.name != path.name)
        return tuple(sorted(_naming("parent_thread_id", session, others)))
    return ()


def _newest(folder: Path, begins: str) -> list[Path]:
    """The newest files of a folder whose names begin so; most of a folder's are of other sessions."""
    try:
        with os.scandir(folder) as entries:
            files = [entry for entry in entries if entry.name.startswith(begins) and entry.name.endswith(".jsonl")]
            changed = sorted(((entry.stat().st_mtime, entry.name) for entry in files if entry.is_file()), reverse=True)
    except OSError:
        return []
    return [folder / name for _, name in changed[:_MOST]]


def _naming(key: str, session: str, files: Iterable[Path]) -> list[Path]:
    mark = re.compile(rb'"%s"\s*:\s*"%s"' % (key.encode(), re.escape(session.encode("utf-8", "surrogatepass"))))
    return [file for file in files if mark.search(_head(file))]


def _head(file: Path) -> bytes:
    try:
        with open_plain_file(file) as stream:
            return stream.read(_HEAD) or b""
    except OSError:
        return b""
