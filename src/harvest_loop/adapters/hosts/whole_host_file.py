"""A file of a host that is ours as a whole: a plugin, a skill, a command."""

from collections.abc import Mapping
from pathlib import Path

from harvest_loop.adapters.hosts.host import HostPlan
from harvest_loop.adapters.hosts.host_files import FilePlan, read_host_file, without_ours


def with_whole_files(plan: HostPlan, wanted: Mapping[Path, str], *, remove: bool) -> HostPlan:
    """Return the plan with the files that are ours as a whole, and notes where something stands in their way.

    Raises: UsageError when one can't be read.
    """
    files, notes = list(plan.files), list(plan.notes)
    for path, text in wanted.items():
        change, note = _plan_whole_file(path, text, remove=remove)
        files += [] if change is None else [change]
        notes += [] if note is None else [note]
    return HostPlan(plan.host, tuple(files), tuple(notes))


def _plan_whole_file(path: Path, text: str, *, remove: bool) -> tuple[FilePlan | None, str | None]:
    present = read_host_file(path)
    ours = present is not None and (present == text or without_ours(path, present)[0])
    if present is not None and not ours:
        return None, f"{path} is not as harvest-loop wrote it; it stays as it is"
    if remove:
        return (None if present is None else FilePlan(path, present, None)), None
    return (None if present == text else FilePlan(path, present, text)), None
