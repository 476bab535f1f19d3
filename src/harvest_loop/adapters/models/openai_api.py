"""The only module that imports openai: its client, made by us, for it and every server that speaks its API (SPEC 5)."""

from typing import TypeVar

import openai
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from harvest_loop.adapters.models import agent, bounded
from harvest_loop.adapters.models.calls import Answered, Call
from harvest_loop.adapters.models.keys import find_key

A = TypeVar("A")


def answer(call: Call[A]) -> Answered[A]:
    """Return what the model answers.

    Raises: JudgeUnavailable, JudgeUnusable.
    """
    client = openai.AsyncOpenAI(
        api_key=find_key("openai", local=call.judge.vendor == "local"),
        base_url=call.url or None,
        timeout=call.seconds,
        max_retries=bounded.RETRIES,
        http_client=bounded.http_client(call.seconds),
    )
    provider = OpenAIProvider(openai_client=client)
    return agent.ask(OpenAIChatModel(call.judge.model, provider=provider), call)
