"""How a command ended, from what its tool gave back (SPEC 3.3)."""

import re
from collections.abc import Callable

_EXIT = re.compile(r"^(?:Process )?exit(?:ed)?(?: with)? (?:code|status):? (\d{1,5})\b", re.IGNORECASE | re.MULTILINE)
_EXIT_KEY = re.compile(r"[\"']exit_?code[\"']\s*:\s*(-?\d{1,10})", re.IGNORECASE)
_NOT_RUN = (
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "[Request interrupted by user",
    "<tool_use_error>Cancelled",
    "Cancelled: parallel tool call",
    "Permission to use ",
    "Claude requested permissions",
    "This command requires approval",
    "exec command rejected by user",
    "command rejected by user",
    "rejected by user",
    "aborted by user",
    "The user rejected permission",
)
_REFUSED = ("Unknown skill", "Unknown command", "Unknown slash command", "<tool_use_error>", "Skill not found")
_SAYS_NOTHING = re.compile(
    r"\s*(?:(?:Process )?exit(?:ed)?(?: with)? (?:code|status)\b|Chunk ID:|Wall time:|Original token count:|Output:|"
    r"Total output lines:|Traceback \(most recent call last\)|File \"|at .+:\d+\)?$|"
    r"Error$|npm warn\b|.{0,3}[│┃|].*[│┃|]$|[\W_]*$)",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:error|errors|failed|failure|fatal|panic|exception|denied|refused|not found|no such|cannot|can't|could not|"
    r"unable|invalid|missing|undefined|unknown|unexpected|expected|timed out|timeout|aborted|conflict|rejected)\b|"
    r"(?:Error|Exception)\b",
    re.IGNORECASE,
)
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_LOOKED_AT = 20_000
_LONGEST_LINE = 1_000
_NEIGHBOURS = 4  # lines
_EDGE = 400  # characters at either end in which a tool states the exit code


def was_not_run(said: str) -> bool:
    """Whether the person or the agent's rules kept a call from running: that is no failure of the command."""
    return said.lstrip().startswith(_NOT_RUN)


def has_refused(said: str) -> bool:
    """Whether a skill that was called is not there, or could not be used."""
    return said.lstrip().startswith(_REFUSED)


def has_failed(failed: bool | None, said: str) -> bool:  # noqa: FBT001 - it is what the record says, three-valued
    """Whether a command ended badly: by its record, else by the exit code that the output states."""
    if failed is not None:
        return failed
    edges = f"{said[:_EDGE]}\n{said[-_EDGE:]}" if len(said) > _EDGE else said
    return any(int(code) != 0 for pattern in (_EXIT, _EXIT_KEY) for code in pattern.findall(edges))


def telling_line(said: str, redact: Callable[[str], str]) -> str:
    """Return, redacted, the first line that says what went wrong, else the first that says anything.

    It is redacted together with its neighbours: a secret may span several lines.
    """
    lines = said[:_LOOKED_AT].split("\n")
    at = _place_of_telling(lines)
    if at is None:
        return ""
    first = max(0, at - _NEIGHBOURS)
    near = redact("\n".join(map(_shown, lines[first : at + _NEIGHBOURS + 1]))).split("\n")
    return near[min(at - first, len(near) - 1)].strip()


def _place_of_telling(lines: list[str]) -> int | None:
    first = None
    for at, line in enumerate(map(_shown, lines)):
        if not _SAYS_NOTHING.match(line):
            if _TELLS.search(line):
                return at
            first = at if first is None else first
    return first


def _shown(line: str) -> str:
    """A line as a terminal shows it in the end: without colours, and what was written over is gone."""
    return _COLOURS.sub("", line.rstrip("\r").rpartition("\r")[2]).strip()[:_LONGEST_LINE]
