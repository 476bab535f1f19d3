"""Make a repository with forty commits of real kinds of work, to harvest from.

    python examples/make_field.py DIR [--start 2026-03-02] [--then again|other]

With `--then` the repository is there already, and the commits of one more day are added to it: in `again` a fault comes
back, in `other` it doesn't.

The commits are the patches in examples/field, or in the folder of that name, in the order of their numbers. Each
begins with when it was made (`Day`, counted from the first, and `Time`, UTC) and, where it isn't the next commit on
main, with the `Branch` it stands on, the branch it merges (`Merge`) or the number of the commit that it takes back
(`Reverts`). The same start gives the same shas on every machine.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

HERE = Path(__file__).parent
STEPS = HERE / "field"
NEXT_DAYS = ("again", "other")
FIRST_DAY = date(2026, 3, 2)
PERSON = {"NAME": "Mara Lind", "EMAIL": "mara@example.invalid"}


@dataclass(frozen=True)
class Step:
    """One commit to make: when, with which words, and how the files change."""

    headers: dict[str, str]
    message: str
    diff: str

    def moment(self, first_day: date) -> datetime:
        """The commit's time, the first commit's day being `first_day`."""
        day = first_day + timedelta(days=int(self.headers["Day"]))
        return datetime.combine(day, time.fromisoformat(self.headers["Time"]), tzinfo=UTC)


@dataclass(frozen=True)
class Field:
    """The repository being made; git runs in it with an identity and a configuration of its own."""

    path: Path

    def git(self, *arguments: str, at: datetime | None = None, stdin: str = "") -> str:
        """Run git here, dated `at`, and return what it printed."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env=_environment(at),
            input=stdin.encode("utf-8"),
            capture_output=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"git {arguments[0]} failed in {self.path}: {done.stderr.decode('utf-8', 'replace').strip()}")
        return done.stdout.decode("utf-8").strip()


def read_steps(folder: Path = STEPS) -> tuple[Step, ...]:
    """Return the steps in the order of their file names."""
    return tuple(_read_step(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.patch")))


def make_field(path: Path, first_day: date = FIRST_DAY) -> str:
    """Make the repository at `path`, which must not exist or be empty, and return its last commit's sha."""
    if path.exists() and any(path.iterdir()):
        sys.exit(f"{path} is not empty; name a folder that doesn't exist yet")
    path.mkdir(parents=True, exist_ok=True)
    field = Field(path)
    field.git("init", "--quiet", "--template=", "--initial-branch=main", "--object-format=sha1")
    shas: list[str] = []
    for step in read_steps():
        _take(step, field, shas, step.moment(first_day))
        shas.append(field.git("rev-parse", "HEAD"))
    return shas[-1]


def extend_field(path: Path, name: str, first_day: date = FIRST_DAY) -> str:
    """Add the commits of one more day to a repository that make_field made, and return the last one's sha."""
    field = Field(path)
    for step in read_steps(HERE / name):
        _take(step, field, (), step.moment(first_day))
    return field.git("rev-parse", "HEAD")


def _take(step: Step, field: Field, shas: Sequence[str], at: datetime) -> None:
    if shas:
        _stand_on(step.headers.get("Branch", "main"), field, at)
    if branch := step.headers.get("Merge"):
        field.git("merge", "--quiet", "--no-ff", "--no-commit", branch, at=at)
    elif number := step.headers.get("Reverts"):
        field.git("revert", "--no-commit", shas[int(number) - 1], at=at)
    else:
        field.git("apply", "--index", "--whitespace=nowarn", "-", stdin=step.diff)
    field.git("commit", "--quiet", "--file=-", at=at, stdin=step.message)


def _stand_on(branch: str, field: Field, at: datetime) -> None:
    if field.git("branch", "--show-current") == branch:
        return
    known = field.git("branch", "--list", branch)
    field.git("switch", "--quiet", *([] if known else ["--create"]), branch, at=at)


def _read_step(text: str) -> Step:
    head, _, rest = text.partition("\n\n")
    message, _, diff = rest.partition("---\ndiff --git ")
    headers = dict(line.split(": ", 1) for line in head.splitlines())
    return Step(headers=headers, message=message.strip() + "\n", diff="diff --git " + diff)


def _environment(at: datetime | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own = {"LC_ALL": "C", "TZ": "UTC", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{role}_{key}": value for key, value in PERSON.items()}
        if at is not None:
            own[f"GIT_{role}_DATE"] = at.isoformat()
    return kept | own


def main() -> None:
    """Make the field that the command line asks for, or add a day to it, and print where it is."""
    parser = argparse.ArgumentParser(description="Make a repository with forty commits, to harvest from.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--start", type=date.fromisoformat, default=FIRST_DAY, help="the first commit's day, YYYY-MM-DD"
    )
    parser.add_argument("--then", choices=NEXT_DAYS, help="add the commits of one more day to the one that is there")
    arguments = parser.parse_args()
    if arguments.then:
        count, sha = (
            len(read_steps(HERE / arguments.then)),
            extend_field(arguments.folder, arguments.then, arguments.start),
        )
    else:
        count, sha = len(read_steps()), make_field(arguments.folder, arguments.start)
    sys.stdout.write(f"{arguments.folder}: {count} commits, the last one {sha[:12]}\n")


if __name__ == "__main__":
    main()
