"""Who refers to whom in a hub, and who answers."""

import pytest

from harvest_loop.domain.bidirectional import check_assets
from harvest_loop.schemas.hub import Asset
from tests.support.hubs import make_asset, make_hub, make_skill

TARGET = "skills/tag-a-release/SKILL.md"


def missing(text: str, *others: Asset, name: str = "write-notes") -> list[str]:
    hub = make_hub(make_skill(name, text), make_skill("tag-a-release"), *others)
    found = check_assets(hub, [f"skills/{name}/SKILL.md"])
    return [reference.target for reference in found.missing]


@pytest.mark.parametrize(
    "text",
    [
        "See [tagging](../tag-a-release/SKILL.md) first.",
        "Read `skills/tag-a-release/SKILL.md` first.",
        "Then follow `tag-a-release`.",
        "Then run `/tag-a-release`.",
        "Then run /tag-a-release, or hub:tag-a-release.",
        "Then use the tag-a-release skill.",
        "Then see [[tag-a-release]].",
    ],
)
def test_a_path_a_link_and_a_name_are_references(text: str) -> None:
    """
    Each form in which texts send their reader to a skill is seen, and lacks its answer.
    """
    assert [TARGET] == missing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Before you tag-a-release-candidate, wait.",
        "```\n/tag-a-release\n```",
        "Run `git tag-a-release --force`.",
        "Run `tools/tag-a-release.sh`.",
        "It makes `tag-a-release/SKILL.md.orig`.",
        "We tag a release now and then.",
    ],
)
def test_what_only_looks_alike_is_none(text: str) -> None:
    """
    Longer names, code blocks, commands and plain words send nobody anywhere.
    """
    assert [] == missing(text)


def test_a_reference_that_is_answered_is_not_missing() -> None:
    """
    B may refer back in any of the forms, also from its detail file.
    """
    detail = make_asset("skills/tag-a-release/SKILL_detail.md", "After `write-notes`.", "skill detail")

    assert [] == missing("Then `tag-a-release`.", detail)


def test_an_index_and_a_template_owe_nothing() -> None:
    """
    CLAUDE.md is read anyway and names everything; a template is read where it is copied to.
    """
    hub = make_hub(
        make_asset("CLAUDE.md", "Use `tag-a-release`.", "CLAUDE.md"),
        make_asset("templates/plan.md", "Use `tag-a-release`.", "template"),
        make_asset("AGENTS.md", "Work.", "AGENTS.md"),
        make_skill("tag-a-release", "See [the index](../../AGENTS.md)."),
    )

    assert () == check_assets(hub, [asset.path for asset in hub.assets]).missing


def test_what_cannot_be_read_is_counted_and_owes_nothing() -> None:
    """
    Unread is not absent: it may refer back.
    """
    broken = make_skill("tag-a-release").model_copy(update={"readable": False, "reason": "cut"})
    hub = make_hub(make_skill("write-notes", "Then `tag-a-release`."), broken)

    found = check_assets(hub, [asset.path for asset in hub.assets])

    assert ((), 1) == (found.missing, found.not_read)


def test_a_name_that_two_have_is_no_reference() -> None:
    """
    It can't be told which is meant.
    """
    twin = make_skill("tag-a-release", path="plugins/other/skills/tag-a-release/SKILL.md")

    assert [] == missing("Then `tag-a-release`.", twin)


def test_a_name_that_nothing_has_is_named_with_its_line() -> None:
    """
    Every name used resolves, or is listed.
    """
    hub = make_hub(make_skill("write-notes", "See [gone](../gone/SKILL.md)."))

    (finding,) = check_assets(hub, ["skills/write-notes/SKILL.md"]).unresolved

    assert finding.line and "gone" in finding.message
