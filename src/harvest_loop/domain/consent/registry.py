"""The consent registry: what a class must say of itself, and when it may be leased at all (SPEC 8.2, 8.3)."""

from collections.abc import Iterator, Mapping, Sequence

from harvest_loop.domain.consent.vocabulary import (
    CAPABILITIES,
    IRREVERSIBLE,
    LONGEST_LEASE,
    folded,
    is_text,
    is_texts,
    texts_of,
)
from harvest_loop.schemas.consent import ConsentClass, Finding, RegistryFile

DEFAULT_LEASE = 30  # days

_TEXTS = ("name", "owner", "mode", "target")
_LISTS = ("capabilities", "sinks", "feeds")
_ELIGIBLE = "promotion_eligible"
_REQUIRED = (*_TEXTS, *_LISTS, _ELIGIBLE)
_OPTIONAL_TEXTS = ("reason", "proposed_by", "reviewed_by")
_OPTIONAL_LISTS = ("excludes", "adversarial_examples")
_EXAMPLES = 2

Entry = Mapping[object, object]


def entries_of(registry: RegistryFile) -> list[object] | str:
    """Return what stands below `classes`, or why nothing can be read there; that it stands empty is no reason."""
    if registry.problem:
        return registry.problem
    if registry.content is None:  # there is no file, or an empty one
        return []
    if not isinstance(registry.content, dict) or "classes" not in registry.content:
        return "has no 'classes'"
    classes = registry.content["classes"]
    if classes is None:
        return []
    return classes if isinstance(classes, list) else "'classes' is no list"


def registered(entries: Sequence[object]) -> dict[str, Entry]:
    """Return the entries that have a name, by it, trimmed; the first where a name stands twice."""
    found: dict[str, Entry] = {}
    for entry in entries:
        if isinstance(entry, dict) and is_text(entry.get("name")):
            found.setdefault(entry["name"].strip(), entry)
    return found


def is_eligible(entry: Entry) -> bool:
    """Whether the entry says, by a real `true`, that it may be leased."""
    return entry.get(_ELIGIBLE) is True


def registry_findings(entries: Sequence[object]) -> Iterator[Finding]:
    """Yield what is wrong with the registry's classes: R1, R1-b, R1-c, R2, R2-b, R2-c, R2-d."""
    seen: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        place = place_of(entry, number)
        if not isinstance(entry, dict):
            yield Finding("R1", place, "is no mapping: it has none of the fields")
            continue
        yield from entry_findings(entry, place)
        name = entry.get("name")
        if is_text(name) and name.strip() in seen:
            yield Finding("R1-c", f"{place}/name", "stands twice")
        seen |= {name.strip()} if is_text(name) else set()


def entry_findings(entry: Entry, place: str) -> Iterator[Finding]:
    """Yield what is wrong with one class by itself."""
    for key in _REQUIRED:
        if key not in entry:
            yield Finding("R1", f"{place}/{key}", "is missing")
    yield from _type_findings(entry, place)
    if is_eligible(entry):
        yield from _eligibility_findings(entry, place)


def classes_of(entries: Sequence[object]) -> tuple[ConsentClass, ...]:
    """Return the classes whose entries have no finding of their own, in the registry's order."""
    sound = [entry for entry in entries if isinstance(entry, dict) and not any(entry_findings(entry, ""))]
    return tuple(class_of(entry) for entry in sound)


def class_of(entry: Entry) -> ConsentClass:
    """Return the class that an entry describes; what is of a wrong type is empty."""
    days = entry.get("lease_days")
    return ConsentClass(
        name=_text(entry, "name"),
        owner=_text(entry, "owner"),
        mode=_text(entry, "mode"),
        target=_text(entry, "target"),
        capabilities=texts_of(entry.get("capabilities")),
        sinks=texts_of(entry.get("sinks")),
        feeds=texts_of(entry.get("feeds")),
        eligible=is_eligible(entry),
        lease_days=days if isinstance(days, int) else DEFAULT_LEASE,
        reason=_text(entry, "reason"),
        proposed_by=_text(entry, "proposed_by"),
        reviewed_by=_text(entry, "reviewed_by"),
        excludes=texts_of(entry.get("excludes")),
        adversarial_examples=texts_of(entry.get("adversarial_examples")),
    )


def place_of(entry: object, number: int) -> str:
    """Return how a finding calls an entry: by its name, else by its number in the list."""
    name = entry.get("name") if isinstance(entry, dict) else None
    return f"classes/{name.strip() if is_text(name) else f'#{number}'}"


def _text(entry: Entry, key: str) -> str:
    value = entry.get(key)
    return value.strip() if is_text(value) else ""


def _type_findings(entry: Entry, place: str) -> Iterator[Finding]:
    for key in (*_TEXTS, *_OPTIONAL_TEXTS):
        if key in entry and not is_text(entry[key]):
            yield Finding("R1-b", f"{place}/{key}", "is no text, or a blank one")
    for key in (*_LISTS, *_OPTIONAL_LISTS):
        if key in entry and not is_texts(entry[key]):
            yield Finding("R1-b", f"{place}/{key}", "is no list of texts, or holds a blank one")
    if _ELIGIBLE in entry and not isinstance(entry[_ELIGIBLE], bool):
        yield Finding("R1-b", f"{place}/{_ELIGIBLE}", "is neither true nor false")
    days = entry.get("lease_days", 1)
    if type(days) is not int or not 1 <= days <= LONGEST_LEASE:
        yield Finding("R1-b", f"{place}/lease_days", f"is no number of days from 1 to {LONGEST_LEASE}")


def _eligibility_findings(entry: Entry, place: str) -> Iterator[Finding]:
    """Yield why a class that says it may be leased may not: what can't be undone, or isn't known to be undoable."""
    for key in ("sinks", "feeds"):
        if entry.get(key, []) != []:
            yield Finding("R2", f"{place}/{key}", f"an eligible class has no {key}")
    capabilities = entry.get("capabilities")
    for word in capabilities if isinstance(capabilities, list) else ():
        known = folded(word) if isinstance(word, str) else ""
        if known in IRREVERSIBLE:
            yield Finding("R2-b", f"{place}/capabilities", f"an eligible class can do nothing irreversible: {known}")
        elif known not in CAPABILITIES:
            yield Finding("R2-c", f"{place}/capabilities", f"is none of {', '.join(sorted(CAPABILITIES))}: {known}")
    if "proposed_by" in entry:
        yield from _proposal_findings(entry, place)


def _proposal_findings(entry: Entry, place: str) -> Iterator[Finding]:
    """Yield what a class that a session proposed still lacks (SPEC 8.2)."""
    if not texts_of(entry.get("excludes")):
        yield Finding("R2-d", f"{place}/excludes", "a proposed class names what it does not cover")
    if len(set(texts_of(entry.get("adversarial_examples")))) < _EXAMPLES:
        yield Finding("R2-d", f"{place}/adversarial_examples", f"a proposed class has {_EXAMPLES} of them")
    reviewer, proposer = entry.get("reviewed_by"), entry["proposed_by"]
    if not is_text(reviewer) or (is_text(proposer) and folded(reviewer) == folded(proposer)):
        yield Finding("R2-d", f"{place}/reviewed_by", "a proposed class is reviewed by another than its proposer")
