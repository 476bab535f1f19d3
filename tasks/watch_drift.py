"""Step 0, second half: are the hub's words still used as the hub defines them? (SPEC 4.6b)."""

from collections.abc import Iterator
from pathlib import Path

from harvest_loop.adapters.asset_versions import AssetVersions
from harvest_loop.adapters.git_field import find_field
from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.new_uses import SpokenText
from harvest_loop.domain.drift.watch import Session, drift_of
from harvest_loop.errors import FieldError
from harvest_loop.schemas.drift import Drift
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.rooms_of_assets import rooms_of
from harvest_loop.tasks.step import step
from harvest_loop.tasks.words_of_hub import HubWords, document_changes, read_words


@step("0 drift")
def watch_drift(opened: OpenedHub, evidence: SessionEvidence, read: TranscriptRead) -> Drift:
    """Return what the session's words do to the hub's; each detection is a warning, and none blocks.

    Raises: FieldError when the field can't be read any more.
    """
    in_hub = _works_on_hub(opened, evidence)
    words, notes = _words(opened, evidence, in_hub=in_hub)
    spoken = (*_messages(evidence, in_hub=in_hub), *_prompts(read, in_hub=in_hub))
    drift = drift_of(Baseline(words.before), Session(words.changed, spoken, words.gone))
    unread = () if read.facts is not None else (f"prompts are unknown: {read.why_not}",)
    return drift.model_copy(update={"notes": (*words.notes, *notes, *unread)})


def _works_on_hub(opened: OpenedHub, evidence: SessionEvidence) -> bool:
    """Whether the field is the hub, or a part or a worktree of its repository."""
    try:
        hub = find_field(Path(opened.hub.root))
        return hub.common.resolve() == find_field(Path(evidence.git.field_root)).common.resolve()
    except FieldError:
        return False


def _words(opened: OpenedHub, evidence: SessionEvidence, *, in_hub: bool) -> tuple[HubWords, tuple[str, ...]]:
    """Read the words where the session changed the hub's documents: in the hub, or in a worktree of it."""
    if in_hub:
        prefix = find_field(Path(opened.hub.root)).prefix_of(Path(opened.hub.root))
        root = find_field(Path(evidence.git.field_root)).root / prefix
        room = next((room for room in rooms_of(opened, evidence)[0] if room.in_hub), None)
        hub = opened.hub if room is None else room.hub
        return _read(hub, opened, root, prefix, evidence), ()
    rooms, notes = rooms_of(opened, evidence)
    room = next((room for room in rooms if room.in_hub), None)
    if room is None:
        return read_words(opened.hub, opened.settings, (), None), tuple(notes)
    changes = document_changes(room.git, room.prefix, opened.settings)
    with AssetVersions(room.root, room.prefix) as versions:
        return read_words(room.hub, opened.settings, changes, versions), tuple(notes)


def _read(hub: Hub, opened: OpenedHub, root: Path, prefix: str, evidence: SessionEvidence) -> HubWords:
    changes = document_changes(evidence.git, prefix, opened.settings)
    if not root.is_dir():
        return read_words(hub, opened.settings, (), None)
    with AssetVersions(root, prefix) as versions:
        return read_words(hub, opened.settings, changes, versions)


def _messages(evidence: SessionEvidence, *, in_hub: bool) -> Iterator[SpokenText]:
    for commit in evidence.git.commits:
        yield SpokenText("commit", commit.sha[:10], None, f"{commit.subject}\n\n{commit.body}", in_hub)


def _prompts(read: TranscriptRead, *, in_hub: bool) -> Iterator[SpokenText]:
    for prompt in read.facts.prompts if read.facts is not None else ():
        yield SpokenText("prompt", prompt.place.file, prompt.place.line, prompt.text, in_hub)
