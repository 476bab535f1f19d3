"""An edit is shown against what the hub has committed (SPEC 4.15)."""

from harvest_loop.domain.edits import append_block, begin_mark, end_mark, unified_diff
from harvest_loop.domain.settlement import on_committed
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import JudgedCandidate
from tests.support.hubs import make_asset
from tests.support.judged_values import make_judged, make_proposal

PATH = ".claude/rules/naming.md"
COMMITTED = "# Naming\n\nName it.\n"
ON_DISK = "# Naming\n\nName it.\n\nHalf done.\n"
BLOCK = f"{begin_mark('b-1')}\n## More\n\nMore.\n{end_mark('b-1')}"


def edit(text: str = ON_DISK) -> JudgedCandidate:
    """An addition to the asset with this text."""
    new = append_block(text, BLOCK)
    proposal = make_proposal(new, path=PATH)
    update = {"kind": "edit", "base_sha256": "d" * 64, "shown": unified_diff(PATH, text, new)}
    change = proposal.change.model_copy(update=update)
    return make_judged(proposal=proposal.model_copy(update={"change": change}))


def committed(text: str = COMMITTED, *, uncommitted: bool = True) -> Asset:
    return make_asset(PATH, text).model_copy(update={"uncommitted": uncommitted})


def test_an_edit_of_a_changed_asset_becomes_one_of_what_is_committed() -> None:
    """
    The block is the same, the person's half-done words are not in it, and the line has the hash of its new text.
    """
    (one,) = on_committed((edit(),), {PATH: committed()})

    assert one.candidate.proposal is not None
    change = one.candidate.proposal.change
    assert append_block(COMMITTED, BLOCK) == change.text
    assert change.uncommitted and committed().sha256 == change.base_sha256
    assert "Half done" not in change.shown
    assert one.candidate.hash != edit().candidate.hash
    assert "offered" == one.state


def test_an_edit_of_an_unchanged_asset_stays_as_it_is() -> None:
    """
    What is on disk is what is committed, or nobody knows what is.
    """
    assert (edit(),) == on_committed((edit(),), {PATH: committed(ON_DISK, uncommitted=False)})
    assert (edit(),) == on_committed((edit(),), {})


def test_what_no_branch_can_hold_is_held_with_the_reason() -> None:
    """
    An asset that was never committed, and one that holds the practice already where it is committed.
    """
    (never,) = on_committed((edit(),), {PATH: None})
    (there,) = on_committed((edit(),), {PATH: committed(append_block(COMMITTED, BLOCK))})

    assert ("held", f"{PATH} is not committed in the hub, so that no branch can change it") == (
        never.state,
        never.reason,
    )
    assert "held" == there.state
    assert there.reason.startswith(f"as it is committed, {PATH} holds this practice already")


def test_new_files_and_what_is_held_already_are_not_touched() -> None:
    """
    A new file has no base, and a held candidate keeps its own reason.
    """
    held = edit().model_copy(update={"state": "held", "reason": "the Critic failed it twice"})

    assert (make_judged(), held) == on_committed((make_judged(), held), {PATH: committed(), "skills/x/SKILL.md": None})
