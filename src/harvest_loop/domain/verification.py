"""Did it hold? Which predictions are due, and what a measurement says of them (SPEC 7.3)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from harvest_loop.domain.checks import COUNTERS, fault_of, match_score, out_of_reach, total_of
from harvest_loop.domain.manifest_entries import is_reworded, read_prediction
from harvest_loop.domain.predictions import is_vague
from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.verification import (
    DueCheck,
    EntryChange,
    FieldValue,
    GateDecision,
    Landing,
    Measurement,
    Prediction,
    Span,
    Standing,
    StandingWord,
    Verification,
    Waiting,
)

ACCEPTED, REJECTED = 0.75, 0.25
CITED_ONLY = 0.5
LATE_DAYS = 30
NAMED = 50  # ids that are kept of entries that wait for one reason

_DAY = 24 * 60 * 60
# A file by its extension: a time of day or a port is no citation.
_CITATION = re.compile(r"(?<![^\s(\"'`])(?P<path>[^\s:/\"'`(][^\s:\"'`(]*\.[A-Za-z]\w*):(?P<line>\d{1,6})(?![\w:])")


def set_apart(found: Sequence[ManifestFound]) -> tuple[tuple[Prediction, ...], tuple[tuple[str, str], ...]]:
    """Return the entries that can be judged, and those that are left alone with the reason (SPEC 10.1)."""
    times = Counter(entry.id for entry in found)
    usable: list[Prediction] = []
    left: list[tuple[str, str]] = []
    for entry in found:
        prediction = read_prediction(entry)
        why = _why_left_alone(entry, prediction, times[entry.id])
        if why:
            left.append((entry.id or f"line {entry.line}", why))
        else:
            usable.append(prediction)
    return tuple(usable), tuple(left)


def _why_left_alone(entry: ManifestFound, prediction: Prediction, times: int) -> str:
    """Everything that keeps an entry from being judged, in words; empty: nothing does."""
    if not entry.parsed:
        return "it is not plain 'key: value' lines, and too many such entries were met before it"
    why: list[str] = []
    if not entry.id:
        why.append("it has no id")
    if times > 1 and entry.id:
        why.append(f"its id stands {times} times (here in line {entry.line})")
    if _day(prediction.date) is None:
        why.append(f"'{one_line(prediction.date, limit=60)}' is no date")
    if prediction.status is None:
        why.append(f"its status '{_said(prediction)}' claims what was not measured here")
    elif why and is_reworded(prediction):
        why.append(f"its status is '{_said(prediction)}'")
    return "; ".join(why)


def _said(prediction: Prediction) -> str:
    return one_line(prediction.written_status, limit=120)


def weigh(
    prediction: Prediction, landing: Landing, spans: Sequence[Span], *, now: int, today: str
) -> DueCheck | Standing:
    """Return the check that is due, or how the entry stands without one; `today` is a local day."""
    fault = _untestable(prediction)
    if fault:
        return _settled(prediction, "untestable", fault, {"verification_note": _note(prediction, fault)})
    if landing.state == "unknown":
        return _waiting(prediction, landing, f"unknown: {landing.why}", unknown=True)
    if landing.state == "not landed" or landing.at is None:
        waited = (date.fromisoformat(today) - (_day(prediction.date) or date.max)).days
        late = waited >= LATE_DAYS
        reason = f"not landed for {LATE_DAYS} days or more" if late else "not landed"
        return _waiting(prediction, landing, reason, late=late)
    return _in_window(prediction, landing, landing.at, spans, now)


def _untestable(prediction: Prediction) -> str:
    """Why nothing could ever tell whether the prediction holds; empty: something may (SPEC 7.2)."""
    if prediction.fault:
        return prediction.fault
    if prediction.kind == "untestable":
        return "it was entered as untestable"
    if prediction.check is None:
        vague = is_vague(prediction.measurable_by)
        return "it has no check, and its measure names nothing that can be looked up" if vague else ""
    return fault_of(prediction.check, prediction.file)


def _in_window(
    prediction: Prediction, landing: Landing, since: int, spans: Sequence[Span], now: int
) -> DueCheck | Standing:
    check = prediction.check
    if check is None:
        if prediction.score is None or citation_of(prediction) is None:
            return _waiting(prediction, landing, "judged, and no line is cited for it")
        return DueCheck(prediction=prediction, landed=landing, since=since, until=now)
    later = _later_sessions(prediction, spans, since)
    read = [span for span in later if span.read]
    asked, days = check.window_sessions, check.window_days
    if asked and len(read) < asked:
        return _waiting(prediction, landing, f"{len(read)} of {asked} sessions")
    if days and now < since + days * _DAY:
        return _waiting(prediction, landing, f"{max(0, now - since) // _DAY} of {days} days")
    if not asked and not days and check.kind in COUNTERS:
        return _waiting(prediction, landing, "its check names no window to count in")
    ends = ([read[asked - 1].until] if asked else []) + ([since + days * _DAY] if days else [])
    until = min(now, max(ends, default=now))
    inside = tuple(span for span in later if span.until <= until)
    return DueCheck(prediction=prediction, landed=landing, since=since, until=until, spans=inside)


def _later_sessions(prediction: Prediction, spans: Iterable[Span], since: int) -> list[Span]:
    """The sessions that ended after the landing, each once, in the order in which they ended."""
    first: dict[str, Span] = {}
    for span in sorted(spans, key=lambda span: (span.until, span.key)):
        if span.until > since and span.key != prediction.session:
            first.setdefault(span.key, span)
    return list(first.values())


def citation_of(prediction: Prediction) -> tuple[str, int] | None:
    """The place that a judged entry's note cites: a path of the hub and a line."""
    found = _CITATION.search(prediction.note)
    return None if found is None else (found["path"].removeprefix("./"), int(found["line"]))


def conclude(due: DueCheck, measurement: Measurement, *, today: str, day_of: Callable[[int], str]) -> Standing:
    """Return how a due entry stands, now that it was measured; what is unknown stays pending."""
    prediction, check = due.prediction, due.prediction.check
    if measurement.unknown or measurement.value is None:
        return _waiting(prediction, due.landed, f"unknown: {measurement.unknown or 'not measured'}", unknown=True)
    if check is None:
        return _judged(due, measurement, today=today)
    total = total_of(check, measurement.value)
    if measurement.at_least and not out_of_reach(check, total):
        return _waiting(prediction, due.landed, f"unknown: {measurement.seen}", unknown=True)
    window = f"{day_of(due.since)} to {day_of(due.until)}, {count_of(len(due.spans), 'session')}"
    goal = "" if check.threshold is None else f", threshold {check.threshold:g}"
    base = "" if check.baseline is None else f", baseline {check.baseline:g}"
    said = f"{check.kind} of {check.target}: {total:g}{base}{goal} ({check.direction}; {window}); {measurement.seen}"
    delta = None if check.baseline is None else total - check.baseline
    return _scored(due, match_score(check, total), said, {"measured_value": total, "delta": delta}, today=today)


def _judged(due: DueCheck, measurement: Measurement, *, today: str) -> Standing:
    """A judged entry counts in full only when this pass itself read the cited line."""
    given = min(1.0, max(0.0, due.prediction.score or 0.0))
    score = given if measurement.value else min(given, CITED_ONLY)
    return _scored(due, score, measurement.seen, {}, today=today)


def _scored(due: DueCheck, score: float, said: str, measured: Mapping[str, FieldValue], *, today: str) -> Standing:
    word, gate = gate_of(score)
    fields = {
        **measured,
        "match_score": round(score, 4),
        "verified_at": today,
        "verification_note": _note(due.prediction, said),
        "gate_decision": gate,
    }
    standing = _settled(due.prediction, word, one_line(said), fields, landing=due.landed)
    revert = due.landed.sha if word == "falsified" else None
    value = measured.get("measured_value")
    number = value if isinstance(value, float) else None
    return standing.model_copy(update={"score": score, "measured": number, "gate": gate, "revert": revert})


def gate_of(score: float) -> tuple[StandingWord, GateDecision]:
    """Return status and gate decision for a match score."""
    if score >= ACCEPTED:
        return "verified", "accepted"
    return ("falsified", "rejected") if score <= REJECTED else ("verified", "redefine")


def gather(
    found: Sequence[ManifestFound],
    usable: Sequence[Prediction],
    left: Sequence[tuple[str, str]],
    standings: Sequence[Standing],
) -> Verification:
    """Put together what the pass found, and all that is to be written, one change an entry."""
    changes = {one.id: one.change for one in standings if one.change is not None}
    reworded = [one for one in usable if is_reworded(one)]
    for prediction in reworded:
        given = changes.get(prediction.id) or EntryChange(id=prediction.id, fields={})
        changes[prediction.id] = given.model_copy(
            update={
                "fields": {"validation_status": prediction.status, **given.fields},
                "expected": {"validation_status": prediction.written_status},
                "remarks": {"validation_status": prediction.written_status},
            }
        )
    already = sum(one.status == "untestable" for one in usable)
    return Verification(
        entries=len(found),
        untestable=already + sum(one.word == "untestable" for one in standings),
        standings=tuple(one for one in standings if not _merely_waits(one)),
        waiting=_by_reason(one for one in standings if _merely_waits(one)),
        reconciled=tuple((one.id, one.written_status, str(one.status)) for one in reworded),
        left_alone=tuple(left),
        changes=tuple(changes[one.id] for one in usable if one.id in changes),
    )


def _merely_waits(one: Standing) -> bool:
    return one.word in ("pending", "not landed") and not one.unknown


def _by_reason(standings: Iterable[Standing]) -> tuple[Waiting, ...]:
    groups: dict[tuple[StandingWord, str, bool], list[str]] = {}
    for one in standings:
        groups.setdefault((one.word, one.reason, one.late), []).append(one.id)
    return tuple(
        Waiting.model_validate(
            {"word": word, "reason": reason, "late": late, "count": len(ids), "ids": tuple(ids[:NAMED])}
        )
        for (word, reason, late), ids in groups.items()
    )


def _settled(
    prediction: Prediction,
    word: StandingWord,
    reason: str,
    fields: Mapping[str, FieldValue],
    *,
    landing: Landing | None = None,
) -> Standing:
    values = {"validation_status": word, **fields, **_commit(prediction, landing)}
    change = EntryChange(id=prediction.id, fields=values, expected={"validation_status": prediction.written_status})
    return Standing(
        id=prediction.id, line=prediction.line, file=prediction.file, word=word, reason=reason, change=change
    )


def _waiting(
    prediction: Prediction, landing: Landing, reason: str, *, unknown: bool = False, late: bool = False
) -> Standing:
    commit = _commit(prediction, landing)
    expected = {"validation_status": prediction.written_status}
    change = EntryChange(id=prediction.id, fields=commit, expected=expected) if commit else None
    word: StandingWord = "not landed" if landing.state == "not landed" else "pending"
    return Standing(
        id=prediction.id,
        line=prediction.line,
        file=prediction.file,
        word=word,
        reason=reason,
        unknown=unknown,
        late=late,
        change=change,
    )


def _commit(prediction: Prediction, landing: Landing | None) -> dict[str, FieldValue]:
    """The commit that stands for the edit, where the entry doesn't name it yet."""
    sha = None if landing is None else landing.sha
    known = prediction.commit
    return {} if sha is None or (known is not None and sha.startswith(known)) else {"commit": sha}


def _note(prediction: Prediction, said: str) -> str:
    """The note on an outcome; what stood there before is kept behind it."""
    before = f" (before: {one_line(prediction.note)})" if prediction.note.strip() else ""
    return one_line(said, limit=600) + before


def _day(text: str) -> date | None:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
