"""Commands found word for word in added lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.commands_found import commands_in
from harvest_loop.schemas.evidence import AddedLine


def lines(text: str) -> list[AddedLine]:
    return [AddedLine(number=number, text=line) for number, line in enumerate(text.split("\n"), 1)]


def found(path: str, text: str) -> list[str]:
    return [command for _, command in commands_in(path, lines(text))]


@pytest.mark.parametrize(
    ("path", "text", "commands"),
    [
        (".gitlab-ci.yml", "      - run: uv run pytest -q\n      - uses: actions/checkout@v5", ["uv run pytest -q"]),
        (".gitlab-ci.yml", "        run: |\n          make lint\n          make test", ["make lint", "make test"]),
        ("Makefile", "check: ## all checks\n\t@ruff check .\n\tmypy src", ["ruff check .", "mypy src"]),
        ("justfile", "status:\n  kubectl get pods", ["kubectl get pods"]),
        ("package.json", '  "scripts": {\n    "lint": "eslint . --fix",\n  "name": "shop"', ["eslint . --fix"]),
        ("scripts/gate.sh", "#!/bin/sh\nset -e\npytest -q || exit 1\n# make nothing", ["pytest -q || exit 1"]),
        ("tox.ini", "commands = pytest {posargs}\ndeps = httpx", ["pytest {posargs}"]),
        (".pre-commit-config.yaml", "      entry: ruff check --fix", ["ruff check --fix"]),
        ("lefthook.yml", "    run: npm run lint", ["npm run lint"]),
        ("docs/testing.md", "Use git push.\n```sh\n$ make smoke\n# a note\n```\nmake tea", ["make smoke"]),
        ("AGENTS.md", "Run `make test` first.", []),
    ],
)  # fmt: skip
def test_a_command_is_found_where_it_is_run(path: str, text: str, commands: list[str]) -> None:
    """
    CI steps, recipes, scripts, hooks and code blocks run commands; prose about commands does not.
    """
    assert commands == found(path, text)


def test_what_is_no_readable_command_is_left_alone() -> None:
    """
    A hash in place of a line, a comment, a redacted value and a line without end give no command.
    """
    text = "3f9a20cc\n# make x\ncurl -H «redacted:bearer token» https://example.invalid\nmake " + "a" * 300

    assert [] == found("scripts/a.sh", text)


@given(
    st.sampled_from(["Makefile", "scripts/x.sh", ".github/workflows/ci.yml", "package.json", "docs/testing.md"]),
    st.text(),
)
def test_every_command_occurs_in_its_line(path: str, text: str) -> None:
    """
    A draft may only tell people to run what the evidence shows being run.
    """
    added = [AddedLine(number=number, text=line) for number, line in enumerate(text.splitlines(), 1)]

    assert all(command in line.text for line, command in commands_in(path, added))
