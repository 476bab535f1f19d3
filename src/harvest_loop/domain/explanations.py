"""What was predicted of an edit, and did it hold: told from its entry alone (SPEC 7.6)."""

from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.manifest_entries import is_reworded, read_prediction
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.record_candidates import check_text
from harvest_loop.schemas.explanation import Explanation
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.verification import Prediction

_HELD = {
    "verified": "yes",
    "falsified": "no",
    "pending": "not judged yet",
    "untestable": "nobody can tell: it is untestable",
}


def explain_entry(found: ManifestFound) -> Explanation:
    """Return what one entry of the manifest says."""
    prediction = read_prediction(found)
    keys = {name: "" if value in (None, "null", "~") else str(value) for name, value in found.keys.items()}
    return Explanation(
        id=found.id,
        date=prediction.date,
        file=prediction.file,
        edit=keys.get("edit_summary", ""),
        predicted=prediction.impact,
        measured_by=prediction.measurable_by,
        check=check_text(prediction.check).strip(" ()") or prediction.fault,
        confidence=keys.get("confidence", ""),
        status=prediction.written_status or "pending",
        held=_held(prediction, keys.get("gate_decision", "")),
        baseline=_baseline(prediction),
        measured=keys.get("measured_value", ""),
        score=keys.get("match_score", ""),
        verified_at=keys.get("verified_at", ""),
        note=prediction.note,
        commit=prediction.commit or "",
        source=f"line {found.line} of the manifest",
    )


def _baseline(prediction: Prediction) -> str:
    """The count before the edit; empty where none was taken, which is not zero."""
    taken = None if prediction.check is None else prediction.check.baseline
    return "" if taken is None else f"{taken:g}"


def _held(prediction: Prediction, gate: str) -> str:
    """Only what a pass measured counts as an answer."""
    if prediction.status is None:
        return f"unknown: its status '{one_line(prediction.written_status)}' is of an older kind"
    if prediction.status == "verified" and gate == "redefine":
        return "in part"
    said = f" (its status reads '{one_line(prediction.written_status)}')" if is_reworded(prediction) else ""
    return f"{_HELD[prediction.status]}{said}"


def about(explanations: Iterable[Explanation], wanted: str) -> tuple[Explanation, ...]:
    """Return those with this id; else those about this file."""
    known = tuple(explanations)
    return tuple(one for one in known if one.id == wanted) or tuple(one for one in known if one.file == wanted)


def explanation_lines(explanations: Sequence[Explanation]) -> Iterator[str]:
    """Yield the explanations as lines for a terminal, an empty line between two."""
    for number, one in enumerate(explanations):
        if number:
            yield ""
        yield "  ".join(part for part in (one.id or "(no id)", one.file, one.date) if part)
        for label, text in _rows(one):
            if text:
                yield f"  {label:<13}{one_line(text)}"


def _rows(one: Explanation) -> Iterator[tuple[str, str]]:
    yield "edit", one.edit
    yield "predicted", one.predicted or "nothing that was written down"
    yield "measured by", one.measured_by
    yield "check", one.check
    yield "confidence", one.confidence
    yield "did it hold?", one.held
    yield "score", " ".join(part for part in (one.score, f"on {one.verified_at}" if one.verified_at else "") if part)
    yield "seen", one.note
    yield "commit", one.commit[:12]
    yield "from", one.source
