"""The session's retrospective in four fields, filled from measurements and nothing else (SPEC 4.5)."""

from collections.abc import Iterable, Mapping, Sequence

from harvest_loop.domain.guard.failing import TRANSCRIPT
from harvest_loop.domain.person_words import folded
from harvest_loop.domain.quoting import gap_below, in_page, one_line, plural
from harvest_loop.domain.repeats import corrected_again, failed_again, program_of
from harvest_loop.domain.transcript_evidence import count_of
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.retrospective import AxisFinding, Measured, RetroPoint, Retrospective
from harvest_loop.schemas.transcript import Correction, TranscriptFacts, TurnPlace

HEADING = "## Session Retrospective"

_SHOWN = 10
_QUOTED = 160
_PERSON = "the person"
_POINTS = 5
_CUE = 40


def retrospect(
    facts: TranscriptFacts | None,
    *,
    caught_by_itself: Mapping[str, int | None],
    caught_by_others: Mapping[str, int | None],
    axes_not_run: Iterable[str],
    seen_before: Sequence[str] = (),
    why_no_facts: str = "no transcript was read",
) -> Retrospective:
    """Return the four fields of a session.

    `caught_by_itself` and `caught_by_others` count mistakes by the name of the axis that caught them; the person's
    corrections come from the transcript; None: the axis ran and its count is unknown. `seen_before` are patterns of
    this session that earlier ones showed too. Without a transcript, what it would show is unknown.
    """
    corrections = _corrections(facts, why_no_facts)
    others = {_PERSON: corrections.count, **caught_by_others}
    repeats = _repeats(facts, seen_before, why_no_facts)
    return Retrospective(
        corrections=corrections,
        caught_by_itself=_axes(caught_by_itself),
        caught_by_others=_axes(others),
        axes_not_run=tuple(sorted(set(axes_not_run))),
        repeats=repeats,
        points=repeats.lines[:_POINTS],
    )


def retrospective_section(retrospective: Retrospective) -> str:
    """Return the section of a signal; `none` and `0` are values, and no field is empty."""
    lines = [
        *(HEADING, ""),
        *_field("Corrections", retrospective.corrections),
        f"- Caught by itself / by others: {_caught(retrospective)}",
        f"- Axes not run: {', '.join(map(in_page, retrospective.axes_not_run)) or 'none'}",
        *_field("Repeats", retrospective.repeats),
        "",
    ]
    return "\n".join(lines)


def retrospective_signal(existing: str | None, section: str, *, day: str, source: str) -> str:
    """Return the text of today's signal with `retro: close` and the section after what stands there (SPEC 2).

    `source` is the field's safe name. A section that stands there word for word is not written again.
    """
    if existing is None:
        return "\n".join(_new_signal(day, source)) + section
    if section.strip() in existing:
        return _marked(existing)
    marked = _marked(existing)
    return marked + gap_below(marked) + section


def improvement_points(facts: TranscriptFacts | None) -> tuple[RetroPoint, ...]:
    """Return what happened again and again, each with the place where it did last (SPEC 4.5).

    A pattern that earlier sessions showed too is none: it is in contention as a pattern. Nothing of the domain is in a
    point: of a command the program, of a correction the words that say so.
    """
    if facts is None:
        return ()
    corrected = {" ".join(folded(one.cue).split()): one.prompt.place for one in facts.corrections}
    failed = {" ".join(one.command.split()): one.place for one in facts.failed_commands}
    points = [
        _point(f"corrected {one.times} times by “{one_line(one.what, limit=_CUE)}”", one.what, corrected[one.what])
        for one in corrected_again(facts)
    ]
    points += [
        _point(f"failed {one.times} times: {program_of(one.what)}", program_of(one.what), failed[one.what])
        for one in failed_again(facts)
    ]
    return tuple({point.what: point for point in reversed(points[:_POINTS])}.values())[::-1]


def _point(text: str, what: str, place: TurnPlace) -> RetroPoint:
    pointer = Pointer(sha=TRANSCRIPT, path=place.file, line=place.line or None, quote=one_line(what, limit=_CUE))
    return RetroPoint(text=text, what=what, pointer=pointer)


def _new_signal(day: str, source: str) -> tuple[str, ...]:
    return (
        *("---", "type: fh-signal", f"date: {day}", f"source: {source}", "priority: low", "status: closed"),
        *("retro: close", "---", ""),
        *("## Friction Point", "", "none besides the fields below", ""),
        *("## FH Registration Candidate", "", "none here: the repeats below are not graded yet", ""),
        *("## Status", "", "- status: closed", "- priority: low", "", ""),
    )


def _corrections(facts: TranscriptFacts | None, why: str) -> Measured:
    if facts is None:
        return Measured(why_not=why)
    count = count_of(facts, "corrections", facts.corrections)
    return Measured(count=count, lines=tuple(map(_correction, facts.corrections[:_SHOWN])))


def _correction(correction: Correction) -> str:
    place = correction.prompt.place
    return f"{place.file}:{place.line} {correction.prompt.text}"


def _repeats(facts: TranscriptFacts | None, seen_before: Sequence[str], why: str) -> Measured:
    before = tuple(f"seen in earlier sessions too: {title}" for title in seen_before)
    if facts is None:
        return Measured(lines=before, why_not=why)
    failed = tuple(f"failed {repeat.times} times: {repeat.what}" for repeat in failed_again(facts))
    corrected = tuple(f"corrected {repeat.times} times: {repeat.what}" for repeat in corrected_again(facts))
    lines = (*corrected, *failed, *before)
    return Measured(count=len(lines), lines=lines[:_SHOWN])


def _axes(counts: Mapping[str, int | None]) -> tuple[AxisFinding, ...]:
    return tuple(AxisFinding(axis=axis, count=count) for axis, count in sorted(counts.items()))


def _caught(retrospective: Retrospective) -> str:
    return f"{_told(retrospective.caught_by_itself)} / {_told(retrospective.caught_by_others)}"


def _told(axes: Sequence[AxisFinding]) -> str:
    told = (f"{in_page(f.axis)} {'unknown' if f.count is None else f.count}" for f in axes)
    return ", ".join(told) or "none"


def _field(name: str, measured: Measured) -> list[str]:
    head = f"unknown ({in_page(measured.why_not) or 'not measured'})" if measured.count is None else str(measured.count)
    rest = 0 if measured.count is None else measured.count - len(measured.lines)
    more = [f"  - and {rest} {plural(rest, 'other')}"] if rest > 0 else []
    return [f"- {name}: {head}", *(f"  - {in_page(line, limit=_QUOTED)}" for line in measured.lines), *more]


def _marked(text: str) -> str:
    """The text with `retro: close` in its frontmatter, which it gets if it has none."""
    lines = text.split("\n")
    if lines[0].removeprefix("\ufeff").rstrip() != "---":
        return "\n".join(["---", "retro: close", "---", "", text])
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() in ("---", "...")), 0)
    keys = [line.partition(":")[0].strip() for line in lines[1:end]]
    if not end:
        return text
    if "retro" in keys:
        at = 1 + keys.index("retro")
        return "\n".join([*lines[:at], "retro: close", *lines[at + 1 :]])
    return "\n".join([*lines[:end], "retro: close", *lines[end:]])
