"""One changed asset on its three axes (SPEC 4.1)."""

from collections.abc import Mapping
from typing import NamedTuple

from harvest_loop.domain.judges.steel import SteelFinding, steel_review
from harvest_loop.domain.judges.steel_new import steel_review_of_new
from harvest_loop.domain.quench.found import Axis, QuenchAxis, finding, line_of
from harvest_loop.domain.quench.phantoms import phantoms
from harvest_loop.domain.quench.promises import promises_kept
from harvest_loop.domain.quench.units import NOWHERE, Elsewhere
from harvest_loop.domain.quench.world import World
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import AxisWord, Regression

LONGEST_TEXT = 500_000
_AXES: tuple[QuenchAxis, ...] = ("regression", "steel", "phantom")


class Version(NamedTuple):
    """A changed asset as it stood before the session and as it stands now."""

    base: Asset | None
    """None: it is new, or what stood there could not be read."""
    now: Asset
    unread: str = ""
    """Why there is no base although something stood there."""
    away: bool = False
    """Whether it stands on a branch that is not checked out: what it names is looked for nowhere."""


def quench_one(
    version: Version, world: World, earlier: World, moves: Mapping[str, str], detail: Elsewhere = NOWHERE
) -> tuple[tuple[AxisWord, ...], tuple[Regression, ...]]:
    """Return what the three axes say of one asset."""
    base, now = version.base, version.now
    if len(now.text) > LONGEST_TEXT or (base is not None and len(base.text) > LONGEST_TEXT):
        axis = Axis(why_not=f"its text is longer than {LONGEST_TEXT // 1000} KB: not compared")
        return tuple(_word(now, name, axis) for name in _AXES), ()
    axes: dict[QuenchAxis, Axis] = {
        "regression": promises_kept(base, now, detail=detail, world=world),
        "steel": _steel(base, now, detail),
        "phantom": phantoms(base, now, world, earlier, moves),
    }
    if version.unread:
        axes["regression"] = axes["regression"]._replace(
            why_not=f"what stood there before is unknown: {version.unread}"
        )
        axes["steel"] = Axis(why_not=f"what stood there before is unknown: {version.unread}")
    if version.away:
        axes["phantom"] = Axis(why_not="its branch is not checked out")
    words = tuple(_word(now, name, axis) for name, axis in axes.items())
    return words, tuple(found for axis in axes.values() for found in axis.found)


def _word(now: Asset, name: QuenchAxis, axis: Axis) -> AxisWord:
    return AxisWord(
        asset=now.path,
        axis=name,
        checked=axis.checked,
        failed=len(axis.found),
        not_traceable=axis.not_traceable,
        why_not=axis.why_not,
    )


def _steel(base: Asset | None, now: Asset, detail: Elsewhere) -> Axis:
    if not now.readable:
        return Axis(why_not=f"it can't be read: {now.reason}")
    if base is None:
        attacked = steel_review_of_new(now)
        return Axis(attacked.checked, tuple(_told(now, now, each) for each in attacked.found))
    if not base.readable:
        return Axis(why_not=f"its earlier text could not be read: {base.reason}")
    review = steel_review(base, now, detail)
    found = tuple(_told(base, now, each) for each in review.found)
    return Axis(review.checked, found, review.unmatched, review.why_not)


def _told(base: Asset, now: Asset, found: SteelFinding) -> Regression:
    """Quote both sides: the line that said better before, and the one that stands there now."""
    was = line_of(base, found.was) if found.was is not None else None
    is_now = line_of(now, found.now) if found.now is not None else None
    line = was or is_now or line_of(now, 1)
    message = f"{now.name}: {found.message}"
    against = is_now if was is not None else None
    return finding("steel", found.kind, now, message, line, severity=found.severity, against=against)
