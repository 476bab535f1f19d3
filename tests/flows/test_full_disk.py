"""A disk that is full in the middle of a run: nothing half is left, what was done is named, the rest is done later."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from tests.flows.runs import NOW, answers_file, meta, review, run_apart, waiting_form
from tests.flows.test_killed import Desk, copy_desk
from tests.support.repositories import Repository

ITEM = "Add a smoke test that drives the command from end to end"


def run(desk: Desk, last: int, *, answered: bool = False) -> subprocess.CompletedProcess[str]:
    """Harvest while the disk is full from the `last` file on; 0: it never is."""
    answers = answers_file(desk.folder, {"*": "Y"})
    request = {
        "hub": str(desk.hub),
        "field": str(desk.field),
        "since": "2026-01-01T00:00:00Z",
        "now": NOW,
        "zone": "UTC",
        "answers": str(answers) if answered else None,
    }
    return run_apart(desk.folder, "full_disk", str(last), str(desk.folder / f"opened{last}"), json.dumps(request))


def half_files(desk: Desk) -> list[Path]:
    """Temporary files that a writer left, and records whose last line is none."""
    torn = [path for path in meta(desk.hub).glob("*.jsonl") if path.read_bytes() and path.read_bytes()[-1:] != b"\n"]
    return [*desk.hub.rglob(".harvest-*"), *torn]


def beside(target: Path) -> str:
    """The name of the file in which a writer puts down what is to take the target's place."""
    return f".harvest-{hashlib.sha256(target.name.encode()).hexdigest()[:12]}.tmp"


def rindex(names: list[str], name: str) -> int:
    """Where the name stands last."""
    return len(names) - 1 - names[::-1].index(name)


@pytest.fixture
def desk(tmp_path: Path, small_hub: Repository, lendlog: Path) -> Desk:
    """The example's field and a hub with a card, of which one item is done."""
    return copy_desk(tmp_path / "full", small_hub.path, lendlog)


@pytest.mark.parametrize("where", ["the record", "the last record of the session"])
def test_after_the_card_the_removed_items_are_named_and_the_run_goes_on(
    where: str, desk: Desk, tmp_path: Path, small_hub: Repository, lendlog: Path
) -> None:
    """
    The same command again leaves what an undisturbed run leaves: the record names the item, and each file is whole.
    """
    undisturbed = copy_desk(tmp_path / "undisturbed", small_hub.path, lendlog)
    assert 0 == run(undisturbed, 0).returncode
    opened = (undisturbed.folder / "opened0").read_text().splitlines()
    (record,) = meta(undisturbed.hub).glob("harvest_*.md")
    last = 1 + opened.index(beside(record)) if where == "the record" else 1 + rindex(opened, "sessions.jsonl")

    stopped = run(desk, last)
    left = half_files(desk)
    again = run(desk, 0)

    assert 1 == stopped.returncode, stopped.stderr
    (said,) = stopped.stderr.splitlines()
    assert "(File too large)" in said
    assert f"done before: taken off the card: '{ITEM}'" in said
    assert said.endswith("then run the same command again: it goes on from here")
    assert [] == left
    assert 0 == again.returncode, again.stderr
    assert undisturbed.left() == desk.left()
    (record,) = meta(desk.hub).glob("harvest_*.md")
    assert f"(removed: [{ITEM}])" in record.read_text()
    assert [] == list((desk.folder / "state" / "open_runs").glob("*.json"))


def test_before_the_card_is_written_the_error_says_no_more_than_that(desk: Desk, tmp_path: Path) -> None:
    """
    The card could not be written: it stands as it was, nothing is lost from it, and no command has to go on.
    """
    before = meta(desk.hub, "reference_next_session_starter.md").read_bytes()

    copy = copy_desk(tmp_path / "whole", desk.hub, desk.field)
    assert 0 == run(copy, 0).returncode
    opened = (copy.folder / "opened0").read_text().splitlines()

    stopped = run(desk, 1 + opened.index(beside(Path("reference_next_session_starter.md"))))

    assert "(File too large)" in stopped.stderr
    assert "done before" not in stopped.stderr
    assert before == meta(desk.hub, "reference_next_session_starter.md").read_bytes()
    assert [] == half_files(desk)
    assert [] == list((desk.folder / "state" / "open_runs").glob("*.json"))


def test_in_the_middle_of_an_answer_what_was_written_is_named(desk: Desk, tmp_path: Path) -> None:
    """
    Entries and branch are named; `harvest review` carries out the rest of the words that were given, each once.
    """
    copy = copy_desk(tmp_path / "answered", desk.hub, desk.field)
    assert 0 == run(copy, 0, answered=True).returncode
    opened = (copy.folder / "opened0").read_text().splitlines()

    stopped = run(desk, len(opened) - 1, answered=True)  # the last is the form that is put away
    left = half_files(desk)
    (pending,) = meta(desk.hub).glob("pending_*.json")
    name = pending.stem.removeprefix("pending_")
    ids = [line["manifest_id"] for line in waiting_form(desk.hub, name)["form"]["lines"]]
    _, later = review(desk.hub, name, answers_file(tmp_path, {"*": "none"}))

    assert "done before: the answer was taken down; entered in the manifest: " + ", ".join(ids) in stopped.stderr
    assert f"drafted on {later.branch}: {len(ids)}" in stopped.stderr
    assert f"then `harvest review {name}` goes on with it" in stopped.stderr
    assert [] == left
    assert copy.left() == desk.left()
