"""A form that is answered the next day, by a clock that is moved on: all that follows happens once."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.example import make_field
from tests.support.repositories import Repository
from tests.support.suspended import small_hub

PROMPT = b"\n> "


@dataclass(frozen=True)
class Person:
    """Somebody at a hub of their own, in their zone; `engine` is shared, since its first start takes long."""

    hub: Repository
    field: Path
    engine: Path
    zone: str

    def types(self, moment: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run harvest at a moment, without a terminal."""
        return subprocess.run(
            self._command(*words),
            cwd=self.field,
            env=self._surroundings(moment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def sits_at(self, moment: str, *words: str, answer: str | None) -> tuple[int, str]:
        """Run harvest in a terminal until it asks; then answer, or kill it. Return its status and what it showed."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.field)
            os.execve(sys.executable, self._command(*words), self._surroundings(moment))  # noqa: S606 -- no shell is meant
        shown = _read_until(terminal, PROMPT)
        if answer is None:
            os.kill(child, signal.SIGKILL)
        else:
            os.write(terminal, f"{answer}\n".encode())
        shown += _read_until(terminal, None)
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode("utf-8", "replace").replace(
            "\r\n", "\n"
        )

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "harvest_loop.cli", *words, "--hub", str(self.hub.path)]

    def _surroundings(self, moment: str) -> Mapping[str, str]:
        return {**os.environ, "HARVEST_STATE": str(self.engine), "HARVEST_NOW": moment, "TZ": self.zone}

    @property
    def meta(self) -> Path:
        return self.hub.path / "tracks" / "_meta"

    def form(self) -> dict[str, Any]:
        (place,) = self.meta.glob("pending_*.json")
        told: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        return told

    def lines(self, name: str) -> list[str]:
        """The lines of a record; none where there is no such file."""
        place = self.meta / name
        return place.read_text(encoding="utf-8").splitlines() if place.exists() else []

    def branches(self) -> list[str]:
        return self.hub.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/harvest").split()

    def everything(self) -> dict[str, bytes | str]:
        """All that is in the hub: its records, and where its branches stand."""
        files: dict[str, bytes | str] = {str(path): path.read_bytes() for path in self.meta.iterdir() if path.is_file()}
        return {**files, "refs": self.hub.git("for-each-ref")}


def _read_until(terminal: int, mark: bytes | None) -> bytes:
    shown = b""
    while mark is None or mark not in shown.replace(b"\r", b""):
        try:
            read = os.read(terminal, 65536)
        except OSError:  # nobody holds the other end any more
            break
        if not read:
            break
        shown += read
    return shown


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state folder of all runs here."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def lendlog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's field."""
    return make_field(tmp_path_factory.mktemp("fields") / "lendlog")


def person(tmp_path: Path, lendlog: Path, engine: Path, zone: str) -> Person:
    return Person(small_hub(tmp_path / "hub"), lendlog, engine, zone)


def assert_settled_once(one: Person, *, day: str, answered: str) -> None:
    """One branch with one commit, one entry, one tombstone: what the form named bears its day, the words their own."""
    (branch,) = one.branches()
    assert f"harvest/lendlog-{day}" == branch
    assert "1" == one.hub.git("rev-list", "--count", f"main..{branch}")
    (entry,) = [line for line in one.lines("edit_manifest.yaml") if "id: em-" in line]
    assert entry.startswith(f"- id: em-{day}-")
    assert f"  date: {day}" in one.lines("edit_manifest.yaml")
    assert f"Harvest-Id: {entry.removeprefix('- id: ')}" in one.hub.git("log", "-1", "--format=%B", branch)
    (stone,) = map(json.loads, one.lines("tombstones.jsonl"))
    assert ("not for this hub", answered, f"ts-{answered[:10]}") == (stone["reason"], stone["at"], stone["id"][:13])
    form = one.form()
    assert (True, answered, day) == (form["settled"], form["answer"]["answered_at"], form["form"]["day"])
    (record,) = one.meta.glob("harvest_*.md")
    page = record.read_text(encoding="utf-8")
    assert record.name.startswith(f"harvest_{day}_")
    assert 1 == page.count("\n### Answer\n")
    assert page.splitlines()[-1].startswith("Verdict: CONDITIONAL_PASS")
    assert [f"fh_signal_{day}_lendlog.md"] == [path.name for path in one.meta.glob("fh_signal_*")]


def assert_a_second_answer_is_refused(one: Person, moment: str, answers: Path) -> None:
    """By its name it is refused, without one there is none; nothing changes."""
    before = one.everything()
    run = one.form()["form"]["run"]

    by_name = one.types(moment, "review", run, "--answers", str(answers))
    the_oldest = one.types(moment, "review", "--answers", str(answers))

    assert 2 == by_name.returncode
    assert f"no form of run '{run}' waits" in by_name.stderr
    assert (0, "No form waits.\n") == (the_oldest.returncode, the_oldest.stdout)
    assert before == one.everything()


def first_two(one: Person, place: Path) -> Path:
    """Y on the first line, N with a reason on the second, no word on the others."""
    targets = [line["judged"]["candidate"]["target"] for line in one.form()["form"]["lines"]]
    assert 3 <= len(targets)
    said = {targets[0]: "Y", targets[1]: {"answer": "N", "reason": "not for this hub"}, "*": "none"}
    place.write_text(json.dumps(said), encoding="utf-8")
    return place


def test_killed_at_the_form_and_answered_there_the_next_day(tmp_path: Path, lendlog: Path, engine: Path) -> None:
    """
    The terminal is closed on the question; the clocks go forward in the night; the person answers 23 hours later.
    """
    one = person(tmp_path, lendlog, engine, "Europe/Berlin")

    status, shown = one.sits_at("2026-03-28T12:00:00+01:00", "close", "--since", "2026-01-01", answer=None)

    assert -signal.SIGKILL == status
    assert "session of 2026-03-28" in shown
    assert ([], [], []) == (one.branches(), one.lines("edit_manifest.yaml"), one.lines("tombstones.jsonl"))
    assert not one.form()["settled"]

    status, shown = one.sits_at("2026-03-29T12:00:00+02:00", "review", answer="1y; 2n not for this hub")

    assert 0 == status, shown
    assert re.search(r"^1: Y$", shown, re.MULTILINE)
    assert_settled_once(one, day="2026-03-28", answered="2026-03-29T10:00:00Z")
    assert_a_second_answer_is_refused(one, "2026-03-29T12:05:00+02:00", first_two(one, tmp_path / "answers.json"))


@pytest.mark.parametrize(
    ("zone", "asked", "day", "answered", "at"),
    [
        (
            "America/New_York",
            "2026-10-31T23:30:00-04:00",
            "2026-10-31",
            "2026-11-01T23:30:00-05:00",
            "2026-11-02T04:30:00Z",
        ),
        ("Asia/Tokyo", "2026-03-31T00:10:00+09:00", "2026-03-31", "2026-04-01T00:10:00+09:00", "2026-03-31T15:10:00Z"),
    ],
    ids=["the clocks go back", "at midnight, ahead of UTC"],
)
def test_answered_from_a_file_the_next_day(
    zone: str, asked: str, day: str, answered: str, at: str, tmp_path: Path, lendlog: Path, engine: Path
) -> None:
    """
    What the form named keeps the local day on which it was asked; the words carry the moment at which they were said.
    """
    one = person(tmp_path, lendlog, engine, zone)
    closed = one.types(asked, "close", "--since", "2026-01-01", "--no-input")
    assert 0 == closed.returncode, closed.stderr
    answers = first_two(one, tmp_path / "answers.json")

    done = one.types(answered, "review", "--answers", str(answers))

    assert 0 == done.returncode, done.stderr
    assert_settled_once(one, day=day, answered=at)
    assert_a_second_answer_is_refused(one, answered, answers)
