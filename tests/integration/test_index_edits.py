"""The memory index in the hub: what goes without a word, what is asked, what is refused, and the way back."""

import os
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.memory_lines import look_at_memory
from harvest_loop.tasks.undo_change import undo_change
from tests.support.curated import NOW, opened, say_yes, scan, skill, used
from tests.support.repositories import Repository
from tests.support.secrets import planted

INDEX = "memory/MEMORY.md"


def memory(hub: Repository, index: str, *files: str) -> None:
    """A memory folder with this index and these files, all of them fresh."""
    hub.write(INDEX, index)
    for name in files:
        hub.write(f"memory/{name}", f"---\nname: {Path(name).stem}\ntype: user\nmodified: 2026-03-19\n---\ntext\n")


def undo_all(hub: Repository) -> None:
    """Take back every change in place, the newest first."""
    for entry, end in read_entries(hub.path, HubSettings())[0]:
        if end is None:
            undo_change(hub.path, HubSettings(), entry.id, now=NOW)


def test_a_dead_link_goes_without_a_word_and_comes_back_to_the_byte(hub: Repository) -> None:
    """
    A list entry whose file is nowhere is the one line that the curator takes out by itself.
    """
    before = "\ufeff# Memory\r\n\r\n- [A](a.md)\r\n- [Gone](gone.md) what it was\r\n- [B](b.md)"
    memory(hub, before, "a.md", "b.md")

    done = say_yes(hub)

    assert [("written", True)] == [(one.outcome, one.automatic) for one in done]
    assert "\ufeff# Memory\r\n\r\n- [A](a.md)\r\n- [B](b.md)".encode() == (hub.path / INDEX).read_bytes()
    undo_all(hub)
    assert before.encode() == (hub.path / INDEX).read_bytes()


def test_what_was_taken_back_is_not_done_again(hub: Repository) -> None:
    """
    A person who wants the line has it, also after the next close.
    """
    memory(hub, "- [A](a.md)\n- [Gone](gone.md)\n", "a.md")
    say_yes(hub)
    undo_all(hub)

    assert () == say_yes(hub, run="2026-03-21_abcdef12_forced")
    assert "gone.md" in (hub.path / INDEX).read_text()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- [Gone](Alpha.md)", "the file has another spelling on disk"),
        ("- [Gone](gone.md), see [A](alpha.md)", "the line holds another link"),
        ("- [Gone](gone.md) and [web](https://example.invalid)", "the line holds another link"),
        ("- [Gone](gone.md) <!-- ask me -->", "the line holds more than an entry of a list"),
        ("## [Gone](gone.md)", "the line holds more than an entry of a list"),
        ("- [Gone](gone.md)\n  - with more below", "lines below belong to it"),
    ],
)
def test_a_line_that_says_more_is_asked_about(hub: Repository, line: str, why: str) -> None:
    """
    Only what nobody could miss goes by itself; the person sees why they are asked.
    """
    memory(hub, f"- [A](alpha.md)\n{line}\n", "alpha.md")

    found = scan(hub)

    assert () == found.automatic
    assert [why] == [text for one in found.lines for label, text in one.grounds if label == "asked"]


@pytest.mark.parametrize(
    "line",
    [
        "<!-- - [Gone](gone.md) -->",
        "```\n- [Gone](gone.md)\n```",
        "- `[Gone](gone.md)` is how a link looks",
        "- [Old](archive/gone.md)",
        "- [Old](.archive/gone.md)",
        "- gone.md is only named",
    ],
)
def test_what_is_no_live_link_is_left_alone(hub: Repository, line: str) -> None:
    """
    A comment, a code block, a name and a link into the archive are no links to a memory that should be there.
    """
    memory(hub, f"- [A](a.md)\n{line}\n", "a.md")

    found = scan(hub)

    assert ((), ()) == (found.automatic, found.lines)


def test_an_index_with_136_of_145_dead_links_is_refused_not_emptied(hub: Repository) -> None:
    """
    So many dead links tell of a folder that is elsewhere, not of 136 memories that are gone.
    """
    names = [f"m{number}.md" for number in range(145)]
    before = "".join(f"- [{name}]({name})\n" for name in names)
    memory(hub, before, *names[:9])

    found = scan(hub)
    say_yes(hub)

    assert () == found.automatic
    assert any(text.startswith("136 of 145 links") for text in found.measured)
    assert before == (hub.path / INDEX).read_text()


@pytest.mark.parametrize(("dead", "live", "gone"), [(3, 2, 3), (4, 30, 0), (4, 37, 4)])
def test_fewer_than_a_tenth_of_the_lines_or_three_may_go(hub: Repository, dead: int, live: int, gone: int) -> None:
    """
    Three may go from any index; more only where they are less than a tenth of it.
    """
    names = [f"live{number}.md" for number in range(live)]
    lines = [f"- [{name}]({name})" for name in [*names, *(f"dead{number}.md" for number in range(dead))]]
    memory(hub, "\n".join(lines) + "\n", *names)

    assert gone == len(scan(hub).automatic)


def test_a_file_that_another_page_leads_to_is_no_orphan(hub: Repository) -> None:
    """
    What is reached through another index, which the index leads to, is found.
    """
    memory(hub, "- [More](more/index.md)\n", "a.md", "more/b.md", "more/lone.md")
    hub.write("memory/more/index.md", "- [A](../a.md)\n- [B](b.md)\n- `[Lone](lone.md)`\n")

    assert ["more/lone.md"] == sorted(one.title.split(" is named")[0] for one in scan(hub).lines)


def test_a_file_that_git_ignores_is_asked_about(hub: Repository) -> None:
    """
    What this clone ignores may stand in another one.
    """
    memory(hub, "- [A](a.md)\n- [Private](private/own.md)\n", "a.md")
    hub.write(".gitignore", "memory/private/\n")

    found = scan(hub)

    assert ((), 1) == (found.automatic, len(found.lines))


def test_a_y_writes_the_index_line_that_was_shown(hub: Repository) -> None:
    """
    The line is appended behind the last entry, in the file's own line ends.
    """
    memory(hub, "# M\r\n\r\n- [A](a.md)\r\n\r\nWords below.\r\n", "a.md", "lone.md")
    (line,) = scan(hub).lines

    say_yes(hub, line)

    assert b"# M\r\n\r\n- [A](a.md)\r\n- [lone](lone.md)\r\n\r\nWords below.\r\n" == (hub.path / INDEX).read_bytes()
    undo_all(hub)
    assert b"# M\r\n\r\n- [A](a.md)\r\n\r\nWords below.\r\n" == (hub.path / INDEX).read_bytes()


def test_an_index_that_changed_since_it_was_shown_is_not_written(hub: Repository) -> None:
    """
    A Y is about the text that was shown, so that a person's later line is not stepped over.
    """
    memory(hub, "- [A](a.md)\n", "a.md", "lone.md")
    (line,) = scan(hub).lines
    hub.write(INDEX, "- [A](a.md)\n- written since\n")

    (done,) = say_yes(hub, line)

    assert "shown again" == done.outcome
    assert "- [A](a.md)\n- written since\n" == (hub.path / INDEX).read_text()
    assert () == read_entries(hub.path, HubSettings())[0]


def test_a_place_that_changed_since_is_not_undone(hub: Repository) -> None:
    """
    Undo takes back what it finds as it was left, and nothing that a person wrote there.
    """
    memory(hub, "- [A](a.md)\n- [Gone](gone.md)\n- [B](b.md)\n", "a.md", "b.md")
    (done,) = say_yes(hub)
    hub.write(INDEX, "- [A](a.md)\n- mine\n- [B](b.md)\n")

    with pytest.raises(ConflictError, match="nothing was changed"):
        undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)

    assert "- [A](a.md)\n- mine\n- [B](b.md)\n" == (hub.path / INDEX).read_text()


def test_a_change_is_undone_once(hub: Repository) -> None:
    """
    The entry stays in the list with its end, and is no way to change the file again.
    """
    memory(hub, "- [A](a.md)\n- [Gone](gone.md)\n", "a.md")
    (done,) = say_yes(hub)
    undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)

    with pytest.raises(UsageError, match="was undone"):
        undo_change(hub.path, HubSettings(), done.undo or "", now=NOW)
    ((_, end),) = read_entries(hub.path, HubSettings())[0]
    assert end is not None and "undone" == end.end


def test_a_line_with_a_secret_is_never_rewritten(hub: Repository) -> None:
    """
    What would have to be kept for the way back must not be kept anywhere, so the line stays.
    """
    secret = "ghp_" + "a1B2" * 9
    memory(hub, f"- [A](a.md)\n- [Gone](gone.md) token {secret}\n", "a.md")

    assert () == scan(hub).automatic
    assert () == say_yes(hub)


ODD_NAMES = (
    *("two\nlines.md", "next\u2028line.md", "a#b.md", "c%20d.md", "http:z.md", "x?y.md", "two words.md", "메모 1.md"),
    *("a [draft].md", "[x].md", "](y).md", "f(1).md", "(.md", "<b>.md", "a>b.md", "back\\slash.md", "`tick`.md"),
    *("«word».md", "%5B.md", "sub [1]/a.md", "<!-- x -->.md", "a.md b.md", '"q".md', "*star*.md", "![i](a.md).md"),
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_of_any_name_gets_a_line_whose_link_leads_to_it(hub: Repository, name: str) -> None:
    """
    Whatever ends or opens a link stands as %xx: also for a reader of Markdown it is one link, to this file.
    """
    memory(hub, "- [A](a.md)\n", "a.md", name)

    say_yes(hub, *scan(hub).lines)

    (added,) = (hub.path / INDEX).read_text().splitlines()[1:]
    html = MarkdownIt("commonmark").render(added)
    assert [name] == [unquote(each).removeprefix("./") for each in re.findall(r'<a href="([^"]*)"', html)]
    assert 1 == html.count("<a ") and "<img" not in html
    after = scan(hub)
    assert ((), ()) == (after.automatic, after.lines)


def test_a_file_that_no_line_can_name_is_said(hub: Repository) -> None:
    """
    Bytes that are no text, or a secret in the name: no line is proposed, and the record says of which file and why.
    """
    memory(hub, "- [A](a.md)\n", "a.md", f"{planted()['github token']}.md")
    (hub.path / "memory" / os.fsdecode(b"\xff.md")).write_text("---\ntype: user\nmodified: 2026-03-19\n---\ntext\n")

    found = scan(hub)

    assert () == found.lines
    said = "\n".join(found.measured)
    assert "no line of the index can name \\xff.md" in said
    assert "1 change of an index not made: what looks like a secret stands there" in said


def test_nothing_is_changed_in_a_file_that_is_being_merged(hub: Repository) -> None:
    """
    Between merge markers each side may be the one that stays: no line goes, no line comes, no memory is moved.
    """
    before = "# Memory\n<<<<<<< HEAD\n- [Gone](gone.md)\n=======\n- [A](a.md)\n>>>>>>> theirs\n"
    memory(hub, before, "a.md", "lone.md")
    hub.write("memory/old.md", "---\nname: old\ntype: project\nmodified: 2025-01-01\n---\nSee `lost.md`.\n")

    found = scan(hub)
    stale = look_at_memory(opened(hub), hub.path, now=NOW, zone="UTC")
    say_yes(hub, *found.lines, *stale.stale)

    assert before == (hub.path / INDEX).read_text()
    assert (hub.path / "memory/old.md").exists()
    assert any("merge markers" in text for text in found.measured)
    assert any("merge markers" in text for text in stale.notes)


def test_a_catalog_that_is_being_merged_gets_no_tag(hub: Repository) -> None:
    """
    The tag on a skill's entry is made without a word, so only in a catalog whose text is settled.
    """
    hub.write("skills/idle/SKILL.md", skill("idle"))
    before = "<<<<<<< HEAD\n- [idle](skills/idle/SKILL.md)\n=======\n>>>>>>> theirs\n"
    hub.write("CATALOG.md", before)
    used(hub, "idle")

    found = scan(hub)

    assert () == found.automatic
    assert any("CATALOG.md: holds merge markers" in text for text in found.unmeasured)


def test_a_file_whose_name_holds_a_secret_is_neither_indexed_nor_moved(hub: Repository) -> None:
    """
    What is written down of a change is without secrets, so a change of such a name could only be made wrongly.
    """
    secret = planted()["github token"]
    before = "- [A](a.md)\n"
    memory(hub, before, "a.md", f"{secret}.md")
    hub.write(f"memory/old-{secret}.md", "---\nname: old\ntype: project\nmodified: 2025-01-01\n---\nSee it.\n")

    stale = look_at_memory(opened(hub), hub.path, now=NOW, zone="UTC")

    assert () == scan(hub).lines
    assert () == stale.stale
