"""`harvest drift`: are the hub's words still used as it defines them? Now, or while a session goes on (SPEC 4.6b)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from harvest_loop.schemas.drift import Drift, DriftWarning
    from harvest_loop.schemas.inbox import SessionFiles
    from harvest_loop.schemas.settings import HubSettings

_PAUSE = 1.0  # seconds between two looks at a transcript


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument(
        "--since", default="HEAD", metavar="REV", help="what the words meant: the hub at this revision (default: HEAD)"
    )
    parser.add_argument(
        "--follow",
        metavar="TRANSCRIPT",
        help="watch a session that goes on, and print each new detection once; ends with it, or by Ctrl-C",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout; with --follow, one a line")


def run(arguments: argparse.Namespace) -> int:
    """Print what was detected; detections are an ordinary result, so the code is 0.

    Raises: UsageError, FieldError or HubError when the hub, its revision or the transcript can't be read.
    """
    from pathlib import Path

    from harvest_loop.settings import find_hub, load_settings

    hub = find_hub(arguments.hub, Path.cwd())
    settings = load_settings(hub)
    if arguments.follow is not None:
        return _follow(hub, settings, Path(arguments.follow), arguments.since, as_json=arguments.json)
    from harvest_loop.tasks.follow_drift import drift_since

    _show(drift_since(hub, settings, arguments.since), as_json=arguments.json)
    return 0


def _show(drift: "Drift", *, as_json: bool) -> None:
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.drift import page

    if as_json:
        show_json({**drift.model_dump(mode="json"), "blocking": page.NOT_CALIBRATED})
        return
    show(_lines(drift))


def _lines(drift: "Drift") -> "Iterator[str]":
    from harvest_loop.domain.drift import page

    for warning in drift.warnings:
        yield from page.warning_lines(warning)
        yield ""
    yield page.counts_line(drift)
    yield from page.unmonitored_lines(drift)
    yield page.NOT_CALIBRATED
    yield page.UNSEEN
    yield from drift.notes


def _follow(hub: "Path", settings: "HubSettings", transcript: "Path", revision: str, *, as_json: bool) -> int:
    from harvest_loop.adapters.transcript_folders import session_in_file
    from harvest_loop.commands.progress import tell
    from harvest_loop.errors import UsageError
    from harvest_loop.tasks.follow_drift import DriftFollower, follow

    session = session_in_file(transcript)
    follower = DriftFollower(hub, settings, transcript, revision)
    tell(f"watching {transcript.name}; Ctrl-C ends")
    try:
        follow(follower, _teller(as_json=as_json), lambda: _goes_on(session, transcript))
    except KeyboardInterrupt:
        tell("stopped; the session may go on")
        return 0
    except OSError as error:
        raise UsageError(f"can't be read any more ({error.strerror or error})", where=str(transcript)) from error
    tell("the session has ended")
    return 0


def _teller(*, as_json: bool) -> "Callable[[DriftWarning], None]":
    from harvest_loop.commands.progress import show
    from harvest_loop.domain.drift.page import warning_lines

    def tell_at_once(warning: "DriftWarning") -> None:
        show([warning.model_dump_json()] if as_json else [*warning_lines(warning), ""])
        sys.stdout.flush()

    return tell_at_once


def _goes_on(session: "SessionFiles", transcript: "Path") -> bool:
    """Wait a moment, and say whether more may come."""
    import time

    from harvest_loop.adapters import clock
    from harvest_loop.tasks.session_over import session_is_over

    changed = int(transcript.stat().st_mtime)
    if session_is_over(session.model_copy(update={"changed": changed}), now=clock.now()):
        return False
    time.sleep(_PAUSE)
    return True
