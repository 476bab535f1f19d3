"""A run that can't write on says what it has done, and how the rest is done: nothing of it is lost (SPEC 11-1)."""

from collections.abc import Iterator
from contextlib import contextmanager

from prefect.exceptions import PrefectHTTPStatusError

from harvest_loop.adapters.redaction import redacted_error
from harvest_loop.domain.half_done import card_changed, way_on
from harvest_loop.errors import ConflictError, HubError, UnfinishedError, UsageError
from harvest_loop.schemas.card import CardUpdate

_SAME_COMMAND = "then run the same command again: it goes on from here"


@contextmanager
def unfinished_after(update: CardUpdate | None) -> Iterator[None]:
    """Let an error of the hub or the engine say what the card lost before it, and that the run can be gone on with.

    Raises: UnfinishedError in place of the error; ConflictError, which another run has to look at anew, as it is.
    """
    written = card_changed(update)
    try:
        yield
    except HubError as error:
        remedy = way_on(error.remedy, written, _SAME_COMMAND)
        raise UnfinishedError(error.what, where=error.where, remedy=remedy) from error
    except (OSError, PrefectHTTPStatusError) as error:
        remedy = way_on("see whether a disk is full", written, _SAME_COMMAND)
        raise UnfinishedError(f"the engine could not go on ({redacted_error(error)})", remedy=remedy) from error
    except ConflictError as error:
        raise ConflictError(error.what, where=error.where, remedy=way_on(error.remedy, written)) from error


@contextmanager
def answer_taken(run: str) -> Iterator[list[str]]:
    """Yield a list for what is carried out of the words on a form; an error names it, and how to go on with them.

    Raises: the error, its remedy made longer.
    """
    carried_out = ["the answer was taken down"]
    try:
        yield carried_out
    except (UsageError, HubError, ConflictError) as error:
        remedy = way_on(error.remedy, carried_out, f"then `harvest review {run}` goes on with it")
        raise type(error)(error.what, where=error.where, remedy=remedy) from error
