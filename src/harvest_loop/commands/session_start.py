"""What `harvest hook session-start` prints; it loads what the end of a session must not wait for (SPEC 10.4)."""

from pathlib import Path


def page_at_start(folder: str | None) -> str:
    """Return the lines for an agent that starts in this folder, or here; or nothing.

    Raises: HarvestError when there is no hub or it can't be read.
    """
    from harvest_loop.domain.quoting import visible
    from harvest_loop.domain.session_start import start_lines
    from harvest_loop.settings import find_hub
    from harvest_loop.tasks.read_at_start import read_at_start

    lines = start_lines(read_at_start(find_hub(None, Path(folder) if folder else Path.cwd())))
    return "".join(f"{visible(line)}\n" for line in lines)
