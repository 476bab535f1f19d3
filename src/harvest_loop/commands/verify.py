"""`harvest verify`: step 0-c by itself: did what earlier edits predicted come true? (SPEC 7.3)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.schemas.records import VerdictLine
    from harvest_loop.schemas.verification import Verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, its last key the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Judge the predictions that are due, write what came out into the manifest, and print it.

    Raises: ManifestError when the manifest doesn't parse (the verdict is ESCALATE then), HubError, UsageError.
    """
    from pathlib import Path

    from harvest_loop.domain.verdicts import decide_verdict, exit_code
    from harvest_loop.domain.verification_page import pass_verdict
    from harvest_loop.errors import ManifestError
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    try:
        verification = _verified(hub)
    except ManifestError as error:
        _show(None, decide_verdict(escalations=[f"unparseable manifest: {error}"]), as_json=arguments.json)
        raise
    verdict = pass_verdict(verification)
    _show(verification, verdict, as_json=arguments.json)
    return exit_code(verdict)


def _verified(hub: "Path") -> "Verification":
    from harvest_loop.adapters import clock, hub_records
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.manifest_splice import set_entries
    from harvest_loop.domain.verification_page import after_writing
    from harvest_loop.settings import require_writable
    from harvest_loop.tasks.manifest_pass import look_at_manifest

    settings = settings_of_hub(hub)
    require_writable(hub)
    sessions, _ = hub_records.read_sessions(hub, settings)
    patterns, _ = hub_records.read_patterns(hub, settings)
    now, zone = clock.now(), clock.local_zone()
    found = look_at_manifest(hub, settings, sessions=sessions, patterns=patterns, now=now, zone=zone)
    return after_writing(found, set_entries(hub, found.changes, settings))


def _show(verification: "Verification | None", verdict: "VerdictLine", *, as_json: bool) -> None:
    from harvest_loop.adapters.redaction import redact
    from harvest_loop.commands.progress import show_json
    from harvest_loop.domain.record import verdict_line
    from harvest_loop.domain.verification_page import verification_page

    line = verdict_line(verdict)
    if as_json:
        shown = {} if verification is None else verification.model_dump(mode="json")
        show_json({**shown, "verdict": line.removeprefix("Verdict: ")})
        return
    text = line if verification is None else f"{verification_page(verification)}\n{line}"
    sys.stdout.write(redact(text) + "\n")
