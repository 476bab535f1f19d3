"""The consent check asked as a script asks it: two files, the words of its command line, its exit code, its lines."""

import datetime as dt
import re
from pathlib import Path

import pytest

from harvest_loop.commands import consent_check
from tests.support.consent_reference import Answer

RULE = re.compile(r"(R[1-7](?:-[bcd])?) ")
SUMMARIES = {0: "VERIFIED (0)", 1: "BROKEN (1)", 3: "UNMEASURED (3)"}


class Checker:
    """Writes two texts into files and asks the command about them, in this process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setenv("TZ", "Asia/Seoul")
        self._files = (folder / "classes.yaml", folder / "profile.md")
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def answer(self, registry: str | None, profile: str | None, today: dt.date, required: str | None = None) -> Answer:
        """Return its answer; the summary must say the code."""
        for path, text in zip(self._files, (registry, profile), strict=True):
            path.unlink(missing_ok=True)  # to shorten a file makes some file systems write it out at once
            if text is not None:
                path.write_bytes(text.encode())
        self._monkeypatch.setenv("HARVEST_NOW", f"{today}T23:59:00")
        words = [] if required is None else ["--require-class", required]
        code = consent_check.main([*words, *map(str, self._files)])
        *lines, summary = self._capsys.readouterr().out.splitlines()
        assert summary.startswith(SUMMARIES[code])
        return Answer(code, frozenset(found[1] for line in lines if (found := RULE.match(line))))
