"""Names, triggers and descriptions in the words of the evidence (SPEC 4.9)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.naming import describe, names_for, triggers_for
from harvest_loop.domain.phrases import name_phrase
from tests.support.patterns import make_item, make_pattern

_WORDS = (
    "add",
    "a",
    "the",
    "smoke",
    "test",
    "that",
    "drives",
    "from",
    "of",
    "release",
    "when",
    "notes",
    "for",
    "zones",
    "or",
)


def test_a_name_says_what_was_done_and_is_not_taken() -> None:
    """Two skills of one name are one too many."""
    names = names_for(make_pattern(), frozenset({"check-links-of-docs"}))

    assert "check-links-of-docs" not in names and 2 <= len(names) <= 3
    assert "check-links-of-docs" == names_for(make_pattern(), frozenset())[0]


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
        ("Script release.sh: stop publishing from a dirty tree", "stop-publishing-from-dirty-tree"),
        ("Replace flake8 with ruff (hook .pre-commit-config.yaml)", "replace-flake8-with-ruff"),
        ("Add working agreement for coding agents (#412)", "working-agreement-for-coding-agents"),
        ("CI workflow ci: ci.yml, check_links.py", "ci-workflow-ci"),
    ],
)
def test_a_name_is_made_of_what_was_done_rather_than_where(title: str, name: str) -> None:
    """The artefact, the place and the ticket are this field's affair."""
    assert name == names_for(make_pattern(title), frozenset())[0]


def test_a_description_says_what_and_when_in_words_of_the_evidence() -> None:
    """It is all that a host shows of a skill."""
    said = describe(make_pattern())

    assert "Check the links of the docs before a release (`python scripts/check_links.py docs`)." in said
    assert "Use when the task names anchors, or when changing scripts or Makefile." in said


def test_triggers_leave_out_what_any_task_holds() -> None:
    """`file` and `python` call every skill up."""
    pattern = make_pattern("File the code", topic=("anchors", "handbook", "file", "code"))

    assert ("anchors", "handbook") == triggers_for(pattern.model_copy(update={"title": "Anchors in a handbook"}))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Add a smoke test that drives the command from end to end (CI workflow ci)", "smoke-test"),
        ("Run the date tests in three time zones", "date-tests-in-three-time-zones"),
        ("Release by script: clean tree, matching version, green tests", "release-by-script"),
        ("Document uv run --with pattern and tangled data source", "uv-run-with-pattern"),
        ("Hook pre-commit: refuse a commit that holds a key or breaks a check", "refuse-commit-that-holds-key"),
        ("Skill audit: step-by-step cookbook for setting up cryptographically sealed…", "step-by-step-cookbook"),
        ("Back up the till with sqlite's own backup", "back-up-till-with-sqlite-own-backup"),
    ],
)
def test_a_name_is_a_phrase_of_the_title_and_never_chopped(title: str, name: str) -> None:
    """Whole words in their order, up to the clause that only explains; no verb that merely brings the thing."""
    assert name == names_for(make_pattern(title), frozenset())[0]


def test_a_long_sentence_gives_way_to_what_the_field_calls_the_thing() -> None:
    """`check_encoding.py` was named by a person."""
    path = "scripts/check_encoding.py"
    item = make_item("file", path, path, 1, quote="# Fails on a bare open.")
    pattern = make_pattern("Fail the build when a file is opened without an encoding", [item])

    assert "check-encoding" == names_for(pattern, frozenset())[0]


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.sampled_from(_WORDS), max_size=12))
def test_the_words_of_a_phrase_stand_in_the_title_in_their_order(words: list[str]) -> None:
    """A reader finds the name in the title, word by word."""
    rest = iter(words)

    assert all(word in rest for word in filter(None, name_phrase(" ".join(words)).split("-")))


def test_a_trigger_is_a_phrase_or_a_tool_rather_than_a_vague_word() -> None:
    """`break`, `hold` or `commit` alone call the skill up for anything."""
    items = [make_item("command", "pre-commit run --all-files", "Makefile", 3)]
    pattern = make_pattern("Keep the dated changelog green", items, topic=("break", "hold", "commit", "green"))

    assert ("changelog green", "dated changelog", "pre-commit") == triggers_for(pattern)


def test_the_name_of_the_field_calls_nothing_up() -> None:
    """The skill is for every repository but that one."""
    pattern = make_pattern("Smoke test for kiosk prices", topic=("kiosk", "smoke"))

    found = triggers_for(pattern.model_copy(update={"source": "kiosk"}))

    assert found and not any("kiosk" in trigger for trigger in found)


def test_a_command_that_is_gone_names_and_calls_up_nothing() -> None:
    """
    A description that shows what nobody runs any more would be believed first of all.
    """
    gone = make_item("command", "tox -e links", "Makefile", 4).model_copy(update={"stands": False})
    pattern = make_pattern(
        "Check the anchors of the handbook", [gone, make_item("command", "lychee docs", "Makefile", 5)]
    )

    assert "`lychee docs`" in describe(pattern) and "tox" not in describe(pattern)
    assert "tox" not in triggers_for(pattern)
