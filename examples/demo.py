"""Harvest this repository, then a made-up one, in a temporary folder; `make demo` runs it.

Every step is the `harvest` command as a person would type it, with a home, a state folder and a git identity of its
own. In the made-up repository a day passes, by a clock that is moved on, and what was predicted is judged: the fault
comes back (`make demo`), it doesn't (`make demo ARGS=other`), or nobody merged the draft (`make demo ARGS=unmerged`).
"""

import argparse
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
HARVEST = Path(sys.executable).with_name("harvest")
RECENT_COMMITS = 200
FIELD_BEGINS = date(2026, 3, 2)
FIRST_EVENING, MERGED, NEXT_EVENING = "2026-03-07T18:00:00", "2026-03-07T19:00:00", "2026-03-08T20:00:00"
WINDOWS = (
    "\n[predict]  # a demonstration can't wait for five sessions and sixty days\nwindow_sessions = 1\nwindow_days = 1\n"
)
VERDICTS = (0, 1, 3)
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "TERM", "COLUMNS", "NO_COLOR")
CARD = Path("tracks/_meta/reference_next_session_starter.md")
CARD_TEXT = """\
---
name: reference-next-session-starter
date: 2026-03-02
---

# Next session

## Next

- [ ] Run the date tests in three time zones
- [ ] Fail the build when a file is opened without an encoding
- [ ] Let members see their own loans
- [ ] Ask the committee how long names may be kept

## State

- The desk opens on Saturdays.
"""


@dataclass(frozen=True)
class Stage:
    """The temporary folder of one demonstration, and how programs are started in it."""

    folder: Path
    moment: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """A home and a state folder of its own, and nothing of the user's but the path and the language."""
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        home = self.folder / "home"
        if self.moment:
            kept |= {"HARVEST_NOW": f"{self.moment}+00:00", "TZ": "UTC"}
            kept |= {f"GIT_{who}_DATE": f"{self.moment}+00:00" for who in ("AUTHOR", "COMMITTER")}
        return kept | {
            "HOME": str(home),
            "HARVEST_STATE": str(self.folder / "state"),
            "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    def git(self, *arguments: str, at: Path | None = None) -> str:
        """Run git and return what it printed."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=at or self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            check=False,
        )
        if done.returncode:
            sys.exit(f"demo: git {arguments[0]} failed; what was made so far lies in {self.folder}")
        return done.stdout.decode("utf-8", "replace")

    def harvest(self, *arguments: str, at: Path) -> str:
        """Run harvest as typed in a folder, show it, and return its last line."""
        say(f"\n$ cd {at.relative_to(self.folder)}; harvest {shlex.join(arguments)}")
        done = subprocess.run(
            [HARVEST, *arguments],
            cwd=at,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            check=False,
        )
        printed = done.stdout.decode("utf-8", "replace")
        say(printed.rstrip("\n"))
        if done.returncode not in VERDICTS:
            sys.stderr.write(
                f"demo: harvest {arguments[0]} could not run; what was made so far lies in {self.folder}\n"
            )
            sys.exit(done.returncode)
        return printed.rstrip("\n").rpartition("\n")[2]

    def at(self, moment: str) -> "Stage":
        """The same stage with the clock at a moment, UTC."""
        return replace(self, moment=moment)

    def make_field(self, field: Path, *options: str) -> None:
        """Make the made-up repository, or add a day to it."""
        subprocess.run(
            [sys.executable, REPOSITORY / "examples" / "make_field.py", field, *options],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def clone(self, name: str) -> Path:
        """Clone this repository into a folder of the stage."""
        path = self.folder / name
        self.git("clone", "--quiet", "--no-hardlinks", str(REPOSITORY), str(path))
        return path


def say(text: str) -> None:
    """Print a line or a page at once, so that it keeps its place among what other programs print."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def title(text: str) -> None:
    """Print a heading."""
    say(f"\n{'=' * 100}\n{text}\n{'=' * 100}")


def indented(text: str) -> str:
    """Set a file's text off from what the demonstration says."""
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def set_the_stage() -> Stage:
    """Make the temporary folder with a home in it that has a git identity."""
    stage = Stage(Path(tempfile.mkdtemp(prefix="harvest-demo-")).resolve())
    home = stage.folder / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Demo Person\n\temail = demo@example.invalid\n"
        f"[safe]\n\tdirectory = {json.dumps(str(REPOSITORY))}\n"
        f"\tdirectory = {json.dumps(str(REPOSITORY / '.git'))}\n",
        encoding="utf-8",
    )
    return stage


def harvest_itself(stage: Stage) -> None:
    """Use a clone of this repository as hub and as field."""
    title("1. This repository, harvested into itself")
    clone = stage.clone("harvest-loop")
    times = stage.git("log", f"--max-count={RECENT_COMMITS}", "--format=%ct", at=clone).split()
    since = datetime.fromtimestamp(min(map(int, times)), UTC) - timedelta(days=1)
    stage.harvest("init", at=clone)
    stage.harvest("close", "--since", since.date().isoformat(), at=clone)


def harvest_two_days(stage: Stage, next_day: str) -> str:
    """Harvest the made-up field, and a day later once more; return the last verdict line."""
    field, hub = stage.folder / "lendlog", stage.clone("hub")
    with (hub / "harvest.toml").open("a", encoding="utf-8") as settings:
        settings.write(WINDOWS)
    stage.at(FIRST_EVENING).git("commit", "--quiet", "--all", "--message=Judge predictions after a day", at=hub)
    harvest_a_field(stage.at(FIRST_EVENING), field, hub)
    verdict = judge_a_day_later(stage, field, hub, next_day)
    say_where(stage, hub, field)
    return verdict


def harvest_a_field(stage: Stage, field: Path, hub: Path) -> None:
    """Harvest the made-up field into a hub and say Y to one candidate."""
    title("2. A field of forty commits, harvested into a hub")
    stage.make_field(field, "--start", FIELD_BEGINS.isoformat())
    say(f"\n{field.name}: the log of a tool library, made from examples/field. The last of its commits:\n")
    say(indented(stage.git("log", "--max-count=12", "--format=%h %s", at=field)))
    stage.harvest("init", "--hub", ".", at=hub)
    (hub / CARD).parent.mkdir(parents=True, exist_ok=True)
    (hub / CARD).write_text(CARD_TEXT, encoding="utf-8")
    since = (FIELD_BEGINS - timedelta(days=1)).isoformat()
    stage.harvest("close", "--field", str(field), "--hub", str(hub), "--since", since, at=field)
    answers = answer_one(hub, stage.folder / "answers.json")
    if answers is None:
        say("\nNothing was proposed, so there is nothing to answer.")
    else:
        stage.harvest("review", "--hub", str(hub), "--answers", str(answers), at=hub)
    show_drafts(stage, hub)
    show_card(hub)


def judge_a_day_later(stage: Stage, field: Path, hub: Path, what: str) -> str:
    """Merge the draft, let a day of work pass and harvest it, in which the prediction is judged; return the verdict."""
    title("3. A day later: did it hold?")
    if what != "unmerged":
        for branch in drafts(stage, hub):
            say(f"\n$ cd {hub.name}; git merge {branch}    # a person read the draft and took it")
            stage.at(MERGED).git("merge", "--quiet", "--no-ff", "--no-edit", branch, at=hub)
    tomorrow = stage.at(NEXT_EVENING)
    tomorrow.make_field(field, "--start", FIELD_BEGINS.isoformat(), "--then", "again" if what == "again" else "other")
    say(f"\nThe next day's commits in {field.name}:\n")
    say(indented(stage.git("log", f"--since={MERGED}", "--format=%h %s", at=field)))
    verdict = tomorrow.harvest("close", "--no-input", "--field", str(field), "--hub", str(hub), at=field)
    tomorrow.harvest("explain", "--hub", str(hub), at=hub)
    return verdict


def drafts(stage: Stage, hub: Path) -> list[str]:
    """The branches that answers made."""
    return stage.git("branch", "--list", "harvest/*", "--format=%(refname:short)", at=hub).split()


def answer_one(hub: Path, answers: Path) -> Path | None:
    """Write an answers file that says Y to one line of the waiting form; None when nothing with a text waits."""
    forms = [
        json.loads(path.read_text(encoding="utf-8"))["form"] for path in (hub / CARD).parent.glob("pending_*.json")
    ]
    offered = [line["judged"]["candidate"] for form in forms for line in form["lines"]]
    texts = [candidate for candidate in offered if candidate["proposal"] is not None]
    if not texts:
        return None
    faults = [text for text in texts if text["pattern"]["kind"] == "error → solution"]
    chosen = (faults or texts)[0]["target"]
    answers.write_text(json.dumps({chosen: "Y"}, indent=2) + "\n", encoding="utf-8")
    say(f"\nThe answer, which a terminal would have asked for: Y to {chosen}, no word on the rest.")
    return answers


def show_drafts(stage: Stage, hub: Path) -> None:
    """Show the branch that the answer made, and each file on it."""
    for branch in drafts(stage, hub):
        title(f"The branch {branch}")
        say(stage.git("log", "--stat", f"HEAD..{branch}", at=hub).rstrip())
        for path in stage.git("diff", "--name-only", "-z", f"HEAD...{branch}", at=hub).split("\0"):
            if path:
                say(f"\n{path}:\n")
                say(indented(stage.git("show", f"{branch}:{path}", at=hub)))


def show_card(hub: Path) -> None:
    """Show the card as it was and as it is."""
    title("The card")
    for when, text in (("before", CARD_TEXT), ("after", (hub / CARD).read_text(encoding="utf-8"))):
        say(f"\n{when}:\n\n{indented(text)}")


def say_where(stage: Stage, hub: Path, field: Path) -> None:
    """Say where everything lies and how to remove it."""
    title("Where everything lies")
    state = stage.folder / "state"
    rows = [("field", field), ("hub", hub), ("records", hub / CARD.parent)]
    rows += [("page", page) for page in sorted((hub / CARD).parent.glob("harvest_*.md"))]
    rows += [("state", state), *(("for a PR", text) for text in sorted(state.glob("runs/*/pull_request.md")))]
    say("\n".join(f"{name:<10}{place}" for name, place in rows))
    say(f"It is kept for a look. To remove it: rm -rf {shlex.quote(str(stage.folder))}\n")


def main() -> None:
    """Run all parts and end with the last one's verdict."""
    parser = argparse.ArgumentParser(description="Harvest two repositories in a temporary folder.")
    what = "what the next day brings: the fault comes back, it doesn't, or the draft was not merged"
    parser.add_argument("next_day", nargs="?", choices=("again", "other", "unmerged"), default="again", help=what)
    next_day = parser.parse_args().next_day
    if not (REPOSITORY / ".git").exists():
        sys.exit("demo: this folder is no git repository; the demo clones it, so get it with `git clone`")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a page holds signs that not every terminal can show
    stage = set_the_stage()
    harvest_itself(stage)
    say(harvest_two_days(stage, next_day))


if __name__ == "__main__":
    main()
