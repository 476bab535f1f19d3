"""The first trace of a Y: its prediction, in the manifest before anything is written (SPEC 7)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from harvest_loop.adapters.git_draft import require_identity
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.manifest_splice import set_entries
from harvest_loop.adapters.yaml_files import append_manifest_entry, read_manifest
from harvest_loop.domain.commits import draft_commit
from harvest_loop.domain.curation import edit_id
from harvest_loop.domain.predictions import entry_for, manifest_id
from harvest_loop.domain.settlement import without_commit
from harvest_loop.schemas.curation import Curated
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.schemas.form import AnyLine, Form, FormLine
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.records import ManifestEntry
from harvest_loop.schemas.verification import EntryChange
from harvest_loop.tasks.step import step


@step("7 manifest")
def record_predictions(opened: OpenedHub, form: Form, accepted: tuple[AnyLine, ...]) -> tuple[AnyLine, ...]:
    """Append one entry an accepted line and return the lines; one whose id another session took has a new one.

    Raises: ManifestError or HubError when the manifest can't be read or written, UsageError when git has no identity.
    """
    if any(draft_commit(line) is not None for line in accepted):
        require_identity(Path(opened.hub.root))
    with locked(Path(opened.hub.root)):
        entries = list(read_manifest(Path(opened.hub.root), opened.settings))
        return tuple(_record(opened, form, line, entries) for line in accepted)


@step("7 commits")
def record_commits(opened: OpenedHub, accepted: tuple[AnyLine, ...], drafts: DraftOutcome) -> DraftOutcome:
    """Put each draft's commit into its entry; a draft whose entry can't be changed by itself says so (SPEC 7.1, 7.4).

    Raises: ManifestError or HubError when the manifest can't be read or written.
    """
    shas = {commit.hash: commit.sha for commit in drafts.commits if commit.sha is not None}
    named = {line.hash: line.manifest_id for line in accepted if line.hash in shas}
    changes = tuple(EntryChange(id=name, fields={"commit": shas[content]}) for content, name in named.items())
    left = dict(set_entries(Path(opened.hub.root), changes, opened.settings).left_alone)
    return without_commit(drafts, {content: left[name] for content, name in named.items() if name in left})


@step("7 changes in place")
def record_changes(opened: OpenedHub, accepted: tuple[AnyLine, ...], curated: tuple[Curated, ...]) -> tuple[str, ...]:
    """Put the id for `harvest undo` into the entry of each change in place; return the entries that stay without.

    Raises: as record_commits.
    """
    undo = {one.hash: one.undo for one in curated if one.outcome == "written" and one.undo is not None}
    changes = tuple(
        EntryChange(id=line.manifest_id, fields={"commit": undo[line.hash]}) for line in accepted if line.hash in undo
    )
    left = set_entries(Path(opened.hub.root), changes, opened.settings).left_alone if changes else ()
    return tuple(f"{name}: {why}" for name, why in left)


def _record(opened: OpenedHub, form: Form, line: AnyLine, entries: list[ManifestFound]) -> AnyLine:
    ours = _ours(entries, form, line)
    entry = entry_for(line, day=form.day, session=form.session_key)
    if ours is not None:
        _bring_up_to_date(opened, ours, entry)
        return line
    taken = {found.id for found in entries}
    if line.manifest_id in taken:
        free = free_id_of(line, day=form.day, taken=taken)
        line = line.model_copy(update={"manifest_id": free})
        entry = entry_for(line, day=form.day, session=form.session_key)
    if entry is not None:
        append_manifest_entry(Path(opened.hub.root), entry, opened.settings)
        entries.append(ManifestFound(id=entry.id, line=1, keys={}))
    return line


def free_id_of(line: AnyLine, *, day: str, taken: Iterable[str]) -> str:
    """Return an id that no entry has yet."""
    if isinstance(line, FormLine):
        return manifest_id(line.judged.candidate, day=day, taken=taken)
    return edit_id(line, day=day, taken=taken)


def _ours(entries: Sequence[ManifestFound], form: Form, line: AnyLine) -> ManifestFound | None:
    """The entry, where this session wrote it: before it was cut off here, or at a Y on a text that was shown again."""
    same = (found for found in entries if found.id == line.manifest_id)
    return next((found for found in same if found.keys.get("session") == form.session_key), None)


def _bring_up_to_date(opened: OpenedHub, found: ManifestFound, entry: ManifestEntry | None) -> None:
    """Put the base of the text that was shown last in place of that of the text before."""
    if entry is not None and found.keys.get("base_sha256") not in (entry.base_sha256, str(entry.base_sha256 or "null")):
        change = EntryChange(id=found.id, fields={"base_sha256": entry.base_sha256})
        set_entries(Path(opened.hub.root), (change,), opened.settings)
