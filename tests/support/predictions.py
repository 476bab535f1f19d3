"""Predictions, landings and sessions for tests of the manifest's pass, each a whole value with one thing to vary."""

from typing import Any

from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.verification import DueCheck, Landing, Prediction, Span

DAY = 24 * 60 * 60
LANDED_AT = 1_773_306_000  # 2026-03-12
SHA = "3f9c2a7d10b4e86f5a21c0d9e8b7a6f5d4c3b2a1"
LANDED = Landing(state="landed", sha=SHA, at=LANDED_AT)


def make_check(kind: str = "grep", **changes: Any) -> Check:
    """A check that a text is somewhere, unless told otherwise."""
    target = {"grep": "CLAUDE.md:desk"}.get(kind, "docs/desk.md")
    return Check.model_validate({"kind": kind, "target": target, "direction": "present", **changes})


def make_prediction(check: Check | None = None, **changes: Any) -> Prediction:
    """A pending prediction of an edit of a skill."""
    values = {
        "id": "em-2026-03-10-desk",
        "line": 1,
        "file": "skills/desk/SKILL.md",
        "date": "2026-03-10",
        "status": "pending",
        "written_status": "pending",
        "measurable_by": "the line in CLAUDE.md",
        "check": check,
        "session": "manual:field:1",
    }
    return Prediction.model_validate({**values, **changes})


def make_span(number: int, *, days: float = 0, key: str = "", read: bool = True) -> Span:
    """A session that ended some days after the landing."""
    until = LANDED_AT + int((days or number) * DAY)
    name = key or f"manual:field:later-{number}"
    return Span(key=name, since=until - 3600, until=until, field="r1", field_root="/field", read=read)


def make_due(check: Check | None, **changes: Any) -> DueCheck:
    """A check whose window has passed."""
    return DueCheck(
        prediction=make_prediction(check, **changes), landed=LANDED, since=LANDED_AT, until=LANDED_AT + 10 * DAY
    )
