"""The consent check stands before each unprompted action: what it may cost (SPEC 12)."""

import datetime as dt
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.consent_cases import PROFILE, REGISTRY

SCRIPT = Path(__file__).parents[1] / "support" / "consent_check.sh"
HARVEST = Path(sys.executable).with_name("harvest")


def took(command: Sequence[str | Path], cwd: Path) -> float:
    """Seconds until the command said that a grant is joined."""
    began = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    ended = time.perf_counter()
    assert 0 == done.returncode, done.stdout + done.stderr
    return ended - began


@pytest.mark.bench
def test_a_check_is_quicker_than_a_shell_script(tmp_path: Path) -> None:
    """
    0.12 s, and nine tenths of a script that starts Python with PyYAML once a file; turn by turn, so that both meet
    the same machine.
    """
    today = dt.date.today()  # noqa: DTZ011 -- the person's day, as the command counts it
    (tmp_path / "classes.yaml").write_text(REGISTRY)
    profile = PROFILE.replace("2026-03-01", str(today)).replace("2026-03-31", str(today + dt.timedelta(days=30)))
    (tmp_path / "profile.md").write_text(profile)
    files = ("classes.yaml", "profile.md")
    ours = (HARVEST, "consent", "check", "--require-class", "memory-archive", *files)
    theirs = ("sh", SCRIPT, sys.executable, *files)

    times = [(took(ours, tmp_path), took(theirs, tmp_path)) for _ in range(41)]

    check, script = (statistics.median(each) for each in zip(*times, strict=True))
    assert check <= 0.12
    assert check <= 0.9 * script
