"""A step of the loop as a Prefect task: named in the UI, uncached, and opaque to Prefect's search for futures."""

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast

from prefect import Task
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture
from prefect.utilities.annotations import quote

from harvest_loop.adapters.redaction import redact, redacted_error
from harvest_loop.errors import HarvestError

P = ParamSpec("P")
R = TypeVar("R")


class StepError(RuntimeError):
    """A step crashed; its text and its traceback are redacted, since the engine stores and logs them."""

    def __init__(self, text: str, traceback_text: str = "") -> None:
        super().__init__(text)
        self.traceback_text = traceback_text


class Step(Generic[P, R]):
    """A task whose arguments Prefect passes on as they are.

    Prefect walks through every argument to find futures; for a session's evidence (some 100,000 small models) that
    costs seconds a call, and a step never takes a future.
    """

    def __init__(self, function: Callable[P, R], name: str, retries: int) -> None:
        self.fn = function
        self.name = name
        self._task: Task[..., R] = Task(
            cast("Callable[..., R]", _redacting(function)),
            name=name,
            task_run_name=name,
            cache_policy=NO_CACHE,
            persist_result=False,
            retries=retries,
            retry_delay_seconds=1,
        )

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Run the step as a task of the current flow and return its value."""
        return cast("R", self._task(*map(quote, arguments), **_quoted(named)))

    def submit(self, *arguments: P.args, **named: P.kwargs) -> PrefectFuture[R]:
        """Start the step beside others; its value is the future's result."""
        return cast("PrefectFuture[R]", self._task.submit(*map(quote, arguments), **_quoted(named)))


def step(name: str, *, retries: int = 0) -> Callable[[Callable[P, R]], Step[P, R]]:
    """Make a function a step called `name` in the UI; `.fn` is the function without Prefect."""
    return lambda function: Step(function, name, retries)


def _quoted(named: dict[str, Any]) -> dict[str, Any]:
    return {key: quote(value) for key, value in named.items()}


def _redacted(error: HarvestError) -> HarvestError:
    parts = (error.where, error.remedy)
    where, remedy = (part if part is None else redact(part) for part in parts)
    return type(error)(redact(error.what), where=where, remedy=remedy)


def _redacting(function: Callable[P, R]) -> Callable[P, R]:
    @wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return function(*arguments, **named)
        except HarvestError as error:
            raise _redacted(error) from None
        except Exception as error:  # noqa: BLE001 -- any crash is stored by the engine: it must hold no secret
            raise StepError(redacted_error(error), redact(traceback.format_exc())) from None

    return run
