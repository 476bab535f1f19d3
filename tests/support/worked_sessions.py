"""A session of Claude Code that works in a real repository: what it does there and what its transcript says of it."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.support.repositories import Repository
from tests.support.transcripts import called, claude, returned, write_lines

SESSION = "5f0e7c1a-1111-4222-8333-444455556666"
WORK = {
    "Check for tabs before a commit": (
        "scripts/no_tabs.sh",
        "#!/bin/sh\n# Refuses a tab in a source file, since two reviews were lost to it.\n! git grep -nP '\\t'\n",
    ),
    "Check the links of the docs before a release": (
        "scripts/check_links.sh",
        "#!/bin/sh\n# Fails on a dead link in the docs, since the handbook was broken twice.\nlychee --offline docs\n",
    ),
    "Run lint and tests in CI": (
        ".github/workflows/ci.yml",
        "name: ci\non: push\njobs:\n  test:\n    steps:\n      - run: make lint\n      - run: pytest -q\n",
    ),
}


class WorkedSession:
    """Each deed takes a minute and leaves the records that the agent itself would write."""

    def __init__(self, field: Repository, *, begins: int, session: str = SESSION) -> None:
        self.field = field
        self.session = session
        self.now = begins
        self.lines: list[dict[str, Any]] = []
        self._calls = 0

    @property
    def key(self) -> str:
        """The session's key."""
        return f"claude-code:{self.session}"

    def says(self, text: str) -> None:
        """The person types a prompt."""
        self._record("user", text)

    def answers(self, text: str = "Done.") -> None:
        """The agent says something."""
        self._record("assistant", [{"type": "text", "text": text}])

    def uses(self, tool: str, result: str = "ok", *, failed: bool = False, **arguments: Any) -> None:
        """The agent calls a tool and gets something back."""
        self._calls += 1
        identity = f"toolu_{self.session[:8]}{self._calls:08}"
        self._record("assistant", [called(tool, identity, **arguments)])
        self._record("user", [returned(identity, result, **({"is_error": True} if failed else {}))])

    def edits(self, name: str, text: str) -> None:
        """The agent writes a file of the field."""
        place = self.field.write(name, text)
        os.utime(place, (self.now, self.now))
        self.uses("Write", f"File created successfully at: {place}", file_path=str(place), content=text)

    def commits(self, message: str) -> str:
        """The agent commits what it wrote, and git prints the new commit."""
        self.field.git("add", "-A")
        sha = self.field.commit(message, at=_moment(self.now).replace(".000Z", "+0000"))
        said = f"[main {sha[:7]}] {message}\n 1 file changed"
        self.uses("Bash", said, command=f"git add -A && git commit -m {json.dumps(message)}")
        return sha

    def does(self, *subjects: str) -> None:
        """The agent makes these pieces of work, a commit each; all of them where none is named."""
        for subject in subjects or WORK:
            self.edits(*WORK[subject])
            self.commits(subject)

    def write(self, folder: Path, *, cut: str = "", name: str | None = None) -> Path:
        """Leave the transcript in a folder, old enough to be at rest; `cut` is the beginning of a last line."""
        path = write_lines(folder / (name or f"{self.session}.jsonl"), self.lines)
        if cut:
            path.write_bytes(path.read_bytes() + cut.encode())
        os.utime(path, (self.now, self.now))
        return path

    def _record(self, kind: str, content: object) -> None:
        self.now += 60
        number = len(self.lines)
        named = {"cwd": str(self.field.path), "sessionId": self.session, "uuid": f"{self.session}-{number:05}"}
        self.lines.append(claude(kind, content, **named, timestamp=_moment(self.now)))


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
