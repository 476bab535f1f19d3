"""The guard reads the field itself: targets, scripts and files as they stood before and stand now (SPEC 4.6a)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.git_history import read_git_evidence
from harvest_loop.adapters.skills import read_hub
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.regressions import Guard, Quench
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.guard_session import guard_session
from tests.support.repositories import Repository

SKILL = "skills/release/SKILL.md"
TEXT = """---
name: release
description: Cut a release. Use when a release is cut.
---

# Release

1. Run `make handbook` and `scripts/pack.sh --strict`.
2. Read `docs/steps.md`.
3. Run `npm run pages`.

## Done When

- [ ] the pages are built
"""
START = {
    "Makefile": "handbook:\n\tmdbook build\n",
    "scripts/pack.sh": "#!/bin/sh\n# --strict: stop at a warning\ntar cf out.tar .\n",
    "docs/steps.md": "# Steps\n",
    "package.json": '{"scripts": {"pages": "vite build"}}\n',
}


@pytest.fixture
def own(hub: Repository) -> Repository:
    """A hub that is its own field."""
    hub.commit("Start", {SKILL: TEXT, **START}, at="2026-03-01T09:00:00+0000")
    return hub


def guarded(field: Repository, hub: Repository) -> Guard:
    """What the guard says of all that was done after the start."""
    git = read_git_evidence(
        field.path,
        since="2026-03-02",
        last_close=None,
        marker=None,
        now=1_774_000_000,
        zone="UTC",
        want_text=tells_how_work_is_done,
    )
    evidence = SessionEvidence(session_key="k", session_id8="12345678", source="field", git=git)
    opened = OpenedHub(hub=read_hub(hub.path, HubSettings()), settings=HubSettings(), settings_hash="x")
    return guard_session.fn(opened, evidence, Quench())


def found(field: Repository, hub: Repository) -> list[tuple[str, int, str]]:
    return sorted((one.kind, one.line.line, one.severity) for one in guarded(field, hub).regressions)


def test_what_a_hub_takes_away_from_its_own_skills_is_found(own: Repository) -> None:
    """A target, an option, a script of a package and a file, each with the line that prescribes it."""
    own.git("rm", "-q", "docs/steps.md")
    own.commit(
        "Tidy up",
        {
            "Makefile": "test:\n\tpytest\n",
            "scripts/pack.sh": "#!/bin/sh\ntar cf out.tar .\n",
            "package.json": '{"scripts": {"site": "vite build"}}\n',
        },
    )

    assert [
        ("file deleted", 9, "S"),
        ("make target removed", 8, "S"),
        ("option removed", 8, "S"),
        ("package script renamed", 10, "S"),
    ] == found(own, own)


def test_work_that_is_not_committed_counts_too(own: Repository) -> None:
    """The session's end is what stands on disk."""
    own.write("Makefile", "test:\n\tpytest\n")
    (own.path / "docs/steps.md").unlink()

    assert [("file deleted", 9, "S"), ("make target removed", 8, "S")] == found(own, own)


def test_what_came_back_or_moved_ends_nothing(own: Repository) -> None:
    """Only how it stands at the end counts."""
    own.commit("Drop it", {"Makefile": "test:\n\tpytest\n"}, at="2026-03-09T09:00:00+0000")
    own.commit("Have it back elsewhere", {"more.mk": START["Makefile"], "Makefile": "include more.mk\n"})

    assert [] == found(own, own)


def test_harmless_edits_raise_nothing(own: Repository) -> None:
    """Recipes, wording and other targets may change."""
    own.commit(
        "Improve",
        {
            "Makefile": "handbook: pages\n\tmdbook build --open\n\npages:\n\ttrue\n",
            "scripts/pack.sh": "#!/bin/sh\n# --strict: stop at the first warning\ntar czf out.tar .\n",
            "docs/steps.md": "# Steps\n\nOne.\n",
            "package.json": '{"scripts": {"pages": "vite build --mode docs", "dev": "vite"}}\n',
            SKILL: TEXT.replace("Run `make handbook`", "First run `make handbook`"),
        },
    )

    said = guarded(own, own)

    assert () == said.regressions
    assert said.measured[0].startswith("nothing that an asset prescribes ended")


def test_a_rule_added_to_the_hub_that_forbids_what_a_skill_prescribes_is_quoted_beside_it(own: Repository) -> None:
    """The added line is the session's, as git knows it."""
    own.commit("A rule", {".claude/rules/pages.md": "# Pages\n\nNever run `make handbook` by hand.\n"})

    (one,) = guarded(own, own).regressions

    assert ("conflict of criteria", SKILL, 8) == (one.kind, one.asset, one.line.line)
    assert ".claude/rules/pages.md:3" in one.message


def test_a_field_that_has_nothing_of_what_the_hub_speaks_of_raises_nothing(own: Repository, field: Repository) -> None:
    """The hub's own Makefile is not the field's."""
    field.commit("Start", {"Makefile": "lint:\n\truff\n", "a.py": "1\n"}, at="2026-03-01T09:00:00+0000")
    field.commit("Drop", {"Makefile": "test:\n\tpytest\n"})

    assert [] == found(field, own)


def test_a_first_commit_ends_nothing(hub: Repository, field: Repository) -> None:
    """Before it there was nothing to take away."""
    hub.commit("Start", {SKILL: TEXT})
    field.commit("Start", {"Makefile": "test:\n\tpytest\n"})

    assert [] == found(field, hub)


def test_the_same_session_is_told_alike(own: Repository) -> None:
    """Nothing depends on the order of sets or folders."""
    own.commit("Tidy up", {"Makefile": "test:\n\tpytest\n", "package.json": "{}\n"})

    assert guarded(own, own).model_dump_json() == guarded(own, Repository(Path(own.path))).model_dump_json()
