"""`harvest receipts [RUN]`: who was sent what in a run, what came back, and what it took (SPEC 5)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from harvest_loop.schemas.judging import EgressLine, Receipt

SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run_name", nargs="?", metavar="RUN", help="which run (default: list those that sent anything)")
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Show a run's calls, or list the runs that made some.

    Raises: UsageError for a name that is none of a run, HubError when a file can't be read.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_state import settings_of_hub
    from harvest_loop.adapters.model_ledger import read_egress, read_receipts
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import count_of
    from harvest_loop.settings import find_hub

    hub = find_hub(arguments.hub, Path.cwd())
    settings = settings_of_hub(hub)
    lines, unread = read_egress(hub, settings)
    if arguments.run_name is None:
        return _list(hub, lines, unread, as_json=arguments.json)
    receipts, torn = read_receipts(hub, settings, arguments.run_name)
    sent = tuple(line for line in lines if line.run == arguments.run_name)
    if arguments.json:
        told = {"egress": [line.model_dump(mode="json") for line in sent]}
        told |= {"receipts": [receipt.model_dump(mode="json") for receipt in receipts]}
        show_json({"hub": str(hub), "run": arguments.run_name, "unreadable": unread + torn, **told})
        return 0
    said = list(_told(sent, receipts)) or ["Nothing was sent anywhere in this run."]
    show([*said, *([f"{count_of(unread + torn, 'line')} can't be read"] if unread + torn else [])])
    return 0


def _list(hub: "Path", lines: "tuple[EgressLine, ...]", unread: int, *, as_json: bool) -> int:
    from collections import Counter

    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.quoting import count_of

    requests = Counter(line.run for line in lines)
    if as_json:
        show_json({"hub": str(hub), "unreadable": unread, "runs": dict(requests)})
        return 0
    newest = list(requests.items())[::-1]
    said = [f"{run}  {count_of(count, 'request')}" for run, count in newest[:SHOWN]]
    more = [f"and {len(newest) - SHOWN} more; --json lists all"] if len(newest) > SHOWN else []
    torn = [f"{count_of(unread, 'line')} can't be read"] if unread else []
    show([*(said or ["Nothing was ever sent anywhere."]), *more, *torn])
    return 0


def _told(sent: "tuple[EgressLine, ...]", receipts: "tuple[Receipt, ...]") -> "Iterator[str]":
    """A call in a few lines: to whom, how much, with what taken out of it; what came back, and what it took."""
    from harvest_loop.domain.quoting import count_of, one_line

    by_call = {receipt.call: receipt for receipt in receipts}
    for call in dict.fromkeys(line.call for line in sent):
        lines = [line for line in sent if line.call == call]
        first, size = lines[0], sum(line.bytes for line in lines)
        judge = f"{first.vendor} {first.model}".strip()
        yield one_line(f"{first.at}  {first.role} → {judge}: {count_of(len(lines), 'request')}, {size} bytes")
        taken = ", ".join(f"{count} {kind}" for kind, count in sorted(first.redactions.items()))
        yield f"  redacted before it was sent: {taken or 'nothing'}; tools: none"
        receipt = by_call.get(call)
        yield from (
            f"  {one_line(text)}" for text in (_outcome(receipt) if receipt else ("no receipt: it was cut off",))
        )


def _outcome(receipt: "Receipt") -> "Iterator[str]":
    from harvest_loop.domain.judge_notes import spent_text

    unsure = [] if receipt.tokens_known else ["the numbers are an estimate"]
    unsure += [] if receipt.price_known else ["the price is not known, and the dearest stands in"]
    note = f" ({'; '.join(unsure)})" if unsure else ""
    yield f"{spent_text(receipt.spent)} in {receipt.seconds:.1f} s{note}"
    page = f"version {receipt.prompt_version} of its page, {receipt.prompt_sha256[:12]}"
    yield f"{page}; input {receipt.input_sha256[:12]}"
    yield f"no usable answer: {receipt.failure}" if receipt.failure else f"answer {(receipt.output_sha256 or '')[:12]}"
