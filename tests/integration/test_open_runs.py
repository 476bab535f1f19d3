"""A command that was cut off finds its run again by what was typed (SPEC 10.2)."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harvest_loop.adapters.open_runs import claim_run
from harvest_loop.errors import HubError, UnfinishedError
from harvest_loop.schemas.request import HarvestRequest
from tests.support.repositories import Repository

CUT_OFF = """
import os, signal, sys
from harvest_loop.adapters.open_runs import claim_run
from harvest_loop.schemas.request import HarvestRequest
request = HarvestRequest.model_validate_json(sys.argv[1])
with claim_run(request, print, typed=sys.argv[2] or None, is_unfinished=lambda _: True) as claimed:
    os.kill(os.getpid(), signal.SIGKILL)
"""
BEGUN = 1_774_000_000
A_DAY = 24 * 60 * 60
PLACES = ("hub", "field")


pytestmark = pytest.mark.usefixtures("state")


@pytest.fixture
def begun(hub: Repository, field: Repository) -> HarvestRequest:
    """The request of the run that is cut off: what was typed, pinned."""
    return HarvestRequest(
        hub=str(hub.path), field=str(field.path), since="2026-03-17T09:46:40Z", now=BEGUN, zone="UTC", answers="/a"
    )


def cut_off(request: HarvestRequest, typed: str | None = "3d") -> None:
    """Begin a run in a process that is killed."""
    command = [sys.executable, "-c", CUT_OFF, request.model_dump_json(), typed or ""]
    assert -9 == subprocess.run(command, capture_output=True, check=False).returncode


def claimed(
    request: HarvestRequest,
    typed: str | None = "3d",
    is_unfinished: Callable[[HarvestRequest], bool] = lambda _: True,
) -> tuple[HarvestRequest, list[str]]:
    """The request that the command carries out, and what the person is told."""
    told: list[str] = []
    with claim_run(request, told.append, typed=typed, is_unfinished=is_unfinished) as running:
        return running, told


def later(request: HarvestRequest, **changes: object) -> HarvestRequest:
    """The request of the same command a day later: it pins another start."""
    return request.model_copy(update={"since": "2026-03-18T09:46:40Z", "now": BEGUN + A_DAY, **changes})


def test_the_same_words_find_the_run_as_it_was_begun(begun: HarvestRequest) -> None:
    """
    What 3d means moves on with the clock; the run keeps what it meant, and the person is told of which moment it is.
    """
    cut_off(begun)

    running, told = claimed(later(begun))

    assert begun == running
    said = "what it had done is not done again, later work is not in it"
    assert [f"going on with the run of 2026-03-20 09:46 UTC that was cut off; {said}"] == told


def test_the_answers_of_now_count(begun: HarvestRequest) -> None:
    """
    A person who mends the answers and types the command again means the mended ones.
    """
    cut_off(begun)

    running, _ = claimed(later(begun, answers="/b"))

    assert begun.model_copy(update={"answers": "/b"}) == running


def test_a_run_that_is_cut_off_again_stays_the_first(begun: HarvestRequest) -> None:
    """
    However often it is killed, it is the run that was begun first.
    """
    cut_off(begun)
    cut_off(later(begun))

    assert begun == claimed(later(begun, now=BEGUN + 2 * A_DAY))[0]


def test_the_field_is_the_same_from_wherever_it_is_named(begun: HarvestRequest, field: Repository) -> None:
    """
    From a folder inside of it, through a link, and with the words set apart otherwise.
    """
    (field.path / "src").mkdir()
    link = field.path.parent / "link"
    link.symlink_to(field.path)

    for other in (field.path / "src", link, link / "src"):
        cut_off(begun, "3 days ago")
        assert begun == claimed(later(begun, field=str(other)), " 3  days ago")[0]


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("4d", {}),
        (None, {"since": None}),
        ("3d", {"mode": "proposal"}),
        ("3d", {"session": "codex:other"}),
        ("3d", {"hub": "other"}),
        ("3d", {"field": "other"}),
    ],
)
def test_another_command_is_another_run(
    typed: str | None, changes: dict[str, object], begun: HarvestRequest, tmp_path: Path
) -> None:
    """
    Whoever types something else asks for something else, also where it came to the same start that day.
    """
    Repository.create(tmp_path / "other")
    cut_off(begun)
    asked = later(begun, **{name: str(tmp_path / "other") if name in PLACES else to for name, to in changes.items()})

    assert (asked, []) == claimed(asked, typed)
    assert begun == claimed(later(begun))[0]


def test_a_run_without_anything_typed_is_found_too(begun: HarvestRequest) -> None:
    """
    The last close, from which it goes on, may have moved since.
    """
    plain = begun.model_copy(update={"since": None})
    cut_off(plain, None)

    assert plain == claimed(plain.model_copy(update={"now": BEGUN + A_DAY}), None)[0]


def test_a_run_that_stored_nothing_or_ended_is_begun_anew(begun: HarvestRequest) -> None:
    """
    There is nothing to go on from; what is written down is the new one.
    """
    cut_off(begun)
    anew = later(begun)

    with claim_run(anew, print, typed="3d", is_unfinished=lambda earlier: earlier != begun) as running:
        assert anew == running
        place = next((Path(os.environ["HARVEST_STATE"]) / "open_runs").glob("*.json"))
        assert anew == HarvestRequest.model_validate_json(place.read_bytes())


@pytest.mark.parametrize(("error", "found"), [(UnfinishedError("x"), True), (HubError("x"), False), (None, False)])
def test_only_what_did_not_end_is_gone_on_with(error: Exception | None, found: bool, begun: HarvestRequest) -> None:
    """
    A run that ended, well or badly, is over; one that stopped half-way says so by its error.
    """

    def run() -> None:
        with claim_run(begun, print, typed="3d", is_unfinished=lambda _: True):
            if error is not None:
                raise error

    if error is None:
        run()
    else:
        with pytest.raises(type(error)):
            run()

    assert found is (begun == claimed(later(begun))[0])


def test_a_run_of_last_week_is_begun_anew(begun: HarvestRequest, state: Path) -> None:
    """
    Its stored values are gone by then.
    """
    cut_off(begun)
    (place,) = (state / "open_runs").glob("*.json")
    os.utime(place, (time.time() - 8 * A_DAY,) * 2)

    assert later(begun) == claimed(later(begun))[0]
