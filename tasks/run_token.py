"""What names a run's stored results: step, session, and the hash of inputs and engine (SPEC 10.2)."""

import hashlib
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import orjson
from prefect.exceptions import Pause
from prefect.settings import get_current_settings
from pydantic import BaseModel, TypeAdapter

_TOKEN: ContextVar[str | None] = ContextVar("harvest_run_token", default=None)
_ANY: TypeAdapter[object] = TypeAdapter(object)
_KEPT = 7 * 24 * 60 * 60  # seconds
_ENDED = ".ended"
_PARTS = ("adapters", "agents_prompts", "domain", "schemas", "tasks")
# A session's evidence is an argument of several steps and may be large: each value is hashed once a run.
_HASHED: dict[int, tuple[object, bytes]] = {}


@contextmanager
def run_token(session: str) -> Iterator[str]:
    """Let the steps inside store their results under this session and engine, until the run has ended."""
    token = _token(session)
    reset = _TOKEN.set(token)
    try:
        yield token
    except Pause:  # it waits at its form, and what came before is not done again
        _forget_results(token, now=time.time())
        raise
    else:
        _forget_results(token, now=time.time())
    finally:
        _TOKEN.reset(reset)
        _HASHED.clear()


def is_stored(session: str) -> bool:
    """Say whether a run of this session and engine stored results and has not ended."""
    return (_results() / _token(session)).is_dir()


def _token(session: str) -> str:
    return hashlib.sha256(f"{engine_version()}\0{session}".encode()).hexdigest()[:24]


def _results() -> Path:
    return Path(get_current_settings().results.local_storage_path)


def _forget_results(token: str, *, now: float) -> None:
    """Remove the results of a run that has ended, and those of runs that nobody went on with for a week.

    They are renamed first: killed in the middle, the run would seem unfinished, with half of its results.
    """
    folder = _results()
    with suppress(OSError):
        (folder / token).rename(folder / f"{token}-{time.time_ns()}{_ENDED}")
    for left in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # another run takes its own away at the same time
            if left.is_dir() and (left.suffix == _ENDED or now - left.stat().st_mtime > _KEPT):
                shutil.rmtree(left, ignore_errors=True)


def current_token() -> str | None:
    """The token of the run that is going on; None outside of one: nothing is stored."""
    return _TOKEN.get()


def result_key(token: str, step: str, arguments: Sequence[object], named: Mapping[str, object]) -> str:
    """The key of a step's stored result; the same step with the same inputs in the same run has the same."""
    digest = hashlib.sha256(step.encode())
    for value in arguments:
        digest.update(_digest(value))
    for name, value in sorted(named.items()):
        digest.update(name.encode() + _digest(value))
    return f"{token}/{digest.hexdigest()[:32]}"


@cache
def engine_version() -> str:
    """A hash over the code that makes results: another engine takes none of them over."""
    digest = hashlib.sha256()
    for part in _PARTS:
        for name, text in sorted(_sources(files(f"harvest_loop.{part}"))):
            digest.update(name.encode() + text)
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name.isidentifier():
            yield from _sources(entry)
        elif entry.name.endswith((".py", ".md")):
            yield entry.name, entry.read_bytes()


def _digest(value: object) -> bytes:
    if isinstance(value, BaseModel):
        known = _HASHED.get(id(value))
        if known is None or known[0] is not value:
            text = f"{type(value).__name__}\0{value.model_dump_json()}"
            known = _HASHED[id(value)] = (value, hashlib.sha256(text.encode()).digest())
        return known[1]
    return hashlib.sha256(orjson.dumps(_ANY.dump_python(value, mode="json"), option=orjson.OPT_SORT_KEYS)).digest()
