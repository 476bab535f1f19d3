"""Hubs with a manifest whose entries landed, for tests of step 0-c."""

import textwrap
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.adapters.hub_records import append_record, sessions_file
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.patterns import harvest_patterns
from harvest_loop.domain.sessions import describe_session, harvested_line
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.settings import HubSettings
from tests.support.repositories import Repository

PLACE = "tracks/_meta/edit_manifest.yaml"
LANDED = "2026-03-12T09:00:00+0000"


def entry(name: str, check: str = "", **keys: str) -> str:
    """An entry of an edit of skills/{name}/SKILL.md; `check` is its check's lines."""
    lines = {
        "date": "2026-03-10",
        "file": f"skills/{name}/SKILL.md",
        "predicted_impact": f"{name} helps",
        "predicted_measurable_by": "the check",
        "validation_status": "pending",
        "match_score": "null",
        "verification_note": "null",
        **keys,
    }
    text = "".join(f"  {key}: {value}\n" for key, value in lines.items())
    told = f"  check:\n{textwrap.indent(textwrap.dedent(check).strip(), '    ')}\n" if check else ""
    return f"- id: em-2026-03-10-{name}\n{text}{told}"


def land(hub: Repository, *names: str, at: str = LANDED) -> None:
    """Commit the drafts of these edits on the hub's current branch."""
    for name in names:
        message = f"Add {name}\n\nHarvest-Id: em-2026-03-10-{name}"
        hub.commit(message, {f"skills/{name}/SKILL.md": f"# {name}\n\nkeep the desk tidy\n"}, at=at)


def session_in(field: Repository, since: str, now: int) -> SessionEvidence:
    """What the field's window up to a moment left behind."""
    git = read_git_evidence(
        field.path,
        since=since,
        last_close=None,
        marker=None,
        now=now,
        zone="UTC",
        want_text=tells_how_work_is_done,
    )
    return describe_session(git, ())


def seen(hub: Path, session: SessionEvidence) -> None:
    """Write down that a session was harvested."""
    line = harvested_line(session, seen="2026-03-12T00:00:00Z", until=session.git.window.until, record=None)
    append_record(hub, sessions_file(hub, HubSettings()), line)


def patterns(session: SessionEvidence) -> tuple[Pattern, ...]:
    """The patterns of a session."""
    return harvest_patterns(session).patterns


def fingerprints(session: SessionEvidence) -> list[str]:
    """What each of them is known by."""
    return [pattern.fingerprint for pattern in patterns(session)]


def take_up_ruff(field: Repository, at: str) -> None:
    """Take a tool into use: the same practice in every repository."""
    field.commit("Start", {"main.py": "print(1)\n"}, at=at)
    field.commit("Take ruff into use", {"ruff.toml": "line-length = 100\n"}, at=at)


def values(text: str, name: str) -> dict[str, Any]:
    """One entry as a loader of its own reads it."""
    (found,) = [one for one in YAML(typ="safe", pure=True).load(text) if one["id"] == f"em-2026-03-10-{name}"]
    return dict(found)
