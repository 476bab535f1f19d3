"""Step 0, second half: are the hub's words still used as the hub defines them? (SPEC 4.6b)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.asset_versions import AssetVersions
from harvest_loop.adapters.git_field import find_field
from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.new_uses import SpokenText
from harvest_loop.domain.drift.watch import Session, drift_of
from harvest_loop.errors import FieldError
from harvest_loop.schemas.drift import Drift
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.rooms_of_assets import hub_room
from harvest_loop.tasks.step import step
from harvest_loop.tasks.words_of_hub import HubWords, document_changes, read_words


@step("0 drift")
def watch_drift(opened: OpenedHub, evidence: SessionEvidence, read: TranscriptRead) -> Drift:
    """Return what the session's words do to the hub's; each detection is a warning, and none blocks.

    Raises: FieldError when the field can't be read any more.
    """
    place = _hub_in_field(opened, evidence)
    in_hub = place is not None
    words, notes = _words(opened, evidence, place)
    spoken = (*_messages(evidence, in_hub=in_hub), *_prompts(read, in_hub=in_hub))
    drift = drift_of(Baseline(words.before), Session(words.changed, spoken, words.gone))
    unread = () if read.facts is not None else (f"prompts are unknown: {read.why_not}",)
    return drift.model_copy(update={"notes": (*words.notes, *notes, *unread)})


class _Place(NamedTuple):
    """The hub as a session's worktree has it: the folder, and how git's names for what lies in it begin."""

    root: Path
    prefix: str


def _hub_in_field(opened: OpenedHub, evidence: SessionEvidence) -> _Place | None:
    """Where the field has the hub, if it is the hub, or a part or a worktree of its repository."""
    try:
        hub, field = find_field(Path(opened.hub.root)), find_field(Path(evidence.git.field_root))
    except FieldError:
        return None
    if hub.common.resolve() != field.common.resolve():
        return None
    prefix = hub.prefix_of(Path(opened.hub.root))
    return _Place(field.root / prefix, prefix)


def _words(opened: OpenedHub, evidence: SessionEvidence, place: _Place | None) -> tuple[HubWords, tuple[str, ...]]:
    """Read the words where the session changed the hub's documents: in the hub, or in a worktree of it."""
    room, notes = hub_room(opened, evidence)
    hub = opened.hub if room is None else room.hub
    if place is not None:
        return _read(hub, opened.settings, evidence.git, place), ()
    if room is None:
        return read_words(hub, opened.settings, (), None), tuple(notes)
    return _read(hub, opened.settings, room.git, _Place(room.root, room.prefix)), tuple(notes)


def _read(hub: Hub, settings: HubSettings, git: GitEvidence, place: _Place) -> HubWords:
    if not place.root.is_dir():
        return read_words(hub, settings, (), None)
    with AssetVersions(place.root, place.prefix) as versions:
        return read_words(hub, settings, document_changes(git, place.prefix, settings), versions)


def _messages(evidence: SessionEvidence, *, in_hub: bool) -> Iterator[SpokenText]:
    for commit in evidence.git.commits:
        yield SpokenText("commit", commit.sha[:10], None, f"{commit.subject}\n\n{commit.body}", in_hub)


def _prompts(read: TranscriptRead, *, in_hub: bool) -> Iterator[SpokenText]:
    for prompt in read.facts.prompts if read.facts is not None else ():
        yield SpokenText("prompt", prompt.place.file, prompt.place.line, prompt.text, in_hub)
