"""Step 4: what speaks against a draft as the asset it would be."""

import pytest

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.draft_review import review_draft
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.examination import copies_among, examine
from harvest_loop.domain.judges.skill_review import ReviewedHub
from harvest_loop.domain.own_words import own_words
from harvest_loop.domain.rounds import failed, settle_rounds
from harvest_loop.schemas.examination import Examination
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Candidate, Change, Critique, Proposal
from harvest_loop.schemas.settings import HubSettings
from tests.support.hubs import make_hub, make_skill
from tests.support.judged_values import SKILL, make_judged, make_proposal

LONG = "".join(f"Step {at}: check item {at} and note the outcome in the log.\n" for at in range(40))
EARLIER = "---\nname: old\ndescription: Use when tagging.\n---\n\n# Old\n\nSee [gone](gone.md).\n"


def examined(proposal: Proposal, *assets: Asset) -> Examination:
    hub, candidate = make_hub(*assets), candidate_of(proposal)
    drafted = asset_of(proposal.change.path, proposal.change.text)
    own = asset_of(proposal.change.path, own_words(proposal))
    return examine(candidate, drafted, own, hub, HubSettings(), copies_among((drafted,), hub))


def candidate_of(proposal: Proposal) -> Candidate:
    return make_judged(proposal=proposal).candidate


def must(proposal: Proposal, *assets: Asset) -> list[str]:
    return [finding.kind for finding in examined(proposal, *assets).fails]


def edit_of(before: str, after: str) -> Proposal:
    path = "skills/old/SKILL.md"
    change = Change(kind="edit", path=path, base_sha256="0" * 64, text=after, shown=unified_diff(path, before, after))
    return make_proposal().model_copy(update={"change": change})


def test_a_sound_draft_passes_with_what_it_was_compared_with() -> None:
    """
    Nothing found is an ordinary result, and says how many skills it was held against.
    """
    found = examined(make_proposal(), make_skill("other"))

    assert ((), (), 1) == (found.findings, found.rivals, found.compared)


def test_a_draft_without_a_done_when_is_taken_out() -> None:
    """
    Done When exists is the first thing asked.
    """
    assert ["no Done When"] == must(make_proposal(SKILL.split("## Done When", maxsplit=1)[0]))


def test_a_near_copy_is_taken_out_and_the_page_says_which_and_the_figure() -> None:
    """
    Containment of .40 and more may act.
    """
    text = SKILL.replace("1. Run", f"{LONG}\n1. Run")

    found = examined(make_proposal(text), make_skill("twin", LONG))

    assert ["near copy"] == [finding.kind for finding in found.fails]
    assert ("skills/twin/SKILL.md", "shingle containment") == (found.rivals[0].path, found.rivals[0].measure)
    assert 0.40 <= found.rivals[0].figure <= 1.0


def test_a_probability_only_advises() -> None:
    """
    It is named with its figure, and takes nothing out.
    """
    said = "Before tagging a release, compare changelog bullets with merged tickets"
    text = SKILL.replace("Use before tagging a release, to see that the changelog names the new version.", f"{said}.")
    twin = make_skill("changelog-gate", description=f"{said}, and stop.")

    found = examined(make_proposal(text), twin)

    assert () == found.fails
    assert [("recommended", "same function")] == [(each.severity, each.kind) for each in found.findings]
    assert "same-function probability" == found.rivals[0].measure


def test_a_criterion_that_the_file_meets_by_being_there_is_taken_out() -> None:
    """
    A Done When that names only the skill's own file says nothing of the work.
    """
    text = SKILL.replace("- `scripts/check_changelog.sh` exists and CI calls it.", "- [ ] `SKILL.md` exists.")

    assert ["self-reference"] == must(make_proposal(text))


def test_a_step_that_begins_its_own_skill_is_shown_and_takes_nothing_out() -> None:
    """
    It reads as a loop, which a person has to look at.
    """
    text = SKILL.replace("2. Tag only", "2. Run `/release-notes-check` again. Tag only")

    found = examined(make_proposal(text))

    assert [("should", "self-reference")] == [(each.severity, each.kind) for each in found.findings]


def test_a_path_of_the_evidence_is_the_fields_and_not_looked_for_in_the_hub() -> None:
    """
    A hub that has scripts/ of its own lacks the field's script, and that is no fault of the draft.
    """
    hub = make_hub(make_skill("other"), files=("scripts/own.sh",))
    proposal = make_proposal()
    drafted = asset_of(proposal.change.path, proposal.change.text)

    found = examine(candidate_of(proposal), drafted, asset_of(drafted.path, own_words(proposal)), hub, HubSettings())

    assert () == found.findings
    assert examine(candidate_of(proposal), drafted, drafted, hub, HubSettings()).findings


def test_what_an_edited_asset_had_already_is_counted_and_not_held_against_the_edit() -> None:
    """
    The old dead link and the old lack of a Done When are the hub's; a new dead link is the edit's.
    """
    old = asset_of("skills/old/SKILL.md", EARLIER)

    before, worse = edit_of(EARLIER, f"{EARLIER}\nMore.\n"), edit_of(EARLIER, f"{EARLIER}\nSee [new](new.md).\n")

    assert ([], 2) == (must(before, old), examined(before, old).stood_before)
    assert ["broken reference"] == must(worse, old)


def test_an_unreadable_skill_is_said_not_to_have_been_compared() -> None:
    """
    Unread is not absent.
    """
    broken = make_skill("broken").model_copy(update={"readable": False, "reason": "cut"})

    assert 1 == examined(make_proposal(), broken).not_compared


def test_a_full_list_of_skills_is_named_with_its_price() -> None:
    """
    Hosts give the list about one percent of the context.
    """
    many = [make_skill(f"skill-number-{at}", description=f"Topic {at} " + "word " * 40) for at in range(60)]

    found = examined(make_proposal(), *many)

    assert found.listing is not None and found.listing > 2000
    assert "over the host's limit" in [finding.kind for finding in found.findings]


@pytest.mark.parametrize("kind", ["no Done When", "near copy"])
def test_a_must_finding_goes_the_way_of_a_critic_fail(kind: str) -> None:
    """
    It is repaired once where a repair exists; without one the candidate is held, and the reason names the finding.
    """
    text = (
        SKILL.split("## Done When", maxsplit=1)[0]
        if kind == "no Done When"
        else SKILL.replace("1. Run", f"{LONG}\n1. Run")
    )
    proposal = make_proposal(text)
    candidate = candidate_of(proposal)
    word = Critique(hash=candidate.hash, word="PASS")
    examination = examined(proposal, make_skill("twin", LONG))

    ((_, findings),) = failed((candidate,), (word,), (examination,))
    (judged,) = settle_rounds((candidate,), (word,), {}, (), (examination,))

    assert "FAIL" == findings.word and any(finding.fails for finding in findings.findings)
    assert "held" == judged.state and examination.fails[0].message in judged.reason


def test_a_draft_that_contradicts_a_skill_says_which_line_and_is_shown() -> None:
    """
    A reader sees both sides; whether the other skill is wrong, a person says.
    """
    rule = "Never tag a release before the changelog names the new version."
    other = make_skill("tag-a-release", f"## Rules\n\n- {rule}\n")
    text = SKILL.replace("2. Tag only", f"2. {rule.replace('Never tag', 'Always tag')}\n3. Tag only")
    proposal = make_proposal(text)

    found = list(review_draft(asset_of(proposal.change.path, text), proposal.change, ReviewedHub(make_hub(other))))

    assert [("should", "contradiction")] == [(each.severity, each.kind) for each in found]
    assert other.path in found[0].message
