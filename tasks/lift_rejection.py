"""A person lifts a rejection: what it refused may be proposed again (SPEC 7.5)."""

from pathlib import Path

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.clock import stamp
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.domain.tombstones import lift_of
from harvest_loop.errors import UsageError
from harvest_loop.schemas.records import Lift, Rejection
from harvest_loop.schemas.settings import HubSettings

LISTED = "`harvest tombstones` lists what there is"


def lift_rejection(root: Path, settings: HubSettings, name: str, *, reason: str, now: int) -> Lift:
    """Append the line that lifts the rejection, and return it; the tombstone itself stays.

    Raises: UsageError for an id that is not known or was lifted already; HubError when the file can't be read or
    written.
    """
    with locked(root):
        stone = _pick(hub_records.read_rejections(root, settings)[0], name).stone
        lift = redact_model(lift_of(stone, reason=reason, at=stamp(now)))
        hub_records.append_record(root, hub_records.tombstones_file(root, settings), lift)
    return lift


def _pick(rejections: tuple[Rejection, ...], name: str) -> Rejection:
    known = [one for one in rejections if one.stone.id == name]
    for one in known:
        if one.lift is None:
            return one
    if known and known[-1].lift is not None:
        raise UsageError(f"the rejection '{name}' was lifted on {known[-1].lift.at[:10]}", remedy=LISTED)
    raise UsageError(f"no rejection is known by '{name}'", remedy=LISTED)
