"""A registry, a profile with a grant that holds, and the day on which it does."""

import json
from pathlib import Path

import pytest

from tests.support.granted import a_class, a_grant
from tests.support.granted_files import write_profile


@pytest.fixture(autouse=True)
def march(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the tenth of March, at noon, in a zone nine hours ahead of Greenwich."""
    monkeypatch.setenv("HARVEST_NOW", "2026-03-10T12:00:00")
    monkeypatch.setenv("TZ", "Asia/Seoul")


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """A registry of one class."""
    place = tmp_path / "classes.yaml"
    place.write_text(json.dumps({"classes": [a_class()]}), encoding="utf-8")
    return place


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile with a grant that holds."""
    return write_profile(tmp_path / "profile.md", {"tidy-notes": a_grant()})
