"""YAML that people write: frontmatter and the edit manifest."""

import io
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from harvest_loop.adapters.yaml_files import (
    append_manifest_entry,
    check_manifest,
    examine_manifest,
    read_frontmatter,
    read_manifest,
)
from harvest_loop.errors import ManifestError
from harvest_loop.schemas.hub import Frontmatter, FrontmatterFailure
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import ManifestEntry
from harvest_loop.schemas.settings import HubSettings, PathSettings
from tests.support.repositories import Repository

PLACE = "tracks/_meta/edit_manifest.yaml"


def keys_of(block: str) -> dict[str, Any]:
    found = read_frontmatter(f"---\n{block}\n---\nbody\n")
    assert isinstance(found, Frontmatter), found
    return dict(found.keys)


def failure_of(text: str) -> FrontmatterFailure:
    found = read_frontmatter(text)
    assert isinstance(found, FrontmatterFailure), found
    return found


def entry(name: str = "a", **changes: Any) -> ManifestEntry:
    known: dict[str, Any] = {
        "id": f"em-2026-03-10-{name}",
        "date": "2026-03-10",
        "file": "skills/x/SKILL.md",
        "edit_summary": "added a step",
        "predicted_impact": "fewer repeats",
        "predicted_measurable_by": "grep",
    }
    return ManifestEntry(**{**known, **changes})


# ---- frontmatter


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("2026-05-06", "2026-05-06"),
        ("2026-05-06T10:00:00Z", "2026-05-06T10:00:00Z"),
        ("12:30:45", "12:30:45"),
        ("1.10", "1.10"),
        ("012", "012"),
        ("1e10234", "1e10234"),
        ("on", "on"),
        ("No", "No"),
        ("~", "~"),
        ("null", "null"),
        ("'quoted'", "quoted"),
        ('"a: b"', "a: b"),
        ("text # comment", "text"),
        ("no#comment", "no#comment"),
        ("", ""),
        ("!!python/object:os.system x", "x"),
    ],
)
def test_what_looks_like_a_date_or_a_number_stays_the_text_as_written(written: str, text: str) -> None:
    """
    A version 1.10 is not 1.1, and a name 2026-05-06 is not a date (case A04).
    """
    assert {"key": text} == keys_of(f"key: {written}")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (">\n  two\n  lines", "two lines\n"),
        ("|\n  two\n  lines", "two\nlines\n"),
        (">-\n  two\n\n  parts", "two\nparts"),
    ],
)
def test_a_text_over_several_lines_is_one_value(written: str, text: str) -> None:
    """
    Long descriptions are written as blocks.
    """
    assert {"description": text} == keys_of(f"description: {written}")


def test_lists_stay_lists_and_mappings_are_flattened() -> None:
    """
    Nested keys keep their path, so that `metadata.modified` can be asked for.
    """
    block = "tools: [Read, 1.10]\ntags:\n- a\n- b\nmetadata:\n  modified: 2026-01-01\n  deep:\n    er: yes"

    assert {
        "tools": ["Read", "1.10"],
        "tags": ["a", "b"],
        "metadata.modified": "2026-01-01",
        "metadata.deep.er": "yes",
    } == keys_of(block)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff---\nname: x\n---\nbody",
        "---\r\nname: x\r\n---\r\nbody",
        "--- # opens\nname: x\n... # ends\nbody",
        "---  \nname: x\n---\t\nbody",
        "%YAML 1.2\n---\nname: x\n---\nbody",
    ],
)
def test_the_fences_may_be_written_in_several_ways(text: str) -> None:
    """
    A byte order mark, CRLF, comments and a directive are somebody's editor, no fault (case A03).
    """
    found = read_frontmatter(text)

    assert isinstance(found, Frontmatter)
    assert {"name": "x"} == found.keys and "body" == found.body


@pytest.mark.parametrize(
    "text", ["", "# Title\n", "----\nname: x\n---\n", " ---\nname: x\n---\n", "\n---\nname: x\n---\n"]
)
def test_a_text_that_opens_no_block_has_no_frontmatter(text: str) -> None:
    """
    Hosts look at line 1 only.
    """
    found = read_frontmatter(text)

    assert isinstance(found, Frontmatter) and not found.present and text == found.body


def test_the_body_starts_where_its_line_number_says() -> None:
    """
    Findings name lines of the file, not of the body.
    """
    text = "---\nname: x\n---\n# Title\nend"
    found = read_frontmatter(text)

    assert isinstance(found, Frontmatter)
    assert "# Title" == text.split("\n")[found.first_body_line - 1] == found.body.split("\n")[0]


@pytest.mark.parametrize(
    ("block", "line", "word"),
    [
        ("name: x\ndescription: Use when: it breaks", 3, "mapping"),
        ('name: x\nargument-hint: [path] - e.g. "src"', 3, "not allowed"),
        ("name: x\ndeps: [tool[extra], other]", 3, "expected"),
        ("name: x\n\tdescription: tab", 3, ""),
        ("name: x\nname: y", 3, "twice"),
        ("- a\n- b", 2, "list"),
        ("just words", 2, "plain text"),
        ("name: 'open", 3, ""),
        ("? [a]\n: b", 2, "list or a mapping"),
        ("name: x\nbad: \x07", 3, ""),
        ("globs: **/*.ts", 2, ""),
        ("a: *nobody", 2, "alias"),
        ("name: x\n<<<<<<< HEAD", 3, ""),
    ],
)
def test_what_cannot_be_parsed_is_told_with_its_line(block: str, line: int, word: str) -> None:
    """
    The line is that of the file, so that a person can go there (cases A01, A02).
    """
    failure = failure_of(f"---\n{block}\n---\nbody\n")

    assert word in failure.reason and abs(failure.line - line) <= 1


def test_a_block_that_is_never_closed_is_a_failure() -> None:
    """
    Half the file would be taken for keys.
    """
    assert "never closed" in failure_of("---\nname: x\n\n# Title\n").reason


def test_aliases_are_resolved() -> None:
    """
    An anchor is YAML like any other.
    """
    assert {"a": "text", "b": "text"} == keys_of("a: &it text\nb: *it")


@pytest.mark.bench
@pytest.mark.parametrize(
    "block",
    [
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "\n".join(
            f"{b}: &{b} {{{', '.join(f'k{n}: *{a}' for n in range(9))}}}"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: &a\n  b: *a",
        "a: " + "[" * 5_000,
        "a: " + "{b: " * 5_000,
        "a: " + "x" * 100_000,
    ],
    ids=["billion laughs", "itself", "deep lists", "deep mappings", "long"],
)
def test_a_hostile_block_costs_little(block: str) -> None:
    """
    A few lines may stand for a billion values; reading them ends soon and says so.
    """
    started = time.perf_counter()

    failure_of(f"---\n{block}\n---\n")

    assert time.perf_counter() - started < 5


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    """
    Whatever stands in a file, the answer is one of the two types.
    """
    found = read_frontmatter(f"---\n{text}\n---\nbody")

    assert isinstance(found, Frontmatter | FrontmatterFailure)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}", fullmatch=True),
        st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40),
        max_size=5,
    )
)
def test_what_a_yaml_writer_wrote_is_read_back(values: dict[str, str]) -> None:
    """
    Quoting, escapes and folds are undone as a YAML loader undoes them.
    """
    out = io.StringIO()
    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.dump(values, out)
    found = read_frontmatter(f"---\n{out.getvalue()}---\n") if values else Frontmatter()

    assert isinstance(found, Frontmatter) and values == found.keys


# ---- the manifest

LEGACY = (
    "# keep me\n"
    "- id: em-2026-03-01-a\n"
    "  date: 2026-03-01\n"
    "  file: skills/x/SKILL.md   # keep me too\n"
    '  edit_summary: "a summary that runs well past eighty columns so that an emitter would fold it over two lines"\n'
    '  validation_status: "predicted — check next week"\n'
    "- id: em-2026-03-02-b\n"
    "  date: 2026-03-02\n"
    "  predicted_measurable_by: commit 0123456 or 1e10234\n"
    "  baseline_value: 012\n"
    "  odd: [ x,y ]\n"
    "  validation_status: pending_review\n"
    "- id: em-2026-03-01-a\n"
    "  date: not-a-date\n"
    "  validation_status: pending\n"
)


def test_a_duplicate_id_and_a_bad_date_are_named_and_gone_on(hub: Repository) -> None:
    """
    They and statuses of an older kind are named and left alone; none stops a run (case D08, SPEC 10.1).
    """
    hub.write(PLACE, LEGACY)

    ids, notes = check_manifest(hub.path)

    assert {"em-2026-03-01-a", "em-2026-03-02-b"} == ids
    assert 4 == len(notes)
    assert any("predicted — check next week" in note for note in notes)
    assert any("pending_review" in note for note in notes)
    assert any("13" in note and "not-a-date" in note for note in notes)
    assert any("2 times (lines 2, 13)" in note for note in notes)


def test_hashes_and_numbers_of_an_entry_stay_text(hub: Repository) -> None:
    """
    `012` is no ten, and a hash like 1e10234 no infinity (case D08).
    """
    hub.write(PLACE, LEGACY)

    (found,) = (one for one in read_manifest(hub.path) if one.id == "em-2026-03-02-b")

    assert 7 == found.line and "012" == found.keys["baseline_value"]
    assert "commit 0123456 or 1e10234" == found.keys["predicted_measurable_by"]
    assert ["x", "y"] == found.keys["odd"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("cut", [0, 1])
def test_an_append_changes_no_other_byte(hub: Repository, newline: str, mark: bytes, cut: int) -> None:
    """
    Comments, quotes, odd spacing and line ends survive; a missing last newline is added first (SPEC 7.4).
    """
    text = LEGACY[: len(LEGACY) - cut].replace("\n", newline)
    before = mark + text.encode()
    place = hub.write(PLACE, before)

    append_manifest_entry(hub.path, entry("new"))

    after = place.read_bytes()
    assert after.startswith(before)
    assert {"em-2026-03-01-a", "em-2026-03-02-b", "em-2026-03-10-new"} == {one.id for one in read_manifest(hub.path)}
    assert (b"\r\n" in after) == (newline == "\r\n")


def test_a_missing_manifest_is_created(hub: Repository) -> None:
    """
    The first accepted edit starts the record.
    """
    assert (frozenset(), ()) == check_manifest(hub.path)

    append_manifest_entry(hub.path, entry())

    assert (frozenset({"em-2026-03-10-a"}), ()) == check_manifest(hub.path)


def test_an_indented_list_goes_on_at_its_indentation(hub: Repository) -> None:
    """
    YAML lets a list stand some columns in, and then all of it.
    """
    hub.write(PLACE, "  - id: em-2026-03-01-a\n    date: 2026-03-01\n")

    append_manifest_entry(hub.path, entry())

    assert {"em-2026-03-01-a", "em-2026-03-10-a"} == {one.id for one in read_manifest(hub.path)}


@settings(max_examples=150, deadline=None)
@given(
    summary=st.text(st.characters(codec="utf-8"), max_size=60),
    impact=st.sampled_from(
        ["yes", "null", "012", "1e5", "- x", "a: b", "# x", "'", '"', "*a", "&a", "{", "2026-01-01", " "]
    ),
)
def test_any_loader_reads_back_what_was_appended(
    tmp_path_factory: pytest.TempPathFactory, summary: str, impact: str
) -> None:
    """
    Text is quoted wherever a loader could take it for something else.
    """
    root = tmp_path_factory.mktemp("hub")
    wanted = entry(edit_summary=summary, predicted_impact=impact, predicted_measurable_by="\u2028\x85\x7f")

    append_manifest_entry(root, wanted)

    (loaded,) = YAML(typ="safe", pure=True).load((root / PLACE).read_text(encoding="utf-8"))
    assert (summary, impact, "\u2028\x85\x7f") == (
        loaded["edit_summary"],
        loaded["predicted_impact"],
        loaded["predicted_measurable_by"],
    )
    (found,) = (one for one in read_manifest(root) if one.id == wanted.id)
    assert impact == found.keys["predicted_impact"]


def test_a_check_and_unknown_keys_are_written_too(hub: Repository) -> None:
    """
    Formats that people also write keep unknown keys (SPEC 7.1).
    """
    check = Check(kind="grep", target="- a: b", direction="present", threshold=1)

    append_manifest_entry(hub.path, entry(check=check, confidence=0.7, ours={"list": [1, "b: c"], "none": None}))

    (loaded,) = YAML(typ="safe", pure=True).load((hub.path / PLACE).read_text())
    assert check.model_dump() == loaded["check"] and {"list": [1, "b: c"], "none": None} == loaded["ours"]


def test_a_secret_in_an_entry_is_taken_out(hub: Repository) -> None:
    """
    Nothing is written but through redaction, and what is written still parses (SPEC 11-4).
    """
    secret = "ghp_" + "a1B2" * 9

    append_manifest_entry(hub.path, entry(edit_summary=f"use token={secret} here"))

    assert secret not in (hub.path / PLACE).read_text()
    assert (frozenset({"em-2026-03-10-a"}), ()) == check_manifest(hub.path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- id: em-2026-03-01-a\n  note: a: b\n", 2),
        ("- id: em-2026-03-01-a\n  date: 2026-03-01\n<<<<<<< HEAD\n", 3),
        ("- id: em-2026-03-01-a\n   date: x\n", 2),
        ("- id: 'open\n- id: em-2026-03-01-b\n", 3),
        ("- id: em-2026-03-01-a\n  id: em-2026-03-01-b\n", 2),
        ("- id: em-2026-03-01-a\nentries: x\n", 2),
        ("id: em-2026-03-01-a\n", 1),
        ("just words\n", 1),
        ("- id: em-2026-03-01-a\n---\n- id: b\n", 2),
        ("- just words\n", 1),
        ("- id: em-2026-03-01-a\n\tdate: x\n", 2),
    ],
)
def test_a_manifest_that_does_not_parse_stops_the_run(hub: Repository, text: str, line: int) -> None:
    """
    Exit code 3 with the place to look at, never `0 pending` (SPEC 7.3, 10.1).
    """
    hub.write(PLACE, text)

    with pytest.raises(ManifestError) as caught:
        check_manifest(hub.path)

    path, _, number = (caught.value.where or "").rpartition(":")
    assert 3 == caught.value.exit_code and PLACE == path and abs(int(number) - line) <= 1
    (finding,) = examine_manifest(hub.path)
    assert "must" == finding.severity and int(number) == finding.line


def test_a_manifest_that_is_no_list_is_not_appended_to(hub: Repository) -> None:
    """
    Nobody knows what an entry would mean there.
    """
    place = hub.write(PLACE, "id: em-2026-03-01-a\n")

    with pytest.raises(ManifestError):
        append_manifest_entry(hub.path, entry())

    assert "id: em-2026-03-01-a\n" == place.read_text()


def test_a_manifest_in_another_encoding_stops_the_run(hub: Repository) -> None:
    """
    It can't be parsed, so it is the same error.
    """
    hub.write(PLACE, "- id: em-2026-03-01-a\n  note: gr\xfc\xdfe\n".encode("latin-1"))

    with pytest.raises(ManifestError, match="UTF-8"):
        check_manifest(hub.path)


def test_anchors_across_entries_are_understood(hub: Repository) -> None:
    """
    A person may write the same file once and refer to it.
    """
    hub.write(
        PLACE,
        "- id: em-2026-03-01-a\n  date: 2026-03-01\n  file: &f x.md\n"
        "- id: em-2026-03-01-b\n  date: 2026-03-01\n  file: *f\n",
    )

    (found,) = (one for one in read_manifest(hub.path) if one.id == "em-2026-03-01-b")

    assert "x.md" == found.keys["file"] and 4 == found.line


def test_an_entry_without_an_id_is_named(hub: Repository) -> None:
    """
    It can't be judged, and it must not vanish.
    """
    hub.write(PLACE, "- date: 2026-03-01\n  file: x\n- id: em-2026-03-01-a\n  date: 2026-03-01\n")

    ids, notes = check_manifest(hub.path)

    assert {"em-2026-03-01-a"} == ids and "no id" in notes[0]


@pytest.mark.bench
def test_ten_thousand_entries_are_read_in_seconds(hub: Repository) -> None:
    """
    Plain entries never meet the parser, which would need half a minute (SPEC 12).
    """
    append_manifest_entry(hub.path, entry("n0", check=Check(kind="grep", target="a: b", direction="up")))
    place = hub.path / PLACE
    one = place.read_text()
    place.write_text("".join(one.replace("-n0", f"-n{at}") for at in range(10_000)))

    started = time.perf_counter()
    ids, notes = check_manifest(hub.path)

    assert 10_000 == len(ids) and () == notes
    assert time.perf_counter() - started < 5


def test_entries_beyond_the_parser_s_patience_are_said_to_be_unchecked(hub: Repository) -> None:
    """
    Not checked is not sound, and their ids are known all the same.
    """
    hub.write(PLACE, "".join(f"- id: em-2026-03-01-n{at}\n  date: 2026-03-01\n  tags: [a]\n" for at in range(900)))

    ids, notes = check_manifest(hub.path)

    assert 900 == len(ids) and "100 entries" in notes[0]


def test_the_manifest_follows_the_setting(hub: Repository, tmp_path: Path) -> None:
    """
    `[paths] meta` moves it with the other records.
    """
    moved = HubSettings(paths=PathSettings(meta="records"))

    append_manifest_entry(hub.path, entry(), moved)

    assert (hub.path / "records/edit_manifest.yaml").is_file() and set() == {one.id for one in read_manifest(hub.path)}
