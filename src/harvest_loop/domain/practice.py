"""A practice: the pieces of work that belong together, and how much their messages tell."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from harvest_loop.domain.artefacts import Artefact
from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.paths_of_work import Role
from harvest_loop.domain.tools import Tool
from harvest_loop.domain.works import Touch, Work

Ground = Literal["birth", "episode", "change", "tool", "convention", "repeated fix"]

DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Practice:
    """Works that belong to one practice; `lead` says most about it, `mended` that it guards what was fixed before."""

    key: str
    ground: Ground
    role: Role
    label: str
    works: tuple[Work, ...]
    touches: tuple[Touch, ...]
    lead: Work
    tool: Tool | None = None
    common: tuple[str, ...] = ()
    origin: Work | None = None
    mended: bool = False

    @property
    def first(self) -> Work:
        """The work that introduced it."""
        return self.origin or self.works[0]

    @property
    def places(self) -> frozenset[int]:
        """Where in the session its works stand."""
        return frozenset(work.place for work in self.works)


def speaks(work: Work) -> bool:
    """Whether a work's message may lend a practice its words."""
    return bool(work.wording.said) and work.wording.noise is None


def builds(work: Work) -> bool:
    """Whether a work sets something up; giving up permissions does so too."""
    wording = work.wording
    drops = wording.verb in ("drop", "remove", "reduce") and "permissions" in facets_of(wording.said)
    return wording.strength == "builds" or drops


def removes(work: Work) -> bool:
    """Whether a work mainly takes something away."""
    return work.wording.verb in ("remove", "delete", "drop", "prune") and not builds(work)


def tell(work: Work) -> float:
    """Say how much a message tells of a way of working: 0 nothing, 4 all that one could ask for."""
    wording = work.wording
    if not wording.said:
        return 0.0
    value = 1.5 if builds(work) else {"builds": 1.5, "mends": 0.75, "tidies": 0.5, "says": 0.75}[wording.strength]
    value += 0.5 * min(3, len(facets_of(wording.said)) + len(work.tools))
    value += 0.5 * (len(wording.reasons) > 0) + 0.5 * (len(wording.body) > 240)
    value += 0.5 * (len(wording.words) >= 4) - (len(wording.words) < 2) - 0.5 * removes(work)
    return max(0.0, value - 1.0 * (wording.noise is not None))


def mentions(work: Work, artefact: Artefact, paths: Iterable[str] = ()) -> bool:
    """Whether a message speaks of an artefact, by its name or by the name of one of its files."""
    said = re.sub(r"[^a-z0-9]+", " ", " ".join((work.subject, *work.wording.points, *work.wording.reasons)).lower())
    names = {re.sub(r"[^a-z0-9]+", " ", artefact.key.partition(":")[2]).strip()}
    names |= {re.sub(r"[^a-z0-9]+", " ", path.rpartition("/")[2].lower()).strip() for path in paths}
    return any(f" {name} " in f" {said} " for name in names if name)
