"""The missing half of a reference is drafted with the candidate, or the candidate is to be made anew."""

from collections.abc import Mapping

import pytest

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.companions import complete, look_at
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.own_words import own_words, without_quotations
from harvest_loop.domain.settlement import unsettled
from harvest_loop.domain.signals import signal_for
from harvest_loop.domain.standing_price import standing_price
from harvest_loop.schemas.examination import Bidirectional
from harvest_loop.schemas.form import Drafted, Written
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Change, JudgedCandidate
from harvest_loop.schemas.settings import HubSettings
from tests.support.hubs import make_asset, make_hub, make_skill
from tests.support.judged_values import SKILL, make_judged, make_proposal, make_waiting

OTHER = make_skill("tag-a-release", "1. Tag.")
REFERS = SKILL.replace("2. Tag only", "2. Then follow `/tag-a-release`. Tag only")


def looked_at(text: str, *assets: Asset) -> tuple[JudgedCandidate, Bidirectional]:
    judged = make_judged(proposal=make_proposal(text))
    proposal = judged.candidate.proposal
    assert proposal is not None
    path = proposal.change.path
    drafted = asset_of(path, without_quotations(text))
    own = asset_of(path, own_words(proposal, but_places_of_assets=True))
    return judged, look_at(proposal, drafted, own, make_hub(*assets), HubSettings())


def checked(text: str, *assets: Asset, bases: Mapping[str, Asset | None] | None = None) -> JudgedCandidate:
    judged, found = looked_at(text, *assets)
    return complete(judged, found, {asset.path: asset for asset in assets} if bases is None else bases)


def companions(judged: JudgedCandidate) -> tuple[Change, ...]:
    return judged.candidate.proposal.companions if judged.candidate.proposal else ()


def test_the_missing_half_is_drafted_with_every_byte_before_it_kept() -> None:
    """
    The other skill gets one line that names the new one, and the candidate stays offered.
    """
    judged = checked(REFERS, OTHER)

    (companion,) = companions(judged)
    assert ("offered", OTHER.path, OTHER.sha256) == (judged.state, companion.path, companion.base_sha256)
    assert companion.text.startswith(OTHER.text)
    assert "`skills/release-notes-check/SKILL.md`" in companion.text.removeprefix(OTHER.text)


def test_the_content_hash_covers_it() -> None:
    """
    Words on the candidate alone are no words on both files.
    """
    alone, found = looked_at(REFERS, OTHER)
    whole = complete(alone, found, {OTHER.path: OTHER})
    longer = OTHER.model_copy(update={"text": f"{OTHER.text}\nMore.\n"})

    hashes = {one.candidate.hash for one in (alone, whole, complete(alone, found, {OTHER.path: longer}))}

    assert 3 == len(hashes)


def test_what_the_asset_named_before_is_no_fault_of_an_edit() -> None:
    """
    A line that is written anew still names what was gone before; what the edit itself brings in has to be there.
    """
    before = make_skill("release-notes-check", "1. Run `scripts/a.sh`, as in [gone](../gone/SKILL.md).")
    edit = make_proposal(before.text.replace("scripts/a.sh", "scripts/b.sh"))
    change = edit.change.model_copy(
        update={"kind": "edit", "path": before.path, "shown": unified_diff(before.path, before.text, edit.change.text)}
    )
    proposal = edit.model_copy(update={"change": change})
    hub = make_hub(before)

    after = asset_of(before.path, change.text)
    assert () == look_at(proposal, after, after, hub, HubSettings()).unresolved

    worse = asset_of(before.path, change.text.replace("../gone/", "../lost/"))
    assert 1 == len(look_at(proposal, worse, worse, hub, HubSettings()).unresolved)


@pytest.mark.parametrize(
    "other",
    [
        make_skill("tag-a-release", "After `release-notes-check`."),
        make_asset("templates/tag-a-release.md", "Fill in.", "template"),
    ],
)
def test_who_refers_back_already_or_owes_nothing_is_left_alone(other: Asset) -> None:
    """
    No change beyond the need.
    """
    assert () == companions(checked(REFERS, other))


def test_a_text_that_names_many_is_an_overview_and_changes_none_of_them() -> None:
    """
    Four skills need not name whatever lists them.
    """
    others = [make_skill(f"part-number-{at}") for at in range(4)]
    text = SKILL.replace("2. Tag only", f"2. Then {', '.join(f'`{other.name}`' for other in others)}. Tag only")

    assert () == companions(checked(text, *others))


def test_a_name_in_a_quotation_of_the_evidence_is_no_reference() -> None:
    """
    What a commit's message said sends the reader nowhere.
    """
    text = SKILL.replace("# Check the release notes", "# Check the release notes\nWhy: “use the tag-a-release skill”")

    assert () == companions(checked(text, OTHER))


@pytest.mark.parametrize(
    "base",
    [None, OTHER.model_copy(update={"text": f"{OTHER.text}\n```sh\nnever closed\n"})],
    ids=["uncommitted", "open"],
)
def test_what_cannot_be_made_to_refer_back_is_to_be_redesigned_and_says_why(base: Asset | None) -> None:
    """
    It never comes onto the form, and its signal says redesign.
    """
    judged = checked(REFERS, OTHER, bases={OTHER.path: base})
    signal = signal_for(judged, session="manual:x")

    assert "redesign" == judged.state and OTHER.path in judged.reason
    assert signal is not None and ("redesign", judged.reason) == (signal.status, signal.reason)


def test_a_name_that_nothing_has_is_to_be_redesigned() -> None:
    """
    Every name used resolves; the hub has the plugin and lacks the skill.
    """
    text = SKILL.replace("2. Tag only", "2. Run `hub:gone`. Tag only")
    present = make_skill("present", path="plugins/hub/skills/present/SKILL.md")

    judged = checked(text, present)

    assert "redesign" == judged.state and "hub:gone" in judged.reason


def test_a_companion_whose_base_changed_is_shown_again_against_the_new_one() -> None:
    """
    The new file stays as it is; the line goes after what the other file says by now.
    """
    judged = checked(REFERS, OTHER)
    waiting = make_waiting(judged)
    now = asset_of(OTHER.path, f"{OTHER.text}\nSaid meanwhile.\n")
    drafted = Drafted(hash=judged.candidate.hash, manifest_id="em-x", outcome="shown again")
    final = waiting.record.model_copy(update={"written": Written(drafted=(drafted,))})

    left = unsettled(waiting, final, (now,))

    (line,) = left.form.proposals
    (companion,) = companions(line.judged)
    assert companion.text.startswith(now.text) and now.sha256 == companion.base_sha256
    assert line.hash == line.judged.candidate.hash != judged.candidate.hash
    assert line.judged.candidate.proposal is not None and REFERS == line.judged.candidate.proposal.change.text


def test_a_line_in_what_is_always_read_has_its_price() -> None:
    """
    A rule is read in every session, so that one more line of it costs something each time.
    """
    rule = make_asset(".claude/rules/tagging.md", "# Tagging\n\nTag late.\n")
    text = SKILL.replace("2. Tag only", "2. Mind [tagging](../../.claude/rules/tagging.md). Tag only")

    (companion,) = companions(checked(text, rule))

    assert standing_price(companion).tokens > 0
