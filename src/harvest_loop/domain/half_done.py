"""What a run that has to stop half-way has done already, in words for the person (SPEC 11-1)."""

from collections.abc import Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.card import CardUpdate
from harvest_loop.schemas.curation import Curated
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.schemas.form import AnyLine, FormLine


def card_changed(update: CardUpdate | None) -> tuple[str, ...]:
    """Which items the card lost and got."""
    if update is None or not update.written:
        return ()
    lost = [f"taken off the card: {_named(update.removed)}"] if update.removed else []
    got = [f"put on the card: {_named(update.added)}"] if update.added else []
    return (*lost, *got)


def entries_appended(lines: Sequence[AnyLine]) -> tuple[str, ...]:
    """Which entries the manifest got."""
    ids = [line.manifest_id for line in lines if not isinstance(line, FormLine) or line.judged.candidate.proposal]
    return (f"entered in the manifest: {', '.join(ids)}",) if ids else ()


def changes_made(curated: Sequence[Curated]) -> tuple[str, ...]:
    """Which changes in place were made."""
    made = [one.undo or "" for one in curated if one.outcome == "written"]
    return (f"changed in place: {', '.join(made)}",) if made else ()


def commits_made(drafts: DraftOutcome) -> tuple[str, ...]:
    """Which branch holds the drafts."""
    count = sum(commit.outcome == "drafted" for commit in drafts.commits)
    return (f"drafted on {drafts.branch}: {count}",) if drafts.branch else ()


def way_on(remedy: str | None, done: Sequence[str], goes_on: str = "") -> str:
    """What to do about an error in the middle, what was done before it, and how the rest is done."""
    before = f"done before: {'; '.join(done)}" if done else ""
    return "; ".join(part for part in (before, remedy, goes_on) if part)


def _named(items: Sequence[str]) -> str:
    return ", ".join(f"'{one_line(item)}'" for item in items)
