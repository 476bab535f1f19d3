"""Ask the operator, once and after the form, whether closes may look back on their sessions (SPEC 4.5)."""

from pathlib import Path
from typing import Literal

from harvest_loop.adapters import clock
from harvest_loop.adapters.terminal import Streams, open_terminal
from harvest_loop.commands.progress import tell
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import load_settings
from harvest_loop.tasks.offer_retrospective import QUESTION, is_due, keep_answer, take_offer

_YES, _NO = ("y", "yes"), ("n", "no")


def offer_retrospective(hub: str, terminal: Path = Path("/dev/tty")) -> None:
    """Put the question where it is due and a person is here; what goes wrong is said, and stops nothing."""
    root = Path(hub)
    try:
        settings = load_settings(root)
        if not is_due(root, settings):
            return
        with open_terminal(terminal) as streams:
            if streams is not None and take_offer(root, settings, now=clock.now()):
                _ask(root, settings, streams)
    except KeyboardInterrupt:
        tell("nothing was answered; the retrospective is not offered again")
    except HarvestError as error:
        tell(f"the answer about the retrospective was not kept: {error}")


def _ask(root: Path, settings: HubSettings, streams: Streams) -> None:
    streams.say("\nThis is the hub's operator's context, so this is asked once.\n")
    words, said = yes_or_no(streams, QUESTION)
    if said is None:
        streams.say("no answer; it is not asked again, and no retrospective is made\n")
        return
    answer: Literal["granted", "declined"] = "granted" if said else "declined"
    keep_answer(root, settings, answer, words, now=clock.now(), zone=clock.local_zone())
    streams.say(f"close_retro: {answer}; it stands in {settings.paths.meta}/user_adaptation_profile.md\n")


def yes_or_no(streams: Streams, question: str) -> tuple[str, bool | None]:
    """Return the person's words, and whether they are a yes; None: no answer, also after words that are neither."""
    while words := streams.ask(f"{question} (yes, no; Enter: no answer)> "):
        first = words.split()[0].strip(",.;:!").casefold()
        if first in _YES or first in _NO:
            return words, first in _YES
        streams.say("that is neither yes nor no\n")
    return "", None
