"""What a person sees of a run in the UI: an artifact a step, and how far the run is (SPEC 10.2)."""

import re
from uuid import UUID

from prefect.artifacts import create_markdown_artifact, create_progress_artifact, update_progress_artifact

from harvest_loop.adapters.redaction import redact
from harvest_loop.tasks.step import is_without_engine

STEPS = (
    *("evidence", "quench", "card", "predictions", "memory", "guard", "drift", "patterns", "collisions"),
    *("attacks", "proposals", "grades", "critic", "doctor", "references", "curation", "record", "answer"),
)


def begin_progress(run: str) -> UUID:
    """Create the run's progress artifact and return its id."""
    if is_without_engine():
        return UUID(int=0)
    made = create_progress_artifact(progress=0.0, key="harvest-progress", description=redact(run))
    if not isinstance(made, UUID):
        raise TypeError("the engine made the artifact asynchronously")
    return made


def show_page(name: str, page: str) -> None:
    """Create an artifact of the run."""
    shown = redact(page)
    if not is_without_engine():
        create_markdown_artifact(markdown=shown, key=f"harvest-{_key(name)}", description=name)


def show_step(progress: UUID, name: str, page: str) -> None:
    """Create the artifact of one step and move the run's progress on to it."""
    show_page(name, page)
    if not is_without_engine():
        update_progress_artifact(progress, progress=100.0 * (STEPS.index(name) + 1) / len(STEPS))


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
