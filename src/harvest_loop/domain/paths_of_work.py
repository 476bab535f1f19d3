"""Which paths of a repository say how work is done, and in which role."""

import re
from functools import lru_cache
from typing import Literal

Role = Literal[
    "ci",
    "automation",
    "check",
    "hook",
    "script",
    "recipe",
    "template",
    "prompt",
    "rule",
    "agent",
    "command",
    "skill",
    "plugin",
    "host",
    "deploy",
    "test infrastructure",
    "toolchain",
    "guide",
    "test",
    "configuration",
    "document",
    "noise",
    "domain",
]

# Files that agents read by their exact name; `docs/agents.md` is no such file.
INSTRUCTION_FILES = frozenset(
    {"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "WARP.md", "QWEN.md", "CONVENTIONS.md"}
    | {".cursorrules", ".windsurfrules", ".clinerules", "copilot-instructions.md", "constitution.md"}
)

_UNTOLD: frozenset[Role] = frozenset({"test", "configuration", "document", "noise", "domain"})

# The first pattern that is found decides, so exceptions stand above what they are exceptions to.
_TABLE: tuple[tuple[Role, str], ...] = (
    ("noise", r"(^|/)(node_modules|vendor|vendored|third_party|site-packages|\.venv|dist|\.next|target|\.git)/"),
    ("noise", r"(^|/)(__snapshots__|snapshots|locales|migrations|generated|__generated__)/"),
    ("noise", r"\.(png|jpe?g|gif|svg|ico|webp|afdesign|pdf|woff2?|ttf|mp4|zip|gz|swp|snap|map|csv|parquet)$"),
    ("noise", r"(^|/)([^/]*[-.]lock(\.json|\.ya?ml)?|[^/]*\.lockb?|package-lock\.json|npm-shrinkwrap\.json|go\.sum)$"),
    ("noise", r"(^|/)(\.ds_store|py\.typed|\.gitkeep|\.gitmodules|\.git_archival\.txt|\.gitignore)$"),
    ("document", r"(^|/)(readme|changelog|changes|news|history|release[-_]notes|licen[cs]e|notice)[^/]*$"),
    ("document", r"(^|/)(authors|contributors|code_of_conduct|citation|privacy|funding|credits)[^/]*$"),
    ("document", r"(^|/)docs?/.*(plans|specs|designs?|rfcs?|proposals)/"),
    ("test infrastructure", r"(^|/)mock[-_][^/]+/(?!.*\.(tsx?|jsx?|py|go|rs|java)$)"),
    ("template", r"(^|/)[^/]*(issue|pull_request|merge_request)_template[^/]*(/|$)"),
    ("ci", r"(^|/)\.(github|gitea|forgejo|tangled|woodpecker)/(workflows|actions)/.*\.ya?ml"),
    ("ci", r"^(\.gitlab-ci\.yml|\.gitlab/ci/|\.circleci/|\.buildkite/|\.travis\.yml|\.drone\.yml|\.ci/|\.builds/)"),
    (
        "ci",
        r"^(azure-pipelines|bitbucket-pipelines|jenkinsfile|appveyor\.yml|\.cirrus\.yml|cloudbuild\.|\.woodpecker\.)",
    ),
    (
        "automation",
        r"^(\.github/)?\.?(dependabot|renovate|renovaterc|labeler|mergify|stale|release)(\.ya?ml|\.json5?)?$",
    ),
    ("automation", r"(^|/)\.?(release-it|releaserc|release-please|version-bump|bumpversion|cliff|goreleaser)[^/]*$"),
    (
        "hook",
        r"(^|/)\.pre-commit-(config|hooks)\.yaml$|(^|/)\.?lefthook[^/]*$|(^|/)\.?(lintstagedrc|lint-staged)[^/]*$",
    ),
    ("hook", r"(^|/)(\.husky|\.githooks|git-hooks|\.claude/hooks|\.cursor/hooks)/|^(plugins/[^/]+/)?hooks/(?!.*sx?$)"),
    ("rule", r"(^|/)\.(cursor|claude|windsurf|roo|kiro|agents)/(rules|steering)/|(^|/)\.github/instructions/"),
    ("rule", r"(^|/)rules/([^/]+/)*[^/.]+\.mdc?$|(^|/)docs?/(guidelines?|conventions|standards)/"),
    (
        "rule",
        r"(^|/)(adrs?|decisions|standards)/[^/]+\.md$|(^|/)(contributing|codeowners|[^/]*[-_]policy|governance)(\.md|\.rst)?$",
    ),
    ("rule", r"(^|/)([^/]*style[-_]?guide|coding[-_]standards)[^/]*$"),
    ("skill", r"(^|/)skill(_detail)?\.md$"),
    ("agent", r"(^|/)agents/([^/]+/)?[^/]+\.(md|toml)$|\.agent\.md$"),
    ("command", r"(^|/)commands/([^/]+/)*[^/]+\.(md|toml)$"),
    ("configuration", r"(^|/)\.[a-z]+-plugin/|(^|/)(plugin|marketplace|[a-z]+-extension)\.json$|(^|/)\.mcp\.json$"),
    ("domain", r"(^|/)skills/[^/]+/([^/]+/)*([^/]*[-_])?(server|client|app|ui|frontend|index|helper|frame)[-_.][^/]*$"),
    ("skill", r"(^|/)(\.[a-z]+|plugins/[^/]+)/skills/[^/]+|^skills/[^/]+/"),
    ("test infrastructure", r"(^|/)(evals?|e2e|vrt|loadtests?|benchmarks?|acceptance)/.*\.[a-z]+$"),
    ("test infrastructure", r"(^|/)(conftest\.py|(vitest|jest|playwright|cypress|karma|wdio)\.[^/]+)$"),
    ("test infrastructure", r"(^|/)tests?/([^/]+/)*(prompts|scaffolds?)/"),
    ("test infrastructure", r"(^|/)tests?/([^/]+/)*(?!test[-_])(?![^/]*[._-]test\.)[^/]+\.(sh|bash|bats)$"),
    ("test infrastructure", r"(^|/)(tests?|spec|testing|__tests__)/([^/]+/)*(helpers?|support|utils|fakes?|layers)\b"),
    ("test infrastructure", r"(^|/)(tests?|spec)/([^/]+/)*[^/]*(helpers?|factories|fixtures?|harness)\.[a-z]+$"),
    ("prompt", r"(^|/)(agents_)?prompts?/([^/]+/)*[^/]+\.(md|txt|ya?ml|j2|jinja2?|prompt)$"),
    ("prompt", r"(^|[-_./])prompts?\.(md|txt|j2)$|\.prompt(\.[a-z0-9]+)?$"),
    ("host", r"^\.(opencode|codex|gemini|pi|cursor|windsurf|continue|kiro|roo|qwen|copilot|specify|claude|agents)/"),
    (
        "check",
        r"(^|/)\.?(ruff\.toml|eslintrc|eslint\.config|biome\.json|oxlintrc|oxfmtrc|mypy\.ini|pyrightconfig)[^/]*$",
    ),
    ("check", r"(^|/)\.?(pylintrc|flake8|golangci|rubocop|prettierrc|prettier\.config|stylelint|markdownlint)[^/]*$"),
    ("check", r"(^|/)\.?(yamllint|commitlint|shellcheckrc|hadolint|swiftlint|gitleaks|trufflehog|zizmor)[^/]*$"),
    ("check", r"(^|/)\.?(semgrep|bandit|gatecheck|codecov|coveragerc|sonar-project|codeclimate|detekt|knip)[^/]*$"),
    ("check", r"(^|/)\.?(clippy\.toml|rustfmt\.toml|clang-tidy|clang-format|importlinter|dprint\.json)$"),
    ("check", r"(^|/)(lints?|lint-rules|eslint-rules|semgrep-rules|checks)/[^/]+\.(js|mjs|cjs|ts|py|ya?ml|go|rb)$"),
    ("test", r"(^|/)(tests?|__tests__|specs?)/|[._-](test|spec)s?\.(?!md)[a-z]+$|(^|/)test_[^/]+\.py$"),
    ("deploy", r"(^|/)(dockerfile[^/]*|[^/]*\.dockerfile|\.dockerignore|docker-entrypoint[^/]*)$"),
    ("deploy", r"(^|/)((docker-)?compose[^/]*\.ya?ml|(fly|railway|wrangler|netlify)\.(toml|json))$|\.tf(vars)?$"),
    ("deploy", r"^(vercel\.json|procfile|(render|serverless|prefect|skaffold|app|\.?readthedocs)\.ya?ml)$"),
    ("recipe", r"(^|/)(makefile|gnumakefile|[^/]+\.mk|\.?justfile|taskfile\.ya?ml|rakefile|earthfile|noxfile\.py)$"),
    ("recipe", r"(^|/)(tox\.ini|tasks\.py|dodo\.py|magefile\.go|turbo\.json|nx\.json|deno\.jsonc?|composer\.json)$"),
    ("recipe", r"(^|/)(package\.json|pyproject\.toml|setup\.cfg|cargo\.toml|build\.gradle(\.kts)?)$"),
    ("toolchain", r"(^|/)(\.node-version|\.nvmrc|\.python-version[^/]*|\.tool-versions|\.?mise\.toml|\.envrc)$"),
    (
        "toolchain",
        r"(^|/)(flake\.nix|shell\.nix|\.npmrc|pnpm-workspace\.yaml|\.gitattributes|\.editorconfig|uv\.toml)$",
    ),
    ("toolchain", r"(^|/)\.devcontainer/"),
    ("configuration", r"(^|/)(\.vscode/.*|\.idea/.*|tsconfig[^/]*\.json|\.env[^/]*|[^/]*\.config\.[cm]?[jt]s)$"),
    ("script", r"(^|/)scripts/([^/]+/)*[^/]+\.(sh|bash|zsh|fish|py|js|mjs|cjs|ts|rb|pl|ps1|cmd|bat|nu|go)$"),
    ("domain", r"^(src|lib|app|apps|packages|internal|pkg|cmd|web|frontend|backend|server|client)/"),
    ("deploy", r"(^|/)(deploy|deployments?|k8s|kubernetes|helm|charts|infra|infrastructure|ansible|terraform)/"),
    ("script", r"(^|/)(bin|tools|hack|devtools|dev)/([^/]+/)*[^/]+\.(sh|bash|zsh|fish|py|js|mjs|ts|rb|pl|ps1|nu|go)$"),
    ("script", r"(^|/)(scripts|bin|hack)/([^/]+/)*[^/.]+$|^[^/]+\.(sh|bash|ps1|cmd)$"),
    (
        "guide",
        r"^docs?/([^/]+/)*[^/]*(test|contribut|develop|\bdev\b|author|releas|deploy|debug|runbook|onboard)[^/]*\.md$",
    ),
    (
        "guide",
        r"^docs?/([^/]+/)*[^/]*(troubleshoot|port|workflow|process|howto|playbook|maintain|hook|harness)[^/]*\.md$",
    ),
    ("guide", r"^docs?/([^/]+/)*[^/]*(eval|review|\bci\b|quality)[^/]*\.md$|^notes/.+\.md$"),
    ("guide", r"^(development|hacking|testing|maintaining|releasing|handoff[^/]*|pickup[^/]*|architecture)\.md$"),
    ("template", r"(^|/)templates?/([^/]+/)*[^/]+\.mdx?$|(^|/)[^/]*template[^/]*\.md$"),
    ("document", r"\.(md|mdx|rst|txt)$|^docs?/"),
)
# No file system takes a longer one, so that nobody works with what it names.
_LONGEST_PATH = 4096
_ROLES = tuple((role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _TABLE)


@lru_cache(maxsize=65536)
def role_of(path: str) -> Role:
    """Return the part that a path plays in the work; `domain` is the product itself (SPEC 4.7)."""
    if len(path) > _LONGEST_PATH:
        return "noise"
    if path.rpartition("/")[2] in INSTRUCTION_FILES and "node_modules/" not in path:
        return "rule"
    return next((role for role, pattern in _ROLES if pattern.search(path)), "domain")


def tells_how_work_is_done(path: str) -> bool:
    """Say whether the text of a path is worth reading when patterns are looked for (SPEC 4.7)."""
    return role_of(path) not in _UNTOLD
