"""What is predicted of an edit before it is made (SPEC 7.1, 7.2)."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.predictions import black_box_reason, entry_for, manifest_id, validation_type
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import ManifestEntry
from tests.support.judged_values import make_form, make_judged, make_proposal


def test_an_entry_says_what_is_edited_and_what_is_predicted() -> None:
    """
    The entry stands before the edit is made, with its check and the baseline of now.
    """
    line = make_form(make_judged()).lines[0]

    entry = entry_for(line, day="2026-03-10", session="manual:x")

    assert entry is not None
    assert ("em-2026-03-10-line-1", "2026-03-10", "skills/release-notes-check/SKILL.md") == (
        entry.id,
        entry.date,
        entry.file,
    )
    assert ("pending", "mechanical", 3, 0.7, "manual:x") == (
        entry.validation_status,
        entry.validation_type,
        entry.baseline_value,
        entry.confidence,
        entry.session,
    )
    assert (None, None) == (entry.gate_decision, entry.commit)


def test_a_weakness_without_a_text_edits_nothing() -> None:
    """
    No edit, no entry: the manifest holds accepted edits only.
    """
    assert entry_for(make_form(make_judged(bare=True)).lines[0], day="2026-03-10", session="s") is None


def test_what_nobody_can_measure_is_untestable_at_once() -> None:
    """
    A vague measure is named as such when it is written, not when it can't be judged later.
    """
    vague = make_proposal(check=False).model_copy(update={"predicted_measurable_by": "people will be happier"})
    cited = make_proposal(check=False).model_copy(update={"predicted_measurable_by": "a line of CHANGELOG.md"})
    line = make_form(make_judged(proposal=vague)).lines[0]

    entry = entry_for(line, day="2026-03-10", session="s")

    assert ("untestable", "judged", "mechanical") == tuple(map(validation_type, (vague, cited, make_proposal())))
    assert entry is not None
    assert ("untestable", "untestable", None) == (entry.validation_status, entry.validation_type, entry.check)


def test_an_edit_that_predicts_nothing_is_a_black_box() -> None:
    """
    Without prediction, measure, or a check that can fail, nothing is applied.
    """
    proposal = make_proposal()
    own = Check(kind="file_exists", target="./skills/release-notes-check/SKILL.md", direction="present")

    assert black_box_reason(proposal) is None
    assert "black-box edit: no prediction" == black_box_reason(make_proposal(impact=" "))
    assert "black-box edit: no way to measure the prediction" == black_box_reason(
        proposal.model_copy(update={"predicted_measurable_by": ""})
    )
    assert "black-box edit: the draft itself meets its check" == black_box_reason(
        proposal.model_copy(update={"check": own})
    )


def test_ids_are_unique_and_say_the_day_and_the_name() -> None:
    """
    A second edit of a day under the same name is told apart by a number.
    """
    candidate = make_judged().candidate
    first = manifest_id(candidate, day="2026-03-10", taken=())
    second = manifest_id(candidate, day="2026-03-10", taken={first})
    third = manifest_id(candidate, day="2026-03-10", taken={first, second})

    assert "em-2026-03-10-release-notes-check" == first
    assert (f"{first}-2", f"{first}-3") == (second, third)


@given(st.text(max_size=80), st.text(max_size=80))
def test_every_name_makes_a_valid_id(name: str, target: str) -> None:
    """
    A name in any script, or none, gives an id that the manifest takes.
    """
    proposal = make_proposal().model_copy(update={"names": (name, "b")})
    candidate = make_judged(proposal=proposal, target=target or "x").candidate
    made = manifest_id(candidate, day="2026-03-10", taken=())

    assert (
        made
        == ManifestEntry(
            id=made, date="2026-03-10", file="f", edit_summary="", predicted_impact="", predicted_measurable_by=""
        ).id
    )
