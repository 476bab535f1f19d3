"""One call of a model, whatever answers it: what it is given, and how it is ended from outside (SPEC 5)."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from harvest_loop.errors import JudgeUnusable
from harvest_loop.schemas.judging import ChosenJudge, Prompt, Role, Usage

A = TypeVar("A")

_RUNNING: set[Callable[[], None]] = set()
_GUARD = threading.Lock()


@dataclass(frozen=True)
class Call(Generic[A]):
    """What one call goes by; no key is among it."""

    role: Role
    judge: ChosenJudge
    prompt: Prompt
    read: Callable[[str], A]
    """Raises ValueError with what is wrong of an answer."""
    again: Callable[[str], str]
    """Told what was wrong, what to say of it; raises JudgeError where nothing more may be sent."""
    most_out: int
    seconds: float
    url: str = ""


@dataclass(frozen=True)
class Answered(Generic[A]):
    """A usable answer, and what it took."""

    answer: A
    usage: Usage


@contextmanager
def running(end: Callable[[], None]) -> Iterator[None]:
    """Let `end` be called, from any thread, when the run is over before the block is."""
    with _GUARD:
        _RUNNING.add(end)
    try:
        yield
    finally:
        with _GUARD:
            _RUNNING.discard(end)


def end_all() -> None:
    """End every call that is going on, with the children it started."""
    with _GUARD:
        ends = tuple(_RUNNING)
    for end in ends:
        end()


def unusable_twice(why: str) -> JudgeUnusable:
    """The error of an answer that could not be used, nor the one after it."""
    return JudgeUnusable(f"two answers that can't be used, the last because: {why}")
