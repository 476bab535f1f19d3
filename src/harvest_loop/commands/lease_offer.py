"""Offer, after the form and apart from it, to stop asking about what was approved three times in a row (SPEC 8.4)."""

from pathlib import Path

from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.terminal import Streams, open_terminal
from harvest_loop.commands.progress import tell
from harvest_loop.domain.consent.offers import answer_in, words_of
from harvest_loop.domain.quoting import visible
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import load_settings
from harvest_loop.tasks.answer_consent import ShownOffer, decline, grant, note_offered, offers

TERMINAL = Path("/dev/tty")


def offer_leases(hub: str, terminal: Path = TERMINAL) -> None:
    """Put each offer that is due, once, where a person is here; what goes wrong is said, and stops nothing."""
    root = Path(hub)
    try:
        settings = load_settings(root)
        due = () if is_ephemeral() else [one for one in offers(root, settings) if one.offer.is_due]
        if not due:
            return
        with open_terminal(terminal) as streams:
            for one in due if streams is not None else ():
                if streams is not None and note_offered(root, settings, one):
                    _ask(root, settings, one, streams)
    except KeyboardInterrupt:
        tell("nothing was answered; `harvest consent offer` asks again")
    except HarvestError as error:
        tell(f"nothing was granted: {error}")


def put_offer(root: Path, settings: HubSettings, shown: ShownOffer, terminal: Path = TERMINAL) -> bool:
    """Show one offer and carry out the answer; False: nobody is here.

    Raises: UsageError, HubError or ConflictError when the answer can't be written.
    """
    with open_terminal(terminal) as streams:
        if streams is None:
            return False
        _ask(root, settings, shown, streams)
    return True


def _ask(root: Path, settings: HubSettings, shown: ShownOffer, streams: Streams) -> None:
    words = words_of(shown.language)
    streams.say("\n" + "".join(f"{visible(line)}\n" for line in shown.lines))
    while typed := streams.ask(words.question):
        answer = answer_in(typed, shown.language)
        if answer is True:
            until = grant(root, settings, shown)
            streams.say(f"granted until {until}; harvest consent revoke {shown.scope.name} ends it\n")
            return
        if answer is False:
            decline(root, settings, shown.scope.name)
            streams.say("declined; it is not offered again as it is now\n")
            return
        streams.say(f"{' / '.join((words.yes[0], words.no[0]))}?\n")
    streams.say("no answer; you go on being asked\n")
