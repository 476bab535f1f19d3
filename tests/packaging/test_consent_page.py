"""The page on consent shows files and a script that do what the page says (SPEC 8.3)."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT

PAGE = (ROOT / "docs" / "consent.md").read_text(encoding="utf-8")


def shown(language: str) -> list[str]:
    """The blocks of code in one language, as they stand on the page."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def hub(tmp_path: Path) -> Path:
    """A hub with the registry and the profile of the page."""
    registry, profile = shown("yaml")
    meta = tmp_path / "tracks" / "_meta"
    meta.mkdir(parents=True)
    (tmp_path / "harvest.toml").write_text("")
    (meta / "consent_classes.yaml").write_text(registry)
    (meta / "user_adaptation_profile.md").write_text(profile)
    return tmp_path


@pytest.mark.parametrize(
    ("now", "said"), [("2026-03-31T12:00:00Z", "stamping without asking"), ("2026-04-01T12:00:00Z", "asking first")]
)
def test_the_script_of_the_page_acts_on_zero_only(now: str, said: str, hub: Path) -> None:
    """
    Whoever copies the page into a hub and a script is asked again as soon as the lease is over.
    """
    (script,) = shown("sh")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "HARVEST_NOW": now, "TZ": "UTC", "PATH": path}

    done = subprocess.run(["sh", "-c", script], cwd=hub, env=surroundings, capture_output=True, text=True, check=True)

    assert said == done.stdout.splitlines()[-1]


def test_the_page_names_every_rule(hub: Path) -> None:
    """
    A finding's id can be looked up.
    """
    sources = (ROOT / "src" / "harvest_loop" / "domain" / "consent").glob("*.py")
    rules = {rule for source in sources for rule in re.findall(r'Finding\(\s*"([^"]+)"', source.read_text())}

    assert len(rules) >= 12
    assert set() == {rule for rule in rules if not re.search(rf"\b{rule}\b", PAGE)}
