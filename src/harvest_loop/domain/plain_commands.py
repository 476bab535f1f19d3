"""Takes off a command what surrounds it: the folder it is run in, variables, where its output goes (SPEC 4.6)."""

import re

_BEFORE = re.compile(r"(?:cd\s+[^&;|]+?\s*(?:&&|;)\s*|(?:export\s+)?[A-Za-z_]\w*=\S*\s*(?:(?:&&|;)\s*)?|time\s+)")
_AFTER = re.compile(
    r"\s*(?:\d?>+\s*(?:&\d|\S+)|\|\s*(?:tail|head|cat|tee|less)\b[^|&;]*|;\s*echo\b[^|&;]*|&&\s*echo\b[^|&;]*)$"
)
_JOINED = re.compile(r"&&|\|\||[;|\n]|(?<!>)&(?!\d)")
_LONGEST = 600


def core_of(command: str) -> str | None:
    """Return the one command of a line that a shell was given, on one line; None: there are several, or none."""
    rest = command.strip()
    if len(rest) > _LONGEST:
        return None
    while found := _BEFORE.match(rest):
        rest = rest[found.end() :]
    while found := _AFTER.search(rest):
        rest = rest[: found.start()]
    return None if not rest or _JOINED.search(rest) else " ".join(rest.split())
