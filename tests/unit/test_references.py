"""References of assets into their hub."""

import pytest

from harvest_loop.domain.references import HubPlaces, broken_references
from harvest_loop.schemas.hub import HealthFinding, Memory, MemoryPage
from tests.support.hubs import make_asset, make_hub, make_skill

FILES = (
    "docs/guide.md",
    "scripts/check.sh",
    "plugins/p/skills/one/SKILL.md",
    "plugins/p/skills/one/references/detail.md",
    "plugins/p/agents/critic.md",
    ".claude/rules/naming.md",
)


def broken(text: str, *, path: str = "plugins/p/skills/one/SKILL.md", unlisted: tuple[str, ...] = ()) -> list[str]:
    """What is said to be broken in a skill with this body."""
    return [finding.message for finding in findings(text, path=path, unlisted=unlisted)]


def findings(text: str, *, path: str, unlisted: tuple[str, ...] = ()) -> list[HealthFinding]:
    skill = make_skill("one", text, path=path)
    hub = make_hub(skill, files=FILES, unlisted=unlisted)
    return list(broken_references(skill, HubPlaces(hub, kept_local=("tracks/", "memory/"))))


def test_a_link_to_nothing_is_a_must_with_its_line() -> None:
    """
    A link is a promise to the reader.
    """
    (finding,) = findings("See [detail](references/gone.md).", path="plugins/p/skills/one/SKILL.md")

    assert ("must", 8) == (finding.severity, finding.line)
    assert "references/gone.md" in finding.message


@pytest.mark.parametrize(
    "link",
    [
        "references/detail.md",
        "./references/detail.md#part",
        "docs/guide.md",
        "/docs/guide.md",
        "agents/critic.md",
        "../",
    ],
)
def test_a_link_may_start_at_the_file_its_plugin_or_the_root(link: str) -> None:
    """
    Hosts resolve from different places, so a link that leads somewhere from one of them is fine.
    """
    assert [] == broken(f"See [it]({link}).")


def test_a_path_in_backticks_that_the_hub_lacks_is_named() -> None:
    """
    The hub has a folder `scripts`, so `scripts/gone.sh` speaks of the hub.
    """
    assert ["'scripts/gone.sh' does not exist in the hub"] == broken("Run `scripts/gone.sh` and look.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Read `docs/gone.md` before you write a test.",
        "The rules are in `docs/gone.md`; never skip them.",
        "See `docs/gone.md` when a project is new.",
        "See `docs/gone.md:12` and go on.",
        "See `docs/gone.md#part` and go on.",
        "Read `docs/gone.md §Second part` first.",
        "The list in `docs/gone/` is complete.",
        "| rule | `docs/gone.md` | what is not saved is lost |",
        "It is not known. `docs/gone.md` has the details.",
        "The details of all that\nare in `docs/gone.md`.",
    ],
)
def test_words_about_something_else_hide_no_dangling_path(sentence: str) -> None:
    """
    Only what is said of the path itself tells that it need not be there, not a word anywhere in its line.
    """
    (message,) = broken(sentence)

    assert message.startswith("'docs/gone")


def test_a_wrong_case_is_named_with_the_spelling_on_disk() -> None:
    """
    It works on one machine and not on the next.
    """
    assert "docs/guide.md" in broken("See [it](docs/Guide.md).")[0]


@pytest.mark.parametrize(
    "sentence",
    [
        "Run `src/app.ts`.",  # no folder of the hub: somebody else's project
        "Run `scripts/check.sh --fast now.sh`.",  # a command
        "The report is written to `docs/report.md`.",
        "For example `docs/report.md`.",
        "If `docs/report.md` exists, read it.",
        "Read `docs/report.md` (create if absent).",
        "`docs/report.md` does not exist any more.",
        "Append a line to the log `docs/report.md`.",
        "The report is written\nto `docs/report.md`.",
        "Settings lie in `docs/report.md` in the target project.",
        "Enter a path (e.g., `docs/report.md`).",
        "The version `docs/v1.2` and the pair `docs/left`.",
        "Look at `docs/{name}.md` and `docs/*.md` and `docs/<name>.md`.",
        "Look at `docs/YYYY-report.md` and `docs/your-file.md`.",
        "The record lies in `tracks/_meta/record.md`, notes in `memory/note.md`.",
        "Settings are in `.claude/settings.json`.",
        "```\nscripts/gone.sh\n[it](gone.md)\n```",
        "<!-- [it](gone.md) -->",
        "`[it](gone.md)` is how a link looks.",
        "See [the page](https://example.org/gone.md) or [mail](mailto:a@example.org).",
        "See [out](../../../../../other/gone.md).",
        "See [it](docs/{name}.md).",
        "Write to a@docs.md or @someone.",
    ],
)
def test_what_may_be_meant_otherwise_is_left_alone(sentence: str) -> None:
    """
    A false alarm costs more trust than a missed dangling path.
    """
    assert [] == broken(sentence)


def test_what_lies_in_a_folder_that_nobody_listed_is_unknown() -> None:
    """
    Not looked at is not absent.
    """
    assert [] == broken("See [it](vendor/lib/readme.md).", unlisted=("vendor/",))


def test_an_import_of_a_missing_file_is_broken() -> None:
    """
    `@docs/gone.md` makes the host load a file at each start.
    """
    rules = make_asset("CLAUDE.md", "Read @docs/guide.md and @docs/gone.md first.", "CLAUDE.md")
    places = HubPlaces(make_hub(rules, files=FILES))

    assert ["docs/gone.md"] == [finding.message.split("'")[1] for finding in broken_references(rules, places)]


def test_a_plugin_that_lacks_the_name_is_named() -> None:
    """
    `p:gone` calls a skill of a plugin that is here; `q:gone` may be installed elsewhere.
    """
    assert ["'p:gone': the plugin p has no skill, agent or command of that name"] == broken(
        "Call `p:gone`, `p:one`, `/p:critic` or `q:gone`."
    )


def memory_links(text: str, memory: Memory | None) -> list[str]:
    """The names that a skill with this body links and nobody has."""
    skill = make_skill("one", text)
    places = HubPlaces(make_hub(skill, files=FILES), memory=memory)
    return [finding.message.split("'")[1] for finding in broken_references(skill, places)]


def test_a_name_in_double_brackets_is_a_memory_or_a_page_of_the_hub() -> None:
    """
    A memory goes by its file's name or by that of its frontmatter, deep or archived ones too.
    """
    memory = Memory(
        folder="memory",
        files=("archive/old_one.md", "feedback_no_reflex.md"),
        pages=(MemoryPage(file="feedback_no_reflex.md", name="no-reflex"),),
    )
    links = "[[feedback_no_reflex]], [[no-reflex|the rule]], [[old_one#part]], [[guide]], [[critic]] and [[gone_one]]"

    assert ["[[gone_one]]"] == memory_links(f"See {links}.", memory)


@pytest.mark.parametrize(
    "text",
    [
        "Write `[[gone_one]]` to link.",
        "```\n[[gone_one]]\n```",
        "<!-- [[gone_one]] -->",
        "A `[[link]]` or a [[wikilink]] or [[name]].",
        "Test with [[ -f x ]] and [[:space:]] and [[1, 2], [3]].",
        "[[[gone_one]]]",
        "[[two words]]",
    ],
)
def test_other_double_brackets_link_no_memory(text: str) -> None:
    """
    Code, character classes and the words by which a link is explained are none.
    """
    assert [] == memory_links(text, Memory(folder="memory"))


def test_without_a_memory_folder_no_name_is_said_to_dangle() -> None:
    """
    Memories are local by default: where nobody can look, absent is unknown.
    """
    assert [] == memory_links("See [[gone_one]].", None)
    assert [] == memory_links("See [[gone_one]].", Memory(folder="memory", reason="not UTF-8"))


def test_a_template_points_at_the_place_it_is_copied_to() -> None:
    """
    Its links can't be judged where it lies.
    """
    template = make_asset("templates/page.md", "See [it](gone.md).", "template")

    assert [] == list(broken_references(template, HubPlaces(make_hub(template, files=FILES))))


@pytest.mark.parametrize("mark", ["-", "'", "a ", "a-", "not ", "e.g. ", "` ", "[[a"])
def test_a_hostile_line_takes_no_long_time(mark: str) -> None:
    """
    However often a mark is repeated before and after a path, the answer comes.
    """
    line = f"{mark * 2000} not {mark * 40}`docs/gone.md` {mark * 2000}"

    assert len(broken(line)) <= 1
