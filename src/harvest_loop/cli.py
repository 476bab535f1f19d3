"""The command line: names at once, everything else on use (SPEC 10.1)."""

import argparse
import importlib
import io
import sys
from collections.abc import Sequence
from typing import NamedTuple, Never


class Command(NamedTuple):
    """A command's module below harvest_loop.commands, its line of help, and whether the first page shows it."""

    module: str
    help: str
    first_page: bool = True


COMMANDS = {
    "init": Command("init", "make a repository the hub: ignore rules, settings, nothing else"),
    "close": Command("close", "harvest a session's work into the hub, and ask once about the result"),
    "review": Command("review", "answer a form that waits"),
    "status": Command("status", "hub, waiting forms, last closes"),
    "explain": Command("explain", "what was predicted of an edit, and did it hold"),
    "undo": Command("undo", "take back what was changed in place, to the byte"),
    "doctor": Command("doctor", "check the hub's health: what can't be read, what dangles, what repeats"),
    "up": Command("up", "start a local server and worker: see runs in the UI, start them from there"),
    "down": Command("down", "end the local server and worker"),
    "wave": Command("wave", "harvest lightly after a wave of work; the card is not touched", first_page=False),
    "propose": Command("propose", "ask first whether to harvest, then as close", first_page=False),
    "sweep": Command(
        "sweep", "harvest or offer what sessions left in the inbox, and find missed ones", first_page=False
    ),
    "hook": Command("hook", "what a host runs when a session ends or starts", first_page=False),
    "drift": Command("drift", "are the hub's words still used as the hub defines them", first_page=False),
    "verify": Command("verify", "judge the predictions that are due, as a close does first", first_page=False),
    "cadence": Command("cadence", "look over four weeks: higher routes taken, patterns repeated", first_page=False),
    "calibration": Command("calibration", "which kinds of edit kept what was predicted of them", first_page=False),
    "tombstones": Command(
        "tombstones", "what was refused with a reason; lift one, so that it may be proposed again", first_page=False
    ),
    "consent": Command(
        "consent", "what may be done without asking: classes, grants, and whether a grant holds", first_page=False
    ),
    "profile": Command(
        "profile", "how you like to work: show it, set it, mute a question, let a skill back in", first_page=False
    ),
    "receipts": Command("receipts", "who was sent what in a run, and what it took", first_page=False),
    "schema": Command("schema", "print the JSON Schema of a file or message", first_page=False),
    "deploy": Command("deploy", "tell the local server anew what it can run", first_page=False),
}
GROUPS = {
    "sessions": ("propose", "wave", "sweep", "hook", "drift", "cadence"),
    "records": ("verify", "calibration", "tombstones", "receipts", "schema"),
    "consent": ("consent", "profile"),
    "service": ("deploy",),
}


class _Parser(argparse.ArgumentParser):
    """argparse, with an error in the form of SPEC 10.1: what, where, what to do."""

    def error(self, message: str) -> Never:
        sys.stderr.write(f"harvest: {message}; see '{self.prog} --help'\n")
        raise SystemExit(2)


class _Version(argparse.Action):
    """Say the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> Never:
        from importlib.metadata import version

        parser.exit(message=f"harvest-loop {version('harvest-loop')}\n")


def build_parser(chosen: str | None = None) -> argparse.ArgumentParser:
    """Return the parser; only the chosen command's module is loaded, so that help costs nothing."""
    parser = _Parser(
        prog="harvest",
        description="Harvest what a coding-agent session really did into the harness that steers the next one.",
        epilog="More commands: harvest help. One command: harvest help COMMAND",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, command in COMMANDS.items():
        description = command.help[0].upper() + command.help[1:] + "."
        # A command without `help` is known, but not listed.
        sub = (
            commands.add_parser(name, description=description, help=command.help)
            if command.first_page
            else commands.add_parser(name, description=description)
        )
        if name == chosen:
            importlib.import_module(f"harvest_loop.commands.{command.module}").add_arguments(sub)
            sub.add_argument("--debug", action="store_true", help="show a full traceback when something breaks")
    return parser


def second_page() -> str:
    """The commands that a person rarely needs, in groups."""
    lines = ["More commands:"]
    for group, names in GROUPS.items():
        lines.append(f"  {group}")
        lines.extend(f"    {name:<12}{COMMANDS[name].help}" for name in names)
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (SPEC 6, 10.1)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that can't show a mark gets it spelled out
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:2] == ["consent", "check"]:  # its exit codes are its own, and no parser is built on its way
        from harvest_loop.commands import consent_check

        return consent_check.main(words[2:])
    if words[:1] == ["help"] and words[1:2] and words[1] in COMMANDS:
        words = [words[1], "--help"]
    if words[:1] == ["help"]:
        print(second_page())  # noqa: T201 -- results go to stdout
        return 0
    chosen = next((word for word in words if not word.startswith("-")), None)
    parser = build_parser(chosen if chosen in COMMANDS else None)
    arguments, strange = parser.parse_known_args(words or ["--help"])
    if strange:  # whose help tells of it
        prog = " ".join(filter(None, ("harvest", arguments.command)))
        _Parser(prog=prog).error(f"unrecognized arguments: {' '.join(strange)}")
    module = importlib.import_module(f"harvest_loop.commands.{COMMANDS[arguments.command].module}")
    from harvest_loop.commands.failures import guarded

    return guarded(module.run, arguments)


if __name__ == "__main__":
    sys.exit(main())
