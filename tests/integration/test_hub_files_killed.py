"""A writer that is killed at any of its calls to the system leaves whole files, and the next one goes on."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from harvest_loop.adapters.hub_files import append_line, append_text, change, locked, write_new
from tests.support.repositories import Repository

_CHANGING = {
    *("open", "write", "fsync", "close", "link", "rename", "replace", "unlink"),
    *("mkdir", "chmod", "fchmod", "chown", "flock", "ftruncate"),
}
OLD = "one\r\ntwo\r\n"
NEW = "one\r\ntwo\r\nthree\r\n"


def _end_at_system_call(number: int) -> None:
    """From here on, end this process the moment it makes its `number`-th call to the operating system."""
    left = number

    def count(_frame: FrameType, event: str, called: object) -> None:
        nonlocal left
        if event == "c_call" and getattr(called, "__name__", None) in _CHANGING:
            left -= 1
            if left == 0:
                os._exit(99)

    sys.setprofile(count)


def _killed(write: Callable[[], object], number: int) -> bool:
    """Run the write in a child that is killed at its `number`-th call; tell whether it came that far."""
    child = os.fork()
    if child == 0:
        _end_at_system_call(number)
        try:
            write()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 99


def _leftovers(hub: Repository) -> list[Path]:
    return list(hub.path.rglob(".harvest-*.tmp"))


@pytest.fixture
def warm(hub: Repository) -> Repository:
    """A hub whose lock was taken once, so that the children make only the calls of a write."""
    with locked(hub.path):
        pass
    return hub


def test_a_killed_edit_leaves_the_old_file_or_the_new_one(warm: Repository) -> None:
    """There is no moment at which half of a file can be read."""
    seen = set()
    number = 0
    while True:
        number += 1
        warm.write("card.md", OLD.encode())
        reached = _killed(lambda: change(warm.path, "card.md", lambda text: f"{text}three\n"), number)
        seen.add((warm.path / "card.md").read_bytes().decode())
        if not reached:
            break

    assert {OLD, NEW} == seen
    assert number > 10


def test_a_killed_first_write_leaves_no_file_or_a_whole_one(warm: Repository) -> None:
    """A record that exists can be read to its end."""
    seen = set()
    number = 0
    while True:
        number += 1
        (warm.path / "record.md").unlink(missing_ok=True)
        reached = _killed(lambda: write_new(warm.path, "record.md", "one\ntwo\n"), number)
        seen.add((warm.path / "record.md").read_text() if (warm.path / "record.md").exists() else None)
        if not reached:
            break

    assert {None, "one\ntwo\n"} == seen


def test_after_a_kill_the_next_writer_goes_on_and_cleans_up(warm: Repository) -> None:
    """The dead writer's lock is free, and its temporary file goes with the next write."""
    left_behind = False
    number = 0
    while True:
        number += 1
        warm.write("card.md", OLD.encode())
        reached = _killed(lambda: change(warm.path, "card.md", lambda text: f"{text}three\n"), number)
        left_behind = left_behind or bool(_leftovers(warm))
        append_text(warm.path, "card.md", "next\n")

        assert (warm.path / "card.md").read_bytes().endswith(b"next\r\n")
        assert not _leftovers(warm)
        if not reached:
            break

    assert left_behind


def test_after_a_kill_every_appended_line_but_the_last_is_whole(warm: Repository) -> None:
    """What a kill tears is closed by the next line, never glued to it."""
    number = 0
    while True:
        number += 1
        warm.write("all.jsonl", '{"at": 0}\n')
        reached = _killed(lambda: append_line(warm.path, "all.jsonl", '{"at": 1}'), number)
        append_line(warm.path, "all.jsonl", '{"at": 2}')

        lines = (warm.path / "all.jsonl").read_text().splitlines()
        assert lines in (['{"at": 0}', '{"at": 2}'], ['{"at": 0}', '{"at": 1}', '{"at": 2}'])
        if not reached:
            break
