"""Which artefact a path belongs to."""

import pytest

from harvest_loop.domain.artefacts import artefact_of, plugin_roots


@pytest.mark.parametrize(
    ("paths", "label"),
    [
        (["skills/check-links/SKILL.md", "skills/check-links/references/forms.md"], "skill check-links"),
        ([".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/config.yml"], "issue templates"),
        (["CLAUDE.md", "AGENTS.md"], "agent instructions"),
        (["Dockerfile", "docker-compose.yml", ".dockerignore"], "container image"),
        (["tools/adapters/base.py", "tools/adapters/one.py"], "script adapters"),
        (["e2e/capture.ts", "e2e/utils/devices.ts"], "test harness e2e"),
        (["docs/guidelines/commits.md", "docs/guidelines/branches.md"], "guidelines"),
        ([".github/actions/setup/action.yml"], "CI action setup"),
        (["skills/check-links/scripts/crawl.sh"], "script crawl.sh of skill check-links"),
    ],
)
def test_what_is_one_thing_to_a_reader_is_one_artefact(paths: list[str], label: str) -> None:
    """
    A skill is its folder, not ten files; so that work on any of them is work on it.
    """
    found = {artefact_of(path) for path in paths}

    assert [label] == [artefact.label for artefact in found if artefact]
    assert 1 == len(found)


def test_a_script_keeps_its_artefact_when_its_language_changes() -> None:
    """
    A release script rewritten from shell to TypeScript is still the release script.
    """
    shell, typed = artefact_of("scripts/release.sh"), artefact_of("scripts/release.ts")

    assert shell and typed and shell.key == typed.key


def test_all_of_a_plugin_is_one_artefact_its_code_too() -> None:
    """
    A plugin's agents, hooks, sources and tests come and go together.
    """
    paths = ["plugins/gate/agents/guard.md", "plugins/gate/src/gate.py", "plugins/gate/tests/test_gate.py"]
    plugins = plugin_roots(paths)

    assert {"plugin gate"} == {artefact.label for path in paths if (artefact := artefact_of(path, plugins))}
    assert artefact_of("plugins/vite/index.ts", plugin_roots(["plugins/vite/index.ts"])) is None


def test_the_product_is_no_artefact_of_work() -> None:
    """
    Code, tests, plain documents and settings belong to no practice by themselves.
    """
    paths = ["src/shop.py", "tests/test_shop.py", "README.md", "tsconfig.json", "uv.lock"]

    assert [None] * 5 == [artefact_of(path) for path in paths]
