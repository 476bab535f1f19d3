"""Set a grant against its class: consent is bound to what an action does, not to its name (SPEC 8.3, R3, R4, R7)."""

from collections.abc import Iterator, Mapping, Sequence

from harvest_loop.domain.consent.grants import Standing
from harvest_loop.domain.consent.registry import Entry, is_eligible
from harvest_loop.domain.consent.vocabulary import GRANTED, KEY, folded, is_text, is_texts, texts_of
from harvest_loop.schemas.consent import Finding


def join_findings(standing: Standing, classes: Mapping[str, Entry] | None) -> Iterator[Finding]:
    """Yield what is wrong between a grant and its class; where there is no registry, nothing can be joined."""
    if standing.state != GRANTED or classes is None:
        return
    place, entry = f"{KEY}/{standing.name}", classes.get(standing.name)
    if entry is None:
        yield Finding("R3", place, "is a grant for a class that is not in the registry")
        return
    if not is_eligible(entry):
        yield Finding("R4", place, "is a grant for a class that may not be leased")
    yield from _drift(standing.fields, entry, place)


def _drift(fields: Entry, entry: Entry, place: str) -> Iterator[Finding]:
    """Yield where the class is no longer what was granted; a field of the wrong type is another rule's."""
    for key in ("owner", "mode", "target"):
        granted, now = fields.get(key), entry.get(key)
        if is_text(granted) and is_text(now) and granted.strip() != now.strip():
            yield Finding("R7", f"{place}/{key}", "is no longer what the class says")
    effects, capabilities = fields.get("effects"), entry.get("capabilities")
    if is_texts(effects) and is_texts(capabilities) and not _words(effects) <= _words(capabilities):
        yield Finding("R7", f"{place}/effects", "reach beyond the class's capabilities")
    granted_sinks = fields.get("sinks")
    if is_texts(granted_sinks) and not set(texts_of(entry.get("sinks"))) <= set(texts_of(granted_sinks)):
        yield Finding("R7", f"{place}/sinks", "do not hold all of the class's sinks")


def _words(values: Sequence[str]) -> set[str]:
    return {folded(value) for value in values}
