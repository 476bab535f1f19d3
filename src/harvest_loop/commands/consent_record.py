"""`harvest consent record`: keep a word on an action of a class, also of somebody else's gate (SPEC 8.4)."""

import argparse
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from harvest_loop.schemas.consent import ConsentClass
    from harvest_loop.schemas.consent_records import ConsentChannel, ConsentLine, Said

WORDS = ("accepted", "modified", "rejected")
AGAIN = "the same operation in the same session counts once: --session, --target and --arguments tell two apart"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "In a terminal you are asked whether it was so, and only then it counts; else it is kept as attested."
    )
    parser.add_argument("name", metavar="CLASS", help="a class of the registry that may be leased")
    parser.add_argument("word", metavar="WORD", choices=WORDS, help=", ".join(WORDS))
    parser.add_argument("--did", metavar="TEXT", required=True, help="what was approved, in one line, as it was shown")
    parser.add_argument("--target", metavar="PLACE", required=True, help="what it was done to; the class's or inside")
    parser.add_argument("--session", metavar="KEY", default="", help="the session that it belongs to")
    parser.add_argument("--arguments", metavar="TEXT", default="", help="what is the same when it is tried again")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Append the word to the outcome log and say how often the class was approved in a row.

    Raises: UsageError for a class that isn't there, may not be leased, or doesn't hold the target.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.consent.streaks import is_retry
    from harvest_loop.errors import UsageError
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.answer_consent import need_lasting
    from harvest_loop.tasks.consent_state import look
    from harvest_loop.tasks.keep_word import keep_word

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    need_lasting()
    state = look(hub, settings)
    if state.classes and not state.countable:
        raise UsageError("the registry is broken", remedy="nothing was kept; `harvest consent check` says where")
    scope = _class(state.classes, arguments)
    entry = _entry(scope, arguments)
    again = is_retry(state.log.outcomes, entry)
    said = keep_word(hub, settings, entry, run=arguments.session) + (f"; {AGAIN}" if again else "")
    if arguments.json:
        show_json({"hub": str(hub), "class": scope.name, "channel": entry.channel, "said": said})
    else:
        show([said])
    return 0


def _class(classes: "tuple[ConsentClass, ...]", arguments: argparse.Namespace) -> "ConsentClass":
    from harvest_loop.domain.consent.gate import never_promotable
    from harvest_loop.domain.consent.scopes import is_inside
    from harvest_loop.errors import UsageError

    scope = next((one for one in classes if one.name == arguments.name.strip()), None)
    if scope is None:
        raise UsageError(
            f"the registry has no class '{arguments.name}'",
            remedy="nothing counts against a class that isn't there; a person writes it into the registry",
        )
    never = never_promotable(scope)
    if never:
        raise UsageError(f"'{scope.name}' may never be leased: {'; '.join(never)}", remedy="nothing was kept")
    if not is_inside(arguments.target.strip(), scope.target):
        raise UsageError(f"'{arguments.target}' is not inside of {scope.target}", remedy="nothing was kept")
    _need_narrowest(scope, classes, arguments.target.strip())
    return scope


def _need_narrowest(scope: "ConsentClass", classes: "tuple[ConsentClass, ...]", target: str) -> None:
    """Raise: UsageError where such an action falls under another class, or under none, by the registry (SPEC 8.4)."""
    from harvest_loop.domain.consent.scopes import narrowest_class
    from harvest_loop.errors import UsageError
    from harvest_loop.schemas.consent_actions import Action

    action = Action("curation", scope.owner, scope.mode, (target,), scope.capabilities, scope.sinks)
    found = narrowest_class(classes, action)
    if isinstance(found, str):
        raise UsageError(f"'{target}' does not count for '{scope.name}': {found}", remedy="nothing was kept")
    if found.name != scope.name:
        raise UsageError(f"'{target}' counts for the class '{found.name}'", remedy="nothing was kept")


def _entry(scope: "ConsentClass", arguments: argparse.Namespace) -> "ConsentLine":
    from harvest_loop.domain.consent.scopes import class_version
    from harvest_loop.domain.quoting import one_line
    from harvest_loop.schemas.consent_records import ConsentLine

    did = one_line(arguments.did, limit=200)
    return ConsentLine(
        at="",
        name=scope.name,
        event=cast("Said", arguments.word),
        channel=_channel(scope.name, arguments.word, did),
        did=did,
        owner=scope.owner,
        mode=scope.mode,
        target=arguments.target.strip(),
        effects=scope.capabilities,
        sinks=scope.sinks,
        session=arguments.session.strip(),
        arguments=arguments.arguments.strip(),
        version=class_version(scope),
    )


def _channel(name: str, word: str, did: str) -> "ConsentChannel":
    """Return where the word comes from: a terminal only where a person there says that it was so."""
    from harvest_loop.adapters.terminal import open_terminal
    from harvest_loop.commands.asking import at_terminal

    if not at_terminal():
        return "attested"
    with open_terminal() as streams:
        if streams is None:
            return "attested"
        typed = streams.ask(f"{name}: you {word} “{did}”? (y; Enter: no)> ") or ""
    return "terminal" if typed.casefold() in ("y", "yes") else "attested"
