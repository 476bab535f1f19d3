"""What a record says of the session's transcript: counts and places, and no sentence of it (SPEC 3.3, 4.15)."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.read_report import phrase_report
from harvest_loop.domain.repeats import corrected_again, failed_again, program_of
from harvest_loop.domain.skill_usage import count_skills
from harvest_loop.domain.transcript_evidence import COUNTED_ONLY, count_of
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import StepNote
from harvest_loop.schemas.retrospective import RetroOutcome
from harvest_loop.schemas.skill_usage import SkillCount
from harvest_loop.schemas.transcript import TranscriptFacts, TurnPlace

_STEP = "transcript"
_USAGE = "6-a skill usage"
_RETRO = "0-d retrospective"
_PLACES = 5
_REPEATS = 3
_CUE, _COMMAND = 40, 80


def transcript_measured(evidence: SessionEvidence) -> Iterator[StepNote]:
    """Yield what was measured in the transcript; nothing where none was read."""
    facts = evidence.transcripts
    if facts == "unknown":
        return
    yield StepNote(step=_STEP, text=_counts(facts))
    report = facts.report
    yield StepNote(step=_STEP, text=f"{report.lines_used} of {report.lines_read} lines used; {facts.agent}")
    yield from (StepNote(step=_STEP, text=text) for text in phrase_report(report))
    yield from (StepNote(step=_STEP, text=text) for text in _again(facts))
    yield StepNote(step=_USAGE, text=_used(count_skills(facts.skills)))


def transcript_unmeasured(evidence: SessionEvidence) -> Iterator[StepNote]:
    """Yield what a transcript would have told, or what of it went over what is kept."""
    facts = evidence.transcripts
    if facts == "unknown":
        why = evidence.transcript_unread or "no transcript was read"
        yield StepNote(
            step="transcripts",
            text=f"unknown: {why}; corrections and skill uses too, commits and files are the only evidence",
        )
        return
    over = [(kind, count) for kind, count in facts.left_out if kind not in COUNTED_ONLY]
    yield from (StepNote(step=_STEP, text=f"{kind}: {count} more were only counted") for kind, count in over)


def retro_measured(retro: RetroOutcome) -> Iterator[StepNote]:
    """Yield what the retrospective came to, where it was done."""
    if retro.done:
        corrections, repeats = (_known(count) for count in (retro.corrections, retro.repeats))
        yield StepNote(step=_RETRO, text=f"corrections {corrections}, repeats {repeats}: {retro.signal}")


def retro_unmeasured(retro: RetroOutcome) -> Iterator[StepNote]:
    """Yield why it was not done."""
    if retro.why_not:
        yield StepNote(step=_RETRO, text=retro.why_not)


def _counts(facts: TranscriptFacts) -> str:
    prompts = count_of(facts, "prompts", facts.prompts)
    corrections = count_of(facts, "corrections", facts.corrections)
    failed = count_of(facts, "failed commands", facts.failed_commands)
    corrected = _places([(one.prompt.place, one.cue) for one in facts.corrections])
    edits = count_of(facts, "edits", facts.edits)
    return (
        f"prompts {prompts}, corrections {corrections}{corrected}, interrupts {facts.interrupts}, "
        f"failed commands {failed}, edits {edits}, commits {len(facts.commits)}"
    )


def _places(found: Sequence[tuple[TurnPlace, str]]) -> str:
    named = ", ".join(f"{place.file}:{place.line} “{one_line(cue, limit=_CUE)}”" for place, cue in found[:_PLACES])
    more = f" and {len(found) - _PLACES} more" if len(found) > _PLACES else ""
    return f" ({named}{more})" if named else ""


def _again(facts: TranscriptFacts) -> Iterator[str]:
    for command in failed_again(facts)[:_REPEATS]:
        yield f"failed {command.times} times: {program_of(command.what)}"
    for cue in corrected_again(facts)[:_REPEATS]:
        yield f"corrected {cue.times} times by “{one_line(cue.what, limit=_CUE)}”"


def _used(counts: Sequence[SkillCount]) -> str:
    used = [f"{one_line(one.name, limit=_COMMAND)} ×{one.uses}" for one in counts if one.uses]
    failed = [f"{one_line(one.name, limit=_COMMAND)} ×{one.failed}" for one in counts if one.failed]
    quoted = sum(one.quoted for one in counts)
    return f"used {', '.join(used) or 'none'}; failed {', '.join(failed) or 'none'}; quoted {quoted} times"


def _known(count: int | None) -> str:
    return "unknown" if count is None else str(count)
