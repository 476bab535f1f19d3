"""Runs of the deployed loop that are suspended at their form, and what is left of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.flows.conftest import SKILL
from tests.support.local_service import LocalService
from tests.support.repositories import Repository

ASKED = 1_774_000_000  # 2026-03-20, after the last commit of the example's field
ENDED = ("COMPLETED", "FAILED", "CRASHED")


@dataclass(frozen=True)
class SuspendedRun:
    """One run, its hub, and the server that it is suspended on."""

    service: LocalService
    hub: Repository

    @classmethod
    def begin(cls, service: LocalService, hub: Repository, field: Path) -> "SuspendedRun":
        """Ask the deployment for a run."""
        (close,) = service.api.post("/deployments/filter", {"deployments": {"name": {"any_": ["session-close"]}}})
        request = {"hub": str(hub.path), "field": str(field), "since": "2026-01-01", "now": ASKED, "zone": "UTC"}
        service.api.post(
            f"/deployments/{close['id']}/create_flow_run",
            {"parameters": {"request": request}, "state": {"type": "SCHEDULED"}},
        )
        return cls(service, hub)

    def wait_until_suspended(self) -> None:
        """Return once the form can be answered: the engine saves its fields after it has suspended the run."""
        flow_run = self.state("PAUSED")["id"]
        self.service.wait_for(
            lambda: self.service.api.post(f"/flow_runs/{flow_run}/input/filter", {"prefix": "suspended-form-desc"})
        )

    def state(self, *states: str) -> dict[str, Any]:
        """The run, once it is in one of the states."""

        def look() -> list[dict[str, Any]]:
            runs = [run for run in self.service.runs() if run["deployment_id"] and run["state"]["type"] in states]
            return [run for run in runs if run["parameters"].get("request", {}).get("hub") == str(self.hub.path)]

        return self.service.wait_for(look)[0]

    def retried(self) -> dict[str, Any]:
        """The crashed run, started again as the UI does it, once it has ended.

        A worker may tell of the crash twice, the second time over the retry: who retries sees it, and does so again.
        """
        retry = {"type": "SCHEDULED", "name": "AwaitingRetry"}

        def look() -> dict[str, Any] | None:
            found = self.state(*ENDED, "SCHEDULED", "PENDING", "RUNNING")
            if found["state"]["type"] == "CRASHED":
                self.service.api.post(f"/flow_runs/{found['id']}/set_state", {"state": retry, "force": False})
            return found if found["state"]["type"] in ("COMPLETED", "FAILED") else None

        ended = self.service.wait_for(look)
        assert ended is not None
        return ended

    def now_in(self) -> str:
        """The type of the run's state as it is."""
        return str(self.state("PAUSED", "RUNNING", "SCHEDULED", "PENDING", *ENDED)["state"]["type"])

    def answer(self, words: Mapping[str, object]) -> dict[str, Any]:
        """Resume the run with words, as the UI does, and return what the server says."""
        flow_run = self.state("PAUSED", *ENDED)["id"]
        said: dict[str, Any] = self.service.api.post(f"/flow_runs/{flow_run}/resume", {"run_input": words})
        return said

    def words(self, *given: str | tuple[str, str]) -> dict[str, str]:
        """A word on each of the first lines; a pair is a word and its reason."""
        said: dict[str, str] = {}
        for line, word in zip(self.lines(), given, strict=False):
            word, reason = word if isinstance(word, tuple) else (word, "")
            said |= {f"answer_{line['hash']}": word, f"reason_{line['hash']}": reason}
        return said

    def form(self) -> dict[str, Any]:
        """pending_{run}.json."""
        (place,) = self.meta.glob("pending_*.json")
        found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        return found

    def lines(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.form()["form"]["lines"]
        return found

    @property
    def meta(self) -> Path:
        return self.hub.path / "tracks" / "_meta"

    def record(self) -> str:
        """The text of the hub's one record."""
        (page,) = self.meta.glob("harvest_*.md")
        return page.read_text(encoding="utf-8")

    def branches(self) -> list[str]:
        return self.hub.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/harvest").split()

    def drafted(self) -> list[str]:
        """The paths that each commit on each branch of ours changed."""
        return [path for one in self.branches() for path in self.hub.git(*_CHANGED, f"main..{one}").split("\n")]

    def manifest_ids(self) -> list[str]:
        place = self.meta / "edit_manifest.yaml"
        lines = place.read_text(encoding="utf-8").splitlines() if place.exists() else []
        return [line.partition("id: ")[2] for line in lines if line.lstrip("- ").startswith("id: ")]

    def rejected(self) -> list[str]:
        """The targets of the tombstones."""
        place = self.meta / "tombstones.jsonl"
        lines = place.read_text(encoding="utf-8").splitlines() if place.exists() else []
        return [json.loads(line)["target"] for line in lines]


_CHANGED = ("log", "--format=", "--name-only")


def small_hub(place: Path, more: Mapping[str, str] | None = None) -> Repository:
    """A hub with one skill, or one more, committed by nobody in particular."""
    hub = Repository.create(place)
    files = {"harvest.toml": "", "skills/tidy-desk/SKILL.md": SKILL, ".gitignore": "/tracks/_meta/\n"}
    for name, text in {**files, **(more or {})}.items():
        hub.write(name, text)
        hub.git("add", "--", name)
    who = ("-c", "user.name=A Person", "-c", "user.email=person@example.invalid")
    hub.git(*who, "commit", "-q", "-m", "the hub")
    return hub


def target(line: dict[str, Any]) -> str:
    """What a line of a form would change."""
    return str(line["judged"]["candidate"]["target"])


def literal_text(line: dict[str, Any]) -> str:
    """The file that a Y on the line writes."""
    return str(line["judged"]["candidate"]["proposal"]["change"]["text"])
