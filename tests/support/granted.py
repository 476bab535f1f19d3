"""A consent registry and a profile that verify, and what changes when one thing about them does."""

from datetime import date

from harvest_loop.domain.consent.check import check_consent
from harvest_loop.schemas.consent import Checked, ProfileFile, RegistryFile

TODAY = date(2026, 3, 10)
MISSING = object()  # as a value: the key is taken out

CLASS: dict[str, object] = {
    "name": "tidy-notes",
    "owner": "gardener",
    "mode": "move",
    "target": "notes/",
    "capabilities": ["read", "local-write"],
    "sinks": [],
    "feeds": [],
    "promotion_eligible": True,
}
GRANT: dict[str, object] = {
    "granted": "2026-03-01",
    "expires": "2026-03-31",
    "owner": "gardener",
    "mode": "move",
    "target": "notes/",
    "effects": ["local-write"],
    "sinks": [],
}


def a_class(**changes: object) -> dict[str, object]:
    """A class that may be leased, but for the changes."""
    return changed(CLASS, changes)


def a_grant(**changes: object) -> dict[str, object]:
    """A grant of that class that holds on TODAY, but for the changes."""
    return changed(GRANT, changes)


def changed(base: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    """The mapping with some values changed, added or taken out."""
    return {key: value for key, value in {**base, **changes}.items() if value is not MISSING}


def registry_of(*entries: object) -> RegistryFile:
    """A registry that holds these classes."""
    return RegistryFile({"classes": list(entries)})


def profile_with(consents: object, **others: object) -> ProfileFile:
    """A profile whose block holds these standing consents, and whatever else."""
    return ProfileFile({"standing_consent": consents, **others})


def checked(
    one: object | None = None, grant: object | None = None, *, today: date = TODAY, require: str | None = None
) -> Checked:
    """The check of one class and one grant for it; those that verify where none is given."""
    return check_consent(
        registry_of(a_class() if one is None else one),
        profile_with({"tidy-notes": a_grant() if grant is None else grant}),
        today=today,
        require=require,
    )


def rules_of(found: Checked) -> set[str]:
    """The ids of the rules that were broken."""
    return {finding.rule for finding in found.findings}
