"""Our own writes as actions: kind, fingerprint, and the literal change that a word is about (SPEC 8.4)."""

from typing import get_args

import pytest

from harvest_loop.domain.consent.actions import action_of_drafts, action_of_line, action_of_set_up, action_of_undo
from harvest_loop.domain.consent.gate import why_never_leasable
from harvest_loop.schemas.consent_actions import Action
from harvest_loop.schemas.curation import AssetDraft, CurationLine, EditKind, Move, Splice, UndoEntry

SPLICE = Splice(path="memory/MEMORY.md", at=0, old="", new="- a\n", base_sha256="0" * 64)
MOVE = Move(path="memory/a.md", to="memory/.archive/a.md", base_sha256="0" * 64)
DRAFT = AssetDraft(path="skills/x/SKILL.md", text="x\n", base_sha256=None, subject="skill: x")


def a_line(
    kind: EditKind = "archiving", *parts: Splice | Move, draft: AssetDraft | None = None, label: str = ""
) -> CurationLine:
    """A line of the curator's, with its parts in the memory that is called so."""
    parts = tuple(part.model_copy(update={"root": label}) for part in parts or (MOVE, SPLICE))
    return CurationLine(
        hash="h1",
        kind=kind,
        title="t",
        target="memory/a.md",
        shown="s",
        fingerprint="f",
        splices=tuple(part for part in parts if isinstance(part, Splice)),
        moves=tuple(part for part in parts if isinstance(part, Move)),
        draft=draft,
    )


def test_a_change_in_place_is_told_by_every_place_that_it_writes() -> None:
    """
    Both ends of a move, each file once, and where the paths really lead.
    """
    places = ("memory/MEMORY.md", "memory/a.md", "memory/.archive/a.md")

    assert Action(
        "curation", "harvest-loop", "archive", places, ("local-write",), (), "h1", undoable=True
    ) == action_of_line(a_line())
    assert (*places, "elsewhere") == action_of_line(a_line(), real=("memory/a.md", "elsewhere")).targets
    assert ("notes: memory/MEMORY.md",) == action_of_line(a_line("index entry", SPLICE, label="notes")).targets
    assert ("x: memory/a.md", "x: memory/.archive/a.md") == action_of_line(a_line("archiving", MOVE, label="x")).targets


@pytest.mark.parametrize("kind", get_args(EditKind))
def test_what_the_curator_does_is_of_a_kind(kind: EditKind) -> None:
    """
    A revert and a baseline that is overwritten are a person's yes each time, also in place; so is what is drafted.
    """
    expected = {"revert": "revert", "memory update": "baseline overwrite"}
    here, drafted = action_of_line(a_line(kind)), action_of_line(a_line(kind, draft=DRAFT))

    assert expected.get(kind, "curation") == here.kind and expected.get(kind, "proposal") == drafted.kind
    assert {"archiving": "archive", "index entry": "append"}.get(kind, kind) == here.mode
    assert (("local-write",), True) == (here.effects, here.undoable)
    assert (("repo-mutation",), False) == (drafted.effects, drafted.undoable)
    assert bool(why_never_leasable(here)) == (kind in expected) and why_never_leasable(drafted)


@pytest.mark.parametrize("kind", get_args(EditKind))
def test_only_two_edits_of_the_scan_need_no_word(kind: EditKind) -> None:
    """
    The index line and the tag, where the scan found them, in the hub itself: nothing else, however it is found.
    """
    stands = kind in ("index line", "archive tag")

    assert stands == (action_of_line(a_line(kind, SPLICE), automatic=True).kind == "standing edit")
    assert "standing edit" != action_of_line(a_line(kind, SPLICE)).kind
    assert "standing edit" != action_of_line(a_line(kind, SPLICE, label="notes"), automatic=True).kind
    partly = a_line(kind, SPLICE).model_copy(update={"moves": (MOVE.model_copy(update={"root": "notes"}),)})
    assert "standing edit" != action_of_line(partly, automatic=True).kind


def test_drafting_is_a_proposal_of_these_lines() -> None:
    """
    The word is about the lines, in whatever order; without any, about the branch.
    """
    told = action_of_drafts(("b", "a"), "harvest/x")

    assert Action("proposal", "harvest-loop", "draft", ("harvest/x",), ("repo-mutation",), (), "a\0b") == told
    assert told == action_of_drafts(("a", "b"), "harvest/x")
    assert "harvest/x" == action_of_drafts((), "harvest/x").content


def test_undo_and_set_up_are_what_they_are_called() -> None:
    """
    Each is only made when it is asked for, and the word is about this entry, this step.
    """
    entry = UndoEntry(
        id="u-1",
        at="2026-03-10T12:00:00Z",
        run="r",
        kind="archiving",
        title="t",
        target="memory/a.md",
        fingerprint="f",
        content="c",
        moves=(MOVE,),
    )

    assert Action(
        "undo", "harvest-loop", "undo", (MOVE.path, MOVE.to), ("local-write",), (), "u-1", undoable=True
    ) == action_of_undo(entry)
    assert Action("set-up", "harvest-loop", "make a hub", ("a", "b"), ("local-write",), (), "make a hub") == (
        action_of_set_up("make a hub", "a", "b")
    )
