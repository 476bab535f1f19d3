"""Print what a run says: the page, or one JSON object whose last key is the verdict (SPEC 4.15)."""

import sys

from harvest_loop.commands.progress import show_json, tell
from harvest_loop.domain.quoting import one_line, visible
from harvest_loop.domain.verdicts import decide_verdict, exit_code
from harvest_loop.errors import UsageError
from harvest_loop.schemas.outcome import RunOutcome


def print_nothing_waits(*, as_json: bool) -> int:
    """Say that no form waits; that is a PASS."""
    page = "No form waits.\n"
    if not as_json:
        sys.stdout.write(page)
        return 0
    return print_outcome(RunOutcome(page=page, verdict=decide_verdict()), as_json=True)


def print_outcome(outcome: RunOutcome, *, as_json: bool) -> int:
    """Write the outcome to stdout and return its exit code; nothing comes after the verdict line there.

    Answers that were given and not carried out are a wrong use, whatever the verdict.
    """
    if as_json:
        shown = outcome.model_dump(mode="json")
        shown["verdict"] = str(outcome.verdict).removeprefix("Verdict: ")
        show_json(shown)
    else:
        sys.stdout.write(outcome.page.rstrip("\n") + "\n")
    if outcome.problem is not None:
        sys.stdout.flush()
        tell(visible(one_line(outcome.problem)))
        return UsageError.exit_code
    return exit_code(outcome.verdict)
