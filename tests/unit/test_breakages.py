"""What is known to break: told by commits, or read off a command line; nothing else (SPEC 4.9, 4.11)."""

import pytest

from harvest_loop.domain.breakages import breakages_of, why_of
from harvest_loop.domain.steps import steps_of
from harvest_loop.schemas.patterns import EvidenceItem, Pattern, PatternKind
from tests.support.patterns import SECOND, make_item, make_pattern


def running(*commands: str, reasons: tuple[EvidenceItem, ...] = (), kind: PatternKind = "new workflow") -> Pattern:
    """A pattern of these command lines."""
    items = [
        make_item("command", command, "Makefile", at, quote=f"\t{command}") for at, command in enumerate(commands, 1)
    ]
    return make_pattern("x y z", [*items, *reasons], kind=kind)


def known(pattern: Pattern) -> tuple[str, ...]:
    return breakages_of(pattern, steps_of(pattern, frozenset()))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("uv publish --token $PYPI_TOKEN", "Step 1: `$PYPI_TOKEN` has to be set"),
        ("deploy ${TARGET}", "Step 1: `${TARGET}` has to be set"),
        ("pytest --python ${{ matrix.python }}", "`${{ matrix.python }}` is filled in by CI"),
        ("release <version>", "`<version>` is a placeholder"),
        ("lint . || true", "`|| true` hides a failure"),
        ("rm -rf build", "`rm -rf` can't be taken back"),
        ("git push --force origin main", "can't be taken back"),
        ("npm ci --silent", "`npm ci` fetches from the network"),
    ],
)
def test_a_command_line_tells_how_it_fails(command: str, said: str) -> None:
    """Whoever runs it elsewhere learns what it needs."""
    (breakage,) = known(running(command))

    assert said in breakage


@pytest.mark.parametrize("command", ["make lint", "deploy ${TARGET:-staging}", "ruff check . | tee out", "rmdir build"])
def test_an_ordinary_command_line_tells_of_no_failure(command: str) -> None:
    """A warning that always stands there warns of nothing."""
    assert () == known(running(command))


def test_one_failure_of_several_steps_is_said_once() -> None:
    """A list that repeats itself isn't read."""
    (breakage,) = known(running("npx one", "npx two", "npx three"))

    assert breakage.startswith("Steps 1, 2 and 3: `npx` fetches")


def test_the_first_reason_is_why_and_the_trouble_after_it_is_what_breaks() -> None:
    """No sentence stands in a draft twice."""
    reasons = (
        make_item("reason", "Otherwise every release breaks the open branches.", quote="lock"),
        make_item("reason", "The old job failed silently on Windows.", sha=SECOND, quote="mend the job"),
    )
    pattern = running("make lock", reasons=reasons)

    assert ["Otherwise every release breaks the open branches."] == [item.text for item in why_of(pattern)]
    assert (f"“The old job failed silently on Windows.” (`{SECOND[:10]}`)",) == known(pattern)


@pytest.mark.parametrize(
    "text",
    [
        "chore: add the release skill",
        "tests/run.sh - the main test runner, which fails on errors",
        "persist_result=True: results are lost otherwise",
        "Add the script and its test.",
    ],
)
def test_a_note_on_a_file_or_a_subject_is_no_reason(text: str) -> None:
    """Why is a sentence that gives a cause or a fault."""
    assert () == why_of(running("make lock", reasons=(make_item("reason", text, quote="subject"),)))


@pytest.mark.parametrize(("kind", "count"), [("error → solution", 1), ("new workflow", 0)])
def test_only_the_guard_of_a_fault_is_said_to_notice_it(kind: PatternKind, count: int) -> None:
    """A new test of a new script guards against nothing that happened."""
    guard = make_item("guard", "tests/test_lock.py", "tests/test_lock.py", 1, quote="def test_lock():")

    found = known(running("make lock", reasons=(guard,), kind=kind))

    assert count == sum("is what notices" in breakage for breakage in found)
