"""Whether a session should be harvested before it ends: by measurements, never by a feeling (SPEC 4, mid-session)."""

from harvest_loop.domain.early_conditions import FAILED_IN_A_ROW, LONG, SAME_PATTERN
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.repeats import corrected_again, failed_again, longest_failing_run
from harvest_loop.schemas.retrospective import EarlyHarvest
from harvest_loop.schemas.transcript import TranscriptFacts

_SHOWN = 120


def early_harvest(facts: TranscriptFacts) -> tuple[EarlyHarvest, ...]:
    """Return the conditions that hold, the most telling first; empty: nothing to ask.

    A pattern of 3 is the same command that failed or the same words of correction; time is time at work. What was not
    measured meets no condition.
    """
    found: list[EarlyHarvest] = []
    skill = longest_failing_run(facts.skills)
    if skill is not None and skill.times >= FAILED_IN_A_ROW:
        said = f"{_shown(skill.what)} failed {skill.times} times in a row"
        found.append(EarlyHarvest(reason="same skill failed in a row", detail=said))
    for command in failed_again(facts):
        if command.times >= SAME_PATTERN:
            said = f"`{_shown(command.what)}` failed {command.times} times"
            found.append(EarlyHarvest(reason="same command failed", detail=said))
    for words in corrected_again(facts):
        if words.times >= SAME_PATTERN:
            said = f"corrected {words.times} times by “{_shown(words.what)}”"
            found.append(EarlyHarvest(reason="same correction", detail=said))
    if facts.active_seconds is not None and facts.active_seconds >= LONG:
        hours = facts.active_seconds / 3600
        found.append(EarlyHarvest(reason="two hours", detail=f"{hours:.1f} hours at work"))
    return tuple(found)


def _shown(text: str) -> str:
    return one_line(text, limit=_SHOWN).replace("`", "'")
