"""What an agent is told when its session starts (SPEC 10.4). A plain tuple: it is made while the agent waits."""

from typing import NamedTuple


class StartNotes(NamedTuple):
    """Everything that may be worth a line; all empty: nothing is printed.

    `settings` are keys that differ from their default and what the profile says, `suppressed` skills that aren't
    proposed any more, `muted` nags that stay silent, `newer` hub files that changed after the card (newest first),
    `memory` the files that the index leads to, `archive` catalog entries marked #archive-candidate, `sessions` the keys
    of offered sessions, `unswept` markers that no sweep has looked at, `forms` each waiting run with its lines, and
    `unread` what could not be looked at, in words.
    """

    hub: str
    settings: tuple[str, ...] = ()
    suppressed: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    memory: tuple[str, ...] = ()
    archive: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    unswept: int = 0
    forms: tuple[tuple[str, int], ...] = ()
    unread: tuple[str, ...] = ()
