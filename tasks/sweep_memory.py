"""Step 0-c: which memories are stale, and which of them still hold (SPEC 4.4)."""

from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.domain.curation import not_refused
from harvest_loop.domain.hygiene_log import last_valid_day, log_name, log_text
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import Hygiene
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.memory_lines import look_at_memory
from harvest_loop.tasks.step import step


@step("0-c memory hygiene")
def sweep_memory(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence) -> Hygiene:
    """Return what is stale, unless a valid log is less than 7 days old; nothing is written."""
    today = local_day(request.now, request.zone)
    logs = tuple(_logs(opened))
    last = last_valid_day(logs, today)
    if last is not None:
        return Hygiene(skipped=f"the log of {last} is less than 7 days old")
    look = look_at_memory(opened, Path(evidence.git.field_root), now=request.now, zone=request.zone)
    return redact_model(
        Hygiene(
            roots=look.roots,
            standings=look.standings,
            lines=not_refused(look.stale, opened.tombstones),
            notes=look.notes,
            log=f"{opened.settings.paths.meta.rstrip('/')}/{log_name(today)}",
        )
    )


@step("0-c memory hygiene log")
def write_hygiene_log(opened: OpenedHub, hygiene: Hygiene, *, day: str) -> None:
    """Write the log of a run that was made, once its form stands: what it asks about would else be lost for 7 days.

    Raises: HubError when it can't be written.
    """
    if hygiene.log is not None:
        text = log_text(hygiene, day)
        hub_files.change(Path(opened.hub.root), hygiene.log, lambda present: _with_log(present, text))


def _with_log(present: str | None, log: str) -> str:
    """The log after what stands there: a placeholder of the same day is no run, and stays."""
    if present is None or present == log:
        return log
    return present if present.endswith(log) else f"{present.rstrip()}\n\n{log.split('---', 2)[-1].lstrip()}"


def _logs(opened: OpenedHub) -> list[tuple[str, str]]:
    logs = []
    for path in sorted(meta_folder(Path(opened.hub.root), opened.settings).glob("memory_hygiene_*.md")):
        try:
            found = hub_files.read_file(path)
        except HubError:  # it tells of no run, as one with a placeholder
            continue
        if found is not None:
            logs.append((path.name, found.text))
    return logs
