"""A step of the loop as a Prefect task: named in the UI, stored by content, opaque to Prefect's search for futures."""

import gc
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast, get_type_hints

from prefect import Task
from prefect.cache_policies import NO_CACHE, CachePolicy
from prefect.futures import PrefectFuture
from prefect.serializers import JSONSerializer
from prefect.utilities.annotations import quote
from pydantic import TypeAdapter

from harvest_loop.adapters.redaction import redact, redacted_error
from harvest_loop.errors import HarvestError
from harvest_loop.tasks.run_token import current_token, result_key

P = ParamSpec("P")
R = TypeVar("R")


ASKS_A_MODEL = "harvest-model"  # of steps that wait for an answer from outside: a server can be told how many may

_WITHOUT_ENGINE: ContextVar[bool] = ContextVar("harvest_without_engine", default=False)
# A run holds a million objects for as long as it lasts; the collector's own pace walks all of them time and again.
_SELDOM = (50_000, 20, 50)


class StepError(RuntimeError):
    """A step crashed; its text and its traceback are redacted, since the engine stores and logs them."""

    def __init__(self, text: str, traceback_text: str = "") -> None:
        super().__init__(text)
        self.traceback_text = traceback_text


class Step(Generic[P, R]):
    """A task whose arguments Prefect passes on as they are, and whose value is stored as JSON.

    Prefect walks through every argument to find futures; for a session's evidence (some 100,000 small models) that
    costs seconds a call, and a step never takes a future.
    """

    def __init__(self, function: Callable[P, R], name: str, retries: int, tags: tuple[str, ...] = ()) -> None:
        self.fn = function
        self.name = name
        self._task: Task[..., str] = Task(
            self._body,
            name=name,
            task_run_name=name,
            cache_policy=NO_CACHE,
            persist_result=False,
            result_serializer=JSONSerializer(),
            retries=retries,
            retry_delay_seconds=1,
            tags=tags,
        )

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Run the step as a task of the current flow and return its value; a stored value is not made again."""
        if is_without_engine():
            return self._value.validate_json(self._body(*arguments, **named))
        told = self._keyed(arguments, named)(*_quoted(arguments), **_named(named))
        return self._value.validate_json(cast("str", told))

    def submit(self, *arguments: P.args, **named: P.kwargs) -> "Later[R]":
        """Start the step beside others."""
        if is_without_engine():
            told = self._body(*arguments, **named)
            return Later(lambda: told, self._value)
        future = self._keyed(arguments, named).submit(*_quoted(arguments), **_named(named))
        return Later(cast("PrefectFuture[str]", future).result, self._value)

    @cached_property
    def _value(self) -> TypeAdapter[R]:
        return TypeAdapter(get_type_hints(self.fn)["return"])

    def _keyed(self, arguments: tuple[object, ...], named: dict[str, object]) -> Task[..., str]:
        token = current_token()
        if token is None:
            return self._task
        key = result_key(token, self.name, arguments, named)
        by_content = CachePolicy.from_cache_key_fn(lambda *_: key)
        return self._task.with_options(cache_policy=by_content, persist_result=True)

    def _body(self, *arguments: Any, **named: Any) -> str:
        gc.set_threshold(*_SELDOM)
        return self._value.dump_json(_redacting(self.fn)(*arguments, **named)).decode()


class Later(Generic[R]):
    """The value of a step that runs beside others."""

    def __init__(self, told: Callable[[], str], value: TypeAdapter[R]) -> None:
        self._told = told
        self._value = value

    def result(self) -> R:
        """Wait for the step and return its value."""
        return self._value.validate_json(self._told())


@contextmanager
def without_engine() -> Iterator[None]:
    """Let the steps inside run as plain functions, one after the other: what is measured is the loop's own work."""
    reset = _WITHOUT_ENGINE.set(True)
    try:
        yield
    finally:
        _WITHOUT_ENGINE.reset(reset)


def is_without_engine() -> bool:
    """Whether steps run as plain functions: nothing is stored, and nothing shown."""
    return _WITHOUT_ENGINE.get()


def step(name: str, *, retries: int = 0, tags: tuple[str, ...] = ()) -> Callable[[Callable[P, R]], Step[P, R]]:
    """Make a function a step called `name` in the UI; `.fn` is the function without Prefect.

    A server may let only so many steps with a tag run at once.
    """
    return lambda function: Step(function, name, retries, tags)


def _quoted(arguments: tuple[object, ...]) -> tuple[Any, ...]:
    return tuple(quote(argument) for argument in arguments)


def _named(named: dict[str, Any]) -> dict[str, Any]:
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
