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


# A row a tool: its name, then how its configuration is called (-: it has no file of its own), then what it is called in
# prose where that isn't just the name; two spaces or more part them.
_TABLE: dict[ToolKind, str] = {
    "linter": r"""
        Ruff                ^\.?ruff\.toml$
        ESLint              ^\.?eslint(rc|\.config)
        Biome               ^biome\.jsonc?$
        oxlint              ^\.?ox(lint|fmt)rc                      oxlint|oxfmt
        Prettier            ^\.?prettier(rc|\.config)
        Black               -
        flake8              ^\.flake8$
        Pylint              ^\.pylintrc$
        golangci-lint       ^\.golangci                             golangci(-lint)?
        Clippy              ^\.?clippy\.toml$
        RuboCop             ^\.rubocop
        Stylelint           ^\.?stylelint
        markdownlint        ^\.markdownlint
        yamllint            ^\.?yamllint
        commitlint          ^\.?commitlint
        ShellCheck          ^\.shellcheckrc$                        shellcheck|shfmt
        hadolint            ^\.?hadolint
        codespell           -
        interrogate         -
        knip                ^knip\.jsonc?$
        import-linter       ^\.importlinter$                        import-?linter
    """,
    "type checker": r"""
        mypy                ^\.?mypy\.ini$
        Pyright             ^pyrightconfig                          pyright|basedpyright
        ty                  ^ty\.toml$
        pyrefly             ^pyrefly\.toml$
        tsgo                -
    """,
    "test tool": r"""
        pytest              ^pytest\.ini$
        Hypothesis          -                                       hypothesis tests?
        Sybil               -
        Vitest              ^vitest\.
        Jest                ^jest\.
        Playwright          ^playwright\.
        Cypress             ^cypress\.
        Codecov             ^\.?codecov
        mutation testing    ^stryker                                mutmut|stryker|mutation test(s|ing)?
    """,
    "gate": r"""
        pre-commit          ^\.pre-commit-(config|hooks)            pre-?commit
        Lefthook            ^\.?lefthook
        Husky               -
        lint-staged         ^\.?lint-?staged
        gatecheck           ^gatecheck
    """,
    "package manager": r"""
        uv                  ^uv\.toml$                              uvx?
        pnpm                ^pnpm-workspace
        Bun                 ^bunfig
        Poetry              -
    """,
    "task runner": r"""
        tox                 ^tox\.ini$
        Nox                 ^noxfile\.py$
        just                ^\.?justfile$                           justfile|just recipes?
        Make                ^(gnu)?makefile$                        makefile|make targets?
        Task                ^taskfile                               taskfile
        Turborepo           ^turbo\.json$
    """,
    "security check": r"""
        zizmor              ^zizmor\.ya?ml$
        CodeQL              ^codeql
        Gitleaks            ^\.gitleaks
        Trivy               ^\.?trivy
        Semgrep             ^\.?semgrep
        Bandit              ^\.?bandit
        pinact              ^\.?pinact
        OpenSSF Scorecard   ^scorecards?\.ya?ml$                    scorecard
    """,
    "release tool": r"""
        release-it          ^\.release-it
        semantic-release    ^\.?releaserc
        release-please      ^\.?release-please
        Changesets          -                                       changesets?
        GoReleaser          ^\.?goreleaser
        git-cliff           ^cliff\.toml$
    """,
    "dependency bot": r"""
        Dependabot          ^dependabot\.ya?ml$
        Renovate            ^\.?renovate
    """,
    "docs builder": r"""
        Sphinx              -
        MkDocs              ^mkdocs\.ya?ml$
        Read the Docs       ^\.?readthedocs                         read ?the ?docs|rtd
    """,
    "container": r"""
        Docker  ^(dockerfile|\.dockerignore|(docker-)?compose|docker-entry)  docker|dockerfile|docker[- ]compose
        Helm                ^chart\.ya?ml$
        Terraform           \.tf$
        Ansible             ^ansible\.cfg$
    """,
    "environment": r"""
        Nix                 ^(flake|shell)\.nix$                    nix|nix flakes?
        direnv              ^\.envrc$
        dev container       ^devcontainer\.json$                    dev ?containers?
        mise                ^\.?mise\.toml$
    """,
    "build tool": r"""
        tsdown              ^tsdown\.
        esbuild             -
        Bazel               ^(build|workspace)\.bazel$
    """,
    "agent host": r"""
        Codex               -
        OpenCode            -
        Gemini CLI          -                                       gemini( cli)?
        Cursor              -
        Copilot             -
        Antigravity         -
        Windsurf            -
        Kimi                -
    """,
}


def _tool(kind: ToolKind, row: str) -> Tool:
    name, files, *called = re.split(r"\s{2,}", row.strip())
    return Tool(name, kind, words=called[0] if called else name.lower(), files="" if files == "-" else files)


TOOLS = tuple(_tool(kind, row) for kind, rows in _TABLE.items() for row in rows.strip().split("\n"))
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
