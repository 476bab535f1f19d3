"""The one door to every judge that is no part of this program; a back end's client is loaded when it is asked."""

import importlib
from collections.abc import Mapping
from typing import TypeVar

from harvest_loop.adapters.models.calls import Answered, Call

A = TypeVar("A")

_MODULES: Mapping[str, str] = {
    "anthropic": "anthropic_api",
    "openai": "openai_api",
    "claude": "command_lines",
    "codex": "command_lines",
    "scripted": "scripted",
}


def ask(call: Call[A]) -> Answered[A]:
    """Return what the call's judge answers.

    Raises: JudgeUnavailable for what may pass, JudgeUnusable for all else.
    """
    module = importlib.import_module(f"harvest_loop.adapters.models.{_MODULES[call.judge.back_end]}")
    answered: Answered[A] = module.answer(call)
    return answered
