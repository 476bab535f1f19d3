"""`harvest hook`: what a host runs at a session's end and start. It can't fail, and hardly takes time (SPEC 3.1, 12).

Standard library only on the way of a session's end.
"""

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import suppress

from harvest_loop.adapters.deadline import TooLate, within
from harvest_loop.errors import HarvestError

HOSTS = ("claude-code", "codex", "opencode")
START = "session-start"

_PATIENCE = 0.7  # seconds, for the payload and the marker
_QUESTION = 0.08  # seconds, for the server: three short answers
_READ = 0.4  # seconds, for what is read at a session's start
# A turn is no end: those hosts tell of every turn, and half an hour of silence is the end.
_ENDED_SOON = {"delay": 0, "together": 10}
_ENDED_BY_SILENCE = {"delay": 30 * 60, "together": 600}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words: a host, or `session-start`; then the payload, where it does not come on standard input."""
    parser.usage = f"harvest hook {{{','.join((*HOSTS, START))}}} [PAYLOAD]"
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="HOST [PAYLOAD]",
        help="who calls, and what it says of the session as JSON (else on standard input); "
        f"{START} prints what waits, for the agent to read",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what the host's moment asks for and return 0, whatever happens; only a session's start prints on stdout."""
    words: list[str] = arguments.words
    try:
        if words[:1] == [START]:
            _read_at_start()
        else:
            _capture(words)
    except (KeyboardInterrupt, TooLate):
        _say("the time was over")
    except (HarvestError, OSError) as error:
        _say(str(error))
    except Exception as error:  # noqa: BLE001 -- the host's session must end well, whatever happens here
        _say(f"{type(error).__name__}: {error}")
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
    """Print what the agent should know, all at once or not at all; where there is no hub there is nothing to say."""
    if is_inside_the_loop():
        return
    with suppress(Exception, TooLate), within(_READ):
        from harvest_loop.commands.session_start import page_at_start

        page = page_at_start()
        if page:
            _write(1, page)


def is_inside_the_loop() -> bool:
    """Whether the loop itself started what runs here (SPEC 3.1)."""
    return os.environ.get("HARVEST_LOOP_DEPTH", "0") not in ("", "0")


def _hub() -> str | None:
    named = os.environ.get("HARVEST_HUB")
    return os.path.abspath(named) if named else None  # noqa: PTH100 -- not resolved: it may come to be there later


def _say(why: str) -> None:
    """Write one line on stderr, past every buffer: what can't be written there must not fail later."""
    from harvest_loop.domain.quoting import visible

    line = visible(" ".join(f"harvest: this session's end was not noted: {why}".split()))[:500]
    _write(2, line + "\n")


def _write(handle: int, text: str) -> None:
    left = text.encode("utf-8", "replace")
    with suppress(OSError):
        while left:
            left = left[os.write(handle, left) :]
