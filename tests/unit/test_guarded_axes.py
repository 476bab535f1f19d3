"""Axes that did not run are named in a retrospective; an empty list says that each of them did (SPEC 4.5)."""

from harvest_loop.domain.guarded_axes import axes_not_run
from harvest_loop.schemas.drift import Drift
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.regressions import AxisWord, Guard, Quench


def word(why_not: str) -> AxisWord:
    return AxisWord(asset="skills/a/SKILL.md", axis="steel", checked=0, failed=0, why_not=why_not)


def test_what_was_skipped_is_named_and_what_ran_is_not() -> None:
    """A skipped axis and a check that could not see everything are two kinds of the same gap."""
    whole = Guarded(quench=Quench(words=(word(""),)))
    skipped = Guarded(quench=Quench(words=(word("it is new"),), notes=("the hub can't be read",)))
    parts = Guarded(guard=Guard(not_measured=("no transcript",)))

    ran = set(axes_not_run(whole))
    assert {"0-a steel", "0-a quench (in part)"} == set(axes_not_run(skipped)) - ran
    assert {"0 regression guard (in part)"} == set(axes_not_run(parts)) - ran


def test_the_blocking_level_of_drift_is_such_a_gap() -> None:
    """It is off until it is calibrated, so that no list is empty by it."""
    assert any("drift" in axis for axis in axes_not_run(Guarded(drift=Drift())))
