"""`harvest hook`: what a host runs at a session's ends and turns. It can't fail, and hardly takes time (SPEC 3.1, 12).

Standard library only on the way of a session's end.
"""

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from harvest_loop.adapters.deadline import TooLate, within
from harvest_loop.errors import HarvestError

if TYPE_CHECKING:
    from harvest_loop.adapters.inbox import SessionEnd

HOSTS = ("claude-code", "codex", "opencode")
START = "session-start"
TURNS = {"claude-code-turn": "claude-code", "codex-turn": "codex"}

_END = "end was not noted"
_PATIENCE = 0.7  # seconds, for the payload and the marker
_QUESTION = 0.08  # seconds, for the server: three short answers
_READ, _READ_AT_WORK = 2.0, 0.8  # seconds, for what is read at a session's start: in all, and of computing
_LOOK, _LOOK_AT_WORK = 2.0, 0.8  # seconds, for what a turn added
# A turn is no end: those hosts tell of every turn, and half an hour of silence is the end.
_ENDED_SOON = {"delay": 0, "together": 10}
_ENDED_BY_SILENCE = {"delay": 30 * 60, "together": 600}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words: a host, its turn or `session-start`; then the payload, unless it is on standard input."""
    parser.usage = f"harvest hook {{{','.join((*HOSTS, *TURNS, START))}}} [PAYLOAD]"
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="HOST [PAYLOAD]",
        help="who calls, and what it says of the session as JSON (else on standard input); "
        f"{START} prints what waits, for the agent to read; a turn prints the question of a mid-session harvest, once",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what the host's moment asks for and return 0, whatever happens; a session's end prints nothing on stdout."""
    words: list[str] = arguments.words
    moment = words[0] if words else ""
    what = "turn was not looked at" if moment in TURNS else "start was not noted" if moment == START else _END
    try:
        if moment == START:
            _read_at_start()
        elif moment in TURNS:
            _look_at_turn(words)
        else:
            _capture(words)
    except (KeyboardInterrupt, TooLate):
        _say(what, "the time was over")
    except (HarvestError, OSError) as error:
        _say(what, str(error))
    except Exception as error:  # noqa: BLE001 -- the host's session must end well, whatever happens here
        _say(what, f"{type(error).__name__}: {error}")
    return 0


def _capture(words: Sequence[str]) -> None:
    """Leave a marker, or a line why not; then tell the server, if there is one.

    Raises: what went wrong, where no marker was left.
    """
    from harvest_loop.adapters.hook_payload import read_payload
    from harvest_loop.adapters.inbox import drop_marker, marker_place, note_skipped
    from harvest_loop.errors import UsageError

    marker = None
    try:
        with within(_PATIENCE):
            if not words or words[0] not in HOSTS:
                raise UsageError(f"{' '.join(words[:1]) or 'nobody'} is no host", remedy=f"one of {', '.join(HOSTS)}")
            end = read_payload(words[0], words[1] if len(words) > 1 else None)
            if is_inside_the_loop():
                return note_skipped(end, "started by the loop")
            marker = marker_place(end)
            drop_marker(marker, end, hub=_hub(), at=int(time.time()))
    except BaseException:
        if marker is not None and marker.exists():
            return None  # it counts, whatever came after
        raise
    # The next sweep finds it, whether the server can be told now or not.
    with suppress(Exception, TooLate, KeyboardInterrupt):
        _tell_server(end.event)
    return None


def _tell_server(event: str | None) -> None:
    from harvest_loop.adapters.sweep_call import ask_for_sweep

    with within(_QUESTION):
        ask_for_sweep(time.time(), **(_ENDED_SOON if event == "SessionEnd" else _ENDED_BY_SILENCE), timeout=_QUESTION)


def _read_at_start() -> None:
    """Leave the start's marker, and print what the agent should know, all at once or not at all.

    Where there is no hub there is nothing to say.

    Raises: what went wrong with the marker, after the page was printed.
    """
    if is_inside_the_loop():
        return
    problem, start = None, _start()
    try:
        with within(_PATIENCE):
            _note_start(start)
    except (HarvestError, OSError, TooLate) as error:
        problem = error
    with suppress(Exception, TooLate), within(_READ, at_work=_READ_AT_WORK):
        from harvest_loop.commands.session_start import page_at_start

        _write(1, page_at_start(start.folder if start else None))
    if problem is not None:
        raise problem


def _start() -> "SessionEnd | None":
    """What the host says of the session; a person who types the command says nothing, and that is no failure."""
    from harvest_loop.adapters.hook_payload import read_payload
    from harvest_loop.errors import UsageError

    try:
        return read_payload("claude-code", None)
    except (UsageError, OSError):
        return None


def _note_start(start: "SessionEnd | None") -> None:
    from harvest_loop.adapters.session_starts import note_start

    if start is not None:
        note_start(start, at=int(time.time()))


def _look_at_turn(words: Sequence[str]) -> None:
    """Print the question for the agent where it is due, all at once or not at all (SPEC 10.4).

    Raises: what went wrong; then nothing was printed.
    """
    if is_inside_the_loop():
        return
    with within(_LOOK, at_work=_LOOK_AT_WORK):
        from harvest_loop.adapters.hook_payload import read_payload
        from harvest_loop.commands.turn import context_of_turn

        context = context_of_turn(read_payload(TURNS[words[0]], words[1] if len(words) > 1 else None))
    _write(1, context)


def is_inside_the_loop() -> bool:
    """Whether the loop itself started what runs here (SPEC 3.1)."""
    return os.environ.get("HARVEST_LOOP_DEPTH", "0") not in ("", "0")


def _hub() -> str | None:
    named = os.environ.get("HARVEST_HUB")
    return os.path.abspath(named) if named else None  # noqa: PTH100 -- not resolved: it may come to be there later


def _say(what: str, why: str) -> None:
    """Write one line on stderr, past every buffer: what can't be written there must not fail later."""
    from harvest_loop.domain.quoting import visible

    line = visible(" ".join(f"harvest: this session's {what}: {why}".split()))[:500]
    _write(2, line + "\n")


def _write(handle: int, text: str) -> None:
    left = text.encode("utf-8", "replace")
    with suppress(OSError):
        while left:
            left = left[os.write(handle, left) :]
