"""Texts and repositories for tests of the quench: a skill of a hub, as it was and as a session left it."""

from collections.abc import Mapping
from pathlib import Path

from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.quench.axes import Version, quench_one
from harvest_loop.domain.quench.units import NOWHERE, Elsewhere
from harvest_loop.domain.quench.world import World
from harvest_loop.schemas.hub import Asset, AssetKind
from harvest_loop.schemas.regressions import Quench, Regression
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.compose_evidence import compose_evidence
from harvest_loop.tasks.quench_assets import quench_assets
from tests.support.hubs import make_hub
from tests.support.repositories import Repository

PATH = "skills/release-train/SKILL.md"
SKILL = """\
---
name: release-train
description: Ships a tagged release of a library. Use when the user says "cut a release" or "ship the train".
triggers: [cut a release, ship the train]
allowed-tools: Read, Bash
---

# Release train

Ships what is on the main branch as a tagged release. The train leaves only with a green build, and what
misses it waits for the next one.

## Steps

1. Read the open changes in `docs/changes.md` and group them by kind.
2. Raise the version in `setup.cfg`; at least 90% of the lines must be covered.
3. Ask the user for approval before the tag is pushed.
4. Push the tag and verify that the package index lists the new version.
5. Never push to a branch that somebody else works on.

```bash
bash scripts/release.sh --dry-run
git push origin "v$VERSION"
```

See [the calendar](references/calendar.md#freeze-weeks) for weeks without a train, and [what can go wrong](#pitfalls).

## Pitfalls

- A tag that was pushed twice confuses the index.
- The index needs up to 5 minutes to show a version.

| sign | what it means |
|---|---|
| a yellow build | a flaky test; run it again |
| a red build | no train today |

## Done When

- The package index lists the new version.
- The changelog names every merged change.
- `git tag --list` prints the tag.
"""
FILES = {
    "docs/changes.md": "# Changes\n\n- one\n- two\n- three\n",
    "scripts/release.sh": "#!/bin/sh\necho released\n",
    "skills/release-train/references/calendar.md": "# Calendar\n\n## Freeze weeks\n\nThe last of each year.\n",
    "skills/notes-keeper/SKILL.md": "---\nname: notes-keeper\ndescription: Keeps notes of meetings\n---\n\n# Notes\n",
    "agents/scribe.md": "---\nname: scribe\ndescription: Writes things down\n---\n\nWrites.\n",
}


def raised(
    now: str,
    base: str | None = SKILL,
    *,
    kind: AssetKind = "skill",
    path: str = PATH,
    files: Mapping[str, str] = FILES,
    detail: Elsewhere = NOWHERE,
) -> tuple[Regression, ...]:
    """What the three axes raise of a text that was `base` before the session."""
    asset = asset_of(path, now, kind)
    before = asset_of(path, base, kind) if base is not None else None
    hub = make_hub(asset, *_skills(files), files=tuple(files))
    world = World(hub, files)
    return quench_one(Version(before, asset), world, world, {}, detail)[1]


def kinds(found: tuple[Regression, ...]) -> list[tuple[str, str]]:
    """Axis and kind of each thing that was raised."""
    return [(one.axis, one.kind) for one in found]


def changed(old: str, new: str) -> str:
    """The skill with one piece of its text put in place of another."""
    assert SKILL.count(old) == 1
    return SKILL.replace(old, new)


def hub_with(repository: Repository, files: Mapping[str, str] = {PATH: SKILL, **FILES}) -> Repository:
    """The hub, committed a week before the session."""
    repository.commit("feat: begin", dict(files), at="2026-03-03T09:00:00+0000")
    return repository


def quenched(hub: Repository, field: Repository | None = None, since: str = "2026-03-09") -> Quench:
    """What step 0-a says of a session that began at `since`, in the field or in the hub itself."""
    request = PinnedRequest(hub=str(hub.path), field=str((field or hub).path), since=since, now=1773230400, zone="UTC")
    opened = open_hub(Path(request.hub))
    return quench_assets.fn(opened, compose_evidence(request, opened, TranscriptRead()))


def _skills(files: Mapping[str, str]) -> tuple[Asset, ...]:
    return tuple(asset_of(path, text) for path, text in files.items() if path.endswith("SKILL.md"))
