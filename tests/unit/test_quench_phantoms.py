"""The third axis of the quench: what the changed text names exists (SPEC 4.1)."""

import pytest

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.quench.phantoms import phantoms
from harvest_loop.domain.quench.world import World, before
from tests.support.hubs import make_hub
from tests.support.quenched import FILES, PATH, SKILL, kinds, raised

OWN = {**FILES, "Makefile": "check: lint\n\tpytest\nlint:\n\truff\n", "package.json": '{"scripts": {"build": "x"}}'}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("See [more](references/gone.md).", "link to nothing"),
        ("Read `docs/gone.md` first.", "path that does not exist"),
        ("Hand over to the `note-keeper` skill.", "skill that does not exist"),
        ("Dispatch the `scrbe` agent.", "agent that does not exist"),
        ("Then call `/notes-keper`.", "skill that does not exist"),
        ("See [weeks](references/calendar.md#frozen-days).", "heading that does not exist"),
        ("See [below](#no-such-part).", "heading that does not exist"),
        ("```bash\nbash scripts/gone.sh\n```", "command that does not exist"),
        ("Run `bash scripts/gone.sh --all` last.", "command that does not exist"),
        ("The list in `docs/changes.md` lists 17 changes.", "number not found where it is said to stand"),
        ("`docs/changes.md` lists 17 changes.", "number not found where it is said to stand"),
        ("There are 17 changes in `docs/changes.md`.", "number not found where it is said to stand"),
    ],
)
def test_an_added_line_that_names_what_is_not_there_is_told_with_its_line(line: str, kind: str) -> None:
    """
    Whoever follows it stands before nothing.
    """
    now = f"{SKILL}\n{line}\n"
    found = raised(now, files=OWN)

    assert [("phantom", kind)] == kinds(found)
    for one in found:
        assert one.line.text in line
        assert now.split("\n")[one.line.line - 1] == one.line.text


@pytest.mark.parametrize(
    "line",
    [
        "See [more](references/calendar.md) and [below](#pitfalls).",
        "Hand over to the `notes-keeper` skill, then to the `scribe` agent.",
        "Then call `/notes-keeper` or `/compact`, or `/some-plugin-of-yours`.",
        "Start the `general-purpose` agent.",
        "```bash\nbash scripts/release.sh\n./tools/of-the-field.sh\n```",
        "`docs/changes.md` lists 3 changes.",
        "Step 17 of `docs/changes.md` is due on 2026-03-10 and needs version 4.2 or at most 20 minutes.",
        "Write the report to `docs/report.md`.",
        "See <https://example.org/page#part>.",
        "Run `make everything` in the field.",
    ],
)
def test_what_is_there_or_may_be_meant_otherwise_is_left_alone(line: str) -> None:
    """
    A false alarm costs more trust than a missed phantom.
    """
    assert () == raised(f"{SKILL}\n{line}\n", files=OWN)


@pytest.mark.parametrize(
    ("command", "is_there"),
    [("make check", True), ("make chekc", False), ("npm run build", True), ("npm run b", False)],
)
def test_a_command_that_a_repositorys_own_instructions_name_has_to_be_there(command: str, is_there: bool) -> None:
    """
    CLAUDE.md speaks of the repository that it lies in.
    """
    found = raised(f"# Work\n\nRun `{command}`.\n", "# Work\n", kind="CLAUDE.md", path="CLAUDE.md", files=OWN)

    assert ([] if is_there else [("phantom", "command that does not exist")]) == kinds(found)


def test_what_was_missing_before_the_session_is_not_the_sessions() -> None:
    """
    `harvest doctor` tells it.
    """
    base = f"{SKILL}\nRead `docs/gone.md` first.\n"

    assert () == raised(base.replace("first", "at first"), base)


def test_what_can_be_looked_up_nowhere_is_counted_and_fails_nothing() -> None:
    """
    A page of the web is not opened.
    """
    now = asset_of(PATH, f"{SKILL}\nSee https://example.org/a.\n")
    world = World(make_hub(now, files=tuple(FILES)), FILES)

    axis = phantoms(asset_of(PATH, SKILL), now, world, world, {})

    assert ((), 1) == (axis.found, axis.not_traceable)


def test_a_file_that_the_session_renamed_is_repaired_by_a_program() -> None:
    """
    What the line has to say instead needs no judgement.
    """
    files = {**FILES, "docs/history.md": FILES["docs/changes.md"]}
    del files["docs/changes.md"]
    skill = asset_of(PATH, SKILL)
    hub = make_hub(skill, files=tuple(files))
    earlier = World(before(hub, gone=["docs/changes.md"], new=["docs/history.md"]), FILES)

    axis = phantoms(skill, skill, World(hub, files), earlier, {"docs/changes.md": "docs/history.md"})

    (found,) = axis.found
    assert ("file renamed", "S") == (found.kind, found.severity)
    assert found.repair is not None
    assert found.line.text == found.repair.old
    assert "1. Read the open changes in `docs/history.md` and group them by kind." == found.repair.new
