"""Each pattern against every asset: overlap, new ground, two assets at odds (SPEC 4.8)."""

import pytest

from harvest_loop.domain.contention import contend, folder_for
from harvest_loop.domain.overlap import COVERED
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import Collision, Cover
from harvest_loop.schemas.patterns import FieldHarvest, Pattern
from harvest_loop.schemas.settings import HubSettings, RouteSettings
from tests.support.patterns import link_checker, make_asset, make_hub, make_item, make_pattern

SETTINGS = HubSettings()
RELEASE = "plugins/p/skills/release/SKILL.md"
DOCS = "plugins/p/skills/docs/SKILL.md"


def collide(pattern: Pattern, hub: Hub, *covers: Cover) -> Collision:
    """The one collision of a harvest with one pattern."""
    (found,) = contend(FieldHarvest(patterns=(pattern,)), hub, {pattern.fingerprint: covers}, SETTINGS)
    return found


def cover(path: str, figure: float) -> Cover:
    return Cover(path=path, name=path.split("/")[-2], measure="cover similarity", figure=figure)


def test_a_pattern_that_an_asset_covers_enhances_it() -> None:
    """What has a home is put there and not beside it."""
    found = collide(make_pattern(), make_hub(make_asset("x")), cover(RELEASE, COVERED))

    assert ("overlaps", "enhancement") == (found.relation, found.route)
    assert f"{COVERED:.2f}" in found.reason


def test_a_pattern_below_the_threshold_is_new_ground_and_keeps_its_closest_assets() -> None:
    """A low figure is no cover, but the person still sees what came closest."""
    near = cover(RELEASE, COVERED - 0.01)

    found = collide(make_pattern(), make_hub(make_asset("x")), near)

    assert ("not covered", "new skill", (near,)) == (found.relation, found.route, found.covers)


def test_an_empty_hub_makes_everything_new() -> None:
    """A hub of no asset is an ordinary hub."""
    assert "new skill" == collide(make_pattern(), make_hub()).route


def test_what_is_bound_to_its_field_stays_a_signal_even_where_an_asset_covers_it() -> None:
    """Domain-bound work is not transplanted into the hub (SPEC 4.8)."""
    found = collide(make_pattern(absorbed_into="field signal"), make_hub(make_asset("x")), cover(RELEASE, 0.9))

    assert "field signal" == found.route


def test_one_fix_without_a_guard_is_a_bug_and_no_practice() -> None:
    """Another angle of validation is what makes it worth keeping."""
    fix = [make_item("reason", "The wheel held a debug print.", quote="stop publishing a dirty tree")]

    alone = collide(make_pattern("Stop publishing", fix, kind="error → solution"), make_hub())
    guarded = [*fix, make_item("guard", "tests/test_release.py", "tests/test_release.py", 1, quote="import subprocess")]
    kept = collide(make_pattern("Stop publishing", guarded, kind="error → solution"), make_hub())

    assert ("field signal", "new skill") == (alone.route, kept.route)
    assert "bug" in alone.reason


def test_unreadable_assets_are_counted_as_not_compared() -> None:
    """Unread is not absent: nobody knows whether such an asset covers it."""
    broken = make_asset("---\nx: [\n---\n").model_copy(update={"readable": False, "reason": "line 2"})

    assert 1 == collide(make_pattern(), make_hub(broken)).not_compared


def test_two_assets_of_which_one_forbids_what_the_other_tells_to_run_are_at_odds() -> None:
    """The work itself ran the command, so the disagreement is about something that happened."""
    tells = make_asset("# Docs\n\n- Run `python scripts/check_links.py docs` before a release.\n", DOCS)
    forbids = make_asset("# Release\n\nNever run `python scripts/check_links.py docs` by hand.\n", RELEASE)

    found = collide(make_pattern(), make_hub(tells, forbids), cover(DOCS, 0.5))

    assert ("at odds", "mediation", "criteria") == (found.relation, found.route, found.conflict)


@pytest.mark.parametrize(
    "line",
    [
        "Never tag without running `python scripts/check_links.py docs` first.",
        "If it does not pass, run `python scripts/check_links.py docs` again.",
        "See what `python scripts/check_links.py docs` prints.",
        "Never run `python scripts/other.py`.",
    ],
)
def test_a_line_that_only_mentions_a_command_forbids_nothing(line: str) -> None:
    """Two assets that agree are not put at odds by a `not` somewhere in the sentence."""
    tells = make_asset("Run `python scripts/check_links.py docs`.\n", DOCS)

    found = collide(make_pattern(), make_hub(tells, make_asset(f"{line}\n", RELEASE)), cover(DOCS, 0.5))

    assert "overlaps" == found.relation


def test_saying_that_a_command_is_not_needed_does_not_tell_to_run_it() -> None:
    """Of two lines that both hold back, neither contradicts the other."""
    forbids = make_asset("Never run `python scripts/check_links.py docs` by hand.\n", RELEASE)
    holds_back = make_asset("You need not run `python scripts/check_links.py docs` twice.\n", DOCS)

    assert "overlaps" == collide(make_pattern(), make_hub(forbids, holds_back), cover(DOCS, 0.5)).relation


def test_two_lines_of_one_asset_are_its_own_affair() -> None:
    """A file that first forbids and then allows describes an exception."""
    text = "Never run `python scripts/check_links.py docs`.\n\n- Run `python scripts/check_links.py docs` in CI.\n"

    assert "overlaps" == collide(make_pattern(), make_hub(make_asset(text, DOCS)), cover(DOCS, 0.5)).relation


def test_two_skills_that_claim_the_same_work_are_both_named() -> None:
    """A role collision is for a person to settle, so both claimants are on record."""
    about = "Check links and anchors of the docs, and every heading."
    skills = [make_asset("x", path, description=about) for path in (RELEASE, DOCS)]

    found = collide(make_pattern(), make_hub(*skills), cover(RELEASE, 0.5), cover(DOCS, 0.48))

    assert (DOCS, RELEASE) == found.claimed_by


def test_a_skill_that_covers_it_by_its_body_alone_claims_nothing() -> None:
    """Two skills that touch a subject don't yet dispute who does the work."""
    skills = [
        make_asset("x", RELEASE, description="Check links and anchors of the docs."),
        make_asset("links, anchors, docs", DOCS, description="Write prose."),
    ]

    found = collide(make_pattern(), make_hub(*skills), cover(RELEASE, 0.5), cover(DOCS, 0.48))

    assert () == found.claimed_by


def test_a_new_skill_goes_to_the_routed_folder() -> None:
    """[routes] says where commons and meta skills live."""
    settings = HubSettings(routes=RouteSettings(commons="plugins/commons/skills/", meta="plugins/meta/skills"))

    assert "plugins/commons/skills" == folder_for(make_pattern(), make_hub(), settings)
    assert "plugins/meta/skills" == folder_for(make_pattern(absorbed_into="meta"), make_hub(), settings)


def test_without_a_route_a_new_skill_goes_where_most_skills_are() -> None:
    """The folder that people fill is the folder they look in; a tie goes by name."""
    paths = ["plugins/a/skills/x/SKILL.md", "plugins/b/skills/y/SKILL.md", "plugins/b/skills/z/SKILL.md"]

    hub = make_hub(*(make_asset("x", path) for path in paths))

    assert "plugins/b/skills" == folder_for(make_pattern(), hub, SETTINGS)
    assert "plugins/a/skills" == folder_for(make_pattern(), make_hub(*hub.assets[:2]), SETTINGS)


def test_a_hub_without_skills_gets_its_first_one_where_the_globs_look() -> None:
    """A folder that no glob matches would make a skill that nobody reads."""
    assert ".claude/skills" == folder_for(make_pattern(), make_hub(), SETTINGS)


def test_collisions_keep_the_order_of_the_harvest() -> None:
    """What step 1 put first stays first."""
    patterns = tuple(make_pattern(f"thing {number}", link_checker()) for number in range(5))

    found = contend(FieldHarvest(patterns=patterns), make_hub(), {}, SETTINGS)

    assert patterns == tuple(collision.pattern for collision in found)


def test_what_an_asset_of_this_very_hub_carries_is_there_already() -> None:
    """Where the hub is the field, no proposal copies its own instructions into it."""
    asset = make_asset("# Rules\n\n- Never push to main.\n", "AGENTS.md", kind="rule")
    items = [make_item("rule", "Never push to main.", "AGENTS.md", 3, quote="- Never push to main.")]
    harvest = FieldHarvest(patterns=(make_pattern("Agent instructions", items),))

    (here,) = contend(harvest, make_hub(asset), {}, HubSettings(), own={"AGENTS.md": "AGENTS.md"})
    (elsewhere,) = contend(harvest, make_hub(asset), {}, HubSettings(), own={"hub/AGENTS.md": "AGENTS.md"})

    assert "field signal" == here.route and "AGENTS.md is an asset of this hub" in here.reason
    assert "new skill" == elsewhere.route


def test_an_asset_of_the_hub_is_named_by_its_path_there() -> None:
    """A hub that is a folder of the field has other paths than the field."""
    items = [make_item("rule", "Never push to main.", "hub/AGENTS.md", 3, quote="- Never push to main.")]
    harvest = FieldHarvest(patterns=(make_pattern("Agent instructions", items),))

    (found,) = contend(harvest, make_hub(), {}, HubSettings(), own={"hub/AGENTS.md": "AGENTS.md"})

    assert "AGENTS.md is an asset of this hub, so the harness has it already" == found.reason


def test_a_script_of_the_hub_that_no_asset_carries_is_still_new() -> None:
    """The hub's own practices are worth writing down, too."""
    own = {"AGENTS.md": "AGENTS.md"}
    (collision,) = contend(FieldHarvest(patterns=(make_pattern(),)), make_hub(), {}, HubSettings(), own=own)

    assert "new skill" == collision.route


def test_an_asset_that_shares_a_word_by_chance_is_not_the_closest() -> None:
    """A figure of 0.03 names nothing that a reader would look at."""
    pattern = make_pattern()
    near, far = (
        Cover(path=f"skills/{n}/SKILL.md", name=n, measure="cover similarity", figure=f)
        for n, f in (("a", 0.05), ("b", 0.049))
    )

    (collision,) = contend(
        FieldHarvest(patterns=(pattern,)), make_hub(), {pattern.fingerprint: (near, far)}, HubSettings()
    )

    assert (near,) == collision.covers
