"""Tools of the trade as data: how each shows in a path and in what people write about it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

ToolKind = Literal[
    "linter",
    "type checker",
    "test tool",
    "gate",
    "package manager",
    "task runner",
    "security check",
    "release tool",
    "dependency bot",
    "docs builder",
    "container",
    "environment",
    "build tool",
    "agent host",
]


@dataclass(frozen=True)
class Tool:
    """One tool: `words` finds its name in prose, `files` its configuration; both are case-blind patterns."""

    name: str
    kind: ToolKind
    words: str
    files: str


_Row = tuple[str, str, str]

_ROWS: dict[ToolKind, tuple[_Row, ...]] = {
    "linter": (
        ("Ruff", "ruff", r"^\.?ruff\.toml$"),
        ("ESLint", "eslint", r"^\.?eslint(rc|\.config)"),
        ("Biome", "biome", r"^biome\.jsonc?$"),
        ("oxlint", "oxlint|oxfmt", r"^\.?ox(lint|fmt)rc"),
        ("Prettier", "prettier", r"^\.?prettier(rc|\.config)"),
        ("Black", "black", ""),
        ("flake8", "flake8", r"^\.flake8$"),
        ("Pylint", "pylint", r"^\.pylintrc$"),
        ("golangci-lint", "golangci(-lint)?", r"^\.golangci"),
        ("Clippy", "clippy", r"^\.?clippy\.toml$"),
        ("RuboCop", "rubocop", r"^\.rubocop"),
        ("Stylelint", "stylelint", r"^\.?stylelint"),
        ("markdownlint", "markdownlint", r"^\.markdownlint"),
        ("yamllint", "yamllint", r"^\.?yamllint"),
        ("commitlint", "commitlint", r"^\.?commitlint"),
        ("ShellCheck", "shellcheck|shfmt", r"^\.shellcheckrc$"),
        ("hadolint", "hadolint", r"^\.?hadolint"),
        ("codespell", "codespell", ""),
        ("interrogate", "interrogate", ""),
        ("knip", "knip", r"^knip\.jsonc?$"),
        ("import-linter", "import-?linter", r"^\.importlinter$"),
    ),
    "type checker": (
        ("mypy", "mypy", r"^\.?mypy\.ini$"),
        ("Pyright", "pyright|basedpyright", r"^pyrightconfig"),
        ("ty", "ty", r"^ty\.toml$"),
        ("pyrefly", "pyrefly", r"^pyrefly\.toml$"),
        ("tsgo", "tsgo", ""),
    ),
    "test tool": (
        ("pytest", "pytest", r"^pytest\.ini$"),
        ("Hypothesis", "hypothesis tests?", ""),
        ("Sybil", "sybil", ""),
        ("Vitest", "vitest", r"^vitest\."),
        ("Jest", "jest", r"^jest\."),
        ("Playwright", "playwright", r"^playwright\."),
        ("Cypress", "cypress", r"^cypress\."),
        ("Codecov", "codecov", r"^\.?codecov"),
        ("mutation testing", "mutmut|stryker|mutation test(s|ing)?", r"^stryker"),
    ),
    "gate": (
        ("pre-commit", "pre-?commit", r"^\.pre-commit-(config|hooks)"),
        ("Lefthook", "lefthook", r"^\.?lefthook"),
        ("Husky", "husky", ""),
        ("lint-staged", "lint-staged", r"^\.?lint-?staged"),
        ("gatecheck", "gatecheck", r"^gatecheck"),
    ),
    "package manager": (
        ("uv", "uvx?", r"^uv\.toml$"),
        ("pnpm", "pnpm", r"^pnpm-workspace"),
        ("Bun", "bun", r"^bunfig"),
        ("Poetry", "poetry", ""),
    ),
    "task runner": (
        ("tox", "tox", r"^tox\.ini$"),
        ("Nox", "nox", r"^noxfile\.py$"),
        ("just", "justfile|just recipes?", r"^\.?justfile$"),
        ("Make", "makefile|make targets?", r"^(gnu)?makefile$"),
        ("Task", "taskfile", r"^taskfile"),
        ("Turborepo", "turborepo", r"^turbo\.json$"),
    ),
    "security check": (
        ("zizmor", "zizmor", r"^zizmor\.ya?ml$"),
        ("CodeQL", "codeql", r"^codeql"),
        ("Gitleaks", "gitleaks", r"^\.gitleaks"),
        ("Trivy", "trivy", r"^\.?trivy"),
        ("Semgrep", "semgrep", r"^\.?semgrep"),
        ("Bandit", "bandit", r"^\.?bandit"),
        ("pinact", "pinact", r"^\.?pinact"),
        ("OpenSSF Scorecard", "scorecard", r"^scorecards?\.ya?ml$"),
    ),
    "release tool": (
        ("release-it", "release-it", r"^\.release-it"),
        ("semantic-release", "semantic-release", r"^\.?releaserc"),
        ("release-please", "release-please", r"^\.?release-please"),
        ("Changesets", "changesets?", ""),
        ("GoReleaser", "goreleaser", r"^\.?goreleaser"),
        ("git-cliff", "git-cliff", r"^cliff\.toml$"),
    ),
    "dependency bot": (
        ("Dependabot", "dependabot", r"^dependabot\.ya?ml$"),
        ("Renovate", "renovate", r"^\.?renovate"),
    ),
    "docs builder": (
        ("Sphinx", "sphinx", ""),
        ("MkDocs", "mkdocs", r"^mkdocs\.ya?ml$"),
        ("Read the Docs", "read ?the ?docs|rtd", r"^\.?readthedocs"),
    ),
    "container": (
        (
            "Docker",
            "docker|dockerfile|docker[- ]compose",
            r"^(dockerfile|\.dockerignore|(docker-)?compose|docker-entry)",
        ),
        ("Helm", "helm", r"^chart\.ya?ml$"),
        ("Terraform", "terraform", r"\.tf$"),
        ("Ansible", "ansible", r"^ansible\.cfg$"),
    ),
    "environment": (
        ("Nix", "nix|nix flakes?", r"^(flake|shell)\.nix$"),
        ("direnv", "direnv", r"^\.envrc$"),
        ("dev container", "dev ?containers?", r"^devcontainer\.json$"),
        ("mise", "mise", r"^\.?mise\.toml$"),
    ),
    "build tool": (
        ("tsdown", "tsdown", r"^tsdown\."),
        ("esbuild", "esbuild", ""),
        ("Bazel", "bazel", r"^(build|workspace)\.bazel$"),
    ),
    "agent host": (
        ("Codex", "codex", ""),
        ("OpenCode", "opencode", ""),
        ("Gemini CLI", "gemini( cli)?", ""),
        ("Cursor", "cursor", ""),
        ("Copilot", "copilot", ""),
        ("Antigravity", "antigravity", ""),
        ("Windsurf", "windsurf", ""),
        ("Kimi", "kimi", ""),
    ),
}

TOOLS = tuple(Tool(name, kind, words, files) for kind, rows in _ROWS.items() for name, words, files in rows)
_BY_NAME = {tool.name: tool for tool in TOOLS}
_IN_PROSE = tuple((tool, re.compile(rf"(?<![\w.@/-])(?:{tool.words})(?![\w/-])", re.IGNORECASE)) for tool in TOOLS)
_ANY = re.compile(r"(?<![\w.@/-])(?:" + "|".join(tool.words for tool in TOOLS) + r")(?![\w/-])", re.IGNORECASE)
_FILES = tuple((tool, re.compile(tool.files, re.IGNORECASE)) for tool in TOOLS if tool.files)


@lru_cache(maxsize=16384)
def tools_in_prose(text: str) -> tuple[Tool, ...]:
    """Return the tools that a sentence or a command line names, in the order of the table."""
    if not _ANY.search(text):
        return ()
    return tuple(tool for tool, pattern in _IN_PROSE if pattern.search(text))


@lru_cache(maxsize=65536)
def tool_of_file(path: str) -> Tool | None:
    """Return the tool that a path configures, if its name tells."""
    name = path.rpartition("/")[2]
    return next((tool for tool, pattern in _FILES if pattern.search(name)), None)
