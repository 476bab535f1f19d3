"""The same input gives the same bytes, offline, wherever and under whatever it runs (SPEC 11-6)."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.example import make_field
from tests.support.repositories import Repository

NOW = "2026-03-20T12:00:00+00:00"
SURROUNDINGS = {
    "plain": {},
    "other hash seed and language": {"PYTHONHASHSEED": "4242", "LANG": "tr_TR.UTF-8", "LC_ALL": "C"},
    "other zone": {"TZ": "Asia/Kolkata", "PYTHONHASHSEED": "7"},
}


def fill_hub(place: Path, names: list[str]) -> None:
    """Make a hub; the order of the names is the order in which its folders come to be."""
    hub = Repository.create(place)
    for name in names:
        head = f"---\nname: {name}\ndescription: Look after {name}. Use when {name} changes.\n---\n"
        text = f"{head}\n# {name}\n\n1. Look.\n"
        hub.write(f"skills/{name}/SKILL.md", text)
    hub.write("harvest.toml", "")
    hub.write("tracks/_meta/reference_next_session_starter.md", "# Next\n\n### 1. Make the labels\n\n### 2. Sleep\n")
    hub.git("add", "-A")
    hub.git("commit", "-q", "-m", "hub", at="2026-03-01T00:00:00+0000")


def without_ids(text: str, place: Path) -> str:
    """The text without what may differ: the place, times, the zone's name, and commits of drafts, which hold a time."""
    for sha, subject in drafted(place / "hub"):
        text = text.replace(f'"{sha}"', f"<{subject}>").replace(sha, f"<{subject}>").replace(sha[:10], f"<{subject}>")
    zones = r"days are those of [^)]*|(?<=\"zone\": )\"[^\"]*\"|(?<=\"form_sha256\": )\"[^\"]*\""  # it holds the place
    return re.sub(rf"{zones}|\d{{4}}-\d\d-\d\d \d\d:\d\d UTC", "", text.replace(str(place), "PLACE"))


def drafted(hub: Path) -> list[tuple[str, str]]:
    """The commits of the branch that was drafted: sha and subject."""
    told = Repository(hub).git("log", "--format=%H %s", "main..harvest/lendlog-2026-03-20").splitlines()
    return [(sha, subject) for sha, _, subject in (line.partition(" ") for line in told)]


def left_in(place: Path, page: str) -> dict[str, str]:
    """Everything that a close left in the hub, and what it printed."""
    hub = Repository(place / "hub")
    files = {path.name: path.read_text() for path in sorted((hub.path / "tracks" / "_meta").iterdir())}
    drafts = hub.git("log", "-p", "--format=%B", "--no-color", "main..harvest/lendlog-2026-03-20")
    return {name: without_ids(text, place) for name, text in {**files, "page": page, "drafts": drafts}.items()}


def test_records_are_byte_identical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Another hash seed, language, zone, clone path and order of directories change no byte but times and their hashes.
    """
    origin = make_field(tmp_path / "origin" / "lendlog")
    names = ["labels", "ledger", "calendar", "members", "reports"]
    answers = tmp_path / "answers.json"
    answers.write_text('{"*": "Y"}')
    left = {}
    for number, (case, surroundings) in enumerate(SURROUNDINGS.items()):
        folder = tmp_path / f"{'deeper/' * number}place {number}"
        folder.mkdir(parents=True)
        shutil.copytree(origin, folder / "lendlog")
        fill_hub(folder / "hub", names if number % 2 == 0 else names[::-1])
        for name, value in {"HARVEST_NOW": NOW, **surroundings}.items():
            monkeypatch.setenv(name, value)
        arguments = ("--field", str(folder / "lendlog"), "--hub", str(folder / "hub"), "--answers", str(answers))

        done = harvest("close", *arguments, "--since", "2026-01-01T00:00:00Z", cwd=folder, state=folder / "state")

        assert 0 == done.returncode, done.stderr
        left[case] = left_in(folder, done.stdout)
        assert drafted(folder / "hub")
        for name in surroundings:
            monkeypatch.delenv(name)
    assert {"edit_manifest.yaml", "sessions.jsonl", "patterns.jsonl", "skill_usage.md"} <= set(left["plain"])
    for other in left.values():
        assert left["plain"] == other
