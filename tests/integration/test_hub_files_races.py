"""Many writers of one file: nothing that anybody wrote is lost (SPEC 11-1, 11-7)."""

import json
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harvest_loop.adapters.hub_files import append_line, change, read_file, replace, write_new
from harvest_loop.errors import ConflictError
from tests.support.repositories import Repository

ROUNDS = 50


def _add_lines(hub: Path, name: str) -> None:
    for at in range(ROUNDS):
        change(hub, "card.md", lambda text, at=at: f"{text or ''}{name} {at}\n")  # type: ignore[misc]


def _append_records(hub: Path, name: str) -> None:
    for at in range(ROUNDS):
        append_line(hub, "all.jsonl", json.dumps({"who": name, "at": at, "filler": "x" * 500}))


def _take_out(hub: Path, item: str) -> None:
    change(hub, "card.md", lambda text: "".join(line for line in (text or "").splitlines(True) if item not in line))


def _run_apart(*tasks: tuple[object, ...]) -> None:
    """Run each task in a process of its own, all at once."""
    apart = multiprocessing.get_context("fork")
    started = [apart.Process(target=task[0], args=task[1:]) for task in tasks]  # type: ignore[arg-type]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert [0] * len(started) == [process.exitcode for process in started]


def test_two_processes_lose_none_of_each_others_lines(hub: Repository) -> None:
    """Fifty edits each, read and written at the same time, are a hundred lines in the end."""
    _run_apart((_add_lines, hub.path, "one"), (_add_lines, hub.path, "two"))

    lines = (hub.path / "card.md").read_text().splitlines()
    assert sorted(f"{name} {at}" for name in ("one", "two") for at in range(ROUNDS)) == sorted(lines)


def test_two_threads_lose_none_of_each_others_lines(hub: Repository) -> None:
    """A lock that only keeps processes apart would let two tasks of one run overwrite each other."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: _add_lines(hub.path, name), ("one", "two")))

    lines = (hub.path / "card.md").read_text().splitlines()
    assert sorted(f"{name} {at}" for name in ("one", "two") for at in range(ROUNDS)) == sorted(lines)


def test_records_appended_by_two_processes_are_whole(hub: Repository) -> None:
    """No record is torn, glued to another or missing."""
    _run_apart((_append_records, hub.path, "one"), (_append_records, hub.path, "two"))

    records = [json.loads(line) for line in (hub.path / "all.jsonl").read_text().splitlines()]
    assert 2 * ROUNDS == len({(record["who"], record["at"]) for record in records})


def test_two_closers_take_out_both_items_in_every_round(hub: Repository) -> None:
    """Neither brings back what the other took out (case D07)."""
    card = "# Next\n\n### 1. alpha\n### 2. beta\n"
    for _ in range(ROUNDS):
        hub.write("card.md", card)
        _run_apart((_take_out, hub.path, "alpha"), (_take_out, hub.path, "beta"))

        assert "# Next\n\n" == (hub.path / "card.md").read_text()


def test_of_two_that_replace_the_same_reading_one_is_told(hub: Repository) -> None:
    """Compare-and-swap: exactly one wins, whoever it is, and the other knows."""
    hub.write("card.md", "one\n")
    found = read_file(hub.path / "card.md")
    assert found is not None

    def write(text: str) -> str:
        try:
            return replace(hub.path, found, text).text
        except ConflictError:
            return "told"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(write, [f"writer {at}\n" for at in range(8)]))

    assert 7 == results.count("told")
    assert (hub.path / "card.md").read_text() in results


def test_of_many_that_make_the_same_new_file_one_does(hub: Repository) -> None:
    """The others learn that it is there."""

    def write(at: int) -> str:
        try:
            return write_new(hub.path, "signal.md", f"writer {at}\n").text
        except ConflictError:
            return "told"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(write, range(8)))

    assert 7 == results.count("told")
    assert (hub.path / "signal.md").read_text() in results


def test_an_edit_may_write_another_file_while_it_holds_the_lock(hub: Repository) -> None:
    """A thread that waits for itself would wait for ever."""

    def edit(text: str | None) -> str:
        append_line(hub.path, "log.jsonl", "{}")
        return (text or "") + "one\n"

    change(hub.path, "card.md", edit)

    assert ("one\n", "{}\n") == ((hub.path / "card.md").read_text(), (hub.path / "log.jsonl").read_text())
