"""A session proposes a class of actions: a signal in the hub; only a person copies it into the registry (SPEC 8.2)."""

from pathlib import Path

from harvest_loop.adapters.consent_files import registry_of
from harvest_loop.adapters.hub_files import read_file
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.consent.proposed import proposal_signal
from harvest_loop.domain.consent.registry import entries_of, registry_findings
from harvest_loop.errors import UsageError
from harvest_loop.schemas.content_names import digest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.keep_signals import keep_signals

_SOURCE = "consent"


def propose_class(root: Path, settings: HubSettings, place: Path, *, session: str, day: str) -> tuple[str, list[str]]:
    """Keep a proposed class as a signal, and return its path and what the check would say of it; nothing is registered.

    Raises: UsageError when the file holds no class, HubError when it can't be read or the signal can't be written.
    """
    file = read_file(place)
    if file is None:
        raise UsageError("there is no such file", where=str(place))
    entries = entries_of(registry_of(file.text))
    if isinstance(entries, str) or not entries:
        why = entries if isinstance(entries, str) else "it holds no class"
        raise UsageError(why, where=str(place), remedy="see `harvest consent template`")
    found = [f"{one.rule} {one.place}: {one.what}" for one in registry_findings(entries)]
    text = redact(file.text)
    signal = proposal_signal(text, entries, found, session=session, content=digest(text))
    return keep_signals(root, settings, (signal,), day=day, source=_SOURCE), found
