"""Show what went wrong once, redacted; a traceback only under --debug (SPEC 10.1)."""

import argparse
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from harvest_loop.errors import HarvestError, UsageError

CRASH = 70
_NOWHERE = UsageError("the working directory is gone", remedy="go to a folder that is there, then run this again")


def guarded(run: Callable[[argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    """Run a command; an error of ours becomes one line and its exit code, any other 70."""
    try:
        return run(arguments)
    except HarvestError as error:
        return _report(error, f"harvest: {error}", error.exit_code, debug=arguments.debug)
    except KeyboardInterrupt:
        sys.stderr.write("harvest: interrupted; nothing is half written\n")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:  # noqa: BLE001 -- the last door: a crash is shown as one line and exit code 70
        if _is_nowhere():
            return _report(error, f"harvest: {_NOWHERE}", _NOWHERE.exit_code, debug=arguments.debug)
        line = f"harvest: crashed: {type(error).__name__}: {error}; this is a bug, --debug shows where"
        return _report(error, line, CRASH, debug=arguments.debug)


def _is_nowhere() -> bool:
    """Whether the folder that we were started in was taken away."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _report(error: BaseException, line: str, code: int, *, debug: bool) -> int:
    from harvest_loop.adapters.redaction import redact
    from harvest_loop.domain.quoting import visible

    if debug:
        sys.stderr.write(redact("".join(traceback.format_exception(error))))
        inner = getattr(error, "traceback_text", "")
        if inner:
            sys.stderr.write(f"In the step:\n{inner}")
    sys.stderr.write(visible(redact(" ".join(line.split()))) + "\n")
    return code
