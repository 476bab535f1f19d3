"""What doctor finds in a hub, and in one text that would join it."""

import pytest

from harvest_loop.domain.health import check_asset, check_health, in_order, says_when_done
from harvest_loop.schemas.hub import Asset, HealthFinding, Hub, Memory
from harvest_loop.schemas.settings import HubSettings
from tests.support.hubs import make_asset, make_hub, make_skill

CHECKS = "".join(f"Step {at}: check item {at} and note the outcome in the log.\n" for at in range(40))


def kinds_in(hub: Hub) -> list[tuple[str, str]]:
    return [(finding.kind, finding.path) for finding in check_health(hub, HubSettings())]


def kinds_of(asset: Asset, *others: Asset) -> list[tuple[str, str]]:
    return [(finding.severity, finding.kind) for finding in check_asset(asset, make_hub(*others))]


def unreadable(name: str) -> Asset:
    return make_skill(name).model_copy(update={"readable": False, "reason": "never closed (line 1)", "reason_line": 1})


def test_a_sound_hub_has_no_findings() -> None:
    """
    Nothing found is an ordinary result.
    """
    hub = make_hub(
        make_skill("one", "See [two](../two/SKILL.md)."), make_skill("two"), make_asset("CLAUDE.md", "# Rules")
    )

    assert [] == kinds_in(hub)


def test_an_unreadable_skill_is_a_must_with_path_and_line() -> None:
    """
    It is listed, never dropped (SPEC 2).
    """
    (finding,) = check_health(make_hub(unreadable("broken"), make_skill("whole")), HubSettings())

    assert ("must", "skills/broken/SKILL.md", 1) == (finding.severity, finding.path, finding.line)
    assert "never closed" in finding.message


def test_near_copies_are_named_once_with_the_figure() -> None:
    """
    The page says which and how much (SPEC 4.12).
    """
    hub = make_hub(make_skill("one", CHECKS), make_skill("two", CHECKS.replace("outcome", "result")))

    (finding,) = check_health(hub, HubSettings())

    assert "near copy" == finding.kind and "skills/two/SKILL.md" in finding.message and "%" in finding.message


def test_two_skills_by_one_name_are_named_at_both() -> None:
    """
    A host that reads both takes one of them, and says nothing.
    """
    hub = make_hub(make_skill("one"), make_skill("one", "Quite another text.", path="plugins/p/skills/one/SKILL.md"))

    assert [("same name", "plugins/p/skills/one/SKILL.md"), ("same name", "skills/one/SKILL.md")] == kinds_in(hub)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# No frontmatter\n", "no frontmatter"),
        ("---\n---\n# Empty\n", "no frontmatter"),
        ("---\nname: x\n---\n# One\n", "no description"),
        ("---\nname: x\ndescription:\n---\n# One\n", "no description"),
        ("---\nname: x\ndescription: ''\n---\n# One\n", "no description"),
        ("---\ndescription: x\n---\n# One\n", "no name"),
        ("---\nname: [a, b]\ndescription: x\n---\n# One\n", "no name"),
    ],
)
def test_a_skill_that_hosts_cannot_list_is_a_must(text: str, kind: str) -> None:
    """
    Hosts list a skill by its name and description; a list or an empty value is none.
    """
    assert ("must", kind) in kinds_of(make_asset("skills/x/SKILL.md", text, "skill"))


def test_an_agent_needs_name_and_description_too() -> None:
    """
    Agents are listed the same way; rules and templates are not.
    """
    assert ("must", "no frontmatter") in kinds_of(make_asset(".claude/agents/a.md", "# Agent", "agent"))
    assert [] == kinds_of(make_asset(".claude/rules/a.md", "# Rule"))


@pytest.mark.parametrize(
    "line",
    ["## Done When", "### 5. Done when", "**Done When**: the file exists", "Done when the file exists", "## 완료 조건"],
)
def test_a_done_when_may_be_written_in_several_ways(line: str) -> None:
    """
    What matters is that a reader finds it, as a heading or at the start of a line.
    """
    assert says_when_done(make_skill("x", line, done_when=False))


@pytest.mark.parametrize("line", ["It is done when it is done", "```\n## Done When\n```", "<!-- ## Done When -->"])
def test_a_mention_is_no_done_when(line: str) -> None:
    """
    In the middle of a sentence, in code or in a comment nobody finds it.
    """
    assert not says_when_done(make_skill("x", line, done_when=False))


def test_where_most_skills_lack_a_done_when_one_line_says_so() -> None:
    """
    A hub without that custom is not drowned in findings.
    """
    skills = [make_skill(f"s{at}", f"text {at}", done_when=False) for at in range(8)]

    assert [("no Done When", "skills/")] == kinds_in(make_hub(*skills))


def test_where_most_skills_have_one_each_other_is_named() -> None:
    """
    There the custom exists, and an exception is worth a line.
    """
    skills = [make_skill("a", done_when=False), make_skill("b"), make_skill("c")]

    assert [("no Done When", "skills/a/SKILL.md")] == kinds_in(make_hub(*skills))


def test_a_long_skill_needs_a_detail_file() -> None:
    """
    More than 300 lines without anything to read on demand is proposed for a split (SPEC 4.13).
    """
    long = make_skill("long", "\n".join(f"line {at}" for at in range(300)))

    assert [("long", "skills/long/SKILL.md")] == kinds_in(make_hub(long))
    assert [] == kinds_in(make_hub(long, files=["skills/long/SKILL_detail.md"]))
    assert [] == kinds_in(make_hub(long, files=["skills/long/references/more.md"]))
    assert [("long", "skills/long/SKILL.md")] == kinds_in(make_hub(long, files=["skills/other/notes.md"]))


def test_a_skill_outside_of_every_glob_is_named() -> None:
    """
    It was not looked at, and unread is not absent.
    """
    hub = make_hub(make_skill("one"), files=["tools/skills/deep/two/SKILL.md"])

    assert [("out of reach", "tools/skills/deep/two/SKILL.md")] == kinds_in(hub)


def test_a_mirror_is_not_out_of_reach() -> None:
    """
    One file by two paths was looked at once.
    """
    skill = make_skill("one").model_copy(update={"mirrors": (".agents/skills/one/SKILL.md",)})

    assert [] == kinds_in(make_hub(skill, files=[".agents/skills/one/SKILL.md"]))


def test_what_others_found_is_part_of_the_page() -> None:
    """
    Tracked personal files, memory and manifest come from their own doors.
    """
    manifest = HealthFinding(severity="should", kind="manifest", path="m.yaml", message="twice")

    found = check_health(
        make_hub(make_skill("one")),
        HubSettings(),
        memory=Memory(folder="memory", index="", files=("a.md",)),
        tracked=("tracks/_meta/x.md",),
        manifest=(manifest,),
    )

    assert ["tracked personal file", "manifest", "FILE-ORPHAN"] == [finding.kind for finding in found]


def test_findings_come_gravest_first_and_each_once() -> None:
    """
    The first line is the one to act on, and the order is the same on every machine.
    """
    low = HealthFinding(severity="recommended", kind="a", path="a", message="m")
    high = HealthFinding(severity="must", kind="z", path="z", message="m")

    assert (high, low) == in_order([low, high, low]) == in_order([high, low])


def test_a_sound_draft_passes() -> None:
    """
    A draft is judged as a file that somebody else wrote would be (SPEC 4.12).
    """
    assert [] == kinds_of(make_skill("new", "Do this."), make_skill("old", "Do that."))


def test_a_draft_that_copies_a_skill_is_taken_out() -> None:
    """
    A near copy may act: it is a must, whichever of the two paths comes first.
    """
    old = make_skill("m-old", CHECKS)

    for name in ("a-new", "z-new"):
        assert [("must", "near copy")] == kinds_of(make_skill(name, CHECKS.replace("outcome", "result")), old)


def test_a_draft_by_a_taken_name_is_taken_out() -> None:
    """
    The name is how the host calls it.
    """
    draft = make_skill("old", "Do this.", path="plugins/p/skills/old/SKILL.md")

    assert [("must", "same name")] == kinds_of(draft, make_skill("old", "Do that."))


def test_an_edit_is_no_rival_of_the_file_it_replaces() -> None:
    """
    Its near copy is its own former self.
    """
    assert [] == kinds_of(make_skill("old", CHECKS + "One step more."), make_skill("old", CHECKS))


def test_a_draft_without_done_when_or_with_a_dangling_link_is_taken_out() -> None:
    """
    Both are must findings for a text that isn't there yet.
    """
    draft = make_skill("new", "See [it](gone.md).", done_when=False)

    assert [("must", "broken reference"), ("must", "no Done When")] == kinds_of(draft, make_skill("old"))


def test_an_unreadable_draft_is_taken_out() -> None:
    """
    Frontmatter that hosts can't read makes the best text worthless.
    """
    draft = make_asset("skills/x/SKILL.md", "---\nname: x\ndescription: Use when: broken\n---\n", "skill")

    assert ("must", "unreadable") in kinds_of(draft)
