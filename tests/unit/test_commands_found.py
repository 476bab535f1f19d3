"""Commands found word for word in added lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.commands_found import commands_in
from harvest_loop.domain.shell_lines import joined
from harvest_loop.schemas.evidence import AddedLine


def lines(text: str) -> list[AddedLine]:
    return [AddedLine(number=number, text=line) for number, line in enumerate(text.split("\n"), 1)]


def found(path: str, text: str) -> list[str]:
    return [found.command for found in commands_in(path, lines(text))]


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

    for line, command, asides in commands_in(path, added):
        assert command in joined([line.text, *(more.text for kind, more in asides if kind == "goes on")])


JOB = "job:\n  command: >-\n    uv run\n    --with 'shop @ git+ssh'\n    prefect flow-run execute\n"
WRAPPED = "uv run --with 'shop @ git+ssh' prefect flow-run execute"


@pytest.mark.parametrize(
    ("path", "text", "commands"),
    [
        ("docs/deploying.md", f"```yaml\n{JOB}```", [WRAPPED]),
        ("deployments/job.yaml", JOB, [WRAPPED]),
        ("deployments/job.yaml", "a: &a\n  cmd: >-\n    uv run\n    -p x\n    pytest\n", ["uv run -p x pytest"]),
        (".gitlab-ci.yml", "  - run: uv run\n      --with x\n      pytest -q\n", ["uv run --with x pytest -q"]),
        (".gitlab-ci.yml", "- run: |\n    docker run \\\n      --rm \\\n      image\n", ["docker run --rm image"]),
        ("scripts/a.sh", "docker run \\\n  --rm \\\n  image\nmake test\n", ["docker run --rm image", "make test"]),
        ("scripts/a.sh", "npm ci &&\n  npm test\n", ["npm ci && npm test"]),
        ("scripts/a.sh", "npm test   # all\nmake x A='a # b'\n", ["npm test", "make x A='a # b'"]),
        ("scripts/a.sh", "make list\n  | grep x\n", ["make list | grep x"]),
        ("Makefile", "t:\n\tpytest \\\n\t  -q \\\n\t  tests\n", ["pytest -q tests"]),
        ("docs/testing.md", "```sh\n$ uv run \\\n    --with x \\\n    pytest\n```", ["uv run --with x pytest"]),
        ("deployments/job.yaml", "c:\n  args:\n    - uv\n    - prefect server start\n", []),
        (".gitlab-ci.yml", "t:\n  script:\n    - make lint\n    - pytest -q\n", ["make lint", "pytest -q"]),
        ("scripts/a.sh", "bash -c '\n  npm ci\n  npm test\n'\nmake x\n", ["make x"]),
        ("scripts/a.sh", "cat <<'EOF'\nmake tea\nEOF\nmake test\n", ["make test"]),
        ("docs/testing.md", "```python\nprefect = 1\npytest .main()\n```", []),
    ],
)  # fmt: skip
def test_a_command_over_several_lines_is_one_or_none(path: str, text: str, commands: list[str]) -> None:
    """
    Half of a command is another command, and a string or an argument is none.
    """
    assert commands == found(path, text)


@pytest.mark.parametrize("gap", [2, 3])
def test_a_command_of_which_a_line_is_missing_is_none(gap: int) -> None:
    """
    What the diff doesn't show can't be told.
    """
    shown = [line for line in lines("docker run \\\n  --rm \\\n  image test\n") if line.number != gap]

    assert () == commands_in("scripts/a.sh", shown)


def beside(path: str, text: str) -> dict[str, list[tuple[str, str]]]:
    return {
        each.command: [(kind, line.text.strip()) for kind, line in each.asides]
        for each in commands_in(path, lines(text))
    }


def test_a_command_keeps_the_loop_and_the_condition_around_it() -> None:
    """
    Run by itself it would do something else; of an `else` nobody can tell when.
    """
    loop = "for z in UTC NZ; do\n  TZ=$z pytest -q\ndone\n"
    text = loop + 'if test -n "$CI"; then\n  make ship\nelse\n  make dry\nfi\nmake end\n'

    assert {
        "TZ=$z pytest -q": [("inside", "for z in UTC NZ; do")],
        "make ship": [("inside", 'if test -n "$CI"; then')],
        "make end": [],
    } == beside("scripts/a.sh", text)


def test_what_is_done_by_hand_between_two_commands_stays_between_them() -> None:
    """
    Without it the second would write back what the first read.
    """
    text = "```sh\nprefect get > t.json\n# edit t.json: set the namespace\nprefect put t.json\n```"

    assert [("says", "# edit t.json: set the namespace")] == beside("docs/testing.md", text)["prefect put t.json"]


@pytest.mark.parametrize(
    ("prose", "case"),
    [
        ("If the cache is old, the solver fails. Fix:", "If the cache is old, the solver fails. Fix:"),
        ("### Pitfall: stale records", "### Pitfall: stale records"),
        ("### Set-up", None),
    ],
)  # fmt: skip
def test_a_command_against_a_fault_keeps_its_case(prose: str, case: str | None) -> None:
    """
    A remedy is no step of the ordinary way.
    """
    found = beside("docs/testing.md", f"{prose}\n\n```sh\nkubectl rollout restart x\n```")

    assert ([("only if", case)] if case else []) == found["kubectl rollout restart x"]


def fenced(*body: str, language: str = "") -> str:
    return "\n".join(["Run it:", "", f"```{language}", *body, "```"])


@pytest.mark.parametrize(
    ("body", "typed"),
    [
        (("$ ruff check src", "ruff check failed: see above", "make: nothing"), ["ruff check src"]),
        (("$ git log -1", "git commit 3f2c", "", "$ make test", "npm test passed"), ["git log -1", "make test"]),
        (("$ docker run \\", "    --rm image", "docker run --rm other"), ["docker run --rm image"]),
        (("$ docker run \\", "> --rm image", "docker run --rm other"), []),
        (("me@host:~/shop$ make all", "make lint"), ["make all"]),
        (("(venv) $ pytest -q", "pytest 8.3 of /usr/bin"), ["pytest -q"]),
        (("❯ make all", "go build of part 3"), ["make all"]),
        (("$ cat notes", "make tea", "git push --force"), []),
        (("make all", "pytest -q"), ["make all", "pytest -q"]),
    ],
)
def test_of_a_block_with_prompts_only_what_was_typed_is_run(body: tuple[str, ...], typed: list[str]) -> None:
    """
    The other lines are what came back, and may look like commands.
    """
    assert typed == found("docs/testing.md", fenced(*body))


@pytest.mark.parametrize("language", ["console", "shell-session", "output", "log", "markdown"])
def test_a_block_that_shows_a_terminal_without_a_prompt_shows_what_it_printed(language: str) -> None:
    """
    Nobody knows which of its lines were typed.
    """
    assert [] == found("docs/testing.md", fenced("npm run build", "make all", language=language))


@pytest.mark.parametrize(
    "line",
    [
        "pytest 8.3.2",
        "go version go1.22",
        "npm ERR! code 1",
        "npm warn deprecated thing",
        "make sure that the ledger is closed",
        "git hooks are what stops you here.",
        "just ask if you are unsure",
    ],
)
def test_what_a_tool_says_of_itself_and_a_sentence_are_no_commands(line: str) -> None:
    """
    Both begin with a program's name.
    """
    assert ["make all"] == found("docs/testing.md", fenced(line, "make all"))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("package.json", '  "description": "git hooks for everybody",'),
        ("tox.ini", "description = pytest with coverage"),
        (".github/ISSUE_TEMPLATE/bug.yml", "  - body: |\n      make sure to say what happened\n      git log helps\n"),
        (
            ".github/workflows/ask.yml",
            "        prompt: |\n          gh pr view tells you what changed\n          make x\n",
        ),
    ],
)
def test_what_a_file_says_to_people_or_models_is_no_command(path: str, text: str) -> None:
    """
    A description, a form's text and a prompt are read, not run.
    """
    assert [] == found(path, text)


def test_remarks_between_prompts_stay_with_what_they_lead_to() -> None:
    """
    Where nothing was printed every remark is the author's; where something was, only one that begins a part.
    """
    by_hand = fenced("$ prefect get > t.json", "# edit t.json: set the namespace", "$ prefect put t.json")
    printed = fenced("# first all of it", "$ make all", "# Results", "$ make lint", "ok")

    assert [("says", "# edit t.json: set the namespace")] == beside("docs/x.md", by_hand)["prefect put t.json"]
    assert [("says", "# first all of it")] == beside("docs/x.md", printed)["make all"]
    assert [] == beside("docs/x.md", printed)["make lint"]


@given(st.lists(st.sampled_from(["$ make a", "make b", "$ git push \\", "  origin main", "", "# why", "npm test"])))
def test_no_printed_line_becomes_a_command(body: list[str]) -> None:
    """
    Every command of a block with prompts begins on a line that has one.
    """
    text = fenced("$ ruff check .", *body)
    prompts = {line.number for line in lines(text) if line.text.startswith("$ ")}

    assert {each.line.number for each in commands_in("docs/x.md", lines(text))} <= prompts
