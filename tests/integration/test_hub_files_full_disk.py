"""A writer for which there is no room: the file stays as it was, and nothing half lies beside it or in it."""

import os
import resource
import sys
import traceback
from collections.abc import Callable

import pytest

from harvest_loop.adapters.hub_files import append_line, change, locked, read_lines, write_new
from harvest_loop.errors import HubError
from tests.support.repositories import Repository

OLD = "one\r\ntwo\r\n"
LINE = '{"reason": "각주가 겹친다"}'


def refused(write: Callable[[], object], room: int) -> bool:
    """Run the write in a child in which no file may grow beyond `room` bytes; tell whether the hub's error came."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            write()
            code = 0
        except HubError as error:
            code = 7 if "File too large" in str(error) else 8
        except BaseException:  # noqa: BLE001 -- a child that went on would run the tests a second time
            traceback.print_exc(file=sys.stderr)
        finally:
            os._exit(code)
    return {0: False, 7: True}[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]


@pytest.fixture
def warm(hub: Repository) -> Repository:
    """A hub whose lock was taken once."""
    with locked(hub.path):
        pass
    return hub


def names(hub: Repository) -> list[str]:
    return sorted(path.name for path in hub.path.iterdir() if path.name != ".git")


def test_an_edit_without_room_leaves_the_old_file_alone(warm: Repository) -> None:
    """
    Wherever the room ends inside of the new text, the old one stands, and no temporary file beside it.
    """
    for room in range(len(OLD) + len("three\r\n") + 1):
        warm.write("card.md", OLD)

        full = refused(lambda: change(warm.path, "card.md", lambda text: f"{text}three\n"), room)

        assert full == (room < len(OLD) + len("three\r\n"))
        assert (OLD if full else OLD + "three\r\n").encode() == (warm.path / "card.md").read_bytes()
        assert ["card.md"] == names(warm)


def test_a_first_write_without_room_leaves_nothing(warm: Repository) -> None:
    """
    Neither a part of the record nor its temporary file is there.
    """
    for room in range(len("one\ntwo\n")):
        assert refused(lambda: write_new(warm.path, "record.md", "one\ntwo\n"), room)

        assert [] == names(warm)


def test_a_line_without_room_is_taken_off_again(warm: Repository) -> None:
    """
    An append that ends half-way leaves the file's bytes as they were, so that no line is torn for good.
    """
    before = b'{"at": 0}\n'
    for room in range(len(before), len(before) + len(LINE.encode()) + 1):
        warm.write("all.jsonl", before)

        assert refused(lambda: append_line(warm.path, "all.jsonl", LINE), room)

        assert before == (warm.path / "all.jsonl").read_bytes()
    append_line(warm.path, "all.jsonl", LINE)
    assert (('{"at": 0}', LINE), 0) == (
        read_lines(warm.path / "all.jsonl").texts,
        read_lines(warm.path / "all.jsonl").torn,
    )


def test_a_line_torn_by_a_crash_is_not_taken_off_with_ours(warm: Repository) -> None:
    """
    Only what this write added is taken off: half a line that stood there before may hold somebody's words.
    """
    before = b'{"at": 0}\n{"to'
    for room in range(len(before), len(before) + 6):
        warm.write("all.jsonl", before)

        assert refused(lambda: append_line(warm.path, "all.jsonl", LINE), room)

        assert before == (warm.path / "all.jsonl").read_bytes()
