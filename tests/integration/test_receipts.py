"""`harvest receipts`: who was sent what, from the ledger and the run's receipts (SPEC 5)."""

import json
from pathlib import Path

import pytest

from harvest_loop.adapters.model_ledger import append_egress, append_receipt, egress_file
from harvest_loop.schemas.judging import EgressLine, Receipt, Spent
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.repositories import Repository

RUN = "2026-03-20_abcdef12_forced"
SETTINGS = HubSettings()


@pytest.fixture
def sent(hub: Repository) -> Path:
    """A hub of one run with two calls: one was answered, the other cut off before its receipt."""
    hub.write("harvest.toml", "")
    for call, role in (("a1", "critic"), ("b2", "challenger")):
        line = EgressLine(
            call=call, at="2026-03-20T09:00:00Z", run=RUN, session="manual:1", role=role, vendor="openai",
            model="gpt-x", bytes=1234, redactions={"github-token": 2} if call == "a1" else {},
            estimate=Spent(requests=1, tokens_in=400, tokens_out=100, usd=0.01),
        )  # fmt: skip
        append_egress(hub.path, SETTINGS, line)
    receipt = Receipt(
        call="a1", at="2026-03-20T09:00:03Z", role="critic", prompt_version=1, prompt_sha256="f" * 64,
        input_sha256="e" * 64, back_end="openai", vendor="openai", model="gpt-x",
        spent=Spent(requests=1, tokens_in=300, tokens_out=20, usd=0.002), tokens_known=True, price_known=False,
        seconds=2.5, output_sha256="d" * 64,
    )  # fmt: skip
    append_receipt(hub.path, SETTINGS, RUN, receipt)
    return hub.path


def test_a_run_is_told_call_by_call(sent: Path) -> None:
    """
    To whom, how many bytes, what was taken out, what it took; a call without a receipt is said to be cut off.
    """
    done = harvest("receipts", RUN, "--hub", str(sent), cwd=sent)

    assert 0 == done.returncode, done.stderr
    assert "critic → openai gpt-x: 1 request, 1234 bytes" in done.stdout
    assert "redacted before it was sent: 2 github-token; tools: none" in done.stdout
    assert "1 request, 300 tokens in, 20 out, 0.0020 USD in 2.5 s (the price is not known" in done.stdout
    assert "no receipt: it was cut off" in done.stdout


def test_the_runs_that_sent_anything_are_listed(sent: Path) -> None:
    """
    Newest first, each with its requests; as JSON too.
    """
    assert f"{RUN}  2 requests\n" == harvest("receipts", "--hub", str(sent), cwd=sent).stdout
    assert {RUN: 2} == json.loads(harvest("receipts", "--hub", str(sent), "--json", cwd=sent).stdout)["runs"]
    told = json.loads(harvest("receipts", RUN, "--hub", str(sent), "--json", cwd=sent).stdout)
    assert (2, 1, 0) == (len(told["egress"]), len(told["receipts"]), told["unreadable"])


def test_nothing_sent_is_said(hub: Repository) -> None:
    """
    An offline hub has no ledger, which is an answer.
    """
    hub.write("harvest.toml", "")

    assert "Nothing was ever sent anywhere.\n" == harvest("receipts", "--hub", str(hub.path), cwd=hub.path).stdout
    assert (
        "Nothing was sent anywhere in this run.\n"
        == harvest("receipts", RUN, "--hub", str(hub.path), cwd=hub.path).stdout
    )


def test_lines_that_can_not_be_read_are_counted(sent: Path) -> None:
    """
    A torn line may have been a call: it is not left out in silence.
    """
    with egress_file(sent, SETTINGS).open("a") as file:
        file.write('{"call": "c3", "at"\n')

    assert "1 line can't be read" in harvest("receipts", RUN, "--hub", str(sent), cwd=sent).stdout


def test_a_name_that_leaves_the_folder_is_none_of_a_run(sent: Path) -> None:
    """
    It is no path.
    """
    done = harvest("receipts", "../egress", "--hub", str(sent), cwd=sent)

    assert 2 == done.returncode
    assert "is no name of a run" in done.stderr
