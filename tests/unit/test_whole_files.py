"""Facts read again in their whole file, of which a commit showed only the lines that it added (SPEC 4.7)."""

import pytest

from harvest_loop.domain.whole_files import files_asked, read_again
from harvest_loop.schemas.patterns import EvidenceItem, FieldHarvest
from tests.support.patterns import FIRST, make_item, make_pattern

BRANCH = 'case=$1\nif [ "$case" = force ]; then\n  git push --force\nelse\n  git push --tags\nfi\n'
FORBIDDEN = "# Rules\n\n**NEVER**:\n- Use raw fetch for calls\n\nAlways:\n- Use the shop's own client\n"
SAMPLE = "# Use\n\n```console\n$ make all\nmake lint\n```\n"
INSIDE = "# Use\n\n```sh\ncat <<EOF\nmake tea\nEOF\n```\n\n```text\nNever trust a report alone.\n```\n"


def read(item: EvidenceItem, text: str | None) -> tuple[FieldHarvest, list[EvidenceItem]]:
    harvest = FieldHarvest(patterns=(make_pattern("x y z", [item]),))
    found = read_again(harvest, {(FIRST, item.pointer.path or ""): text})
    return found, [item for pattern in found.patterns for item in pattern.evidence]


@pytest.mark.parametrize(
    ("item", "text", "beside"),
    [
        (make_item("command", "git push --force", "scripts/a.sh", 3), BRANCH, ["inside"]),
        (make_item("rule", "Use raw fetch for calls", "AGENTS.md", 4), FORBIDDEN, ["never"]),
        (make_item("rule", "Use the shop's own client", "AGENTS.md", 7), FORBIDDEN, []),
        (make_item("command", "make all", "docs/use.md", 4), SAMPLE, []),
    ],
)
def test_a_fact_gets_what_stands_around_it_in_its_file(item: EvidenceItem, text: str, beside: list[str]) -> None:
    """
    A condition, or the word that forbids a list, may have been there before the commit.
    """
    found, (kept,) = read(item, text)

    assert beside == [aside.kind for aside in kept.asides]
    assert all((aside.pointer.sha, aside.pointer.path) == (FIRST, item.pointer.path) for aside in kept.asides)
    assert all(text.split("\n")[(a.pointer.line or 0) - 1] == a.pointer.quote for a in kept.asides)
    assert 0 == found.read_otherwise


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (make_item("command", "git push --tags", "scripts/a.sh", 5), BRANCH),
        (make_item("command", "make lint", "docs/use.md", 5), SAMPLE),
        (make_item("command", "make tea", "docs/use.md", 5), INSIDE),
        (make_item("rule", "Never trust a report alone.", "docs/use.md", 10), INSIDE),
    ],
)
def test_what_the_whole_file_reads_otherwise_is_no_fact(item: EvidenceItem, text: str) -> None:
    """
    The other branch, what a terminal printed, a here-document, a sentence in a block: left out, and counted.
    """
    found, kept = read(item, text)

    assert [] == kept and () == found.patterns
    assert 1 == found.read_otherwise


def test_a_prompt_asks_what_stands_in_its_blocks_too() -> None:
    """
    There the block is what the model is told.
    """
    item = make_item("rule", "Never trust a report alone.", "skills/review/reviewer-prompt.md", 10)

    assert [item] == read(item, INSIDE)[1]


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (make_item("command", "make lint", "docs/use.md", 5), None),
        (make_item("file", "docs/use.md", "docs/use.md", 5, quote="make lint"), SAMPLE),
        (make_item("reason", "It broke twice.", quote="Mend it"), SAMPLE),
    ],
)
def test_what_can_not_be_read_again_stays_as_it_is(item: EvidenceItem, text: str | None) -> None:
    """
    A file that isn't there is for the pointers to tell; a file's first line and a message need no file around them.
    """
    assert [item] == read(item, text)[1]


def test_only_the_files_of_such_facts_are_asked_for() -> None:
    """
    Nothing is read for a reason or a file's name.
    """
    pattern = make_pattern()

    asked = files_asked(FieldHarvest(patterns=(pattern,)))

    assert {"Makefile", "CONTRIBUTING.md"} == {path for _, path in asked}
