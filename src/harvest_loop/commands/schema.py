"""`harvest schema [NAME]`: the JSON Schema of what is written and of what passes between the parts."""

import argparse
import json
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="which schema; without it, the names are listed")


def run(arguments: argparse.Namespace) -> int:
    """Print one schema, or the list of names.

    Raises: UsageError for a name that no schema has.
    """
    from harvest_loop.errors import UsageError
    from harvest_loop.schemas.named import NAMED

    if arguments.name is None:
        width = max(map(len, NAMED))
        for name, model in sorted(NAMED.items()):
            sys.stdout.write(f"{name:<{width}}  {(model.__doc__ or '').splitlines()[0]}\n")
        return 0
    if arguments.name not in NAMED:
        from difflib import get_close_matches

        near = get_close_matches(arguments.name, NAMED, n=1)
        remedy = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(sorted(NAMED))}"
        raise UsageError(f"no schema is called '{arguments.name}'", remedy=remedy)
    sys.stdout.write(json.dumps(NAMED[arguments.name].model_json_schema(), indent=2, ensure_ascii=False) + "\n")
    return 0
