"""The demo's second day: what the first one predicted is judged, and comes out as no as readily as yes (SPEC 7.3)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT

ENTRY = "em-2026-03-07-check-encoding"


@pytest.mark.parametrize(
    ("next_day", "held", "proposed"),
    [("again", "no", True), ("other", "yes", False), ("unmerged", "not judged", False)],
)
def test_the_next_day_judges_what_was_predicted(next_day: str, held: str, proposed: bool, tmp_path: Path) -> None:
    """
    The fault comes back: the prediction failed and a revert is proposed. It stays away: it held. Not merged: no word.
    """
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py"), next_day],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    (answer,) = [line for line in done.stdout.splitlines() if "did it hold?" in line and not line.startswith("3.")]

    assert answer.split("? ")[1].startswith(held)
    assert proposed == (f"1 revert proposed ({ENTRY})" in done.stdout.splitlines()[-1])
