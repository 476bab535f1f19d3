"""`harvest profile …`: how you like to work, as the loop keeps it, and the way to change that (SPEC 8.1)."""

import argparse
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from harvest_loop.schemas.profile import Nag, ProfileWrite
    from harvest_loop.schemas.settings import HubSettings
    from harvest_loop.tasks.answer_profile import Key

NAGS = ("offer-full", "mid-session", "cadence", "recommend", "archive-review")
_KEYS = ("depth", "language", "cadence", "close_retro", "sidecar_consent", "floorup_consent")
_YES = ("granted", "accepted")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="what is settled, muted, and not proposed any more (default)")
    change = actions.add_parser("set", help=f"settle one of: {', '.join(_KEYS)}")
    change.add_argument("key", metavar="KEY", choices=_KEYS, help=", ".join(_KEYS))
    change.add_argument("value", metavar="VALUE", help="what it is to be; `unset` takes it back")
    outcomes = actions.add_parser("outcomes", help="what became of the proposals about each skill")
    outcomes.add_argument("skill", nargs="?", metavar="SKILL", help="only of this one")
    allow = actions.add_parser("allow", help="let a skill be proposed again that was refused three times")
    allow.add_argument("skill", metavar="SKILL", help="its name")
    for name, said in (("mute", "keep a question from being asked"), ("unmute", "let it be asked again")):
        nag = actions.add_parser(name, help=said)
        nag.add_argument("nag", metavar="NAG", choices=NAGS, help=", ".join(NAGS))
    for sub in (parser, show, change, outcomes, allow, *(actions.choices[name] for name in ("mute", "unmute"))):
        default = None if sub is parser else argparse.SUPPRESS
        sub.add_argument("--hub", metavar="DIR", default=default, help="the repository that holds the harness")
        quiet = False if sub is parser else argparse.SUPPRESS
        sub.add_argument("--json", action="store_true", default=quiet, help="one JSON object on stdout")
        if sub is not parser:
            sub.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Show the profile, or change it as the person says.

    Raises: UsageError for what can't be said so, HubError when the profile can't be read, spliced or written.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    if arguments.action in (None, "show"):
        return _show(hub, settings, arguments)
    if arguments.action == "outcomes":
        return _outcomes(hub, settings, arguments)
    return _change(hub, settings, arguments)


def _show(hub: "Path", settings: "HubSettings", arguments: argparse.Namespace) -> int:
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.profile_page import profile_lines
    from harvest_loop.tasks.read_profile import read_profile

    read = read_profile(hub, settings)
    if arguments.json:
        told = read.profile.model_dump(mode="json", exclude={"counted"})
        said = {"absent": read.absent, "problems": list(read.problems), "suppressed": list(read.profile.suppressed)}
        show_json({"hub": str(hub), "profile": told, **said})
        return 0
    show(profile_lines(read))
    return 0


def _outcomes(hub: "Path", settings: "HubSettings", arguments: argparse.Namespace) -> int:
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.profile_page import outcome_lines
    from harvest_loop.errors import UsageError
    from harvest_loop.tasks.read_profile import read_profile

    read = read_profile(hub, settings)
    wanted = arguments.skill
    found = {name: one for name, one in sorted(read.profile.skills.items()) if wanted in (None, name)}
    if wanted is not None and not found:
        raise UsageError(f"the profile has no outcomes of a skill '{wanted}'", remedy="`harvest profile outcomes`")
    if arguments.json:
        told = {name: {**one.model_dump(), "suppressed": one.is_suppressed} for name, one in found.items()}
        show_json({"hub": str(hub), "absent": read.absent, "problems": list(read.problems), "outcomes": told})
        return 0
    show(outcome_lines(found, read))
    return 0


def _change(hub: "Path", settings: "HubSettings", arguments: argparse.Namespace) -> int:
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.errors import UsageError
    from harvest_loop.tasks import answer_profile

    done: ProfileWrite
    if arguments.action == "set":
        done, said = _set(hub, settings, arguments)
    elif arguments.action == "allow":
        done = answer_profile.allow_skill(hub, settings, arguments.skill)
        said = f"{arguments.skill} may be proposed again"
    else:
        nag = cast("Nag", arguments.nag)
        done = getattr(answer_profile, arguments.action)(hub, settings, nag)
        said = f"{nag} is muted" if arguments.action == "mute" else f"{nag} may be asked again"
    if not done.is_written:
        raise UsageError(f"nothing was written: {done.why_not}")
    if arguments.json:
        show_json({"hub": str(hub), "said": said})
    else:
        show([said])
    return 0


def _set(hub: "Path", settings: "HubSettings", arguments: argparse.Namespace) -> "tuple[ProfileWrite, str]":
    from harvest_loop.adapters import clock
    from harvest_loop.commands.asking import at_terminal
    from harvest_loop.errors import UsageError
    from harvest_loop.tasks.answer_profile import set_preference

    named, value = arguments.key, arguments.value
    key = cast("Key", f"preferred_{named}" if named in ("depth", "language", "cadence") else named)
    if value in _YES and not at_terminal():
        remedy = f"type it in a terminal, or write `{key}: {value}` into the profile by hand"
        raise UsageError(f"a yes to {key} is a person's, and nobody is here", remedy=remedy)
    done = set_preference(hub, settings, key, value, now=clock.now(), zone=clock.local_zone())
    return done, f"{key}: {value}"
