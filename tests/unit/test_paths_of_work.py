"""Which part a path plays in the work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.paths_of_work import Role, role_of, tells_how_work_is_done


@pytest.mark.parametrize(
    ("path", "role"),
    [
        (".github/workflows/ci.yml", "ci"),
        (".github/actions/setup/action.yml", "ci"),
        (".gitlab-ci.yml", "ci"),
        (".github/dependabot.yml", "automation"),
        (".pre-commit-config.yaml", "hook"),
        (".githooks/pre-push", "hook"),
        ("ruff.toml", "check"),
        ("dev/lints/no-clock.js", "check"),
        ("scripts/release.sh", "script"),
        ("src/app/scripts/build.ts", "script"),
        ("Makefile", "recipe"),
        ("pyproject.toml", "recipe"),
        (".github/PULL_REQUEST_TEMPLATE.md", "template"),
        (".github/ISSUE_TEMPLATE/bug.yml", "template"),
        ("src/app/prompts/summary.md", "prompt"),
        ("AGENTS.md", "rule"),
        ("packages/web/CLAUDE.md", "rule"),
        ("docs/adr/0003-one-door.md", "rule"),
        (".claude/agents/reviewer.md", "agent"),
        (".claude/commands/tidy.md", "command"),
        ("skills/check-links/SKILL.md", "skill"),
        ("skills/check-links/references/forms.md", "skill"),
        ("deploy/values.yaml", "deploy"),
        ("Dockerfile", "deploy"),
        ("tests/conftest.py", "test infrastructure"),
        ("e2e/capture.ts", "test infrastructure"),
        ("tests/shell/run-all.sh", "test infrastructure"),
        ("flake.nix", "toolchain"),
        ("docs/releasing.md", "guide"),
    ],
)
def test_paths_that_say_how_work_is_done_are_read(path: str, role: Role) -> None:
    """
    Their text may hold a command, a rule or a reason, so the git door has to read it.
    """
    assert role == role_of(path)
    assert tells_how_work_is_done(path)


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("src/shop/basket.py", "domain"),
        ("src/server/core/infrastructure/SessionRepository.ts", "domain"),
        ("app/hooks/useBasket.ts", "domain"),
        ("skills/sketching/scripts/server.js", "domain"),
        ("tests/test_basket.py", "test"),
        ("tests/shell/test-release.sh", "test"),
        ("docs/agents.md", "document"),
        ("README.md", "document"),
        ("CHANGELOG.md", "document"),
        ("docs/plans/2026-03-01-basket.md", "document"),
        ("tsconfig.json", "configuration"),
        (".claude-plugin/plugin.json", "configuration"),
        ("uv.lock", "noise"),
        ("web/pnpm-lock.yaml", "noise"),
        ("skills/x/node_modules/y/SKILL.md", "noise"),
        ("e2e/snapshots/home.png", "noise"),
    ],
)
def test_the_product_and_what_every_project_has_are_not_read(path: str, role: Role) -> None:
    """
    Domain code, plain documents, settings and generated files carry no practice by themselves.
    """
    assert role == role_of(path)
    assert not tells_how_work_is_done(path)


@given(st.text(max_size=60))
def test_any_path_at_all_has_a_role(path: str) -> None:
    """
    Names in a repository are whatever somebody typed; none may break the reading.
    """
    assert role_of(path)
