"""An entry is appended to the manifest whatever shape the file has, and no other byte changes (SPEC 7.4)."""

import statistics
import time

import pytest
from ruamel.yaml import YAML

from harvest_loop.adapters.yaml_files import append_manifest_entry, check_manifest, examine_manifest, read_manifest
from harvest_loop.errors import ManifestError
from harvest_loop.schemas.records import ManifestEntry
from tests.support.repositories import Repository

PLACE = "tracks/_meta/edit_manifest.yaml"


def entry(slug: str = "a") -> ManifestEntry:
    return ManifestEntry(
        id=f"em-2026-03-10-{slug}",
        date="2026-03-10",
        file="skills/x/SKILL.md",
        edit_summary="a section",
        predicted_impact="fewer questions",
        predicted_measurable_by="questions, counted",
    )


@pytest.mark.parametrize("text", ["...\n- id: a\n", "...x\n", "... # end\n\n- id: a\n", "...\n...\n- id: a\n"])
def test_what_goes_on_behind_an_end_at_the_very_top_is_no_manifest(text: str, hub: Repository) -> None:
    """
    The list would stand in a second document; that is said, and nothing is added.
    """
    place = hub.write(PLACE, text)

    with pytest.raises(ManifestError, match="no list"):
        append_manifest_entry(hub.path, entry())

    assert text == place.read_text()


EMPTY = {
    "": "{}",
    "\n\n": "\n\n{}",
    "# only a comment\n": "# only a comment\n{}",
    "# no final newline": "# no final newline\n{}",
    "[]\n": "{}",
    "[ ]": "{}",
    "[] # none yet\n": "# none yet\n{}",
    "---\n[]  # none yet\n# below\n": "---\n# none yet\n# below\n{}",
    "---\n# none\n": "---\n# none\n{}",
    "%YAML 1.2\n---\n[]\n": "%YAML 1.2\n---\n{}",
    "...\n": "{}...\n",
    "# none\n... # the end\n# after it\n": "# none\n{}... # the end\n# after it\n",
    "---\n[] # none\n...": "---\n# none\n{}...",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("text", EMPTY)
def test_an_empty_manifest_takes_its_first_entry(hub: Repository, text: str, mark: bytes, newline: str) -> None:
    """
    A file with nothing in it is an empty list: the entry comes before a final `...`, and each comment stays.
    """
    place = hub.write(PLACE, mark + text.replace("\n", newline).encode())

    append_manifest_entry(hub.path, entry())

    after = place.read_bytes().decode("utf-8-sig").replace(newline, "\n")
    before, _, behind = EMPTY[text].partition("{}")
    assert after.startswith(f"{before}- id: em-2026-03-10-a\n")
    assert after.endswith(behind)
    assert place.read_bytes().startswith(mark)
    assert {"em-2026-03-10-a"} == {one.id for one in read_manifest(hub.path)} and ((),) == (examine_manifest(hub.path),)
    assert ["em-2026-03-10-a"] == [loaded["id"] for loaded in YAML(typ="safe", pure=True).load(after)]


LISTS = {
    "plain": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n", ""),
    "an end": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n", "...\n"),
    "an end without a newline": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n", "..."),
    "an end with comments": ("---\n- id: em-2026-03-01-a\n  date: 2026-03-01\n# last\n", "...  # end\n\n# after\n"),
    "comments at the end": ("# head\n\n- id: em-2026-03-01-a\n  date: 2026-03-01\n\n# tail\n  # deeper\n", ""),
    "an indented list": ("  - id: em-2026-03-01-a\n    date: 2026-03-01\n", ""),
    "an indented list with an end": ("    -   id: em-2026-03-01-a\n        date: 2026-03-01\n", "...\n"),
    "a dash on a line of its own": ("-\n  id: em-2026-03-01-a\n  date: 2026-03-01\n", ""),
    "dots that are no end": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n  note: |\n    and so on\n    ...\n", ""),
    "dots as a text": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n# and so on\n#...\n", ""),
    "a block text at the end": ("- id: em-2026-03-01-a\n  date: 2026-03-01\n  note: |+\n    kept\n\n", ""),
    "blank lines": ("\n\n- id: em-2026-03-01-a\n  date: 2026-03-01\n\n\n", ""),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("shape", LISTS)
def test_an_entry_is_put_where_every_loader_finds_it(hub: Repository, shape: str, mark: bytes, newline: str) -> None:
    """
    Behind the last entry, at its indentation, before the line that ends the document; no other byte changes.
    """
    first, behind = (part.replace("\n", newline) for part in LISTS[shape])
    place = hub.write(PLACE, mark + (first + behind).encode())

    append_manifest_entry(hub.path, entry("b"))
    append_manifest_entry(hub.path, entry("c"))

    after = place.read_bytes()
    ids = ["em-2026-03-01-a", "em-2026-03-10-b", "em-2026-03-10-c"]
    assert after.startswith(mark + first.encode()) and after.endswith(behind.encode())
    assert ids == [loaded["id"] for loaded in YAML(typ="safe", pure=True).load(after.decode("utf-8-sig"))]
    assert set(ids) == {one.id for one in read_manifest(hub.path)}


@pytest.mark.parametrize("text", ["edits: []\n", "edits:\n  - id: em-2026-03-01-a\n", "[{id: a}]\n", "~\n", "- a\n"])
def test_what_is_no_list_of_entries_is_left_as_it_is(hub: Repository, text: str) -> None:
    """
    A list below a key, in braces or of words: a person must say what it means, and nothing is written meanwhile.
    """
    place = hub.write(PLACE, text)

    with pytest.raises(ManifestError, match=r"list|plain text"):
        check_manifest(hub.path)

    assert text == place.read_text()


@pytest.mark.bench
def test_an_append_to_ten_thousand_entries_takes_no_fifty_milliseconds(hub: Repository) -> None:
    """
    It reads no other entry, and what may be long is copied once (SPEC 12).
    """
    append_manifest_entry(hub.path, entry("n0"))
    place = hub.path / PLACE
    one = place.read_text()
    place.write_text("".join(one.replace("-n0", f"-n{at}") for at in range(10_000)))
    took = []

    for number in range(9):
        started = time.perf_counter()
        append_manifest_entry(hub.path, entry(f"x{number}"))
        took.append(time.perf_counter() - started)

    assert 10_009 == place.read_text().count("- id: ")
    assert statistics.median(took) <= 0.05


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_longer_than_what_is_looked_at_is_appended_to_like_a_short_one(hub: Repository, newline: str) -> None:
    """
    A long head of comments, a long tail of them, an end: wherever the list begins and the document ends.
    """
    one = "- id: em-2026-03-01-n{}\n  date: 2026-03-01\n  note: 각주 {}\n"
    entries = "".join(one.format(at, "x" * 50) for at in range(2000))
    long = "# 주석 a comment of some length, to be kept\n" * 3000
    for head, tail in (("", ""), (long, ""), ("", long), ("", "...\n"), (long, f"...\n{long}")):
        before = f"{head}{entries}{tail}".replace("\n", newline)
        place = hub.write(PLACE, before)

        append_manifest_entry(hub.path, entry("b"))

        after = place.read_bytes().decode()
        at = after.index("- id: em-2026-03-10-b")
        behind = tail[tail.index("...") :].replace("\n", newline) if "..." in tail else ""
        assert before == after[:at] + after[len(after) - len(behind) :]
        assert 2001 == len({one.id for one in read_manifest(hub.path)})
