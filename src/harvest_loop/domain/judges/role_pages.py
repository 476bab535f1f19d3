"""A role's page: its frontmatter, and whether it agrees with what the role is given and answers (SPEC 5)."""

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from harvest_loop.domain.card_text import frontmatter_end, lines_of
from harvest_loop.domain.skill_text import frontmatter_of, written_lines
from harvest_loop.schemas import role_messages as messages
from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judgement import CriticInput
from harvest_loop.schemas.judging import Role

EXAMPLES = 2
_SECTION = re.compile(r"^## (?P<title>.+?)\n(?P<body>.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```json (?P<side>input|output)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_GIVEN, _ANSWERED = "What you are given", "What you answer"


class RoleModels(NamedTuple):
    """What one role is given, and what it answers."""

    given: type[Message]
    answered: type[Message]


MODELS: Mapping[Role, RoleModels] = MappingProxyType(
    {
        "challenger": RoleModels(messages.ChallengerInput, messages.ChallengerAnswer),
        "innovator": RoleModels(messages.InnovatorInput, messages.InnovatorAnswer),
        "critic": RoleModels(CriticInput, messages.CriticAnswer),
        "second validator": RoleModels(messages.ValidatorInput, messages.ValidatorAnswer),
    }
)
ROLES: tuple[Role, ...] = get_args(Role)


def page_name(role: Role) -> str:
    """Return the name of the role's file."""
    return f"{role.replace(' ', '_')}.md"


def keys_of(page: str) -> dict[str, str]:
    """Return the keys of the page's frontmatter; none where it has none."""
    return {key: line.text for key, line in frontmatter_of(written_lines(page)).items()}


def body_of(page: str) -> str:
    """Return the page without its frontmatter, as it is sent."""
    lines = lines_of(page)
    return "".join(lines[frontmatter_end(lines) :])


def version_of(page: str) -> int:
    """Return the page's version; 0 where it names none."""
    told = keys_of(page).get("version", "")
    return int(told) if told.isdecimal() else 0


def disagreements(role: Role, page: str) -> tuple[str, ...]:
    """Return where page, input model and output model say different things; none is what is wanted."""
    return tuple(_disagreements(role, page, MODELS[role]))


def _disagreements(role: Role, page: str, models: RoleModels) -> Iterator[str]:
    keys = keys_of(page)
    wanted = {"role": role, "input": models.given.__name__, "output": models.answered.__name__}
    for key, value in wanted.items():
        if keys.get(key) != value:
            yield f"{key} is {keys.get(key)!r}, not {value!r}"
    if version_of(page) < 1:
        yield "it names no version"
    never = {name.strip() for name in keys.get("never", "").split(",")} - {""}
    if not never:
        yield "it doesn't say what the role must never be given"
    fields = _fields(models.given)
    yield from (f"`{name}` must never be given, and is" for name in sorted(never & fields))
    yield from _named(page, _GIVEN, models.given)
    yield from _named(page, _ANSWERED, models.answered)
    yield from _examples(page, models)


def _named(page: str, title: str, model: type[BaseModel]) -> Iterator[str]:
    """Each field of the model is named in the section that tells of it."""
    section = next((found["body"] for found in _SECTION.finditer(page) if found["title"] == title), "")
    if not section:
        yield f"it has no section '{title}'"
    named = set(re.findall(r"`([^`]+)`", section))
    yield from (f"'{title}' doesn't name `{name}`" for name in sorted(_own_fields(model) - named))


def _own_fields(model: type[BaseModel]) -> set[str]:
    """The fields of our role messages; of shared records, such as a pointer, the field that holds them is enough."""
    own = set(model.model_fields)
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            if inner.__module__ == messages.__name__ or inner.__name__ == "CriticFinding":
                own |= _own_fields(inner)
    return own


def _fields(model: type[BaseModel]) -> set[str]:
    found = set(model.model_fields)
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            found |= _fields(inner)
    return found


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _examples(page: str, models: RoleModels) -> Iterator[str]:
    """Two worked examples, whose input and output are what the models take."""
    for side, model in (("input", models.given), ("output", models.answered)):
        blocks = [found["text"] for found in _BLOCK.finditer(page) if found["side"] == side]
        if len(blocks) != EXAMPLES:
            yield f"it has {len(blocks)} of {EXAMPLES} worked examples of its {side}"
        for number, text in enumerate(blocks, start=1):
            try:
                model.model_validate_json(text)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                yield f"{side} of example {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}"
            if side == "input":
                told = _keys_in(json.loads(text)) if text.strip().startswith("{") else set()
                yield from (f"example {number} holds `{name}`, which no model has" for name in told - _fields(model))


def _keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {name for each in value.values() for name in _keys_in(each)}
    return {name for each in value for name in _keys_in(each)} if isinstance(value, list) else set()
