"""Lives through the months: sessions are harvested by the real program, a person answers, merges and writes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.months import planted
from tests.support.repositories import Repository
from tests.support.worked_sessions import WorkedSession

DAY = 24 * 60 * 60
FIRST = 1_767_603_600  # 2026-01-05, 09:00 UTC
DAYS = 90
REFUSED = "the desk knows better"


@dataclass
class Months:
    """A hub and a field over three months; `sessions` of work are spread evenly over them."""

    folder: Path
    sessions: int
    written: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    asked_again: list[str] = field(default_factory=list)
    offered: set[tuple[str, str]] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)

    @property
    def hub(self) -> Repository:
        return Repository(self.folder / "hub")

    @property
    def meta(self) -> Path:
        return self.hub.path / planted.META

    def live(self) -> None:
        """Live through all of it."""
        self._begin()
        for number in range(self.sessions):
            share = number / self.sessions
            self._person(int(share * DAYS), number)
            self._session(number, FIRST + DAY + int(share * DAYS * DAY))

    def moment(self, at: int) -> str:
        """A time as git and harvest read it."""
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")

    def harvest(self, at: int, *words: str) -> subprocess.CompletedProcess[str]:
        """Run harvest at a moment."""
        surroundings = {**os.environ, "HARVEST_STATE": str(self.folder / "state"), "TZ": "UTC"}
        done = subprocess.run(
            [sys.executable, "-m", "harvest_loop.cli", *words, "--hub", str(self.hub.path)],
            cwd=self.folder / "field",
            env={**surroundings, "HARVEST_NOW": self.moment(at)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):
            self.failures.append(f"harvest {' '.join(words)}: {done.returncode}: {done.stderr.strip()[-400:]}")
        return done

    def _begin(self) -> None:
        (self.folder / "field").mkdir(parents=True)
        Repository.create(self.folder / "field").commit("Start", {"main.py": "print(1)\n"}, at=self.moment(FIRST))
        hub = Repository.create(self.folder / "hub")
        files = dict(planted.hub_files())
        hub.commit("The hub", {**files, ".gitignore": f"/{planted.META}/\n"}, at=self.moment(FIRST))
        for name, text in files.items():
            self.written[name] = text
        for edit in (edit for edit in planted.EDITS if edit.lands):
            told = planted.skill_text(f"{edit.name}-note", edit.name.replace("-", " "), pinned=True)
            self._writes(f"skills/{edit.name}-note/SKILL.md", told, at=FIRST + DAY // 2, trailer=edit.id)
        hub.write(planted.MANIFEST, planted.manifest_text(max(2, self.sessions // 5)))
        self._adds(f"{planted.META}/reference_next_session_starter.md", "# Card\n\n## Next\n\n- [ ] Paint the door\n")

    def _person(self, day: int, number: int) -> None:
        """What the person writes by hand, now and then."""
        at = FIRST + DAY + day * DAY
        if number == 1:
            self._adds("docs/desk.md", "- The lamp stays on.\n", at=at)
            self._adds(f"{planted.META}/fh_signal_2026-01-10_desk.md", _signal("2026-01-10", "the lock sticks"))
            self._adds(f"{planted.META}/fh_signal_2026-01-02_desk.md", _signal("2026-01-02", "the drawer jams"))
        if number == self.sessions // 3:
            self._adds(
                "memory/rota.md", "---\nname: rota\nmetadata:\n  type: project\n---\n\nAnna on Mondays.\n", at=at
            )
            self._adds("memory/MEMORY.md", "- [rota](rota.md): who is at the desk\n", at=at)
        if number == self.sessions // 4:
            self.hub.git("rm", "--quiet", planted.THROWN_AWAY)
            self.hub.commit("Drink it elsewhere", at=self.moment(at))
            self.written.pop(planted.THROWN_AWAY)
        if number == self.sessions // 2:
            self._adds("CATALOG.md", "Another line of mine.\n", at=at)
            self._adds(f"{planted.META}/reference_next_session_starter.md", "- [ ] Ask about the stairs\n")

    def _writes(self, name: str, text: str, *, at: int, trailer: str) -> None:
        self.hub.commit(f"Add {name}\n\nHarvest-Id: {trailer}", {name: text}, at=self.moment(at))
        self.written[name] = text

    def _adds(self, name: str, text: str, *, at: int | None = None) -> None:
        """The person adds lines to a file of theirs, and commits it where it is not local."""
        place = self.hub.path / name
        before = place.read_text() if place.exists() else ""
        self.hub.write(name, before + text)
        self.written[name] = self.written.get(name, "") + text
        if at is not None:
            self.hub.git("add", "--", name)
            self.hub.commit(f"Write in {name}", at=self.moment(at))

    def _session(self, number: int, at: int) -> None:
        work = Repository(self.folder / "field")
        session = WorkedSession(work, begins=at, session=f"5f0e7c1a-1111-4222-8333-{number:012}")
        session.says("go on with the desk")
        for skill in planted.SKILLS:
            if skill.is_used(number, self.sessions):
                session.uses("Skill", skill=skill.name)
                session.answers()
                if skill.name == "oil-the-saws":
                    session.says("No, that's wrong. Undo it, I said the other saw.")
                    session.answers()
        for twin in planted.TWINS if number % 2 else ():
            session.uses("Skill", skill=twin)
        session.edits(f"desk/part{number}.py", f"VALUE = {number}\n")
        session.commits(f"Count part {number}")
        if number % 4 == 0:
            session.edits(
                f"scripts/check_{number}.sh",
                f"#!/bin/sh\n# Refuses shelf {number} without a label.\ntest -e shelf{number}\n",
            )
            session.edits(
                f"docs/shelf{number}.md", f"Run `sh scripts/check_{number}.sh` before shelf {number} is opened.\n"
            )
            session.commits(f"Check shelf {number} before it is opened")
        transcript = session.write(self.folder / "transcripts")
        self.harvest(session.now + 60, "close", "--no-input", "--transcript", str(transcript))
        self._answer(session.now + 600, number)

    def _answer(self, at: int, number: int) -> None:
        """Y to most lines, an N with a reason to a stale mark and to each third proposal; what is drafted is merged."""
        for form in _forms(self.meta):
            words: dict[str, Any] = {}
            for line in form["lines"]:
                kind, content, fingerprint = _about(line)
                self.offered.add((kind, _target(line)))
                if fingerprint in self.refused:
                    self.asked_again.append(f"{kind} {_target(line)}")
                refuses = kind == "stale mark" or (kind == "proposal" and number % 3 == 0)
                words[content] = {"answer": "N", "reason": REFUSED} if refuses else "Y"
                if refuses:
                    self.refused.add(fingerprint)
            if words:
                place = self.folder / "answers.json"
                place.write_text(json.dumps(words))
                self.harvest(at, "review", form["run"], "--answers", str(place))
        self._merge(at)

    def _merge(self, at: int) -> None:
        merged = set(self.hub.git("branch", "--merged=HEAD", "--format=%(refname:short)").split())
        drafts = self.hub.git("branch", "--list", "harvest/*", "--format=%(refname:short)").split()
        for branch in (branch for branch in drafts if branch not in merged):
            self.hub.git("merge", "--quiet", "--no-ff", "--no-edit", branch, at=self.moment(at))


def _signal(day: str, words: str) -> str:
    head = f"---\ntype: fh-signal\ndate: {day}\nsource: desk\npriority: low\nstatus: open\n---\n"
    return f"{head}\n## Friction Point\n\n- {words}\n\n## Status\n\n- status: open\n"


def _forms(meta: Path) -> Iterator[dict[str, Any]]:
    for place in sorted(meta.glob("pending_*.json")):
        told = json.loads(place.read_text())
        if told.get("answer") is None and not told.get("settled"):
            yield told["form"]


def _about(line: dict[str, Any]) -> tuple[str, str, str]:
    """What kind of line it is, its content hash, and the fingerprint by which a refusal is remembered."""
    if line.get("judged"):
        return "proposal", line["hash"], line["judged"]["candidate"]["pattern"]["fingerprint"]
    return line["kind"], line["hash"], line["fingerprint"]


def _target(line: dict[str, Any]) -> str:
    return str(line["judged"]["candidate"]["target"] if line.get("judged") else line["target"])
