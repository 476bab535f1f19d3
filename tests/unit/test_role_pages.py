"""The pages of the judged roles agree with what each role is given and answers (SPEC 5)."""

import pytest

from harvest_loop.adapters.role_pages import read_role_page
from harvest_loop.domain.judges.role_pages import ROLES, disagreements, page_name
from harvest_loop.schemas.judging import Role

CRITIC = read_role_page(page_name("critic"))


@pytest.mark.parametrize("role", ROLES)
def test_each_page_agrees_with_its_models(role: Role) -> None:
    """
    Frontmatter, fields and both worked examples are those of the models that are really sent and read.
    """
    assert () == disagreements(role, read_role_page(page_name(role)))


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ("input: CriticInput", "input: ChallengerInput"),
        ("version: 1", "version: soon"),
        ("never: grade", "never: literal_text, grade"),
        ("`literal_text` (", "the text ("),
        ("`findings`", "the findings"),
        ('"word": "PASS", "findings"', '"word": "pass ", "findings"'),
        ('"kind": "repair", "name"', '"kind": "repair", "grade": "HIGH", "name"'),
        ("```json output", "```json"),
    ],
)
def test_a_page_that_says_another_thing_is_named(was: str, is_now: str) -> None:
    """
    A field that is renamed, an example that no longer fits, or what must never be given and is: none goes unnoticed.
    """
    changed = CRITIC.replace(was, is_now)

    assert changed != CRITIC
    assert disagreements("critic", changed)
