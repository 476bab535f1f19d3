"""`harvest consent template`: a registry of this product's own classes, to begin with (SPEC 8.2)."""

import argparse
import sys


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It has no options."""


def run(_: argparse.Namespace) -> int:
    """Print the registry; it checks as clean."""
    from harvest_loop.domain.consent.template import template

    sys.stdout.write(template())
    return 0
