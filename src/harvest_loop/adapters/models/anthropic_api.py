"""The only module that imports anthropic: its client, made by us, behind the one way of asking (SPEC 5)."""

from typing import TypeVar

import anthropic
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from harvest_loop.adapters.models import agent, bounded
from harvest_loop.adapters.models.calls import Answered, Call
from harvest_loop.adapters.models.keys import find_key

A = TypeVar("A")


def answer(call: Call[A]) -> Answered[A]:
    """Return what the model answers.

    Raises: JudgeUnavailable, JudgeUnusable.
    """
    client = anthropic.AsyncAnthropic(
        api_key=find_key("anthropic", local=call.judge.vendor == "local"),
        auth_token=None,
        base_url=call.url or None,
        timeout=call.seconds,
        max_retries=bounded.RETRIES,
        http_client=bounded.http_client(call.seconds),
    )
    provider = AnthropicProvider(anthropic_client=client)
    return agent.ask(AnthropicModel(call.judge.model, provider=provider), call)
