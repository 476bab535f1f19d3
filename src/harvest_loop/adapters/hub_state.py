"""Open a hub: everything that a run reads of it, or the one error that stops the run."""

from pathlib import Path

from harvest_loop.adapters import hub_files, hub_records, yaml_files
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.skills import read_hub
from harvest_loop.errors import HubError, UsageError
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import HUB_FILE, load_settings, require_writable, settings_hash

CARD = "reference_next_session_starter.md"
MERGE_MARKS = ("<<<<<<< ", ">>>>>>> ")


def open_hub(root: Path) -> OpenedHub:
    """Read settings, assets, card, logs, manifest ids and earlier records of the hub (SPEC 2).

    Raises: UsageError for a configuration that doesn't parse, HubError for a read-only hub or a card with merge
    markers, ManifestError for a manifest that doesn't parse (SPEC 10.1).
    """
    settings = load_settings(root)
    require_writable(root)
    hub = read_hub(root, settings)
    if not (hub.assets or _is_marked(root, settings)):
        raise _no_harness(root)
    ids, manifest_notes = yaml_files.check_manifest(root, settings)
    sessions, bad_sessions = hub_records.read_sessions(root, settings)
    lost = {f"{settings.paths.meta}/harvest_{run}.md": run for run in hub_records.lost_forms(root, settings)}
    patterns, bad_patterns = hub_records.read_patterns(root, settings)
    tombstones, bad_tombstones = hub_records.read_tombstones(root, settings)
    logs, log_notes = _completion_logs(root, settings)
    counted = {"sessions.jsonl": bad_sessions, "patterns.jsonl": bad_patterns, "tombstones.jsonl": bad_tombstones}
    return OpenedHub(
        hub=hub,
        settings=settings,
        settings_hash=settings_hash(settings),
        card=_card(root, settings),
        completion_logs=logs,
        manifest_ids=tuple(sorted(ids)),
        sessions=tuple(line for line in sessions if line.record not in lost),
        patterns=patterns,
        tombstones=tombstones,
        notes=(
            *manifest_notes,
            *log_notes,
            *(f"pending_{run}.json can't be read: what it asked about is harvested anew" for run in lost.values()),
            *(f"{name}: {count} unreadable line(s)" for name, count in counted.items() if count),
        ),
    )


def settings_of_hub(root: Path) -> HubSettings:
    """Return the settings of a hub, for a command that reads its records alone.

    Raises: UsageError where the folder holds nothing of a harness: that it has no records says nothing; or for a
    configuration that doesn't parse.
    """
    settings = load_settings(root)
    if not (_is_marked(root, settings) or read_hub(root, settings).assets):
        raise _no_harness(root)
    return settings


def _is_marked(root: Path, settings: HubSettings) -> bool:
    return (root / HUB_FILE).is_file() or hub_records.meta_folder(root, settings).is_dir()


def _no_harness(root: Path) -> UsageError:
    remedy = "make it the hub with `harvest init --hub`, or name another"
    return UsageError("holds nothing of a harness", where=str(root), remedy=remedy)


def _card(root: Path, settings: HubSettings) -> str | None:
    found = hub_files.read_file(hub_records.meta_folder(root, settings) / CARD)
    if found is None:
        return None
    for number, line in enumerate(found.text.split("\n"), start=1):
        if line.startswith(MERGE_MARKS):
            raise HubError(
                "the card holds merge markers",
                where=f"{settings.paths.meta}/{CARD}:{number}",
                remedy="resolve the merge first",
            )
    return redact(found.text)


def _completion_logs(root: Path, settings: HubSettings) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    logs: list[tuple[str, str]] = []
    notes: list[str] = []
    for path in sorted(hub_records.meta_folder(root, settings).glob("fh_completed_*.md")):
        try:
            found = hub_files.read_file(path)
        except HubError as error:
            notes.append(f"completion log not read: {error}")
            continue
        if found is not None:
            logs.append((path.name, redact(found.text)))
    return tuple(logs), tuple(notes)
