"""Why work became no pattern of its page: what kind of work it is, or that the page tells it otherwise (SPEC 4.7)."""

from collections.abc import Iterable, Mapping

from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.repeated_fixes import mends
from harvest_loop.domain.works import Work

TOLD_BY_ANOTHER = "part of what another pattern tells"
_OVER_LIMIT = "over the limit of"


def over_limit(limit: int) -> str:
    """The reason of work whose pattern the page had no room for."""
    return f"{_OVER_LIMIT} {limit} patterns"


def is_field_only(reason: str) -> bool:
    """Whether work was left out for what kind of work it is, rather than for the page."""
    return reason != TOLD_BY_ANOTHER and not reason.startswith(_OVER_LIMIT)


def left_out(works: Iterable[Work], known: Mapping[int, str]) -> dict[str, list[str]]:
    """Return the shas of works by reason, each in the order in which it was seen; `known` are reasons by place."""
    found: dict[str, list[str]] = {}
    for work in works:
        reason = known.get(work.place)
        if reason is None or (reason == TOLD_BY_ANOTHER and _is_noise(work)):
            reason = _kind_of(work)
        found.setdefault(reason, []).append(work.sha)
    return found


def _is_noise(work: Work) -> bool:
    return work.wording.noise not in (None, "vague message")


def _kind_of(work: Work) -> str:
    if _is_noise(work):
        return str(work.wording.noise)
    roles = {role_of(change.path) for change in work.changes} - {"noise"}
    if roles <= {"document", "guide"}:
        return "simple docs" if roles else "nothing but noise"
    if roles & {"domain", "test"}:
        return "one-off fix" if mends(work) else "domain code"
    return (
        "project configuration"
        if roles <= {"configuration", "recipe", "toolchain"}
        else "small change of how work is done"
    )
