"""What is written of the past is old or new wherever its writer was killed, and is written once when it goes on."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from harvest_loop.adapters.harvest_state import note_cadence, note_offer
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.hub_records import append_record, tombstones_file, write_waiting
from harvest_loop.errors import UsageError
from harvest_loop.schemas.curation import Curated, CurationLine, Hygiene
from harvest_loop.schemas.form import Form, FormAnswer, LineAnswer
from harvest_loop.schemas.records import Tombstone
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.lift_rejection import lift_rejection
from harvest_loop.tasks.memory_lines import look_at_memory
from harvest_loop.tasks.record_predictions import record_changes, record_predictions
from harvest_loop.tasks.record_run import take_words
from harvest_loop.tasks.sweep_memory import write_hygiene_log
from tests.support.curated import NOW, form_of, opened, scan
from tests.support.judged_values import make_judged, make_waiting
from tests.support.killed_calls import killed_at
from tests.support.repositories import Repository

META = "tracks/_meta"
MANIFEST = f"{META}/edit_manifest.yaml"
SETTINGS = HubSettings()
LOG = f"{META}/memory_hygiene_2026-03-20.md"
STONE = Tombstone(
    id="t-1", at="2026-03-10", fingerprint="f", content="c", target="a.md", title="A", reason="no", session="s"
)
WAITING = make_waiting(make_judged())
WORDS = FormAnswer(
    run=WAITING.form.run, lines=tuple(LineAnswer(hash=line.hash, answer="Y") for line in WAITING.form.lines)
)
STEP = 1 if "HARVEST_TEST_KILLS" in os.environ else 13


def asked(hub: Repository) -> tuple[CurationLine, ...]:
    """An index entry and an archiving."""
    return (*scan(hub).lines, *look_at_memory(opened(hub), hub.path, now=NOW, zone="UTC").stale)


def form(hub: Repository) -> Form:
    """A form of both."""
    return form_of(hub, *asked(hub))


def predict(hub: Repository, given: Form) -> None:
    """Append an entry a line."""
    record_predictions.fn(opened(hub), given, given.lines)


def say_where(hub: Repository, given: Form) -> None:
    """Put into each entry how its change can be taken back."""
    done = tuple(Curated(hash=line.hash, title=line.title, outcome="written", undo="u-1") for line in given.lines)
    assert () == record_changes.fn(opened(hub), given.lines, done)


def lift(hub: Repository, _: Form) -> None:
    """Lift the rejection, once."""
    with suppress(UsageError):
        lift_rejection(hub.path, SETTINGS, STONE.id, reason="it changed", now=NOW)


def log(hub: Repository, _: Form) -> None:
    """Write that memory was looked over."""
    write_hygiene_log.fn(opened(hub), Hygiene(log=LOG), day="2026-03-20")


def cadence(hub: Repository, _: Form) -> None:
    """Write that a cycle was looked over."""
    note_cadence(hub.path, SETTINGS, at="2026-03-20T09:00:00Z")


def offer(hub: Repository, _: Form) -> None:
    """Write that something was offered."""
    note_offer(hub.path, SETTINGS, "close_retro", at="2026-03-20T09:00:00Z")


def answer(hub: Repository, _: Form) -> None:
    """Take the words on a form that waits."""
    assert take_words.fn(opened(hub), WAITING, WORDS, now=NOW).answer is not None


ACTS: dict[str, tuple[str, Callable[[Repository, Form], None]]] = {
    "predictions": (MANIFEST, predict),
    "where a change is": (MANIFEST, say_where),
    "a lift": (f"{META}/tombstones.jsonl", lift),
    "the memory log": (LOG, log),
    "the cadence": (f"{META}/harvest_state.json", cadence),
    "an offer": (f"{META}/harvest_state.json", offer),
    "words on a form": (f"{META}/pending_{WAITING.form.run}.json", answer),
}


@pytest.fixture
def before(tmp_path: Path) -> tuple[Repository, Form]:
    """A hub with a manifest, a rejection, a form that waits, and two changes to ask about."""
    hub = Repository.create(tmp_path / "before")
    hub.commit("start", {"harvest.toml": ""})
    hub.write("memory/MEMORY.md", "- [Keep](keep.md)\n- [M](m.md)\n")
    hub.write("memory/m.md", "---\ntype: project\nmodified: 2026-01-01\n---\nwords\n")
    for name in ("keep", "lone"):
        hub.write(f"memory/{name}.md", f"---\nname: {name}\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    hub.write(MANIFEST, "# mine\n- id: em-2026-01-01-old  # kept\n  validation_status: verified\n")
    hub.write(f"{META}/harvest_state.json", '{"schema_version": 1, "offered": {}, "last_cadence": null}\n')
    append_record(hub.path, tombstones_file(hub.path, SETTINGS), STONE)
    write_waiting(hub.path, SETTINGS, WAITING)
    with locked(hub.path):
        pass
    return hub, form(hub)


def copy(hub: Repository, place: Path) -> Repository:
    return Repository(Path(shutil.copytree(hub.path, place)))


def bytes_of(hub: Repository, name: str) -> bytes | None:
    place = hub.path / name
    return place.read_bytes() if place.exists() else None


@pytest.mark.parametrize("name", ACTS)
def test_a_killed_writer_leaves_old_or_new_and_is_gone_on_with(
    name: str, before: tuple[Repository, Form], tmp_path: Path
) -> None:
    """
    Wherever it was cut off the file is one that a whole writer leaves, and done again it is as if done once.
    """
    place, act = ACTS[name]
    hub, given = before
    if act is say_where:
        predict(hub, given)
    states = {bytes_of(hub, place)}
    whole = copy(hub, tmp_path / "whole")
    if act is predict:  # the lines' entries come one after the other
        predict(whole, given.model_copy(update={"lines": given.lines[:1]}))
        states.add(bytes_of(whole, place))
    act(whole, given)
    states.add(bytes_of(whole, place))
    assert 2 <= len(states)
    number, reached = 1, True
    while reached:
        cut = copy(hub, tmp_path / f"killed-{number}")
        reached = killed_at(number, lambda cut=cut: act(cut, given))  # type: ignore[misc]

        assert bytes_of(cut, place) in states, number
        act(cut, given)
        assert bytes_of(whole, place) == bytes_of(cut, place), number
        assert [] == [each for each in cut.path.rglob(".harvest-*") if each.is_file() and ".git" not in each.parts]
        shutil.rmtree(cut.path)
        number += STEP
    assert number > STEP
