"""Real git repositories for tests, built by the git program itself."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


def drop_inherited_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget variables such as GIT_DIR that an outer git (a hook, say) may have set."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


@dataclass(frozen=True)
class Repository:
    """A repository on disk; every helper returns what git printed, as text."""

    path: Path

    @classmethod
    def create(cls, path: Path) -> "Repository":
        path.mkdir(parents=True, exist_ok=True)
        repository = cls(path)
        repository.git("init", "-q", "-b", "main")
        return repository

    def git(self, *arguments: str, at: str | None = None) -> str:
        """Run git here; `at` is the commit date, such as 2026-03-10T09:00:00+0000."""
        dates = {} if at is None else {"GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at}
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env={**os.environ, **dates}, check=True, capture_output=True
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, name: str, text: str | bytes) -> Path:
        """Write a file below the repository, making its folders."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def commit(self, message: str, files: dict[str, str] | None = None, *, at: str = "2026-03-10T09:00:00+0000") -> str:
        """Write the files, commit exactly them, and return the new sha."""
        for name, text in (files or {}).items():
            self.write(name, text)
            self.git("add", "--", name)
        self.git("commit", "-q", "--allow-empty", "-m", message, at=at)
        return self.git("rev-parse", "HEAD")
