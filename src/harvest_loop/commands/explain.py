"""`harvest explain [FILE|ID]`: what was predicted of an edit, and did it hold? (SPEC 7.6)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.adapters.git_trailers import CarriedEdit
    from harvest_loop.schemas.explanation import Explanation

SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("about", nargs="?", metavar="FILE|ID", help="a file of the hub, or an id (default: all edits)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, with every edit")


def run(arguments: argparse.Namespace) -> int:
    """Print what the manifest says, or where it lacks the edit, what the commit says; nothing is measured here.

    Raises: UsageError when neither knows of it, ManifestError when the manifest doesn't parse.
    """
    from pathlib import Path

    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.explanations import explanation_lines
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    found = _found(hub, arguments.about)
    if arguments.json:
        shown = {"hub": str(hub), "edits": [one.model_dump(mode="json") for one in found]}
        show_json(shown)
        return 0
    more = len(found) - SHOWN
    lines = [*explanation_lines(found[:SHOWN])] or ["No edit is written down in the manifest."]
    show([*lines, *(["", f"and {more} more; --json lists all"] if more > 0 else [])])
    return 0


def _found(hub: "Path", about: str | None) -> "tuple[Explanation, ...]":
    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.yaml_files import read_manifest
    from harvest_loop.domain import explanations
    from harvest_loop.errors import UsageError

    known = tuple(map(explanations.explain_entry, reversed(read_manifest(hub, settings_of_hub(hub)))))
    if about is None:
        return known
    path = _in_hub(hub, about)
    found = explanations.about(known, about) or explanations.about(known, path) or _from_commits(hub, about, path)
    if not found:
        raise UsageError(f"no edit is known by '{about}'", remedy="`harvest explain` lists them all")
    return found


def _in_hub(hub: "Path", about: str) -> str:
    """A file as the manifest names it: from the hub's root, wherever the command was typed."""
    from pathlib import Path

    for place in (Path(about).absolute(), hub / about):
        try:
            inside = place.resolve().relative_to(hub.resolve()).as_posix()
        except (OSError, ValueError, RuntimeError):
            continue
        if place.exists():
            return inside
    return about.removeprefix("./")


def _from_commits(hub: "Path", about: str, path: str) -> "tuple[Explanation, ...]":
    from harvest_loop.adapters.git_trailers import edits_of_file, edits_of_id
    from harvest_loop.errors import HarvestError

    carried = edits_of_id(hub, about)
    if not carried:
        try:
            carried = edits_of_file(hub, path)
        except HarvestError:  # no repository, or none that can be read: the manifest alone speaks
            return ()
    return tuple(map(_of_commit, reversed(carried)))


def _of_commit(edit: "CarriedEdit") -> "Explanation":
    from harvest_loop.schemas.explanation import Explanation

    return Explanation(
        id=edit.id,
        predicted=edit.prediction,
        check=edit.check,
        confidence=edit.confidence,
        held="unknown: the manifest lacks this edit",
        commit=edit.sha,
        source=f"commit {edit.sha[:10]}; the manifest lacks this id",
    )
