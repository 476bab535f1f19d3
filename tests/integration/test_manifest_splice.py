"""Fields of manifest entries change in place, and nothing else does (SPEC 7.4)."""

import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from harvest_loop.adapters.manifest_splice import CannotSpliceError, set_entries, splice
from harvest_loop.errors import ManifestError
from harvest_loop.schemas.settings import HubSettings, PathSettings
from harvest_loop.schemas.verification import EntryChange, FieldValue
from tests.support.repositories import Repository

PLACE = "tracks/_meta/edit_manifest.yaml"
MANIFEST = """# keep me
- id: em-2026-03-01-a
  date: 2026-03-01
  file: plugins/p/skills/x/SKILL.md   # keep me too
  edit_summary: "a summary that runs well past eighty columns so that an emitter with a default width would fold it"
  validation_status:   pending   # as agreed
  commit: 1e10234
  base: 0012345
  odd: [ x,y ]
  folded: one
    two

# about b
- id: em-2026-03-02-b
  date: 2026-03-02
  validation_status: 'pending'
  checks:
  - { a: 1,b: 2 }
"""


def set_fields(
    root: Path, entry_id: str, fields: Mapping[str, FieldValue], settings: HubSettings | None = None
) -> None:
    """Change fields of one entry; that it was left alone is an error here."""
    done = set_entries(root, (EntryChange(id=entry_id, fields=dict(fields)),), settings)
    for name, why in done.left_alone:
        raise ManifestError(f"{name} was left alone: {why}")


def load(text: str) -> list[dict[str, Any]]:
    """What a loader of its own makes of the file."""
    loaded: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(text)
    return loaded


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that went and those that came, where all others stand in their order."""
    old, new = before.split("\n"), after.split("\n")
    head = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return old[head : len(old) - tail], new[head : len(new) - tail]


def test_one_field_is_one_line(hub: Repository) -> None:
    """
    A status changes; spacing, comments, quotes, a folded text and what looks like a number stay to the byte.
    """
    place = hub.write(PLACE, MANIFEST)

    set_fields(hub.path, "em-2026-03-01-a", {"validation_status": "verified"})

    went, came = changed_lines(MANIFEST, place.read_text())
    assert ["  validation_status:   pending   # as agreed"] == went
    assert ["  validation_status:   verified   # as agreed"] == came


def test_a_missing_field_goes_below_the_last_one(hub: Repository) -> None:
    """
    It stands in the entry's own indentation, before the blank line and the comment that belong to the next entry.
    """
    place = hub.write(PLACE, MANIFEST)

    set_fields(hub.path, "em-2026-03-01-a", {"match_score": 0.5, "commit": "0012345", "gate_decision": None})

    after = place.read_text()
    assert "    two\n  match_score: 0.5\n  gate_decision: null\n\n# about b\n" in after
    assert '  commit: "0012345"\n' in after
    first = load(after)[0]
    assert (0.5, "0012345", None) == (first["match_score"], first["commit"], first["gate_decision"])


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("cut", [0, 1])
def test_the_file_keeps_its_form(hub: Repository, newline: str, mark: bytes, cut: int) -> None:
    """
    Line ends, byte order mark and a missing last newline are somebody's editor.
    """
    before = mark + MANIFEST[: len(MANIFEST) - cut].replace("\n", newline).encode()
    place = hub.write(PLACE, before)

    set_fields(hub.path, "em-2026-03-02-b", {"validation_status": "verified", "verified_at": "2026-04-01"})

    expected = before.replace(b"'pending'", b"verified")
    added = f"{newline}  verified_at: 2026-04-01".encode()
    assert place.read_bytes() == expected.removesuffix(newline.encode()) + added + newline.encode() * (1 - cut)


def test_lines_of_both_kinds_keep_their_own_ends(hub: Repository) -> None:
    """
    A file that two editors wrote stays as mixed as it was.
    """
    before = MANIFEST.encode().replace(b"\n", b"\r\n", 5)
    place = hub.write(PLACE, before)

    set_fields(hub.path, "em-2026-03-02-b", {"validation_status": "verified"})

    assert place.read_bytes() == before.replace(b"'pending'", b"verified")


class Shape(NamedTuple):
    """A way to write a field: its lines behind the margin, `{k}` for the key."""

    lines: str
    plain: bool = True


SHAPES = (
    Shape("{k}: pending"),
    Shape("{k}:   pending_review   # a remark"),
    Shape("{k}: 'it''s: so'"),
    Shape('{k}: "a \\"b\\" # c"  # d'),
    Shape("{k}: one\n  two   # three"),
    Shape("{k}: 'one\n\n  two'"),
    Shape("{k}: |\n  text\n   more\n\n"),
    Shape("{k}: |+\n  text\n\n\n"),
    Shape("{k}: >-  # folded\n  text\n  goes on\n"),
    Shape("{k}: |2-\n    x\n  # no comment"),
    Shape("{k}:"),
    Shape("{k}:   # nothing yet"),
    Shape("{k}: ~"),
    Shape("{k}: 012"),
    Shape("{k}: 1e10234"),
    Shape("{k}: !!str 5"),
    Shape("? {k}\n: value"),
    Shape("{k}: [ x,y ]", plain=False),
    Shape("{k}: { a: 1,b: [2] }", plain=False),
    Shape("{k}:\n- x\n-", plain=False),
    Shape("{k}:\n  kind: grep\n  target: 'a: b'  # x", plain=False),
    Shape("# a comment\n{k}: x"),
    Shape("{k}: 한글 — ünïcode 😀"),
)
KEYS = ("date", "validation_status", "note", "match_score", "commit", "z-last")
VALUES: st.SearchStrategy[FieldValue] = st.one_of(
    st.sampled_from(
        ["verified", "a: b", "# c", "0012345", "1e10234", "null", "yes", "'", '"', "*a", "2026-01-01", "", "–"]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.booleans(),
    st.none(),
)


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict[str, Shape]]:
    """One entry as a person may write it: its text, and how each of its fields is written."""
    margin = " " * draw(st.integers(1, 3))
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=5))
    fields = {key: draw(st.sampled_from(SHAPES)) for key in keys}
    lines = ["id: em-2026-03-01-a", *(shape.lines.replace("{k}", key) for key, shape in fields.items())]
    body = "\n".join(lines).replace("\n", f"\n {margin}")
    tail = draw(st.sampled_from(["", "\n", "\n\n# about the next", f"\n {margin}# still about this one"]))
    return f"-{margin}{body}{tail}\n", fields


@settings(max_examples=600)
@given(entries(), st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1, max_size=4))
def test_whatever_is_set_only_those_fields_change(
    entry: tuple[str, dict[str, Shape]], new: dict[str, FieldValue]
) -> None:
    """
    A loader reads the new values and every other one as before; the lines of other fields stand as they stood. What
    can't be changed so is refused, which a list or a mapping in the field's place always is.
    """
    text, fields = entry
    change = EntryChange(id="em-2026-03-01-a", fields=new)

    if any(key in fields and not fields[key].plain for key in new):
        with pytest.raises(CannotSpliceError):
            splice(text, change)
        return
    after = splice(text, change)

    (was,), (now,) = load(text), load(after)
    assert {key: value for key, value in was.items() if key not in new} == {
        key: value for key, value in now.items() if key not in new
    }
    for key, value in new.items():
        assert now[key] == value or (key in ("date", "verified_at") and str(now[key]) == value)
    kept = [
        line for key, shape in fields.items() if key not in new for line in shape.lines.replace("{k}", key).split("\n")
    ]
    left = [line.strip() for line in after.split("\n")]
    for line in kept:
        assert line.strip() in left
    assert text.count("#") - sum(shape.lines.count("#") for key, shape in fields.items() if key in new) <= after.count(
        "#"
    )


@settings(max_examples=60)
@given(st.lists(entries(), min_size=1, max_size=4), st.data())
def test_other_entries_stay_to_the_byte(many: list[tuple[str, dict[str, Shape]]], data: st.DataObject) -> None:
    """
    What stands above and below the entry is given back as it was, also in a file with other entries than one expects.
    """
    chosen = data.draw(st.integers(0, len(many) - 1))
    texts = [text.replace("em-2026-03-01-a", f"em-2026-03-01-n{at}") for at, (text, _) in enumerate(many)]
    new = {key: "verified" for key in ("note", "commit") if key not in many[chosen][1] or many[chosen][1][key].plain}
    if not new:
        return
    after = splice(texts[chosen], EntryChange(id=f"em-2026-03-01-n{chosen}", fields=dict(new)))
    whole = "".join(texts)

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, PLACE)
        place.parent.mkdir(parents=True)
        place.write_text(whole, encoding="utf-8")
        set_fields(Path(folder), f"em-2026-03-01-n{chosen}", dict(new))
        written = place.read_text(encoding="utf-8")

    assert written == "".join([*texts[:chosen], after, *texts[chosen + 1 :]])


@pytest.mark.parametrize("below", ["", "- id: em-2026-03-02-b\n", "# a comment\n- id: em-2026-03-02-b\n"])
def test_blank_lines_that_belong_to_a_text_stay_in_it(below: str, hub: Repository) -> None:
    """
    A text that keeps its last line ends has as many of them afterwards, whatever stands below its entry.
    """
    place = hub.write(PLACE, f"- id: em-2026-03-01-a\n  note: |+\n    text\n  \n  \n{below}")
    before = load(place.read_text())

    set_fields(hub.path, "em-2026-03-01-a", {"commit": "abc"})

    (entry, *others) = load(place.read_text())
    assert {**before[0], "commit": "abc"} == entry and before[1:] == others


FLOW = "- {id: em-2026-03-01-a, validation_status: pending , odd: [ x,y ], last: }\n"


def test_an_entry_in_braces_stays_in_braces(hub: Repository) -> None:
    """
    A person who writes on one line gets one line back.
    """
    place = hub.write(PLACE, FLOW)

    set_fields(hub.path, "em-2026-03-01-a", {"validation_status": "verified", "match_score": 1.0})

    assert place.read_text() == FLOW.replace("pending", "verified").replace("last: }", "last: , match_score: 1.0}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- id: em-2026-03-01-b\n", "no entry of this id"),
        ("- id: em-2026-03-01-a\n- id: em-2026-03-01-a\n", "2 times"),
        ("- id: em-2026-03-01-a\n  validation_status: &s pending\n- id: b\n  validation_status: *s\n", "anchor"),
        ("- id: em-2026-03-01-a\n  validation_status: [pending]\n", "a list or a mapping"),
        ("- id: em-2026-03-01-a\n  validation_status:\n    of: x\n", "a list or a mapping"),
        ("- {id: em-2026-03-01-a, validation_status}\n", "no colon"),
    ],
)
def test_what_can_not_be_changed_alone_is_left_alone(hub: Repository, text: str, why: str) -> None:
    """
    Rather than touch what it was not asked for, the door says why, and the file is as it was.
    """
    place = hub.write(PLACE, text)

    with pytest.raises(ManifestError, match=why):
        set_fields(hub.path, "em-2026-03-01-a", {"validation_status": "verified"})

    assert text == place.read_text()


def test_a_field_goes_above_the_last_one_where_below_it_would_change_it(hub: Repository) -> None:
    """
    A block text that ends with the file has no last line end; a line below would give it one.
    """
    place = hub.write(PLACE, "- id: em-2026-03-01-a\n  note: |\n    x")

    set_fields(hub.path, "em-2026-03-01-a", {"commit": "abc"})

    assert place.read_text() == "- id: em-2026-03-01-a\n  commit: abc\n  note: |\n    x"


def test_an_alias_is_replaced_where_it_stands(hub: Repository) -> None:
    """
    The parser gives an alias the place of its anchor; the anchor's own entry must not change instead.
    """
    text = "- id: em-2026-03-01-a\n  file: &f x.md\n- id: em-2026-03-01-b\n  file: *f\n"
    place = hub.write(PLACE, text)

    set_fields(hub.path, "em-2026-03-01-b", {"file": "y.md"})

    assert place.read_text() == text.replace("*f", "y.md")


def test_what_a_person_wrote_is_kept_as_a_remark(hub: Repository) -> None:
    """
    A prose status becomes a word, and its prose a comment behind it, on the same line and before any other comment.
    """
    text = "- id: em-2026-03-01-a\n  validation_status: 'predicted:\n    soon'  # mine\n"
    place = hub.write(PLACE, text)
    change = EntryChange(
        id="em-2026-03-01-a", fields={"validation_status": "pending"}, remarks={"validation_status": "predicted: soon"}
    )

    done = set_entries(hub.path, (change,))

    assert ("em-2026-03-01-a",) == done.changed
    assert place.read_text() == "- id: em-2026-03-01-a\n  validation_status: pending  # was: predicted: soon  # mine\n"


def test_an_entry_that_was_settled_meanwhile_is_left_alone(hub: Repository) -> None:
    """
    Two passes at once: the second finds another status than it read, and writes nothing over it.
    """
    place = hub.write(PLACE, MANIFEST)
    expected = {"validation_status": "pending"}
    first = EntryChange(id="em-2026-03-01-a", fields={"validation_status": "verified"}, expected=expected)
    second = EntryChange(id="em-2026-03-01-a", fields={"validation_status": "falsified"}, expected=expected)

    done = [set_entries(hub.path, (change,)) for change in (first, second)]

    assert [("em-2026-03-01-a",), ()] == [one.changed for one in done]
    assert "changed in between" in dict(done[1].left_alone)["em-2026-03-01-a"]
    assert "verified   # as agreed" in place.read_text()


def test_the_same_change_again_writes_nothing(hub: Repository) -> None:
    """
    A run that was cut off after its write goes on as if it had just written.
    """
    place = hub.write(PLACE, MANIFEST)
    change = EntryChange(
        id="em-2026-03-01-a", fields={"validation_status": "verified"}, expected={"validation_status": "pending"}
    )
    set_entries(hub.path, (change,))
    before = place.stat()

    done = set_entries(hub.path, (change,))

    assert ("em-2026-03-01-a",) == done.changed
    assert (before.st_mtime_ns, before.st_ino) == (place.stat().st_mtime_ns, place.stat().st_ino)


def test_two_writers_lose_nothing_of_each_other(hub: Repository) -> None:
    """
    Each field that either of them sets stands there afterwards.
    """
    names = [f"em-2026-03-01-n{at}" for at in range(20)]
    place = hub.write(PLACE, "".join(f"- id: {name}\n  date: 2026-03-01\n" for name in names))

    def write(field: str) -> None:
        for name in names:
            set_fields(hub.path, name, {field: "x"})

    both = [threading.Thread(target=write, args=(field,)) for field in ("one", "two")]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()

    assert all({"one": "x", "two": "x"}.items() <= entry.items() for entry in load(place.read_text()))


def test_a_secret_does_not_come_in_by_a_note(hub: Repository) -> None:
    """
    What a pass read and pastes is text from outside like any other.
    """
    secret = "ghp_" + "a1B2" * 9
    place = hub.write(PLACE, MANIFEST)

    set_fields(hub.path, "em-2026-03-01-a", {"verification_note": f"read CLAUDE.md:3: token={secret}"})

    assert secret not in place.read_text()
    assert "redacted" in load(place.read_text())[0]["verification_note"]


def test_a_missing_manifest_stays_missing(hub: Repository) -> None:
    """
    There is nothing to change, and no empty file is left behind.
    """
    with pytest.raises(ManifestError, match="no entry"):
        set_fields(hub.path, "em-2026-03-01-a", {"note": "x"})

    assert not (hub.path / PLACE).exists()


def test_the_setting_moves_the_manifest(hub: Repository) -> None:
    """
    `[paths] meta` moves it with the other records.
    """
    place = hub.write("records/edit_manifest.yaml", MANIFEST)

    set_fields(hub.path, "em-2026-03-02-b", {"date": "2026-03-03"}, HubSettings(paths=PathSettings(meta="records")))

    assert "  date: 2026-03-03\n" in place.read_text()


def test_the_end_of_the_document_stays_the_end(hub: Repository) -> None:
    """
    Some editors close a YAML file with three dots; a new field goes above them.
    """
    place = hub.write(PLACE, "---\n- id: em-2026-03-01-a\n  date: 2026-03-01\n...\n# after it\n")

    set_fields(hub.path, "em-2026-03-01-a", {"commit": "abc"})

    assert place.read_text() == "---\n- id: em-2026-03-01-a\n  date: 2026-03-01\n  commit: abc\n...\n# after it\n"


@pytest.mark.bench
def test_one_of_ten_thousand_is_changed_at_once(hub: Repository) -> None:
    """
    Only that entry is parsed (SPEC 12).
    """
    one = MANIFEST[MANIFEST.index("- id: em-2026-03-02-b") :]
    place = hub.write(PLACE, "".join(one.replace("-b\n", f"-n{at}\n") for at in range(10_000)))
    before = place.read_text()
    started = time.perf_counter()

    set_fields(hub.path, "em-2026-03-02-n9000", {"validation_status": "verified"})

    assert time.perf_counter() - started < 1
    assert (["  validation_status: 'pending'"], ["  validation_status: verified"]) == changed_lines(
        before, place.read_text()
    )
