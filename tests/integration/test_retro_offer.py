"""The retrospective is offered to the operator once, and the answer kept in their words (SPEC 4.5, 8.1)."""

import json
from pathlib import Path

import pytest

from harvest_loop.commands.retro_offer import offer_retrospective
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.offer_retrospective import QUESTION, is_due
from tests.support.repositories import Repository
from tests.support.terminals import shown_at_a_terminal

PROFILE = "tracks/_meta/user_adaptation_profile.md"
STATE = "tracks/_meta/harvest_state.json"


@pytest.fixture
def operators(hub: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The operator's own hub, on a day that is known."""
    monkeypatch.setenv("HARVEST_NOW", "2026-03-20T09:46:40+00:00")
    monkeypatch.setenv("TZ", "UTC")
    hub.commit("the hub", {"harvest.toml": ""})
    hub.write("CLAUDE.local.md", "mine\n")
    return hub


def offered(hub: Repository, typed: str) -> str:
    """Offer it at a terminal into which that was typed; returns what was shown there."""
    return shown_at_a_terminal(typed, lambda path: offer_retrospective(str(hub.path), path))


@pytest.mark.parametrize(
    ("typed", "answer", "words"),
    [
        ("y\n", "granted", "“y”"),
        ("Yes, from now on\n", "granted", "“Yes, from now on”"),
        ("no\n", "declined", "“no”"),
        ("perhaps\nn, not for me\n", "declined", "“n, not for me”"),
    ],
)
def test_the_answer_makes_the_profile(typed: str, answer: str, words: str, operators: Repository) -> None:
    """
    With its date and the person's words; asked once, whatever the answer.
    """
    shown = offered(operators, typed)

    text = (operators.path / PROFILE).read_text()
    assert text.startswith(f"---\nclose_retro: {answer}\n---\n")
    assert f"- 2026-03-20 close_retro: {answer}. Asked at a close: " in text
    assert words in text
    assert f"close_retro: {answer}" in shown
    assert QUESTION not in offered(operators, "y\n")
    assert text == (operators.path / PROFILE).read_text()


@pytest.mark.parametrize("typed", ["\n", "\x04", "perhaps\n\x04"], ids=["Enter", "the end", "neither"])
def test_no_answer_is_none_and_no_second_question(typed: str, operators: Repository) -> None:
    """
    Nothing is invented: there is no profile, and the offer was made.
    """
    offered(operators, typed)

    assert not (operators.path / PROFILE).exists()
    assert {"close_retro": "2026-03-20T09:46:40Z"} == json.loads((operators.path / STATE).read_text())["offered"]
    assert QUESTION not in offered(operators, "y\n")


def test_what_a_person_wrote_stays(operators: Repository) -> None:
    """
    Their own profile gets one key and one line; other keys of the state file are kept.
    """
    operators.write(PROFILE, "---\nmood: fine # today\n---\n\nmine\n")
    operators.write(STATE, '{"schema_version": 1, "last_cadence": "2026-03-01"}')

    offered(operators, "y\n")

    text = (operators.path / PROFILE).read_text()
    assert text.startswith("---\nmood: fine # today\nclose_retro: granted\n---\n\nmine\n")
    assert "2026-03-01" == json.loads((operators.path / STATE).read_text())["last_cadence"]


@pytest.mark.parametrize("answer", ["granted", "declined"])
def test_who_has_answered_is_not_asked(answer: str, operators: Repository) -> None:
    """
    Declined is for good; granted needs no question.
    """
    operators.write(PROFILE, f"---\nclose_retro: {answer}\n---\n")

    assert QUESTION not in offered(operators, "y\n")
    assert not (operators.path / STATE).exists()


@pytest.mark.parametrize("why", ["no operator", "ephemeral", "tracked", "broken profile", "broken state"])
def test_nobody_else_is_asked(why: str, operators: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Nor is anything written where the answer could not be kept, or would be an answer for everybody.
    """
    if why == "no operator":
        (operators.path / "CLAUDE.local.md").unlink()
    if why == "ephemeral":
        monkeypatch.setenv("CI", "true")
    if why == "tracked":
        operators.commit("shared", {"CLAUDE.local.md": "ours\n"})
    if why == "broken profile":
        operators.write(PROFILE, "---\nclose_retro: [\n---\n")
    if why == "broken state":
        operators.write(STATE, "{")

    assert QUESTION not in offered(operators, "y\n")
    assert not (operators.path / PROFILE).exists() or why == "broken profile"


def test_without_a_terminal_it_is_not_offered(operators: Repository, tmp_path: Path) -> None:
    """
    A scheduler's close must not use the one question up.
    """
    offer_retrospective(str(operators.path), tmp_path / "no terminal")

    assert is_due(operators.path, HubSettings())


def test_a_secret_in_the_words_is_not_kept(operators: Repository) -> None:
    """
    The profile is a file: what is typed into it is redacted.
    """
    offered(operators, "yes, and my key is ghp_" + "a1B2c3D4e5F6" * 3 + "\n")

    assert "a1B2c3D4e5F6" not in (operators.path / PROFILE).read_text()
