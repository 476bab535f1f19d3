"""Ask once, in the terminal, whether costlier calls may be made (SPEC 8.1)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from harvest_loop.adapters import clock
from harvest_loop.adapters.terminal import Streams, open_terminal
from harvest_loop.commands.progress import tell
from harvest_loop.commands.retro_offer import yes_or_no
from harvest_loop.domain.capabilities import CAPABILITIES, CONSENT_OF, QUESTIONS, Capability
from harvest_loop.domain.judges.desk import consents_needed
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import load_settings
from harvest_loop.tasks.offer_capability import is_due, keep_answer, take_offer

_HEAD = "\nAsked once; Enter is no answer, and no answer is the cheaper way.\n"


def offer_capabilities(hub: str, kinds: Iterable[Capability] = CAPABILITIES, terminal: Path = Path("/dev/tty")) -> None:
    """Put each question that is due where a person is; what goes wrong is said, and stops nothing."""
    root = Path(hub)
    try:
        settings = load_settings(root)
        due = [kind for kind in kinds if is_due(root, settings, kind)]
        if not due:
            return
        with open_terminal(terminal) as streams:
            if streams is not None:
                streams.say(_HEAD)
                for kind in due:
                    _offer(root, settings, kind, streams)
    except KeyboardInterrupt:
        tell("nothing more was answered; it is not asked again")
    except HarvestError as error:
        tell(f"the answer about costlier calls was not kept: {error}")


def offer_before_judging(hub: str, session: str | None, terminal: Path = Path("/dev/tty")) -> None:
    """Put the question of another vendor's judge before the first run that would call one (SPEC 8.1)."""
    try:
        needed = session is not None and consents_needed(load_settings(Path(hub)).judge, session)
    except HarvestError:
        return  # the run says what is wrong with the settings
    if needed:
        offer_capabilities(hub, ("sidecar",), terminal)


def _offer(root: Path, settings: HubSettings, kind: Capability, streams: Streams) -> None:
    if not take_offer(root, settings, kind, now=clock.now()):
        return
    words, said = yes_or_no(streams, QUESTIONS[kind])
    if said is None:
        streams.say(f"no answer; `harvest profile set {CONSENT_OF[kind]} …` settles it any time\n")
        return
    answer: Literal["accepted", "declined"] = "accepted" if said else "declined"
    keep_answer(root, settings, kind, answer, words, now=clock.now(), zone=clock.local_zone())
    streams.say(f"{CONSENT_OF[kind]}: {answer}\n")
