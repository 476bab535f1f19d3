"""The memory index against the files beside it."""

import pytest

from harvest_loop.domain.memory_index import check_memory, check_names
from harvest_loop.schemas.hub import Memory, MemoryPage


def orphans(index: str | None, *files: str) -> list[tuple[str, str, int | None]]:
    """Kind, path and line of what is found in a folder `memory` with this index and these files."""
    memory = Memory(folder="memory", index=index, files=tuple(sorted(files)))
    return [(finding.kind, finding.path, finding.line) for finding in check_memory(memory)]


def test_a_name_inside_another_name_is_not_named() -> None:
    """
    `a.md` is a part of `data.md` and still in no line of the index (case D03).
    """
    assert [("FILE-ORPHAN", "memory/a.md", None)] == orphans("- [Data](data.md)\n", "data.md", "a.md")


@pytest.mark.parametrize(
    "line",
    ["- [A](my-a.md)", "- see x/a.md.bak", "- a.mdx", "- b_a.md", "- `ba.md`", "<!-- [A](a.md) -->"],
)
def test_no_longer_name_and_no_comment_names_a_file(line: str) -> None:
    """
    Only the exact name counts, wherever else its letters stand.
    """
    assert ("FILE-ORPHAN", "memory/a.md", None) in orphans(line, "a.md")


@pytest.mark.parametrize(
    "line",
    [
        "- [A](a.md)",
        "- [A](./a.md)",
        "- [A](memory/a.md)",
        "- [A](/memory/a.md#part)",
        '- [A](<a.md> "title")',
        "[A]: a.md",
        "- a.md: what it is",
        "- `a.md`, see there.",
        "- the file a.md.",
    ],
)
def test_every_way_to_name_a_file_exactly_counts(line: str) -> None:
    """
    People write the index in their own way; a named file is no orphan.
    """
    assert [] == orphans(line, "a.md")


def test_a_link_without_its_file_is_named_with_its_line() -> None:
    """
    The line is what a person has to look at.
    """
    assert [("INDEX-ORPHAN", "memory/MEMORY.md", 3)] == orphans("# Index\n\n- [Gone](gone.md)\n")


def test_case_counts_as_on_disk() -> None:
    """
    `Data.md` works on one machine and not on the next; the message says how the file is spelt.
    """
    memory = Memory(folder="memory", index="- [Data](Data.md)", files=("data.md",))

    found = {finding.kind: finding.message for finding in check_memory(memory)}

    assert "'data.md'" in found["INDEX-ORPHAN"] and "FILE-ORPHAN" in found


@pytest.mark.parametrize(
    "index",
    [
        "```\n- [Gone](gone.md)\n```",
        "<!--\n- [Gone](gone.md)\n-->",
        "- `[Gone](gone.md)`",
        "- [Old](.archive/old.md)",
        "- [Old](archive/old.md)",
        "- [Out](../docs/guide.md)",
        "- [Web](https://example.org/gone.md)",
        "- [Here](#section)",
        "- ![picture](gone.png)",
        "- gone.md was merged",
    ],
)
def test_what_is_no_real_link_is_no_orphan(index: str) -> None:
    """
    Only a real link may ever be taken out, so nothing else is offered for it (SPEC 4.13).
    """
    assert [] == orphans(index)


def test_archived_files_are_out_of_the_index_on_purpose() -> None:
    """
    Archiving moves a file away from the index.
    """
    assert [] == orphans("# Index\n", ".archive/old.md", "archive/older.md")


def test_spaces_and_any_script_are_names_too() -> None:
    """
    A name with a space is written in angle brackets or with %20.
    """
    index = "- [one](<two words.md>)\n- [two](%EB%A9%94%EB%AA%A8.md)\n"

    assert [] == orphans(index, "two words.md", "메모.md")


def test_files_without_an_index_are_one_finding() -> None:
    """
    Without an index every file would be an orphan, which is one thing to mend and not twenty.
    """
    assert [("no index", "memory/", None)] == orphans(None, "a.md", "b.md")


def test_an_empty_folder_is_healthy() -> None:
    """
    Nothing there, nothing wrong.
    """
    assert [] == orphans(None) == orphans("# Index\n")


def test_an_index_that_cannot_be_read_is_said_to_be_so() -> None:
    """
    Unread is not absent: no orphan is claimed from an index that nobody read.
    """
    (finding,) = check_memory(Memory(folder="memory", files=("a.md",), reason="line 3 is not UTF-8"))

    assert "unreadable" == finding.kind and "not compared" in finding.message


def test_a_name_in_double_brackets_names_a_file() -> None:
    """
    `[[a]]` in the index is as good as a link: the file is no orphan, by its own name or by that of its frontmatter.
    """
    pages = (MemoryPage(file="b.md", name="the-b"),)
    memory = Memory(folder="memory", index="- [[a]]\n- [[the-b|B]]\n", files=("a.md", "b.md", "c.md"), pages=pages)

    assert ["memory/c.md"] == [finding.path for finding in check_memory(memory)]


def test_names_that_nobody_has_are_told_with_their_place() -> None:
    """
    In the index and in the memories alike; a memory that can't be read is named, for its links are unknown.
    """
    pages = (
        MemoryPage(file="a.md", text="one\n\nsee [[b]] and [[gone]]\n"),
        MemoryPage(file="b.md", reason="line 1 is not UTF-8"),
    )
    memory = Memory(folder="memory", index="- [[a]]\n- [[lost]]\n", files=("a.md", "b.md"), pages=pages)

    found = list(check_names(memory, frozenset({"a", "b"})))

    assert [
        ("broken reference", "memory/MEMORY.md", 2),
        ("broken reference", "memory/a.md", 3),
        ("unreadable", "memory/b.md", None),
    ] == [(finding.kind, finding.path, finding.line) for finding in found]
    assert ["memory/b.md"] == [finding.path for finding in check_names(memory, None)]
