"""Which kinds of edit kept what was predicted of them, and which promise too much (SPEC 7.6)."""

import math
from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.manifest_entries import read_prediction
from harvest_loop.domain.verification import ACCEPTED
from harvest_loop.schemas.calibration import Calibration, KindCalibration
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.judgement import Change
from harvest_loop.schemas.verification import Prediction

FEWEST = 20
CHANCE = 2.0  # standard errors by which fewer must have held than were foreseen

_BY_NAME = {"SKILL.md": "skill", "SKILL_detail.md": "skill detail", "MEMORY.md": "memory index"}
_BY_FOLDER = {"rules": "rule", "agents": "agent", "templates": "template", "memory": "memory", "knowledge": "knowledge"}


def calibrate(found: Iterable[ManifestFound]) -> Calibration:
    """Return hit rate and Brier score by kind of edit, each kind once, the most frequent first."""
    judged: dict[str, list[tuple[float, float | None]]] = {}
    waiting = untestable = left_out = 0
    for entry in found:
        prediction = read_prediction(entry)
        if prediction.status == "pending":
            waiting += 1
        elif prediction.status == "untestable":
            untestable += 1
        elif prediction.status is None or prediction.score is None or not 0.0 <= prediction.score <= 1.0:
            left_out += 1
        else:
            judged.setdefault(_kind_of_entry(entry, prediction), []).append((prediction.score, _confidence(entry)))
    kinds = sorted((_of_kind(kind, each) for kind, each in judged.items()), key=lambda one: (-one.outcomes, one.kind))
    return Calibration(kinds=tuple(kinds), waiting=waiting, untestable=untestable, left_out=left_out)


def over_confident_kinds(calibration: Calibration) -> dict[str, str]:
    """Return the kinds that proved over-confident, each with the figures that say so."""
    return {
        one.kind: f"{one.held_of_sure} of {one.sure_of} held at a mean confidence of {one.confidence:.2f}"
        for one in calibration.kinds
        if one.over_confident
    }


def kind_of_change(change: Change) -> str:
    """Return which kind of edit a literal change is."""
    return _kind(change.path, is_new=change.kind == "new file")


def calibration_lines(calibration: Calibration) -> Iterator[str]:
    """Yield the page for a terminal, a line a kind; what was not measured is named."""
    if not calibration.kinds:
        made = calibration.waiting or calibration.untestable or calibration.left_out
        yield "No prediction was judged yet." if made else "No prediction was made yet: a Y on a form makes the first."
    for one in calibration.kinds:
        sure = "confidence unknown" if one.confidence is None else f"mean confidence {one.confidence:.2f}"
        brier = "" if one.brier is None else f", Brier {one.brier:.3f}"
        word = "; over-confident, graded lower" if one.over_confident else ""
        few = f"; says nothing of grades before {FEWEST}" if one.sure_of < FEWEST else ""
        yield f"{one.kind}: {one.held} of {one.outcomes} held ({one.hit_rate or 0.0:.2f}), {sure}{brier}{word}{few}"
    rest = ((calibration.waiting, "not judged yet"), (calibration.untestable, "untestable"))
    left = ((calibration.left_out, "left out: no outcome that was measured here"),)
    counted = [f"{count} {what}" for count, what in (*rest, *left) if count]
    if counted:
        yield "; ".join(counted)


def _of_kind(kind: str, outcomes: Sequence[tuple[float, float | None]]) -> KindCalibration:
    sure = [(score, told) for score, told in outcomes if told is not None]
    count = len(sure)
    mean = sum(told for _, told in sure) / count if count else None
    held = sum(score >= ACCEPTED for score, _ in sure)
    return KindCalibration(
        kind=kind,
        outcomes=len(outcomes),
        held=sum(score >= ACCEPTED for score, _ in outcomes),
        sure_of=count,
        confidence=None if mean is None else round(mean, 4),
        held_of_sure=held,
        brier=round(sum((told - score) ** 2 for score, told in sure) / count, 4) if count else None,
        over_confident=mean is not None and _promises_too_much(mean, held, count),
    )


def _promises_too_much(mean: float, held: int, count: int) -> bool:
    if count < FEWEST:
        return False
    error = math.sqrt(mean * (1.0 - mean) / count)
    return mean - held / count > CHANCE * error


def _kind_of_entry(entry: ManifestFound, prediction: Prediction) -> str:
    """An edit names the base that it was made against, a new file says that it has none; older entries say neither."""
    if "base_sha256" not in entry.keys:
        return _kind(prediction.file, is_new=None)
    base = str(entry.keys["base_sha256"] or "").strip()
    return _kind(prediction.file, is_new=base in ("", "null", "~"))


def _kind(path: str, *, is_new: bool | None) -> str:
    parts = path.split("/")
    what = _BY_NAME.get(parts[-1]) or next((_BY_FOLDER[part] for part in parts[:-1] if part in _BY_FOLDER), None)
    what = what or (parts[-1] if parts[-1] in ("CLAUDE.md", "AGENTS.md") else "file")
    if is_new is None:
        return f"{what}, new or edited"
    return f"new {what}" if is_new else f"edited {what}"


def _confidence(entry: ManifestFound) -> float | None:
    try:
        told = float(str(entry.keys.get("confidence")))
    except ValueError:
        return None
    return told if 0.0 <= told <= 1.0 else None
