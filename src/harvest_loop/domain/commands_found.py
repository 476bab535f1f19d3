"""Command lines found word for word in lines that a commit added: CI steps, recipes, scripts, hooks, code blocks."""

import re
from collections.abc import Iterable, Sequence

from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.vocabulary import listed
from harvest_loop.schemas.evidence import AddedLine

_PROGRAMS = listed(
    """
    act actionlint ansible-playbook aws az bandit bash bats biome black brew buf bun bundle bunx cargo clippy
    codespell commitlint composer coverage curl dbt deno direnv docker docker-compose dotnet eslint flake8 flyctl
    gcloud gh git gitleaks glab go golangci-lint gradle ./gradlew hadolint hatch helm http hyperfine isort jest just
    kubectl lefthook lint-imports make markdownlint mise mix mkdocs mvn mypy nix node nox npm npx nx oxfmt oxlint
    pip pip-audit pipx playwright pnpm poetry pre-commit prefect prettier psql pulumi pyrefly pyright pytest python
    python3 rake release-it rspec rsync rubocop ruff rustup semgrep sh shellcheck shfmt skopeo sphinx-build sqlfluff
    swift task terraform tox trivy tsc turbo twine ty uv uvx vale vitest vulture wrangler xcodebuild yamllint yarn
    zizmor
    """
)
_PROGRAM = r"(?:" + "|".join(sorted(map(re.escape, _PROGRAMS), key=lambda name: (-len(name), name))) + r")"
_RUNS = re.compile(
    rf"^(?:[A-Z_][A-Z0-9_]*=\S*\s+|sudo\s+|time\s+|exec\s+|[@-]\s?)*(?:{_PROGRAM}(?=\s)|\./[\w./-]+|scripts/[\w./-]+)"
)
_STEP = re.compile(
    r"^\s*(?:-\s+)?(?:run|script|command|entry|cmd|before_script|test_command)\s*:\s*[\"']?(?P<command>[^|>\"'\s#].*?)[\"']?\s*$"
)
_ITEM = re.compile(r"^\s*-\s+[\"']?(?P<command>.+?)[\"']?\s*$")
_ENTRY = re.compile(r"^\s*\"[\w:.-]+\"\s*:\s*\"(?P<command>(?:[^\"\\]|\\.)+)\",?\s*$")
_SETTING = re.compile(r"^\s*(?:commands?(?:_pre|_post)?|\w[\w-]*)\s*=\s*[\"']?(?P<command>.+?)[\"']?\s*$")
_PROMPT = re.compile(r"^\s*(?:\$|❯|%)\s+")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_HASHED = re.compile(r"^[0-9a-f]{6,64}$")
_LONGEST = 200


def commands_in(path: str, lines: Sequence[AddedLine]) -> tuple[tuple[AddedLine, str], ...]:
    """Return each added line that runs something, with the command as it stands there; it is never run (SPEC 4.7)."""
    role = role_of(path)
    name = path.rpartition("/")[2].lower()
    found = (
        _in_blocks(lines)
        if name.endswith((".md", ".mdx", ".rst"))
        else ((line, _command(line.text, role, name)) for line in lines)
    )
    unique: dict[str, AddedLine] = {}
    for line, command in found:
        if command is not None and "«redacted" not in command and len(command) <= _LONGEST:
            unique.setdefault(command, line)
    return tuple((line, command) for command, line in unique.items())


def _command(text: str, role: Role, name: str) -> str | None:
    stripped = text.strip()
    if not stripped or _HASHED.match(stripped) or stripped.startswith(("#", "//", "<!--")):
        return None
    if name == "package.json" or name == "composer.json":
        return _if_runs(_ENTRY.match(text))
    step = _STEP.match(text)
    if step is not None:
        return step["command"] if _RUNS.match(step["command"]) or role == "ci" else None
    if role in ("ci", "hook", "deploy") and name.endswith((".yml", ".yaml")):
        return _if_runs(_ITEM.match(text)) or (stripped if _RUNS.match(stripped) else None)
    if name in ("tox.ini", "setup.cfg", "pyproject.toml"):
        return _if_runs(_SETTING.match(text)) or (stripped if _RUNS.match(stripped) and name == "tox.ini" else None)
    return _of_shell(stripped, name)


def _of_shell(stripped: str, name: str) -> str | None:
    if name.endswith((".py", ".js", ".mjs", ".cjs", ".ts", ".json", ".toml")):
        return None
    plain = stripped.lstrip("@-").strip()
    return plain if _RUNS.match(plain) else None


def _if_runs(match: re.Match[str] | None) -> str | None:
    return match["command"] if match is not None and _RUNS.match(match["command"]) else None


def _in_blocks(lines: Sequence[AddedLine]) -> Iterable[tuple[AddedLine, str | None]]:
    inside = False
    for line in lines:
        if _FENCE.match(line.text):
            inside = not inside
        elif inside:
            plain = _PROMPT.sub("", line.text).strip()
            yield line, plain if _RUNS.match(plain) else None
