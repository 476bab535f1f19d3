"""The door to egress.jsonl and receipts/: what was sent to whom, and what it took (SPEC 2, 5)."""

import re
from pathlib import Path

from harvest_loop.adapters.hub_records import append_record, meta_folder, read_lines
from harvest_loop.errors import UsageError
from harvest_loop.schemas.judging import EgressLine, Receipt
from harvest_loop.schemas.settings import HubSettings

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def egress_file(root: Path, settings: HubSettings) -> Path:
    """Return the ledger of everything that was sent."""
    return meta_folder(root, settings) / "egress.jsonl"


def receipts_file(root: Path, settings: HubSettings, run: str) -> Path:
    """Return the file of a run's receipts.

    Raises: UsageError when the name is none of a run.
    """
    if not _RUN.fullmatch(run):
        raise UsageError(f"'{run}' is no name of a run", remedy="see `harvest status`, or the names of the records")
    return meta_folder(root, settings) / "receipts" / f"{run}.jsonl"


def read_egress(root: Path, settings: HubSettings) -> tuple[tuple[EgressLine, ...], int]:
    """Return the ledger, oldest first, and how many lines can't be read."""
    return read_lines(egress_file(root, settings), EgressLine)


def read_receipts(root: Path, settings: HubSettings, run: str) -> tuple[tuple[Receipt, ...], int]:
    """Return a run's receipts, oldest first, and how many lines can't be read.

    Raises: UsageError when the name is none of a run.
    """
    return read_lines(receipts_file(root, settings, run), Receipt)


def append_egress(root: Path, settings: HubSettings, line: EgressLine) -> None:
    """Enter a call before anything is sent.

    Raises: HubError when the ledger can't be written: then nothing is sent.
    """
    append_record(root, egress_file(root, settings), line)


def append_receipt(root: Path, settings: HubSettings, run: str, receipt: Receipt) -> None:
    """Enter what came of a call.

    Raises: HubError when the file can't be written.
    """
    append_record(root, receipts_file(root, settings, run), receipt)
