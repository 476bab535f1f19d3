"""The first axis of the quench: what an asset promised before the session still stands (SPEC 4.1)."""

import pytest

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.quench.units import Elsewhere
from tests.support.quenched import PATH, SKILL, changed, kinds, raised

DONE_WHEN = SKILL[SKILL.index("## Done When") :]


def test_a_done_when_that_was_deleted_is_told_with_the_line_that_it_stood_on() -> None:
    """
    Whoever follows the skill can no longer tell when it is done.
    """
    (found,) = raised(changed(DONE_WHEN, ""))

    assert ("regression", "Done When removed", "S") == (found.axis, found.kind, found.severity)
    assert (PATH, "- The package index lists the new version.") == (found.line.path, found.line.text)
    assert SKILL.split("\n")[found.line.line - 1] == found.line.text


def test_a_done_when_of_which_only_the_heading_is_left_is_emptied() -> None:
    """
    A heading alone can't be checked.
    """
    assert [("regression", "Done When emptied")] == kinds(raised(changed(DONE_WHEN, "## Done When\n")))


def test_a_criterion_that_was_left_out_is_quoted() -> None:
    """
    One criterion fewer is an easier end.
    """
    (found,) = raised(changed("- The changelog names every merged change.\n", ""))

    assert "criterion removed" == found.kind
    assert "- The changelog names every merged change." == found.line.text


@pytest.mark.parametrize(
    "criteria",
    [
        (
            "## Done When\n\n- `git tag --list` prints the tag.\n- The changelog names every merged change.\n"
            "- The package index lists the new version.\n"
        ),
        (
            "## Definition of Done\n\n1. The package index lists the version that is new.\n2. Every merged change is "
            "in the changelog.\n3. `git tag --list` prints the tag.\n"
        ),
        (
            "## Done When\n\n- The package index lists the new version, and the changelog names every merged change.\n"
            "- `git tag --list` prints the tag.\n"
        ),
        (
            "**Done When**: the package index lists the new version, the changelog names every merged change, and "
            "`git tag --list` prints the tag.\n"
        ),
    ],
)
def test_criteria_in_another_order_form_or_wording_are_kept(criteria: str) -> None:
    """
    What counts is that the same is asked, not how it is laid out.
    """
    assert () == raised(changed(DONE_WHEN, criteria))


def test_what_moved_to_a_text_beside_the_skill_is_not_lost() -> None:
    """
    A detail file is read on demand: its criteria are the skill's.
    """
    moved = Elsewhere(tuple(DONE_WHEN.split("\n")))

    assert () == raised(changed(DONE_WHEN, "More is in `SKILL_detail.md`.\n"), detail=moved)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("name: release-train\n", "", "no name"),
        ("name: release-train\n", "name: other-train\n", "name changed"),
        (SKILL[SKILL.index("description:") : SKILL.index("triggers:")], "", "no description"),
        ("triggers: [cut a release, ship the train]\n", "triggers: [: \n", "unreadable"),
        ("---\n\n# Release", "\n\n# Release", "unreadable"),
    ],
)
def test_a_frontmatter_that_hosts_can_no_longer_use_is_told(old: str, new: str, kind: str) -> None:
    """
    A host finds a skill by its name and description, and by nothing if the block does not parse.
    """
    found = raised(changed(old, new))

    assert kind in [one.kind for one in found]


def test_a_trigger_that_is_nowhere_any_more_is_told() -> None:
    """
    Who used to say it is no longer heard.
    """
    now = SKILL.replace("[cut a release, ship the train]", "[cut a release]").replace(' or "ship the train"', "")

    (found, *others) = raised(now)

    assert "trigger removed" == found.kind
    assert "ship the train" in found.message
    assert all(one.kind == "trigger removed" for one in others)


def test_a_phrase_that_says_when_not_to_use_a_skill_is_no_trigger() -> None:
    """
    To drop an exception takes nobody's call away.
    """
    base = changed("Use when the user", 'Not for a "hot fix". Use when the user')

    assert () == raised(SKILL, base)


def test_a_skill_that_grows_over_the_limit_without_a_detail_file_is_told_once() -> None:
    """
    What was too long before the session is the doctor's to say.
    """
    more = "".join(f"\nA further remark of kind {number}.\n" for number in range(200))

    assert [("regression", "grew over the limit")] == kinds(raised(SKILL + more, files={}, base=SKILL))[:1]
    assert () == raised(SKILL + more + "\nOne more.\n", SKILL + more)


def test_a_description_longer_than_hosts_read_is_told() -> None:
    """
    What stands behind the limit calls nobody.
    """
    long = "Ships a tagged release of a library. " + "It is careful with the calendar. " * 40

    assert [("regression", "description too long")] == kinds(
        raised(changed("Ships a tagged release of a library. ", long))
    )


def test_a_sentence_that_lost_its_reference_is_told_and_one_that_went_with_it_is_not() -> None:
    """
    "Read the changes in" without the file is a loss; a step that was dropped is an edit.
    """
    step = "1. Read the open changes in `docs/changes.md` and group them by kind.\n"

    assert [("regression", "reference removed")] == kinds(
        raised(changed("the open changes in `docs/changes.md` and group", "the open changes and group"))
    )
    assert () == raised(changed(step, ""))


def test_a_new_asset_has_no_promise_to_keep_but_must_be_readable() -> None:
    """
    There is nothing that it could have broken.
    """
    assert () == raised(SKILL, None)
    assert [("regression", "no description")] == kinds(raised("---\nname: release-train\n---\n\nBody.\n", None))


def test_an_asset_without_frontmatter_of_its_own_needs_none() -> None:
    """
    A rule or CLAUDE.md is read whole.
    """
    assert () == raised("# Rules\n\nBe brief.\n", None, kind="rule", path=".claude/rules/brief.md")


def test_a_text_that_could_not_be_read_before_is_compared_with_nothing() -> None:
    """
    Unread is not absent: the axis says so instead of raising what it can't know.
    """
    base = asset_of(PATH, SKILL.replace("---\n\n# Release", "\n\n# Release"))

    assert not base.readable
    assert () == raised(SKILL, base.text)
