"""This repository is a hub, and a healthy one."""

import json
import shutil
from pathlib import Path

import pytest

from tests.packaging.project import ROOT, harvest, listed_files
from tests.support.repositories import Repository


@pytest.fixture
def own_hub(tmp_path: Path) -> Repository:
    """A copy of what git lists here, as a repository of its own."""
    repository = Repository.create(tmp_path / "own hub")
    for name in listed_files():
        target = repository.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target, follow_symlinks=False)
    repository.git("add", "--all")
    repository.git("commit", "-q", "-m", "All of it")
    return repository


def test_the_doctor_finds_nothing(own_hub: Repository) -> None:
    """
    What we ask of other hubs holds for ours.
    """
    report = json.loads(harvest("doctor", "--hub", str(own_hub.path), "--json", at=own_hub.path))

    assert [] == report["findings"]


def test_init_has_nothing_to_ignore_here(own_hub: Repository) -> None:
    """
    Our own personal records stay local already, so that a first run leaves the checkout clean.
    """
    harvest("init", "--hub", str(own_hub.path), at=own_hub.path)

    assert "" == own_hub.git("status", "--porcelain")
