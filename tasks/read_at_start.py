"""What waits when a session starts: looked up in a moment, without the engine (SPEC 10.4)."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.asset_places import find_assets
from harvest_loop.adapters.hub_walk import files_below, readable_name
from harvest_loop.adapters.profile_file import profile_place
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.waiting_at_start import offered_sessions, unswept_markers, waiting_forms
from harvest_loop.domain.memory_index import live_links
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.hub import Memory
from harvest_loop.schemas.profile import Profile, ProfileRead
from harvest_loop.schemas.session_start import StartNotes
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import load_settings
from harvest_loop.tasks.read_profile import read_profile

T = TypeVar("T")

_CARD = "reference_next_session_starter.md"
_INDEX = "MEMORY.md"
_ARCHIVE = "#archive-candidate"
_ARCHIVE_REVIEW = "archive-review"


def read_at_start(hub: Path) -> StartNotes:
    """Return what an agent should know; what can't be read is named, and stops nothing.

    Raises: HarvestError when the hub's settings can't be read.
    """
    settings = load_settings(hub)
    unread: list[str] = []
    nothing: tuple[str, ...] = ()

    def looked(read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except (HarvestError, OSError, ValueError) as error:
            unread.append(redact(str(error)))
            return otherwise

    looked(lambda: _end_leases(hub, settings), None)
    read = looked(lambda: read_profile(hub, settings), ProfileRead())
    unread += [redact(problem) for problem in read.problems]
    candidates = partial(_archive_candidates, hub, settings)
    notes = StartNotes(
        hub=redact(hub.name),
        settings=(*_changed_settings(settings), *_said_in(read.profile)),
        suppressed=tuple(redact(skill) for skill in read.profile.suppressed),
        muted=read.profile.muted_nags,
        newer=looked(lambda: _newer_than_card(hub, settings), nothing),
        memory=looked(lambda: _live_memory(hub, settings), nothing),
        archive=nothing if _ARCHIVE_REVIEW in read.profile.muted_nags else looked(candidates, nothing),
        sessions=looked(lambda: offered_sessions(hub), nothing),
        unswept=looked(unswept_markers, 0),
        forms=looked(lambda: waiting_forms(hub / settings.paths.meta), ()),
    )
    return notes._replace(unread=tuple(unread))


def _end_leases(hub: Path, settings: HubSettings) -> None:
    """Let leases end whose last day is over (SPEC 8.4); what that takes is loaded only where there may be one."""
    found = hub_files.read_file(profile_place(hub, settings))
    if found is not None and "standing_consent" in found.text:
        from harvest_loop.tasks.consent_state import settled

        settled(hub, settings)


def _changed_settings(settings: HubSettings) -> Iterator[str]:
    usual = HubSettings().model_dump(mode="json")
    for section, values in settings.model_dump(mode="json").items():
        for key, value in values.items():
            if value != usual[section][key]:
                yield redact(f"{section}.{key} = {value}")


def _said_in(profile: Profile) -> Iterator[str]:
    """What the person settled, by the profile's keys; what is unset says nothing."""
    named = profile.model_dump(mode="json", exclude={"skills", "muted_nags"}, exclude_defaults=True)
    for key, value in named.items():
        yield f"{key} = {value}"


def _newer_than_card(hub: Path, settings: HubSettings) -> tuple[str, ...]:
    """The assets and memory files that changed after the card was written; none where there is no card."""
    card = hub / settings.paths.meta / _CARD
    if not card.exists():
        return ()
    written = card.stat().st_mtime
    places = [place for place, _ in find_assets(hub, settings)]
    changed: dict[str, float] = {}
    for place in (*places, *(hub / settings.paths.memory).glob("*.md")):
        with suppress(OSError):
            changed[os.path.relpath(place, hub)] = place.stat().st_mtime
    newer = [name for name, moment in changed.items() if moment > written]
    return tuple(redact(name) for name in sorted(newer, key=lambda name: (-changed[name], name)))


def _live_memory(hub: Path, settings: HubSettings) -> tuple[str, ...]:
    """The index and the names beside it are enough: the pages themselves are not opened."""
    folder = settings.paths.memory.rstrip("/")
    index = hub_files.read_file(hub / folder / _INDEX)
    if index is None:
        return ()
    pages = files_below(hub / folder, frozenset({".md"}))
    names = tuple(readable_name(os.path.relpath(page, hub / folder)) for page in pages)
    return live_links(Memory(folder=folder, index=redact(index.text), files=names))


def _archive_candidates(hub: Path, settings: HubSettings) -> tuple[str, ...]:
    catalog = hub_files.read_file(hub / settings.paths.catalog)
    lines = [] if catalog is None else catalog.text.split("\n")
    return tuple(redact(line.replace(_ARCHIVE, "").strip(" -*|")) for line in lines if _ARCHIVE in line)
