"""Progress goes to stderr, results to stdout (SPEC 10.1)."""

import json
import sys
from collections.abc import Iterable, Mapping


def tell(line: str) -> None:
    """Give the person a line about what is going on."""
    sys.stderr.write(f"harvest: {line}\n")
    sys.stderr.flush()


def show(lines: Iterable[str]) -> None:
    """Print lines for a person, redacted, every mark that a terminal would act on spelled out."""
    from harvest_loop.adapters.redaction import redact
    from harvest_loop.domain.quoting import visible

    sys.stdout.write("\n".join(visible(line) for line in redact("\n".join(lines)).split("\n")) + "\n")


def show_json(told: Mapping[str, object]) -> None:
    """Print one JSON object for a program, redacted."""
    from harvest_loop.adapters.redaction import redact

    sys.stdout.write(redact(json.dumps(told, ensure_ascii=False, indent=2)) + "\n")
