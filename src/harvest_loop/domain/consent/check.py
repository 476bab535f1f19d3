"""Join the profile's standing consents with the registry: the lock before what nobody is asked about (SPEC 8.3)."""

from collections.abc import Iterator, Sequence
from datetime import date

from harvest_loop.domain.consent.grants import grant_findings, grant_of, standing_of
from harvest_loop.domain.consent.joining import join_findings
from harvest_loop.domain.consent.registry import entries_of, registered, registry_findings
from harvest_loop.domain.consent.unread import unread_findings
from harvest_loop.domain.consent.vocabulary import GRANTED, KEY, is_text
from harvest_loop.schemas.consent import (
    BROKEN,
    UNMEASURED,
    VERIFIED,
    Checked,
    Finding,
    ProfileFile,
    RegistryFile,
)


def check_consent(registry: RegistryFile, profile: ProfileFile, *, today: date, require: str | None = None) -> Checked:
    """Return VERIFIED only where every rule holds and a real grant is joined, the required class's if one is named.

    `today` is the person's local day; `require` is a class's name, compared after trimming. Nothing is read or
    written here. Only code 0 lets a prompt be skipped.
    """
    entries = entries_of(registry)
    classes = registered(entries) if not registry.absent and isinstance(entries, list) else None
    standings = standing_of(profile.content)
    found = {*_registry(entries), *_profile(profile)}
    for standing in standings:
        found |= {*grant_findings(standing, today=today), *join_findings(standing, classes)}
    findings = tuple(sorted(found))
    if findings:
        return Checked(BROKEN, findings, f"BROKEN ({BROKEN}): {_counted(len(findings), 'finding')}; keep asking")
    active = tuple(grant_of(each) for each in standings if each.state == GRANTED)
    missing = _what_is_missing(registry, entries, profile, [each.name for each in active], require)
    if missing:
        return Checked(UNMEASURED, (), f"UNMEASURED ({UNMEASURED}): {missing}; keep asking")
    return Checked(VERIFIED, (), f"VERIFIED ({VERIFIED}): {_counted(len(active), 'grant')} joined", active)


def _registry(entries: list[object] | str) -> Iterator[Finding]:
    if isinstance(entries, str):
        yield Finding("", "registry", entries)
    else:
        yield from registry_findings(entries)


def _profile(profile: ProfileFile) -> Iterator[Finding]:
    """Yield what is wrong with the profile by itself."""
    if profile.problem:
        yield Finding("R3", "profile", profile.problem)
    elif profile.content is not None and not isinstance(profile.content, dict):
        yield Finding("R3", "profile", "the block is no mapping")
    yield from unread_findings(profile)
    yield from _key_findings(profile.content)


def _key_findings(content: object) -> Iterator[Finding]:
    """Yield what is wrong with the names under which grants stand."""
    under = content.get(KEY) if isinstance(content, dict) else None
    if under is not None and not isinstance(under, dict):
        yield Finding("R3", KEY, "is no mapping from classes to grants")
    seen: set[str] = set()
    for name in under if isinstance(under, dict) else ():
        if not is_text(name):
            yield Finding("R3", KEY, "holds a key that is no class's name")
        elif name.strip() in seen:
            yield Finding("R3", f"{KEY}/{name.strip()}", "stands twice")
        else:
            seen.add(name.strip())


def _what_is_missing(
    registry: RegistryFile, entries: object, profile: ProfileFile, active: Sequence[str], require: str | None
) -> str:
    """Say why there is nothing to join; empty where a grant is joined."""
    if registry.absent:
        return registry.absent
    if not entries:
        return "the registry holds no class"
    if profile.absent:
        return profile.absent
    if not active:
        return "no grant is active"
    return "" if require is None or require.strip() in active else "the required class has no active grant"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
