"""What makes a script stop: the tests by which it refuses, and the words in which it does."""

import pytest

from harvest_loop.domain.commands_found import refusals_of
from harvest_loop.domain.refusals import stops_if, told_in
from harvest_loop.schemas.evidence import AddedLine


def refused(text: str, path: str = "scripts/release.sh") -> list[tuple[str, str]]:
    """What is asked, and `if` or `unless` with what is said."""
    added = [AddedLine(number=number, text=line) for number, line in enumerate(text.split("\n"), 1)]
    return [
        (each.asked, f"{'if' if stops_if(each.statement.lines[0].text) else 'unless'} {_told(each.message)}".strip())
        for each in refusals_of(path, added)
    ]


def _told(line: AddedLine | None) -> str:
    return "" if line is None else told_in(line.text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('test -f a || exit 1', [("test -f a", "unless")]),
        ('die() { echo "$1" >&2; exit 1; }\ntest -f a || die "no a"', [("test -f a", "unless no a")]),
        ('stop() {\n  echo "$1"\n  exit 1\n}\ngrep -q v N || stop "no news"', [("grep -q v N", "unless no news")]),
        ('if [ -z "$1" ]; then\n  echo "which one?"\n  exit 2\nfi', [('[ -z "$1" ]', "if which one?")]),
        ('if ! git diff --quiet; then exit 1; fi', [("git diff --quiet", "unless")]),
        ('if grep -q TODO a\nthen\n  exit 1\nfi', [("grep -q TODO a", "if")]),
        ('set -e\n! grep -rn debug src', [("set -e", "unless"), ("grep -rn debug src", "if")]),
        ('set -e\ntest -s out', [("set -e", "unless"), ("test -s out", "unless")]),
        ('set -eu\nsqlite3 x y | grep -qx ok', [("set -eu", "unless"), ("sqlite3 x y | grep -qx ok", "unless")]),
        ('if test -f a; then\n  make b\nfi', []),
        ('if test -f a; then\n  exit 0\nfi', []),
        ('if test -f a; then\n  make b\nfi\nmake c\nexit 1', []),
        ('test -s out', []),
        ('shop() { python3 -m shop "$@"; }\nshop list | grep -q tea || exit 1', []),
        ('make test || true', []),
    ],
)  # fmt: skip
def test_a_test_that_stops_the_work_is_found_with_its_words(text: str, found: list[tuple[str, str]]) -> None:
    """
    A branch that goes on, a clean exit and a question to the script's own functions refuse nothing that others could.
    """
    assert found == refused(text)


def test_ci_steps_and_recipes_refuse_too() -> None:
    """
    The same shell stands in YAML and in a Makefile.
    """
    assert [("test -f a", "unless no a")] == refused('t:\n\t@test -f a || (echo "no a"; exit 1)', "Makefile")
    step = "      - run: |\n          if grep -q float prices.json; then\n            exit 1\n          fi\n"
    assert [("grep -q float prices.json", "if")] == refused(step, ".github/workflows/ci.yml")


def test_prose_and_code_refuse_nothing() -> None:
    """
    A shell line in a text or a program is only mentioned.
    """
    assert [] == refused("test -f a || exit 1", "docs/testing.md") == refused("test -f a || exit 1", "scripts/a.py")
