"""The first axis: what an asset promised before the session still stands (SPEC 4.1)."""

from collections.abc import Iterator

from harvest_loop.domain.health import LONGEST_SKILL
from harvest_loop.domain.judges.critic import LONGEST_DESCRIPTION
from harvest_loop.domain.quench.criteria import lost_criteria
from harvest_loop.domain.quench.found import Axis, finding, key_line, line_of, short
from harvest_loop.domain.quench.lost_references import lost_references
from harvest_loop.domain.quench.triggers import lost_triggers, triggers_of
from harvest_loop.domain.quench.units import Elsewhere
from harvest_loop.domain.quench.world import World
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import Regression

_LISTED = ("skill", "agent")


def promises_kept(base: Asset | None, now: Asset, *, detail: Elsewhere, world: World) -> Axis:
    """Return what no longer stands of an asset's promises; a new one has only to be readable and within the limits.

    `detail` is what stands beside it, or was written in the session: what was moved there is not lost.
    """
    if not now.readable:
        return _unreadable(base, now)
    if base is not None and not base.readable:
        return Axis(1, why_not=f"its earlier text could not be read: {base.reason}" if base.reason else "")
    found = [*_frontmatter(base, now, world), *_size(base, now, has_detail=world.places.has_detail_beside(now.path))]
    checked = 1 + 2 * (now.kind in _LISTED) + (now.kind == "skill")
    if base is not None:
        criteria, lost = lost_criteria(base, now, detail)
        references, dropped = lost_references(base, now, detail, world)
        found += [*lost, *lost_triggers(base, now), *dropped]
        checked += criteria + references + len(triggers_of(base))
    return Axis(checked, tuple(found))


def _unreadable(base: Asset | None, now: Asset) -> Axis:
    reason = (now.reason or "").removesuffix(f" (line {now.reason_line})")
    if base is not None and not base.readable:
        return Axis(why_not=f"it could not be read before the session either: {base.reason}")
    line = line_of(now, now.reason_line or 1)
    message = f"the {now.kind} '{now.name}' can't be read any more: {reason}"
    if base is None:
        message = f"the new {now.kind} '{now.name}' can't be read: {reason}"
    return Axis(1, (finding("regression", "unreadable", now, message, line, severity="S"),))


def _frontmatter(base: Asset | None, now: Asset, world: World) -> Iterator[Regression]:
    if now.kind not in _LISTED:
        return
    for key in ("name", "description"):
        had, has = _text(base, key), _text(now, key)
        if not has and (had or base is None):
            line = key_line(base, key) if base is not None else line_of(now, 1)
            word = "lost its" if base is not None else "has no"
            message = f"the {now.kind} '{now.name}' {word} {key}; hosts list it by that"
            yield finding("regression", f"no {key}", now, message, line, severity="S")
    had, has = _text(base, "name"), _text(now, "name")
    if any(had == other.name for other in world.hub.assets if other.path != now.path):
        return  # another one answers to it
    folder = now.path.split("/")[-2] if "/" in now.path else ""
    if base is not None and had and has and had != has and base.path == now.path and has != folder:
        message = f"'{had}' is called '{has}' now: who called it by its name finds nothing"
        yield finding(
            "regression",
            "name changed",
            now,
            message,
            key_line(base, "name"),
            severity="A",
            against=key_line(now, "name"),
        )


def _size(base: Asset | None, now: Asset, *, has_detail: bool) -> Iterator[Regression]:
    """Only what the change brought over a limit; what was over it before is the doctor's."""
    lines = now.text.count("\n")
    if now.kind == "skill" and lines > LONGEST_SKILL and not has_detail:
        before = base.text.count("\n") if base is not None else 0
        if before <= LONGEST_SKILL:
            message = f"{lines} lines and no detail file beside it (limit {LONGEST_SKILL})"
            line = line_of(now, LONGEST_SKILL + 1)
            yield finding("regression", "grew over the limit", now, message, line, severity="A")
    length = len(_text(now, "description"))
    if now.kind in _LISTED and length > LONGEST_DESCRIPTION >= len(_text(base, "description")):
        message = f"its description has {length} characters; hosts read {LONGEST_DESCRIPTION}"
        line = key_line(now, "description")
        yield finding("regression", "description too long", now, message, line, severity="A")


def _text(asset: Asset | None, key: str) -> str:
    value = asset.frontmatter.get(key) if asset is not None else None
    return (
        " ".join(value.split())
        if isinstance(value, str)
        else short(", ".join(value))
        if isinstance(value, list)
        else ""
    )
