"""[judge] of harvest.toml: who judges besides the offline floor, and how much that may take (SPEC 5)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from harvest_loop.schemas.base import Message

_WITH_A_MODEL = ("anthropic", "openai")
_NAME = re.compile(r"(?P<back_end>offline|anthropic|openai|claude|codex|scripted)(?::(?P<model>\S.*))?")
_PRICE = re.compile(r"[^=\s]+=\d+(?:\.\d+)?/\d+(?:\.\d+)?")


def parts_of(judge: str) -> tuple[str, str]:
    """Return the back end that a judge's name begins with, and its model; both empty where nothing is said.

    Raises: ValueError when it is no such name.
    """
    if not judge:
        return "", ""
    found = _NAME.fullmatch(judge)
    if found is None or any(ord(letter) < 32 for letter in judge):
        raise ValueError("write offline, anthropic:MODEL, openai:MODEL, claude, codex or scripted:FILE")
    back_end, model = found["back_end"], found["model"] or ""
    if model.startswith("-"):
        raise ValueError("no model's name begins with a hyphen")
    if back_end in (*_WITH_A_MODEL, "scripted") and not model:
        raise ValueError(f"{back_end} needs {'a file' if back_end == 'scripted' else 'a model'}: {back_end}:NAME")
    return back_end, model


def _judge(given: str) -> str:
    parts_of(given)
    return given


def _address(given: str) -> str:
    if given and not re.fullmatch(r"https?://[^\s/@]+(?:/\S*)?", given):
        raise ValueError("write an address such as http://localhost:11434/v1, without a user or a password")
    return given


Judge = Annotated[str, AfterValidator(_judge)]
Address = Annotated[str, AfterValidator(_address)]


class JudgeSettings(Message):
    """[judge]: who judges besides the offline floor."""

    backend: Judge = Field(
        default="offline",
        description="offline, anthropic:MODEL, openai:MODEL, claude[:MODEL], codex[:MODEL] or scripted:FILE",
    )
    second: Judge = Field(default="", description="another judge for the Critic and the second look at HIGH grades")
    challenger: Judge = Field(default="", description="its own judge, instead of the backend")
    innovator: Judge = Field(default="", description="its own judge, instead of the backend")
    critic: Judge = Field(default="", description="its own judge, instead of the second or the backend")
    second_validator: Judge = Field(default="", description="its own judge, instead of the second or the backend")
    cross_validation: Literal["on", "off"] = Field(
        default="on", description="a second, isolated judge looks at the grades where two or more are HIGH"
    )
    anthropic_url: Address = Field(default="", description="another server that speaks Anthropic's API")
    openai_url: Address = Field(default="", description="another server that speaks OpenAI's API: Ollama, vLLM, …")
    seconds: float = Field(default=120, gt=0, le=3600, description="how long one call may take")
    answer_tokens: int = Field(default=4_000, ge=100, le=100_000, description="how long one answer may be")
    requests: int = Field(default=40, ge=0, description="a run may make so many; a day five times that")
    tokens_in: int = Field(default=400_000, ge=0, description="a run may send so many; a day five times that")
    tokens_out: int = Field(default=40_000, ge=0, description="a run may be answered so many; a day five times that")
    usd: float = Field(default=2.0, ge=0, description="a run may cost so much; a day five times that")
    prices: tuple[str, ...] = Field(
        default=(), description="what a model costs where no table has it: MODEL=IN/OUT, USD for a million tokens"
    )
    local_only: bool = Field(default=False, description="nothing leaves this machine: every call is refused")

    @field_validator("cross_validation", mode="before")
    @classmethod
    def _word_of(cls, given: object) -> object:
        """TOML has words of its own for it."""
        return {True: "on", False: "off"}[given] if isinstance(given, bool) else given

    @field_validator("prices")
    @classmethod
    def _readable(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for one in given:
            if not _PRICE.fullmatch(one):
                raise ValueError("write MODEL=IN/OUT, such as my-model=0.5/1.5")
        return given
