"""Progress goes to stderr, results to stdout (SPEC 10.1)."""

import sys


def tell(line: str) -> None:
    """Give the person a line about what is going on."""
    sys.stderr.write(f"harvest: {line}\n")
    sys.stderr.flush()
