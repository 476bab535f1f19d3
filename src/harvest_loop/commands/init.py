"""`harvest init`: make a repository the hub, have hosts call our hooks, or take that out again (SPEC 2, 10.4)."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.schemas.consent_actions import Allowed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--hub", metavar="DIR", default=".", help="the repository that holds the harness (default: here)"
    )
    parser.add_argument("--remove", action="store_true", help="take out what init wrote; your records stay")
    parser.add_argument(
        "--hosts",
        metavar="NAMES",
        help="capture sessions of claude-code, codex, opencode (comma-separated); with --remove: no longer",
    )
    parser.add_argument(
        "--explain-config", action="store_true", help="print harvest.toml with every key and its default"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write or take out what makes a hub, and say each in a line.

    Raises: UsageError when the folder is no git repository or not its root.
    """
    from pathlib import Path

    from harvest_loop.adapters import hub_setup
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.commands.capability_offer import offer_capabilities
    from harvest_loop.commands.host_setup import ask_for_hosts, chosen_hosts, set_up_hosts
    from harvest_loop.settings import explain_config, load_settings

    if arguments.explain_config:
        sys.stdout.write(explain_config())
        return 0
    if arguments.remove:
        return _remove(arguments)
    root = _root(Path(arguments.hub).absolute())
    settings = load_settings(root)
    for line in hub_setup.install(root, settings, _leave()) or ["nothing to do"]:
        sys.stdout.write(line + "\n")
    for name in hub_setup.tracked_personal_files(root, settings):
        sys.stderr.write(f"harvest: git tracks the personal file {name!r}; `git rm --cached` keeps it local\n")
    code = set_up_hosts(ask_for_hosts() if arguments.hosts is None else chosen_hosts(arguments.hosts), remove=False)
    if at_terminal():
        offer_capabilities(str(root))
    return code


def _remove(arguments: argparse.Namespace) -> int:
    """Take out the hosts' hooks that were named; else the hub, and every hook with the hub that was remembered."""
    from pathlib import Path

    from harvest_loop.adapters import hub_setup
    from harvest_loop.commands.host_setup import chosen_hosts, hosts_with_our_hook, set_up_hosts
    from harvest_loop.settings import load_settings

    if arguments.hosts is not None:
        return set_up_hosts(chosen_hosts(arguments.hosts), remove=True)
    root = _root(Path(arguments.hub).absolute())
    settings = load_settings(root)
    remembered = hub_setup.is_remembered(root)
    for line in hub_setup.remove(root, settings, _leave()) or ["nothing to do"]:
        sys.stdout.write(line + "\n")
    sys.stdout.write(f"left as they are: harvest.toml and {settings.paths.meta}/; they are yours\n")
    hosts = hosts_with_our_hook()
    if remembered:
        return set_up_hosts(hosts, remove=True)
    for host in hosts:
        sys.stdout.write(f"{host.name} still calls our hook, for other hubs; --remove --hosts {host.name} ends that\n")
    return 0


def _leave() -> "Allowed":
    """The person typed it."""
    from harvest_loop.domain.consent.actions import action_of_set_up
    from harvest_loop.domain.consent.gate import asked_for

    return asked_for(action_of_set_up("make a hub", "harvest.toml", ".gitignore"), by="harvest init")


def _root(folder: "Path") -> "Path":
    from harvest_loop.adapters.git_field import find_field
    from harvest_loop.errors import UsageError

    root = find_field(folder).root
    if root != folder.resolve():
        raise UsageError("is not the root of its repository", where=str(folder), remedy=f"pass --hub {root}")
    return root
