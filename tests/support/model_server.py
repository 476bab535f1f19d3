"""A server on this machine that speaks the two wire formats, keeps what it was sent, and answers as a test says."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.support.loopback import Asked, serving

ROLES = {
    "Challenger": "challenger",
    "Innovator": "innovator",
    "Critic": "critic",
    "Second validator": "second validator",
}


class Sent(NamedTuple):
    """One request: whose page it began with, and all that it held."""

    role: str
    text: str


@contextmanager
def serving_models(answer: Callable[[Sent], object], sent: list[Sent]) -> Iterator[str]:
    """Serve, and yield the address; each request is added to `sent`, and answered with what `answer` returns."""

    def reply(asked: Asked) -> Any:
        whole = json.dumps(asked.message, ensure_ascii=False)
        heading = next((name for name in ROLES if f"# {name}\\n" in whole), "")
        one = Sent(ROLES.get(heading, ""), whole)
        sent.append(one)
        said = answer(one)
        text = said if isinstance(said, str) else json.dumps(said)
        message = {"role": "assistant", "content": text}
        return {
            "id": "c",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }

    with serving(reply) as port:
        yield f"http://127.0.0.1:{port}/v1"


def nothing_to_say(sent: Sent) -> object:
    """The answer of a judge that finds nothing, whichever role it has."""
    return {
        "challenger": {"attacks": []},
        "innovator": {"proposals": []},
        "critic": {"word": "PASS", "findings": []},
        "second validator": {"over_promoted": []},
    }[sent.role]
