"""Forms that wait in their files, among them one that can't be read (SPEC 10.2, 11-2)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.curation import curation_line, nobody_misses
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import AssetDraft, Move, Splice
from harvest_loop.schemas.drafts import DraftFile
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.judged_values import make_judged, make_proposal, make_waiting
from tests.support.repositories import Repository

RUN = "2026-03-10_abcdef12_forced"
OTHER = "2026-03-09_12345678_forced"
WHOLE = make_waiting(make_judged(title="각주를 확인한다"), run=RUN).model_dump_json().encode()
EDIT = curation_line(
    "archiving",
    title="m.md is stale",
    target="memory/m.md",
    about="m",
    grounds=(("finding", "MEM-STALE"),),
    shown="- m\n",
    forecast=nobody_misses("m"),
    splices=(Splice(path="memory/MEMORY.md", at=0, old="- m\n", new="", base_sha256="a" * 64),),
    moves=(Move(path="memory/m.md", to="memory/.archive/m.md", base_sha256="b" * 64),),
    draft=AssetDraft(
        path="x.md",
        text="x\n",
        base_sha256=None,
        subject="x",
        also=(DraftFile(path="y", text="y\n", base_sha256=None),),
    ),
)
_PLAIN = make_waiting(make_judged(), run=RUN)
WITH_EDIT = _PLAIN.model_copy(update={"form": _PLAIN.form.model_copy(update={"lines": (*_PLAIN.form.lines, EDIT)})})
BROKEN = {
    "cut off": WHOLE[: len(WHOLE) // 2],
    "cut inside of a character": WHOLE[: WHOLE.index("각".encode()) + 1],
    "empty": b"",
    "zeros": b"\0" * 512,
    "not UTF-8": WHOLE.decode().encode("utf-16"),
    "a word of another version": WHOLE.replace(b'"settled":false', b'"settled":"maybe"'),
    "another run's": WHOLE.replace(RUN.encode(), OTHER.encode()),
    "no object": b"[]",
}


@pytest.fixture
def meta(hub: Repository) -> Path:
    """A hub's folder of records."""
    hub.commit("the hub", {"harvest.toml": ""})
    place = hub.path / "tracks" / "_meta"
    place.mkdir(parents=True)
    return place


@pytest.mark.parametrize("broken", BROKEN)
def test_a_form_that_can_not_be_read_is_no_form_that_is_not_there(broken: str, meta: Path, hub: Repository) -> None:
    """
    Asked for by its name or as the only one, it is an error that says which file and the way out.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN[broken])

    for asked in (None, RUN):
        with pytest.raises(
            HubError, match=rf"pending_{RUN}\.json: the waiting form can't be read: .*harvest the session again"
        ):
            hub_records.pick_waiting(hub.path, HubSettings(), asked)

    assert BROKEN[broken] == (meta / f"pending_{RUN}.json").read_bytes()
    assert (RUN,) == hub_records.lost_forms(hub.path, HubSettings())


@pytest.mark.parametrize("broken", BROKEN)
def test_the_other_forms_can_still_be_answered(broken: str, meta: Path, hub: Repository) -> None:
    """
    One broken file hides no other, neither from a person nor from a run of the engine.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN[broken])
    other = make_waiting(make_judged(), run=OTHER)
    hub_records.write_waiting(hub.path, HubSettings(), other)

    assert other == hub_records.pick_waiting(hub.path, HubSettings(), None)
    assert other == hub_records.pick_waiting(hub.path, HubSettings(), OTHER)
    assert hub_records.find_suspended(hub.path, HubSettings(), "9d2c") is None


def test_a_form_that_is_no_file_is_named_too(meta: Path, hub: Repository) -> None:
    """
    A folder of that name, say, is not a form that nobody has to answer.
    """
    (meta / f"pending_{RUN}.json").mkdir()

    with pytest.raises(HubError, match=rf"pending_{RUN}\.json"):
        hub_records.pick_waiting(hub.path, HubSettings(), None)


@pytest.mark.parametrize("asked", [(), (RUN,)], ids=["the oldest", "by name"])
def test_review_names_the_broken_form_and_ends_with_2(
    asked: tuple[str, ...], meta: Path, hub: Repository, tmp_path: Path
) -> None:
    """
    `No form waits` would be a lie, and exit code 0 with it.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN["cut off"])

    done = harvest("review", *asked, "--hub", str(hub.path), cwd=tmp_path, state=tmp_path / "s")

    assert (2, "", 1) == (done.returncode, done.stdout, len(done.stderr.splitlines()))
    assert f"pending_{RUN}.json" in done.stderr
    assert "move it away" in done.stderr


def test_review_of_another_form_names_the_broken_one_too(meta: Path, hub: Repository, tmp_path: Path) -> None:
    """
    Who answers the one that can be read learns that another one can't.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN["cut off"])
    hub_records.write_waiting(hub.path, HubSettings(), make_waiting(make_judged(), run=OTHER))

    done = harvest("review", "--hub", str(hub.path), cwd=tmp_path, state=tmp_path / "s")

    assert f"pending_{RUN}.json: this form can't be read" in done.stderr
    assert "nobody is here to ask" in done.stderr


def test_status_names_the_broken_form_and_does_not_say_that_none_waits(
    meta: Path, hub: Repository, tmp_path: Path
) -> None:
    """
    The line names the file and the way out.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN["zeros"])

    done = harvest("status", "--hub", str(hub.path), cwd=tmp_path, state=tmp_path / "s")

    assert (
        f"waiting   tracks/_meta/pending_{RUN}.json can't be read; mend it; or first harvest the session again"
        in done.stdout
    )
    assert "no form" not in done.stdout


ENDS = {"PASS": False, "CONDITIONAL_PASS — 2 proposals wait; held": True, "FAIL — 1 proposal waits": True}


@pytest.mark.parametrize("verdict", ENDS)
def test_a_form_that_was_answered_asks_for_nothing_when_it_breaks(verdict: str, meta: Path, hub: Repository) -> None:
    """
    Its record ends with a verdict by which nothing waits: it is lost for nobody. Without a record nobody knows.
    """
    (meta / f"pending_{RUN}.json").write_bytes(BROKEN["cut off"])
    record = meta / f"harvest_{RUN}.md"
    record.write_text(f"# page\n\nVerdict: {verdict}\n")

    assert ENDS[verdict] == bool(hub_records.read_waiting(hub.path, HubSettings())[1])
    assert ENDS[verdict] == bool(hub_records.lost_forms(hub.path, HubSettings()))
    record.unlink()
    assert (RUN,) == hub_records.lost_forms(hub.path, HubSettings())


def _texts(told: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all texts in what was read of a form."""
    if isinstance(told, str):
        yield place
    elif isinstance(told, dict | list):
        for key, value in told.items() if isinstance(told, dict) else enumerate(told):
            yield from _texts(value, (*place, key))


def _changed(told: Any, place: tuple[str | int, ...]) -> None:
    for key in place[:-1]:
        told = told[key]
    told[place[-1]] += " and more"


def test_whatever_is_changed_in_what_a_form_asks_it_is_not_carried_out(meta: Path, hub: Repository) -> None:
    """
    A Y writes what was shown: the form is named as changed, whichever of its texts it was, and is asked anew.
    """
    hub_records.write_waiting(hub.path, HubSettings(), WITH_EDIT)
    place = meta / f"pending_{RUN}.json"
    whole = place.read_text()
    texts = list(_texts(json.loads(whole)["form"]))
    assert len(texts) > 50

    for at in texts:
        told = json.loads(whole)
        _changed(told["form"], at)
        place.write_text(json.dumps(told))
        with pytest.raises(HubError, match=rf"pending_{RUN}\.json: the waiting form can't be read: "):
            hub_records.pick_waiting(hub.path, HubSettings(), RUN)
        assert (RUN,) == hub_records.lost_forms(hub.path, HubSettings()), at


@pytest.mark.parametrize("part", ["text", "new", "to", "also"])
def test_a_text_under_another_texts_name_is_named_by_its_title(part: str, meta: Path, hub: Repository) -> None:
    """
    Also where the form's own hash was made anew, or is not there: in the UI a Y was given to the line of that name.
    """
    hub_records.write_waiting(hub.path, HubSettings(), WITH_EDIT)
    place = meta / f"pending_{RUN}.json"
    told = json.loads(place.read_text())
    lines = told["form"]["lines"]
    edit = next(line for line in lines if "judged" not in line)
    change = next(line for line in lines if "judged" in line)["judged"]["candidate"]["proposal"]["change"]
    changed = {"text": change, "new": edit["splices"][0], "to": edit["moves"][0], "also": edit["draft"]["also"][0]}[
        part
    ]
    changed["text" if part == "also" else part] += "rm -rf /\n"
    told["form_sha256"] = ""
    place.write_text(json.dumps(told))

    with pytest.raises(HubError, match=r"the text of '(Check the changelog|m\.md is stale).*' was changed since"):
        hub_records.pick_waiting(hub.path, HubSettings(), RUN)


@pytest.mark.parametrize("text", ["set `TOKEN=`\nghp\n", "api_key: \n", '"password": "\n', "pass\\\\word=x1y2z3a4b5\n"])
def test_a_text_that_looks_like_a_secret_across_its_lines_can_be_answered(
    text: str, meta: Path, hub: Repository
) -> None:
    """
    A line end in a text is none to who looks at the file: the form stays JSON, with the text as it was shown.
    """
    waiting = make_waiting(make_judged(proposal=make_proposal(text)), run=RUN)
    hub_records.write_waiting(hub.path, HubSettings(), waiting)

    found = hub_records.pick_waiting(hub.path, HubSettings(), RUN)

    assert found is not None
    assert redact(text) == found.form.proposals[0].judged.candidate.proposal.change.text  # type: ignore[union-attr]
