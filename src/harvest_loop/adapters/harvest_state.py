"""The hub's harvest_state.json: what was offered once, and the last cadence (SPEC 2, 4.5)."""

from pathlib import Path

from pydantic import ValidationError

from harvest_loop.adapters import hub_files
from harvest_loop.errors import HubError
from harvest_loop.schemas.harvest_state import HarvestState
from harvest_loop.schemas.settings import HubSettings

NAME = "harvest_state.json"


def read_state(root: Path, settings: HubSettings) -> HarvestState:
    """Return what is kept; nothing yet where there is no such file.

    Raises: HubError when it can't be read.
    """
    place = _place(root, settings)
    found = hub_files.read_file(place)
    return _state_in(None if found is None else found.text, place)


def note_offer(root: Path, settings: HubSettings, what: str, *, at: str) -> bool:
    """Write down that this is offered now; False: it was offered before, maybe by another close a moment ago.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing it.
    """
    place = _place(root, settings)
    is_first = False

    def noted(text: str | None) -> str:
        nonlocal is_first
        state = _state_in(text, place)
        is_first = what not in state.offered
        if not is_first and text is not None:
            return text
        offered = {**state.offered, what: at}
        return state.model_copy(update={"offered": offered}).model_dump_json(indent=2) + "\n"

    hub_files.change(root, place, noted)
    return is_first


def note_cadence(root: Path, settings: HubSettings, *, at: str) -> None:
    """Write down that a cycle was looked over.

    Raises: HubError when the file can't be read or written, ConflictError when others keep writing it.
    """
    place = _place(root, settings)

    def noted(text: str | None) -> str:
        state = _state_in(text, place)
        return state.model_copy(update={"last_cadence": at}).model_dump_json(indent=2) + "\n"

    hub_files.change(root, place, noted)


def _state_in(text: str | None, place: Path) -> HarvestState:
    if text is None:
        return HarvestState()
    try:
        return HarvestState.model_validate_json(text)
    except ValidationError as error:
        raise HubError("is cut off, or was changed", where=str(place), remedy="mend it, or move it away") from error


def _place(root: Path, settings: HubSettings) -> Path:
    return root / settings.paths.meta / NAME
