"""A local service of a test's own: the shipped program, with a state folder and a home that nobody shares."""

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from harvest_loop.adapters.prefect_api import PrefectApi
from tests.support.waiting import wait_for

T = TypeVar("T")

_PATIENCE = 120.0  # seconds; eleven runs at once on a small machine take their time


@dataclass(frozen=True)
class LocalService:
    """Where the programs are, and what they are started with."""

    python: Path
    folder: Path

    @property
    def state(self) -> Path:
        return self.folder / "state of mine"

    @property
    def port(self) -> int:
        return int((self.state / "service" / "port").read_text())

    @property
    def api(self) -> PrefectApi:
        return PrefectApi(self.port)

    def harvest(self, *arguments: str, at: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run harvest and return what it printed and its exit code."""
        return self._run("harvest_loop.cli", *arguments, at=at)

    def prefect(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of Prefect's own commands against the server, as a person does."""
        return self._run("prefect", *arguments, PREFECT_API_URL=f"http://127.0.0.1:{self.port}/api")

    def status(self, hub: Path) -> dict[str, Any]:
        """Return what `harvest status` says about the server."""
        server: dict[str, Any] = json.loads(self.harvest("status", "--hub", str(hub), "--json").stdout)["server"]
        return server

    def runs(self) -> list[dict[str, Any]]:
        """Return all flow runs that the server knows."""
        found: list[dict[str, Any]] = self.api.post("/flow_runs/filter", {})
        return found

    def wait_for_run(self, hub: Path, *states: str) -> dict[str, Any]:
        """Return the one run for a hub once it is in such a state; a server does what it is told by and by."""

        def look() -> list[dict[str, Any]]:
            found = [run for run in self.runs() if run["parameters"].get("request", {}).get("hub") == str(hub)]
            return [run for run in found if run["state"]["type"] in states]

        return self.wait_for(look)[0]

    def wait_for(self, look: Callable[[], T]) -> T:
        """Return what `look` finds, once it finds something."""
        found = wait_for(look, within=_PATIENCE)
        if found:
            return found
        raise AssertionError(f"nothing came within {_PATIENCE:.0f} s: {[run['state'] for run in self.runs()]}")

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment of a person who has used neither program before."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "HARVEST_"))}
        return {**inherited, "HOME": str(self.folder), "HARVEST_STATE": str(self.state), **more}

    def _run(
        self, module: str, *arguments: str, at: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.python), "-m", module, *arguments],
            cwd=self.folder if at is None else at,
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
