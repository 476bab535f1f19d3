"""harvest.toml, typed: every key optional, unknown keys refused (SPEC 10.1)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judge_settings import JudgeSettings as JudgeSettings
from harvest_loop.schemas.places import META, inside

InHub = Annotated[str, AfterValidator(inside)]


class CardSettings(Message):
    """[card]: how items are recognised."""

    sections: tuple[str, ...] = Field(
        default=("next", "priority", "todo", "다음", "우선", "próximo", "prioridade"),
        description="words in a heading whose top-level bullets are items",
    )
    closing_words: tuple[str, ...] = Field(
        default=(), description="phrases by which you close an item, besides the English, Korean and Portuguese ones"
    )


class RouteSettings(Message):
    """[routes]: the folders that new skills go to."""

    commons: InHub | None = Field(default=None, description="folder for transplantable skills; unset: most skills")
    meta: InHub | None = Field(default=None, description="folder for skills about the harness; unset: most skills")


class LoopSettings(Message):
    """[loop]: how a run behaves."""

    mode: Literal["forced", "proposal"] = Field(
        default="proposal", description="forced runs without asking first and asks once, about the final form"
    )
    min_patterns: int = Field(default=3, ge=1, le=100, description="fewer are held for next time")
    proposals: int = Field(default=5, ge=1, le=5, description="at most this many proposals a run")


class PredictSettings(Message):
    """[predict]: how long a prediction is given before it is judged; both have to pass."""

    window_sessions: int = Field(default=5, ge=1, le=100, description="this many later sessions")
    window_days: int = Field(default=60, ge=1, le=365, description="this many days from the landing")


class PathSettings(Message):
    """[paths]: where the hub's files are, relative to its root."""

    meta: InHub = Field(default=META, description="folder of the loop's own records, card and signals")
    memory: InHub = Field(default="memory", description="folder of MEMORY.md and what it lists")
    catalog: InHub = Field(default="CATALOG.md", description="the catalog of the hub's skills")
    skills: tuple[InHub, ...] = Field(
        default=("plugins/*/skills/*/", ".claude/skills/*/", "skills/*/"), description="folders that hold a SKILL.md"
    )
    assets: tuple[InHub, ...] = Field(
        default=(".claude/rules/", ".claude/agents/", "knowledge/shared/rules/", "templates/"),
        description="folders whose files steer agents",
    )


class HubSettings(Message):
    """The whole of harvest.toml."""

    paths: PathSettings = PathSettings()
    card: CardSettings = CardSettings()
    loop: LoopSettings = LoopSettings()
    routes: RouteSettings = RouteSettings()
    judge: JudgeSettings = JudgeSettings()
    predict: PredictSettings = PredictSettings()
