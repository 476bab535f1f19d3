"""One fixed repair per kind of Critic finding (SPEC 4.11)."""

import pytest

from harvest_loop.domain.edits import append_block, split_block, unified_diff
from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.judges.innovator import innovate, repair
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.judgement import CriticFinding, Proposal
from harvest_loop.schemas.settings import HubSettings
from tests.support.patterns import answer, make_collision, make_hub

RELEASE = "plugins/p/skills/release/SKILL.md"


def proposed() -> Proposal:
    collision = make_collision()
    facts = {collision.pattern.fingerprint: answer(collision.pattern)}
    return innovate([collision], make_hub(), facts, HubSettings()).proposals[0]


def spoiled(proposal: Proposal, old: str, new: str) -> Proposal:
    text = proposal.change.text.replace(old, new, 1)
    assert text != proposal.change.text
    return proposal.model_copy(update={"change": proposal.change.model_copy(update={"text": text, "shown": text})})


def findings_on(proposal: Proposal) -> tuple[CriticFinding, ...]:
    (candidate,) = synthesize([make_collision()], (), [proposal], frozenset())
    return critique(critic_input(candidate)).findings


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## Done When\n", "## Done When\n- [ ] It works\n"),
        ("## Done When\n", "## Afterwards\n"),
        ("2. Have", "2. Run `npm run links` (`3f2c1a9b77 Makefile:12`)\n3. Have"),
        ("2. Have", "2. Think of the reader\n3. Have"),
        ("\n## Where", "- see `0123456789 gone.md:3`\n\n## Where"),
        ("From `scripts", "“Everybody agrees on this.”\nFrom `scripts"),
        ("Use when", "Seen in #412. Use when"),
    ],
)
def test_each_kind_of_failure_has_one_repair_that_the_critic_accepts(old: str, new: str) -> None:
    """The one re-synthesis ends with a text that passes, or it isn't a repair."""
    broken = spoiled(proposed(), old, new)
    findings = findings_on(broken)

    mended = repair(broken, findings)

    assert any(finding.fails for finding in findings)
    assert mended is not None and not any(finding.fails for finding in findings_on(mended))


def test_after_a_repair_the_steps_are_counted_without_a_gap() -> None:
    """A remark on a step follows it to its new number."""
    broken = spoiled(proposed(), "1. Create", "1. Think of the reader\n2. Create")
    text = broken.change.text.replace("\n2. Have", "\n3. Have").replace("- Step 2:", "- Step 3:")
    text = text.replace("\n3. Follow", "\n4. Follow").replace("\n4. Write", "\n5. Write")
    broken = broken.model_copy(update={"change": broken.change.model_copy(update={"text": text, "shown": text})})

    mended = repair(broken, findings_on(broken))

    assert mended is not None and proposed().change.text == mended.change.text


def test_a_proposal_without_a_check_is_withdrawn() -> None:
    """No rewording makes a prediction measurable."""
    broken = proposed().model_copy(update={"check": None})

    assert repair(broken, findings_on(broken)) is None


def test_a_proposal_of_which_nothing_changes_is_withdrawn() -> None:
    """Unchanged is a second failure, not a second try."""
    conditions = tuple(finding for finding in findings_on(proposed()) if not finding.fails)

    assert repair(proposed(), conditions) is None


def test_a_proposal_without_a_turned_test_is_withdrawn() -> None:
    """Done When can't be rebuilt from nothing."""
    unturned = tuple(test.model_copy(update={"false_before": False}) for test in proposed().done_when)
    broken = proposed().model_copy(update={"done_when": unturned})

    assert repair(broken, findings_on(broken)) is None


def test_repairing_an_edit_touches_the_block_alone() -> None:
    """The asset's own lines stay as they are, and the diff is made anew."""
    before = "# Release\n\n1. Think of the reader\n"
    proposal = proposed()
    added = proposal.change.text.split("---", 2)[2].strip()
    block = f"<!-- harvest:begin c-1 -->\n1. Think of the reader\n{added}\n<!-- harvest:end c-1 -->"
    after = append_block(before, block)
    change = proposal.change.model_copy(
        update={"kind": "edit", "path": RELEASE, "text": after, "shown": unified_diff(RELEASE, before, after)}
    )
    broken = proposal.model_copy(update={"change": change})

    mended = repair(broken, findings_on(broken))

    assert mended is not None and mended.change.text.startswith(before)
    assert "Think of the reader" not in split_block(mended.change.text)[1]
    assert unified_diff(RELEASE, before, mended.change.text) == mended.change.shown
