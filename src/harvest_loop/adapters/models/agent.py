"""The only module that imports pydantic-ai: one request without tools, and one more when its answer can't be used."""

from typing import TypeVar

from pydantic_ai import Agent, ModelRetry, TextOutput
from pydantic_ai.exceptions import (
    ContentFilterError,
    IncompleteToolCall,
    ModelAPIError,
    ModelHTTPError,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import UsageLimits

from harvest_loop.adapters.models.bounded import TooLong, run_within
from harvest_loop.adapters.models.calls import Answered, Call, unusable_twice
from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import JudgeError, JudgeUnavailable, JudgeUnusable
from harvest_loop.schemas.judging import Usage

A = TypeVar("A")

_PASSING = frozenset({408, 409, 429})


def ask(model: Model, call: Call[A]) -> Answered[A]:
    """Return the model's answer, and what the server says that it took.

    Raises: JudgeUnavailable for what may pass (429, 5xx, time-outs, connections), JudgeUnusable for all else.
    """
    wrong: list[str] = []

    def read(text: str) -> A:
        try:
            return call.read(text)
        except ValueError as error:
            wrong.append(str(error))
            if len(wrong) > 1:
                raise unusable_twice(wrong[-1]) from error
            raise ModelRetry(call.again(wrong[-1])) from error

    agent: Agent[None, A] = Agent(
        model,
        output_type=TextOutput(read),
        instructions=call.prompt.system,
        retries=1,
        model_settings=ModelSettings(max_tokens=call.most_out),
    )
    work = agent.run(call.prompt.user, usage_limits=UsageLimits(request_limit=2))
    try:
        done = run_within(work, call.seconds)
    except JudgeError:
        raise
    except ModelHTTPError as error:
        raise _of_status(error.status_code, str(error.message)) from error
    except ContentFilterError as error:
        raise JudgeUnusable(f"refused: {_short(str(error))}") from error
    except (UnexpectedModelBehavior, IncompleteToolCall, UsageLimitExceeded) as error:
        raise JudgeUnusable(f"no usable answer: {_short(str(error))}") from error
    except ModelAPIError as error:
        raise _of_connection(error) from error
    usage = done.usage
    known = bool(usage.input_tokens or usage.output_tokens)
    return Answered(
        done.output,
        Usage(
            requests=max(1, usage.requests),
            tokens_in=usage.input_tokens if known else None,
            tokens_out=usage.output_tokens if known else None,
        ),
    )


def _of_status(status: int, words: str) -> JudgeError:
    passes = status in _PASSING or status >= 500
    kind = JudgeUnavailable if passes else JudgeUnusable
    return kind(f"the server answered {status}: {_short(words)}")


def _of_connection(error: BaseException) -> JudgeError:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, TooLong):
            return JudgeUnusable(str(cause))
        cause = cause.__cause__ or cause.__context__
    return JudgeUnavailable(f"the server can't be reached: {_short(str(error))}")


def _short(words: str) -> str:
    return redact(" ".join(words.split())[:200])
