"""The way to a model's server: bounded in time and in what is read; proxies as the environment says (SPEC 5)."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import httpx2

from harvest_loop.adapters.models.calls import running
from harvest_loop.errors import JudgeUnavailable

T = TypeVar("T")

LONGEST_BODY = 2_000_000  # bytes; an answer that fits its schema has some thousands
RETRIES = 2  # of 429, 5xx and broken connections, by the client, which honours retry-after
_CONNECT = 10.0


class TooLong(httpx2.DecodingError):
    """A body that no answer has."""


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for piece in self._inner:
            read += len(piece)
            if read > LONGEST_BODY:
                raise TooLong(f"the answer is longer than {LONGEST_BODY} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _bound(response: httpx2.Response) -> None:
    response.stream = _Bounded(response.stream)


def http_client(seconds: float) -> httpx2.AsyncClient:
    """Return a client that follows no redirect, waits only so long, and reads only so much."""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(seconds, connect=min(_CONNECT, seconds)),
        event_hooks={"response": [_bound]},
        follow_redirects=False,
    )


def run_within(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Run the work in a loop of its own until it is done, its time is over, or the run ends.

    Raises: JudgeUnavailable when the time is over or the run ended; whatever the work raises.
    """
    loop = asyncio.new_event_loop()
    task = loop.create_task(asyncio.wait_for(work, seconds))
    found: list[T | BaseException] = []

    def go() -> None:
        try:
            found.append(loop.run_until_complete(task))
        except BaseException as error:  # noqa: BLE001 -- it is raised again where the call was made
            found.append(error)
        finally:
            loop.close()

    def end() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)

    thread = threading.Thread(target=go, daemon=True)  # a loop may run already where the call is made
    with running(end):
        thread.start()
        try:
            thread.join()
        except BaseException:
            end()
            raise
    (result,) = found
    if isinstance(result, TimeoutError):
        raise JudgeUnavailable(f"no answer within {seconds:g} seconds") from result
    if isinstance(result, asyncio.CancelledError):
        raise JudgeUnavailable("ended with the run") from result
    if isinstance(result, BaseException):
        raise result
    return result
