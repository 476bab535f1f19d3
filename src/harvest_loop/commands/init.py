"""`harvest init`: make a repository the hub, or take it out again (SPEC 2)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--hub", metavar="DIR", default=".", help="the repository that holds the harness (default: here)"
    )
    parser.add_argument("--remove", action="store_true", help="take out what init wrote; your records stay")
    parser.add_argument(
        "--explain-config", action="store_true", help="print harvest.toml with every key and its default"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write or take out what makes a hub, and say each in a line.

    Raises: UsageError when the folder is no git repository or not its root.
    """
    from pathlib import Path

    from harvest_loop.adapters import hub_setup
    from harvest_loop.settings import explain_config, load_settings

    if arguments.explain_config:
        sys.stdout.write(explain_config())
        return 0
    root = _root(Path(arguments.hub).absolute())
    settings = load_settings(root)
    done = hub_setup.remove(root, settings) if arguments.remove else hub_setup.install(root, settings)
    for line in done or ["nothing to do"]:
        sys.stdout.write(line + "\n")
    if arguments.remove:
        sys.stdout.write(f"left as they are: harvest.toml and {settings.paths.meta}/; they are yours\n")
        return 0
    for name in hub_setup.tracked_personal_files(root, settings):
        sys.stderr.write(f"harvest: git tracks the personal file {name!r}; `git rm --cached` keeps it local\n")
    return 0


def _root(folder: "Path") -> "Path":
    from harvest_loop.adapters.git_field import find_field
    from harvest_loop.errors import UsageError

    root = find_field(folder).root
    if root != folder.resolve():
        raise UsageError("is not the root of its repository", where=str(folder), remedy=f"pass --hub {root}")
    return root
