"""Forms that wait in their files, among them one that can't be read (SPEC 10.2, 11-2)."""

from pathlib import Path

import pytest

from harvest_loop.adapters import hub_records
from harvest_loop.errors import HubError
from harvest_loop.schemas.settings import HubSettings
from tests.support.command_line import harvest
from tests.support.judged_values import make_judged, make_waiting
from tests.support.repositories import Repository

RUN = "2026-03-10_abcdef12_forced"
OTHER = "2026-03-09_12345678_forced"
WHOLE = make_waiting(make_judged(title="각주를 확인한다"), run=RUN).model_dump_json().encode()
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
