"""What `harvest hook session-start` prints; it loads what the end of a session must not wait for (SPEC 10.4)."""

from pathlib import Path


def page_at_start() -> str:
    """Return the lines for the agent, or nothing.

    Raises: HarvestError when there is no hub or it can't be read.
    """
    from harvest_loop.domain.quoting import visible
    from harvest_loop.domain.session_start import start_lines
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.read_at_start import read_at_start

    lines = start_lines(read_at_start(find_hub(None, _folder())))
    return "".join(f"{visible(line)}\n" for line in lines)


def _folder() -> Path:
    """The folder that the host's payload names, else this one."""
    from harvest_loop.adapters.hook_payload import read_payload
    from harvest_loop.errors import UsageError

    try:
        named = read_payload("claude-code", None).folder
    except (UsageError, OSError):
        named = None
    return Path(named) if named else Path.cwd()
