"""Whoever closes a field, or answers a form, waits for another who does: the files are those of one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harvest_loop.adapters.hub_lock import answering, harvesting
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.tasks.pin_request import identify_field


@contextmanager
def one_close_of_the_field(request: PinnedRequest) -> Iterator[None]:
    """Hold the field for this run, so that no other close of it into this hub harvests the same work (SPEC 3.1, 11-7).

    Raises: FieldError when the field is no repository, HubError when the hub's locks can't be written, ConflictError
    when another close of it goes on for half an hour.
    """
    with harvesting(Path(request.hub), identify_field(request)):
        yield


@contextmanager
def one_answer_in_the_hub(hub: str) -> Iterator[None]:
    """Hold the hub for the answer to one form, so that the words on another wait until it is carried out (SPEC 11-7).

    Raises: HubError when the hub's locks can't be written, ConflictError when another answer goes on for half an hour.
    """
    with answering(Path(hub)):
        yield
