"""Before step 0: read the hub, and stop with untouched files where it can't be used (SPEC 10.1)."""

from contextlib import suppress
from pathlib import Path

from harvest_loop.adapters.hub_records import pick_waiting
from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.errors import HarvestError, UsageError
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.consent_state import settled
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.step import step


@step("hub")
def read_hub(root: str) -> OpenedHub:
    """Return the hub as it stands now; leases that are over end here (SPEC 8.4), and where they can't, all is asked.

    Raises: HubError, ManifestError or UsageError as SPEC 10.1 lists them.
    """
    opened = open_hub(Path(root))
    with suppress(HarvestError):
        settled(Path(root), opened.settings)
    return opened.model_copy(update={"profile": read_profile(Path(root), opened.settings)})


@step("waiting form")
def read_waiting_form(opened: OpenedHub, run: str) -> WaitingForm:
    """Return the form of that run.

    Raises: UsageError when it doesn't wait or can't be read.
    """
    waiting = pick_waiting(Path(opened.hub.root), opened.settings, run)
    if waiting is None:
        raise UsageError(f"no form of run '{run}' waits", remedy="see `harvest status`")
    return waiting
