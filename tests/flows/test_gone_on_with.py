"""Which run the same command goes on with: the one that was cut off, as it was begun, and never one that ended."""

from collections import Counter
from pathlib import Path

import pytest

from tests.flows.runs import meta
from tests.flows.test_killed import Desk, copy_desk
from tests.support.repositories import Repository

A_DAY = 24 * 60 * 60
NEXT_DAY, DAY_AFTER = "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"
CUT = ("step harvest_field", "step record_run")
GOING_ON = "going on with the run of 2026-03-20 09:46 UTC that was cut off"


@pytest.fixture
def desk(tmp_path: Path, small_hub: Repository, lendlog: Path) -> Desk:
    """A hub and a field."""
    return copy_desk(tmp_path / "cut off", small_hub.path, lendlog)


def forms(desk: Desk) -> list[str]:
    """The forms that the hub has."""
    return [path.name for path in meta(desk.hub).glob("pending_*.json")]


def steps(desk: Desk, *days: int) -> Counter[str]:
    """How often each step was entered on these days."""
    return Counter(line for day in days for line in desk.crossed(day) if line.startswith("step"))


def test_killed_and_typed_again_on_other_days_with_other_answers_it_is_the_same_run(
    desk: Desk, tmp_path: Path, small_hub: Repository, lendlog: Path
) -> None:
    """
    What 80d meant was settled when the run began: nothing is done twice, and the work lands on one form.
    """
    undisturbed = copy_desk(tmp_path / "undisturbed", small_hub.path, lendlog)
    assert 0 == undisturbed.run(0).returncode

    first = desk.run(CUT[0])
    second = desk.run(CUT[1], later=A_DAY, since=NEXT_DAY)
    third = desk.run(0, later=2 * A_DAY, since=DAY_AFTER, answers="other words.json")

    assert [-9, -9, 0] == [done.returncode for done in (first, second, third)], third.stderr
    assert GOING_ON in second.stderr and GOING_ON in third.stderr
    assert undisturbed.left() == desk.left()
    assert 1 == len(forms(desk))
    assert steps(undisturbed, 0) + Counter(CUT) == steps(desk, 0, A_DAY, 2 * A_DAY)


def test_a_run_that_ended_is_not_gone_on_with(desk: Desk) -> None:
    """
    Killed after its last step and before anybody wrote that down: the same command looks for work that came since.
    """
    killed = desk.run("the end")
    asked = forms(desk)
    again = desk.run(0, later=A_DAY, since=NEXT_DAY)

    assert (-9, 0) == (killed.returncode, again.returncode), again.stderr
    assert "going on" not in again.stderr
    assert "step gather_evidence" in desk.crossed(A_DAY)
    assert 1 == len(asked) and asked == forms(desk)
    assert [] == list((desk.folder / "state" / "open_runs").glob("*.json"))
