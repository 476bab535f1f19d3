"""Command lines found word for word in lines that a commit added: CI steps, recipes, scripts, hooks, code blocks."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.code_blocks import blocks_in
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.refusals import Refusal, refusals_in
from harvest_loop.domain.shell_lines import Statement, is_whole, statements_in
from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.yaml_runs import runs_in
from harvest_loop.schemas.evidence import AddedLine
from harvest_loop.schemas.patterns import AsideKind

_PROGRAMS = listed(
    """
    act actionlint ansible-playbook aws az bandit bash bats biome black brew buf bun bundle bunx cargo clippy
    codespell commitlint composer coverage curl dbt deno direnv docker docker-compose dotnet eslint flake8 flyctl
    gcloud gh git gitleaks glab go golangci-lint gradle ./gradlew hadolint hatch helm http hyperfine isort jest just
    kubectl lefthook lint-imports make markdownlint mise mix mkdocs mvn mypy nix node nox npm npx nx oxfmt oxlint
    pip pip-audit pipx playwright pnpm poetry pre-commit prefect prettier psql pulumi pyrefly pyright pytest python
    python3 rake release-it rspec rsync rubocop ruff rustup semgrep sh shellcheck shfmt skopeo sphinx-build sqlfluff
    sqlite3 swift task terraform tox trivy tsc turbo twine ty uv uvx vale vitest vulture wrangler xcodebuild yamllint
    yarn zizmor
    """
)
_PROGRAM = r"(?:" + "|".join(sorted(map(re.escape, _PROGRAMS), key=lambda name: (-len(name), name))) + r")"
_RUNS = re.compile(
    rf"^(?:[A-Z_][A-Z0-9_]*=\S*\s+|sudo\s+|time\s+|exec\s+|[@-]\s?)*(?:{_PROGRAM}(?=\s)|\./[\w./-]+|scripts/[\w./-]+)"
)
_ENTRY = re.compile(r"^\s*\"(?P<key>[\w:.-]+)\"\s*:\s*\"(?P<command>(?:[^\"\\]|\\.)+)\",?\s*$")
_SETTING = re.compile(r"^\s*(?P<key>\w[\w-]*)\s*=\s*[\"']?(?P<command>.+?)[\"']?\s*$")
# Keys of such files that say something to people, though it may begin with a program's name.
_TOLD = frozenset({"description", "homepage", "keywords", "license", "name", "summary", "title", "version"})
# What a tool prints of itself: its name with a version, or with how it went.
_PRINTED = re.compile(
    r"^\S+\s+(?:(?:version\s+)?[a-z]{0,8}v?\d+\.\d+(?:\.\d+)?[\w+-]*(?=[\s,)]|$)"
    r"|(?:ERR!|WARN|(?:warn(?:ing)?|error|notice|info)\b)(?!\S*=))"
)
# Programs that are English words too, as most of a sentence's first words are none.
_SENTENCE = re.compile(r"[A-Za-z][A-Za-z'’-]*[,.;:!?]?(?:\s+[A-Za-z][A-Za-z'’-]*[,.;:!?]?){2,}")
_SAYING = listed(
    """
    a an and are as because before by for from how if in is it its of on or sure than that the their them these they
    this those to what when which who with you your
    """
)
_REMARK = re.compile(r"\s+#\s")
_LONGEST, _LONGEST_WRAPPED = 200, 300
_PROSE = (".md", ".mdx", ".rst")
_CODE = (".py", ".js", ".mjs", ".cjs", ".ts", ".json", ".toml")
_SETTINGS = ("tox.ini", "setup.cfg", "pyproject.toml")
_ENTRIES = ("package.json", "composer.json")
# Branches of which a reader can't tell from the line alone when they are taken.
_UNTOLD = re.compile(r"^(?:else\b|elif\s|case\s|select\s)")


class FoundCommand(NamedTuple):
    """A command as it stands from `line` on, and the lines beside it that it can't be told without."""

    line: AddedLine
    command: str
    asides: tuple[tuple[AsideKind, AddedLine], ...] = ()


def commands_in(path: str, lines: Sequence[AddedLine]) -> tuple[FoundCommand, ...]:
    """Return what added lines run, as it stands there; it is never run (SPEC 4.7).

    A command over several lines is one command; where a part of it isn't among the lines, it is none.
    """
    unique: dict[str, FoundCommand] = {}
    for found in every_command_in(path, lines):
        unique.setdefault(found.command, found)
    return tuple(unique.values())


def every_command_in(path: str, lines: Sequence[AddedLine]) -> Iterator[FoundCommand]:
    """Yield the same, each at every place where it stands."""
    for found in _found_in(path, lines):
        longest = _LONGEST_WRAPPED if any(kind == "goes on" for kind, _ in found.asides) else _LONGEST
        if "«redacted" not in found.command and len(found.command) <= longest:
            yield found


def refusals_of(path: str, lines: Sequence[AddedLine]) -> tuple[Refusal, ...]:
    """Return the tests by which a script, hook, recipe or CI step stops; text of any other kind has none."""
    name = path.rpartition("/")[2].lower()
    if role_of(path) not in ("script", "hook", "ci", "recipe", "test infrastructure"):
        return ()
    if name.endswith((*_PROSE, *_CODE)) or name in (*_SETTINGS, *_ENTRIES):
        return ()
    is_yaml = name.endswith((".yml", ".yaml"))
    statements = [run.statement for run in runs_in(lines)] if is_yaml else list(statements_in(lines))
    found = refusals_in(statements)
    return tuple(each for each in found if "«redacted" not in " ".join(line.text for line in each.statement.lines))


def asides_of(statement: Statement) -> tuple[tuple[AsideKind, AddedLine], ...]:
    """The lines beside a statement, each with what it is to it, in the file's order."""
    inside: list[tuple[AsideKind, AddedLine]] = [("inside", line) for line in statement.inside]
    said: list[tuple[AsideKind, AddedLine]] = [("says", line) for line in statement.said]
    return (*inside, *said, *(("goes on", line) for line in statement.lines[1:]))


def _found_in(path: str, lines: Sequence[AddedLine]) -> Iterator[FoundCommand]:
    role = role_of(path)
    name = path.rpartition("/")[2].lower()
    if name.endswith(_PROSE):
        yield from _in_blocks(lines)
    elif name in _ENTRIES:
        yield from (FoundCommand(line, match["command"]) for line in lines if (match := _entry(line.text)))
    elif name.endswith((".yml", ".yaml")):
        yield from _in_yaml(lines, keyed=role == "ci")
    elif name in _SETTINGS:
        yield from _in_settings(lines, bare=name == "tox.ini")
    elif not name.endswith(_CODE):
        yield from (found for statement in statements_in(lines) for found in _of_statement(statement))


def _entry(text: str) -> re.Match[str] | None:
    match = _ENTRY.match(text)
    if match is None or match["key"].lower() in _TOLD:
        return None
    return match if _RUNS.match(match["command"]) else None


def _in_yaml(lines: Sequence[AddedLine], *, keyed: bool) -> Iterator[FoundCommand]:
    for run in runs_in(lines):
        yield from _of_statement(run.statement, keyed=keyed and run.keyed)


def _in_settings(lines: Sequence[AddedLine], *, bare: bool) -> Iterator[FoundCommand]:
    for statement in statements_in(lines):
        match = _SETTING.match(statement.text)
        if match is not None and match["key"].lower() in _TOLD:
            continue
        text = match["command"] if match is not None else statement.text if bare else ""
        if _RUNS.match(text) and is_whole(text) and not statement.broken:
            yield FoundCommand(statement.lines[0], text, asides_of(statement))


def _of_statement(statement: Statement, *, keyed: bool = False) -> Iterator[FoundCommand]:
    text = _without_remark(statement.text.lstrip("@-").strip())
    if any(_UNTOLD.match(header.text.strip()) for header in statement.inside) or not is_whole(text) or statement.broken:
        return
    if _RUNS.match(text) or (keyed and not text.startswith("#")):
        yield FoundCommand(statement.lines[0], text, asides_of(statement))


def _without_remark(text: str) -> str:
    """The command without the comment behind it; a `#` inside quotes is none."""
    found = _REMARK.search(text)
    return text[: found.start()] if found is not None and is_whole(text[: found.start()]) else text


def _in_blocks(lines: Sequence[AddedLine]) -> Iterator[FoundCommand]:
    as_written = {line.number: line for line in lines}
    for block in blocks_in(lines):
        found = (
            _in_yaml(block.lines, keyed=False) if block.language in ("yaml", "yml") else _in_shell_block(block.lines)
        )
        only_if: tuple[tuple[AsideKind, AddedLine], ...] = tuple(("only if", line) for line in block.only_if)
        for command in found:
            asides = tuple((kind, as_written[line.number]) for kind, line in (*only_if, *command.asides))
            yield FoundCommand(as_written[command.line.number], command.command, asides)


def _in_shell_block(lines: Sequence[AddedLine]) -> Iterator[FoundCommand]:
    for statement in statements_in(lines):
        yield from (found for found in _of_statement(statement) if not _is_shown(found.command))


def _is_shown(text: str) -> bool:
    """Whether a line of a code block is what a tool printed, or a sentence that begins with a program's name."""
    if _PRINTED.match(text):
        return True
    return _SENTENCE.fullmatch(text) is not None and not _SAYING.isdisjoint(text.lower().split())
