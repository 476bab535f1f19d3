"""Changes that no entry of the manifest speaks of (SPEC 4.1, 7)."""

from collections.abc import Iterable, Sequence

from harvest_loop.domain.manifest_entries import read_prediction
from harvest_loop.domain.quench.changed import ChangedAsset
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.verification import Prediction


def without_entry(changes: Iterable[ChangedAsset], entries: Sequence[ManifestFound], *, since: str) -> tuple[str, ...]:
    """Return the changed assets that no entry names, with a commit of the session or made since its first day."""
    predicted = [read_prediction(entry) for entry in entries if entry.parsed]
    return tuple(change.path for change in changes if not any(_speaks_of(one, change, since) for one in predicted))


def _speaks_of(entry: Prediction, change: ChangedAsset, since: str) -> bool:
    if entry.file not in (change.path, change.old_path):
        return False
    if entry.commit is None:
        return entry.date >= since
    return any(sha.startswith(entry.commit) for sha in change.commits)
