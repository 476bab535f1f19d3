"""Names, triggers and descriptions in the words of the evidence (SPEC 4.9)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.naming import describe, names_for, triggers_for
from tests.support.patterns import make_pattern


def test_a_name_says_what_was_done_and_is_not_taken() -> None:
    """Two skills of one name are one too many."""
    names = names_for(make_pattern(), frozenset({"check-links-docs-release"}))

    assert "check-links-docs-release" not in names and 2 <= len(names) <= 3
    assert "check-links-docs-release" == names_for(make_pattern(), frozenset())[0]


@settings(deadline=None)  # the machine may be busy
@given(st.text(max_size=120), st.lists(st.text(max_size=20), max_size=4))
def test_every_pattern_gets_two_names_that_are_folder_names(title: str, topic: list[str]) -> None:
    """No script, emoji or path trick in a title becomes a folder."""
    names = names_for(make_pattern(title, topic=topic), frozenset())

    assert 2 <= len(set(names)) <= 3
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", name) and len(name) <= 64 for name in names)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Script release.sh: stop publishing from a dirty tree", "stop-publishing-dirty-tree"),
        ("Replace flake8 with ruff (hook .pre-commit-config.yaml)", "replace-flake8-ruff"),
        ("Add working agreement for coding agents (#412)", "working-agreement-coding-agents"),
        ("CI workflow ci: ci.yml, check_links.py", "ci-workflow-yml-check"),
    ],
)
def test_a_name_is_made_of_what_was_done_rather_than_where(title: str, name: str) -> None:
    """The artefact, the place and the ticket are this field's affair."""
    assert name == names_for(make_pattern(title), frozenset())[0]


def test_a_description_says_what_and_when_in_words_of_the_evidence() -> None:
    """It is all that a host shows of a skill."""
    said = describe(make_pattern())

    assert "Check the links of the docs before a release (`python scripts/check_links.py docs`)." in said
    assert "Use when changing scripts or Makefile, or when the task names anchors" in said


def test_triggers_leave_out_what_any_task_holds() -> None:
    """`file` and `python` call every skill up."""
    pattern = make_pattern(topic=("anchors", "handbook", "file", "code"))

    assert ("anchors", "handbook") == triggers_for(pattern)
