"""What a run's record says of memory and curator: measured, not measured, changed without a word (SPEC 4.4, 4.13)."""

from collections.abc import Iterator

from harvest_loop.domain.curation_page import curated_text
from harvest_loop.domain.hygiene_log import counted
from harvest_loop.schemas.records import StepNote
from harvest_loop.schemas.run_facts import RunFacts

MEMORY, CURATOR = "0-c memory hygiene", "6 curator"


def curation_measured(facts: RunFacts) -> Iterator[StepNote]:
    """The lines under Measured."""
    hygiene = facts.hygiene
    if hygiene.skipped:
        yield StepNote(step=MEMORY, text=f"skipped: {hygiene.skipped}")
    else:
        yield from (StepNote(step=MEMORY, text=str(root)) for root in hygiene.roots)
        yield StepNote(step=MEMORY, text=f"{counted(hygiene.standings)}; log {hygiene.log}")
    yield from (StepNote(step=CURATOR, text=text) for text in facts.curation.measured)
    yield from (StepNote(step=CURATOR, text=curated_text(one)) for one in facts.curated)


def curation_unmeasured(facts: RunFacts) -> Iterator[StepNote]:
    """The lines under Not measured."""
    yield from (StepNote(step=MEMORY, text=text) for text in facts.hygiene.notes)
    yield from (StepNote(step=CURATOR, text=text) for text in facts.curation.unmeasured)
