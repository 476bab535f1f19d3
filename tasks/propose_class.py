"""A session proposes a class of actions: a signal in the hub; only a person copies it into the registry (SPEC 8.2)."""

import hashlib
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.consent_files import read_registry
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.consent.proposed import proposal_signal
from harvest_loop.domain.consent.registry import entries_of, registry_findings
from harvest_loop.domain.signals import signal_name, signal_text
from harvest_loop.errors import UsageError
from harvest_loop.schemas.settings import HubSettings

_SOURCE = "consent"


def propose_class(root: Path, settings: HubSettings, place: Path, *, session: str, day: str) -> tuple[str, list[str]]:
    """Keep a proposed class as a signal, and return its path and what the check would say of it; nothing is registered.

    Raises: UsageError when the file holds no class, HubError when the signal can't be written.
    """
    read = read_registry(place)
    entries = entries_of(read)
    if read.absent:
        raise UsageError("there is no such file", where=str(place))
    if isinstance(entries, str) or not entries:
        why = entries if isinstance(entries, str) else "it holds no class"
        raise UsageError(why, where=str(place), remedy="see `harvest consent template`")
    found = [f"{one.rule} {one.place}: {one.what}" for one in registry_findings(entries)]
    text = redact(place.read_text(encoding="utf-8-sig"))
    print_ = hashlib.sha256(text.encode()).hexdigest()
    signal = proposal_signal(text, entries, found, session=session, content=print_)
    path = meta_folder(root, settings) / signal_name(day, _SOURCE)
    hub_files.change(root, path, lambda before: signal_text(before, (signal,), day=day, source=_SOURCE))
    return path.relative_to(root).as_posix(), found
