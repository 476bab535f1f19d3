"""`harvest consent …`: what may be done without asking, and who said so (SPEC 8.2 to 8.4)."""

import argparse
import importlib
from typing import NamedTuple


class Action(NamedTuple):
    """An action's module below harvest_loop.commands, and its line of help."""

    module: str
    help: str


ACTIONS = {
    "check": Action("consent_check", "is there a grant that holds? 0 yes, 3 nothing to join, 1 broken"),
    "list": Action("consent_list", "the classes, whether each may be leased, and what is granted"),
    "template": Action("consent_template", "print a registry of this product's own classes"),
    "propose": Action("consent_propose", "keep a class that a session would like as a signal; it registers nothing"),
    "offer": Action("consent_offer", "what you approved three times in a row, and the offer not to be asked any more"),
    "grant": Action("consent_grant", "say yes to such an offer, in a terminal"),
    "decline": Action("consent_decline", "say no to it: the class, as it is now, is not offered again"),
    "revoke": Action("consent_revoke", "be asked again, at once"),
    "record": Action("consent_record", "keep a word on an action of a class; a program's is kept as attested"),
    "log": Action("consent_log", "what was said, and what was done without asking"),
    "audit": Action("consent_audit", "check every unprompted run again, against the grant then in force"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions; each has options of its own."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    usages = []
    for name, action in ACTIONS.items():
        sub = actions.add_parser(name, help=action.help, description=f"{action.help[0].upper()}{action.help[1:]}.")
        importlib.import_module(f"harvest_loop.commands.{action.module}").add_arguments(sub)
        sub.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        usages.append("  " + " ".join(sub.format_usage().removeprefix("usage: ").split()))
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(["how each is called:", *usages])


def run(arguments: argparse.Namespace) -> int:
    """Do what the action does, and return its exit code.

    Raises: what the action raises.
    """
    module = importlib.import_module(f"harvest_loop.commands.{ACTIONS[arguments.action].module}")
    code: int = module.run(arguments)
    return code
