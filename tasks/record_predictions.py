"""The first trace of a Y: its prediction, in the manifest before anything is written (SPEC 7)."""

from pathlib import Path

from harvest_loop.adapters.git_draft import require_identity
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.yaml_files import append_manifest_entry, find_manifest_entries, manifest_ids
from harvest_loop.domain.predictions import entry_for, manifest_id
from harvest_loop.schemas.form import Form, FormLine
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("7 manifest")
def record_predictions(opened: OpenedHub, form: Form, accepted: tuple[FormLine, ...]) -> tuple[FormLine, ...]:
    """Append one entry an accepted line and return the lines; one whose id another session took has a new one.

    Raises: ManifestError or HubError when the manifest can't be read or written, UsageError when git has no identity.
    """
    if any(line.judged.candidate.proposal for line in accepted):
        require_identity(Path(opened.hub.root))
    with locked(Path(opened.hub.root)):
        return tuple(_record(opened, form, line) for line in accepted)


def _record(opened: OpenedHub, form: Form, line: FormLine) -> FormLine:
    root = Path(opened.hub.root)
    taken = manifest_ids(root, opened.settings)
    if line.manifest_id in taken:
        if _is_ours(opened, form, line):
            return line
        free = manifest_id(line.judged.candidate, day=form.day, taken=taken)
        line = line.model_copy(update={"manifest_id": free})
    entry = entry_for(line, day=form.day, session=form.session_key)
    if entry is not None:
        append_manifest_entry(root, entry, opened.settings)
    return line


def _is_ours(opened: OpenedHub, form: Form, line: FormLine) -> bool:
    """Whether a run of this session that was cut off here wrote the entry."""
    found = find_manifest_entries(Path(opened.hub.root), frozenset({line.manifest_id}), opened.settings)
    return any(entry.keys.get("session") == form.session_key for entry in found)
