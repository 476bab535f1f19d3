"""One word on a class of actions, appended to the outcome log; loads no engine (SPEC 8.4)."""

from pathlib import Path

from harvest_loop.adapters.consent_log import append_outcome
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.domain.consent.streaks import THRESHOLD, counted, is_retry, streak_of
from harvest_loop.schemas.consent_records import ConsentLine
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.consent_state import ConsentState, look


def keep_word(root: Path, settings: HubSettings, entry: ConsentLine, *, run: str) -> str:
    """Append a word on a class, unless it is there already, and say how often the class was approved in a row.

    Raises: HubError or ConflictError when the hub can't be read or written.
    """
    with locked(root):
        state = look(root, settings)
        if not is_retry(state.log.outcomes, entry):
            moment = {"at": state.moment.at, "day": str(state.moment.day), "run": run}
            append_outcome(root, settings, entry.model_copy(update=moment))
            state = look(root, settings)
        return _told(state, entry)


def _told(state: ConsentState, entry: ConsentLine) -> str:
    if entry.channel == "attested":
        return f"{entry.name}: {entry.event}, kept as attested; only a person's word at a terminal or in the UI counts"
    if entry.event != "accepted":
        return f"{entry.name}: {entry.event}; the count starts anew"
    count = len(streak_of(state.log.countable, entry.name, entry.version))
    offer = f"; `harvest consent offer {entry.name}` offers to stop asking" if count >= THRESHOLD else ""
    return f"{entry.name}: approved {counted(count)} in a row{offer}"
