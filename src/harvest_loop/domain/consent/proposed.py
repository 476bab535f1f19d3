"""A class that a session proposes, as a note for a person: nothing counts for it before it is copied (SPEC 8.2)."""

from collections.abc import Sequence

from harvest_loop.domain.consent.registry import registered
from harvest_loop.domain.quoting import in_page, one_line, visible
from harvest_loop.schemas.records import SignalEntry

_LINES = 60
_UNTIL = "it counts for nothing until a person copies it into consent_classes.yaml"


def proposal_signal(
    text: str, entries: Sequence[object], findings: Sequence[str], *, session: str, content: str
) -> SignalEntry:
    """Return the signal that keeps the proposed text, line by line, with what the check would say of it."""
    names = ", ".join(registered(entries)) or "without a name"
    lines = [line for line in text.splitlines() if line.strip()]
    more = [f"- and {len(lines) - _LINES} more lines"] if len(lines) > _LINES else []
    said = [f"- the check would say: {in_page(one)}" for one in findings] or ["- the check finds nothing wrong with it"]
    title = one_line(f"consent class proposed: {names}", limit=120)
    return SignalEntry(
        title=title,
        priority="low",
        status="open",
        friction=(f"- {in_page(title)}; {_UNTIL}",),
        registration=(*said, "", *(f"    {visible(line)}" for line in lines[:_LINES]), "", *more),
        candidate=content,
        session=session or None,
        reason="a class is a person's to register",
    )
