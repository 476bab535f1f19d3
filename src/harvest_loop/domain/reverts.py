"""An edit whose prediction was falsified: its revert, drafted for a person to say Y to (SPEC 7.3)."""

import posixpath
from collections.abc import Iterable

from harvest_loop.domain.curation import curation_line, nobody_misses
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.manifest_entries import read_prediction
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.curation import AssetDraft, CurationLine
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.verification import Prediction

_TITLE = "Take back"


def reverts_due(found: Iterable[ManifestFound]) -> tuple[Prediction, ...]:
    """Return the edits of the loop that were falsified and not taken back yet, in the file's order."""
    entries = list(found)
    said = [str(entry.keys.get("edit_summary") or "") for entry in entries]
    due = []
    for entry in entries:
        prediction = read_prediction(entry)
        ours = entry.parsed and prediction.check is not None
        taken_back = any(text.startswith(f"{_TITLE} {entry.id}:") for text in said)
        if ours and prediction.status == "falsified" and not taken_back:
            due.append(prediction)
    return tuple(due)


def revert_line(
    prediction: Prediction, commit: str, *, now: str, text: str | None, base_sha256: str, note: str
) -> CurationLine:
    """Return the line: the file without the commit's change, or the whole file moved into an archive beside it."""
    path = prediction.file
    folder, name = posixpath.split(path)
    aside = posixpath.join(posixpath.dirname(folder), ".archive", posixpath.basename(folder), name)
    to = aside if text is None else None
    shown = unified_diff(path, now, text) if text is not None else f"move  {path}\n  to  {to}\n"
    title = f"{_TITLE} {prediction.id}: what it predicted was falsified"
    return curation_line(
        "revert",
        title=title,
        target=path,
        about=prediction.id,
        grounds=(
            ("predicted", one_line(prediction.impact, limit=200)),
            ("measured", one_line(note, limit=200)),
            ("commit", commit[:10]),
        ),
        shown=shown,
        forecast=nobody_misses(posixpath.basename(folder) or name),
        draft=AssetDraft(
            path=to or path,
            text=now if text is None else text,
            base_sha256=base_sha256,
            moved_from=None if to is None else path,
            subject=f"{_TITLE} {prediction.id}",
        ),
    )
