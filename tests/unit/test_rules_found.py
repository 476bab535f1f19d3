"""Rules found in instruction files."""

import pytest

from harvest_loop.domain.rules_found import names_a_person, plain_text, rules_in
from harvest_loop.schemas.evidence import AddedLine

TEXT = """---
description: Use when a page is slow
---
# Working here
This project sells tea.
- **Never** change a line of the ledger; append one.
1. Run `make smoke` before you say that it works.
- Add a test for each fix.
| must | not be a table |
- Build tools: must be listed somewhere
```
never in a code block, though it must be there
```
Ask @somebody, who must approve every change.
"""


def rules(path: str, text: str = TEXT) -> list[str]:
    return [
        found.sentence
        for found in rules_in(path, [AddedLine(number=n, text=t) for n, t in enumerate(text.splitlines(), 1)])
    ]


def test_rules_are_the_sentences_that_tell_somebody_what_to_do() -> None:
    """
    Strong words first, then plain orders; descriptions, tables, code and sentences that name a person are none.
    """
    assert [
        "Never change a line of the ledger; append one.",
        "Run make smoke before you say that it works.",
        "Build tools: must be listed somewhere",
        "Add a test for each fix.",
    ] == rules("AGENTS.md")


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("**NEVER**:\n- Use raw fetch for calls of the shop\n", ["Use raw fetch for calls of the shop"]),
        ("Such are failures; never write them:\n- Steps that must be guessed\n", ["Steps that must be guessed"]),
        ("## Red flags\n\n- Run the tests after the release only\n", ["Run the tests after the release only"]),
        ("## Red flags\n\n- Never release without the tests\n", []),
        ("## Red flags\n\n**Always:**\n- Run the tests before a release\n", []),
        ("**NEVER**:\n- Add raw calls\n\n## Releases\n\n- Run the tests before a release\n", []),
        ("Never skip these:\n- Run the tests before a release\n", []),
        ("Do this:\n- Run the tests before a release\n", []),
    ],
)  # fmt: skip
def test_what_a_list_forbids_is_told_as_forbidden(text: str, forbidden: list[str]) -> None:
    """
    Below `never` an order is the opposite of one; an item that says so itself, and the next list, stand as they are.
    """
    found = rules_in("AGENTS.md", [AddedLine(number=n, text=t) for n, t in enumerate(text.splitlines(), 1)])

    assert forbidden == [rule.sentence for rule in found if rule.never is not None]


def test_workflows_and_code_hold_no_rules() -> None:
    """
    In a workflow `must` stands in a step's name, in code in a comment.
    """
    assert [] == rules(".github/workflows/ci.yml")
    assert [] == rules("scripts/gate.sh")


def test_markup_goes_and_names_stay() -> None:
    """
    An underscore inside a name is part of it.
    """
    assert "Set STALE_AFTER in the *.toml file" == plain_text("- **Set** `STALE_AFTER` in the *.toml file")


def test_a_package_is_no_person() -> None:
    """
    `@scope/name` looks like a handle and is not one.
    """
    assert names_a_person("thanks to @somebody")
    assert names_a_person("write to a.person@example.invalid")
    assert not names_a_person("use @scope/name for it")
