"""What `harvest hook claude-code-turn` puts into the agent's context: the question of SPEC 4, once a session (10.4).

Standard library only where the session didn't go on, or was asked already; nothing of the engine ever.
"""

import json
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING

from harvest_loop.adapters.asked_sessions import take_the_question, was_asked
from harvest_loop.adapters.inbox import SessionEnd
from harvest_loop.adapters.turn_files import TurnFiles, seen_before
from harvest_loop.adapters.turn_states import keep_turns, read_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

_EVENT = "UserPromptSubmit"
_NAG = "mid-session"


def context_of_turn(turn: SessionEnd) -> str:
    """Return what the host is to read, or nothing.

    Raises: OSError when the transcript can't be read or the disk takes nothing, HarvestError for the state folder.
    """
    if turn.transcript is None or was_asked(turn.agent, turn.session):
        return ""
    path = Path(turn.transcript)
    reasons = _look(path, turn)
    if not reasons or not _may_be_asked(turn):
        return ""
    if not take_the_question(turn.agent, turn.session, now=int(time.time())):
        return ""
    told = {"hookEventName": _EVENT, "additionalContext": _context(path, reasons)}
    return json.dumps({"hookSpecificOutput": told}) + "\n"


def _look(path: Path, turn: SessionEnd) -> tuple[str, ...]:
    """Take in what was appended since the last look, and return which conditions hold now."""
    kept = read_turns(turn.agent, turn.session) or {}
    files = TurnFiles(path, turn.agent, turn.session)
    if kept.get("sizes") == files.sizes:
        return tuple(str(reason) for reason in kept.get("reasons", ()))
    from harvest_loop.domain.turn_watch import TurnWatch

    try:
        before, watch = seen_before(kept["files"]), TurnWatch.gone_on_with(kept["watch"])
    except (AttributeError, KeyError, TypeError, ValueError):
        before, watch = {}, TurnWatch()
    look = files.look(before)
    if look.is_anew:
        watch = TurnWatch()
    for event in look.events:
        watch.take(event)
    reasons = watch.reasons()
    sizes = files.sizes if look.is_whole else None
    told = {"files": look.seen, "sizes": sizes, "watch": watch.state(), "reasons": reasons}
    keep_turns(turn.agent, turn.session, told, now=time.time())
    return reasons


def _may_be_asked(turn: SessionEnd) -> bool:
    """Whether there is a hub to harvest into, and the person has not muted the question (SPEC 8.1)."""
    from harvest_loop.errors import HarvestError
    from harvest_loop.settings import find_hub, load_settings
    from harvest_loop.tasks.read_profile import read_profile

    try:
        hub = find_hub(None, Path(turn.folder) if turn.folder else Path.cwd())
        return _NAG not in read_profile(hub, load_settings(hub)).profile.muted_nags
    except HarvestError:
        return False


def _context(path: Path, reasons: "Sequence[str]") -> str:
    """The literal question, and how to carry out a yes; no word of the session is in it."""
    from harvest_loop.adapters.hosts.host import own_program
    from harvest_loop.domain.early_conditions import QUESTION
    from harvest_loop.domain.quoting import as_code

    call = shlex.join((*own_program(), "propose", "--mid-session", "--yes", "--transcript", str(path)))
    no = shlex.join((*own_program(), "propose", "--mid-session", "--no"))
    return (
        f"{QUESTION}\n\n"
        f"(From harvest-loop: {'; '.join(reasons)}. Put the question above to the person, word for word, and go on "
        f"with what they asked. On their yes run {as_code(call)} and show its lines; on no run {as_code(no)}. It is "
        "asked once a session.)"
    )
