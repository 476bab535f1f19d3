"""The first trace of a Y: its prediction, in the manifest before anything is written (SPEC 7)."""

from pathlib import Path

from harvest_loop.adapters.git_draft import require_identity
from harvest_loop.adapters.yaml_files import append_manifest_entry, manifest_ids
from harvest_loop.domain.predictions import entry_for
from harvest_loop.schemas.form import Form, FormLine
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("7 manifest")
def record_predictions(opened: OpenedHub, form: Form, accepted: tuple[FormLine, ...]) -> tuple[str, ...]:
    """Append one entry an accepted line and return the ids; an id that is there already is not written twice.

    Raises: ManifestError or HubError when the manifest can't be read or written, UsageError when git has no identity.
    """
    root = Path(opened.hub.root)
    if any(line.judged.candidate.proposal for line in accepted):
        require_identity(root)
    known = manifest_ids(root, opened.settings)
    written: list[str] = []
    for line in accepted:
        entry = entry_for(line, day=form.day, session=form.session_key)
        if entry is None:
            continue
        if entry.id not in known:
            append_manifest_entry(root, entry, opened.settings)
        written.append(entry.id)
    return tuple(written)
