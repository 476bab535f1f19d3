"""What a judge finds in the text of a skill (SPEC 4.1, 4.11, 4.12)."""

from typing import Literal, get_args

from pydantic import Field

from harvest_loop.schemas.base import Message

SkillFlaw = Literal[
    "no_done_when",
    "vague_done_when",
    "already_covered",
    "contradicts",
    "too_narrow",
    "too_broad",
    "unkept_promise",
    "dangling_citation",
]
SKILL_FLAWS: tuple[SkillFlaw, ...] = get_args(SkillFlaw)


class SkillFinding(Message):
    """One flaw of a skill's text: where it shows, the words, and why it is one."""

    flaw: SkillFlaw
    line: int | None = Field(default=None, ge=1, description="line of the text; None: what is wrong is an absence")
    quote: str = ""
    reason: str = Field(description="one sentence that stands without its context")
    fails: bool = Field(default=True, description="false: a remark, which a reader weighs")
    against: str | None = Field(default=None, description="path of the other asset that it copies or contradicts")
    against_line: int | None = Field(default=None, ge=1)
    against_quote: str = ""
