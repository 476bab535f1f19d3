"""One call of a model, as the loop makes it, with the worked example of the role's page as its input."""

import re
from typing import Any

from harvest_loop.adapters.models.calls import Call
from harvest_loop.adapters.role_pages import read_role_page
from harvest_loop.domain.judges.asking import asked_again, build_prompt, read_answer
from harvest_loop.domain.judges.role_pages import MODELS, page_name
from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judging import BackEnd, ChosenJudge, Role

MARK = "0123456789abcdef0123456789abcdef"


def example(role: Role, side: str) -> Message:
    """The first worked example of a role's page: what it is given (`input`), or what it answers (`output`)."""
    models = MODELS[role]
    found = re.search(rf"```json {side}\n(.*?)^```$", read_role_page(page_name(role)), re.DOTALL | re.MULTILINE)
    assert found is not None
    model = models.given if side == "input" else models.answered
    return model.model_validate_json(found[1])


def call_of(role: Role, back_end: BackEnd, *, model: str = "m", url: str = "", seconds: float = 20) -> Call[Any]:
    """A call of a judge on this machine."""
    answered = MODELS[role].answered
    return Call(
        role=role,
        judge=ChosenJudge(back_end=back_end, model=model, vendor="local"),
        prompt=build_prompt(role, read_role_page(page_name(role)), example(role, "input"), MARK),
        read=lambda text: read_answer(text, answered),
        again=asked_again,
        most_out=1_000,
        seconds=seconds,
        url=url,
    )
