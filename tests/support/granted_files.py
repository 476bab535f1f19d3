"""The program `harvest consent check`, and a profile for it to read."""

import json
from pathlib import Path

from tests.support.command_line import harvest

WORDS = {0: "VERIFIED (0)", 1: "BROKEN (1)", 3: "UNMEASURED (3)"}


def write_profile(place: Path, consents: dict[str, object]) -> Path:
    """A profile whose block holds these standing consents."""
    place.write_text(f"---\n{json.dumps({'standing_consent': consents})}\n---\n\n# Mine\n", encoding="utf-8")
    return place


def check(*words: object, cwd: Path | None = None) -> tuple[int, str, str]:
    """Code, findings and summary of the program; it never shows a traceback."""
    done = harvest("consent", "check", *map(str, words), cwd=cwd or Path.cwd())
    *findings, summary = done.stdout.splitlines()
    assert "Traceback" not in done.stderr
    assert summary.startswith(WORDS[done.returncode])
    return done.returncode, "\n".join([*findings, *done.stderr.splitlines()]), summary
