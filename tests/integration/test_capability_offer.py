"""Costlier calls are asked about once, a no is a mode, and nobody is asked twice (SPEC 8.1)."""

from pathlib import Path
from typing import Literal

import pytest

from harvest_loop.commands.capability_offer import offer_before_judging, offer_capabilities
from harvest_loop.domain.capabilities import QUESTIONS, capability_allowed
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.offer_capability import recommend_once
from harvest_loop.tasks.read_profile import read_profile
from tests.support.repositories import Repository
from tests.support.terminals import shown_at_a_terminal

PROFILE = "tracks/_meta/user_adaptation_profile.md"
NOW = 1_774_000_000


@pytest.fixture
def root(hub: Repository) -> Path:
    hub.write("harvest.toml", "")
    return hub.path


def offered(root: Path, typed: str) -> str:
    """Ask at a terminal into which that was typed; returns what was shown there."""
    return shown_at_a_terminal(typed, lambda path: offer_capabilities(str(root), terminal=path))


def is_asked(shown: str) -> bool:
    """Whether a question stands in what a terminal showed, which echoes what is typed."""
    return "Asked once" in shown or any(question in shown for question in QUESTIONS.values())


def test_both_are_asked_once_and_the_words_kept(root: Path) -> None:
    """
    The answers make the profile; whatever they are, nobody is asked again.
    """
    shown = offered(root, "yes, gladly\nno\n")

    assert all(question in shown for question in QUESTIONS.values())
    read = read_profile(root, HubSettings())
    assert ("yes", "no") == (capability_allowed("sidecar", read), capability_allowed("floorup", read))
    text = (root / PROFILE).read_text()
    assert "Answered: “yes, gladly”" in text
    assert not is_asked(offered(root, "y\ny\n"))
    assert text == (root / PROFILE).read_text()


@pytest.mark.parametrize(
    ("backend", "session", "asks"),
    [
        ("openai:gpt", "claude-code:5e551015", True),
        ("anthropic:a", "claude-code:5e551015", False),
        ("openai:gpt", None, False),
        ("offline", "claude-code:5e551015", False),
    ],
)
def test_a_close_asks_before_the_first_judge_of_another_vendor(
    backend: str, session: str | None, asks: bool, root: Path
) -> None:
    """
    Only where one is configured for a session of another vendor's agent, only about that, and once.
    """
    root.joinpath("harvest.toml").write_text(f'[judge]\nbackend = "{backend}"\n')

    shown = [
        shown_at_a_terminal("yes\n", lambda path: offer_before_judging(str(root), session, path)) for _ in range(2)
    ]

    assert [asks, False] == [QUESTIONS["sidecar"] in text for text in shown]
    assert QUESTIONS["floorup"] not in shown[0]
    assert ("yes" if asks else "no") == capability_allowed("sidecar", read_profile(root, HubSettings()))


def test_no_answer_is_the_floor_and_makes_nothing(root: Path) -> None:
    """
    Enter twice: no profile, so no call, and no second question.
    """
    offered(root, "\n\n")

    assert not (root / PROFILE).exists()
    assert "no" == capability_allowed("sidecar", read_profile(root, HubSettings()))
    assert not is_asked(offered(root, "y\ny\n"))


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        (None, "no"),
        ("---\nsidecar_consent: accepted\n---\n", "yes"),
        ("---\nsidecar_consent: declined\n---\n", "no"),
        ("---\nsidecar_consent: unset\n---\n", "ask"),
        ("---\nmood: fine\n---\n", "ask"),
        ("---\nsidecar_consent: maybe\n---\n", "no"),
        ("---\nsidecar_consent: [accepted]\n---\n", "no"),
        ("---\nsidecar_consent: accepted\nsidecar_consent: accepted\n---\n", "no"),
        ("sidecar_consent: accepted\n", "ask"),
        ("---\nsidecar_consent: accepted\n", "no"),
    ],
)
def test_only_a_plain_accepted_allows_the_call(
    text: str | None, allowed: Literal["yes", "no", "ask"], root: Path, hub: Repository
) -> None:
    """
    Without a profile, and with one that can't be read, it is the floor: never a yes.
    """
    if text is not None:
        hub.write(PROFILE, text)

    assert allowed == capability_allowed("sidecar", read_profile(root, HubSettings()))


def test_an_ephemeral_machine_is_not_asked(root: Path, hub: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Defaults there, whatever lies in the hub.
    """
    hub.write(PROFILE, "---\nsidecar_consent: accepted\n---\n")
    monkeypatch.setenv("CLAUDE_CODE_REMOTE", "true")

    assert not is_asked(offered(root, "y\ny\n"))
    assert "no" == capability_allowed("sidecar", read_profile(root, HubSettings()))


def test_a_no_is_recommended_against_once(root: Path, hub: Repository) -> None:
    """
    Where it was declined, and not where it is unset or recommendations are muted; then never again.
    """
    hub.write(PROFILE, "---\nsidecar_consent: declined\n---\n")

    said = [recommend_once(root, HubSettings(), kind, now=NOW) for kind in ("sidecar", "sidecar", "floorup")]

    assert said[0].startswith("recommended: a judge of another vendor")
    assert ["", ""] == said[1:]
    hub.write(PROFILE, "---\nfloorup_consent: declined\nmuted_nags: [recommend]\n---\n")
    assert "" == recommend_once(root, HubSettings(), "floorup", now=NOW)
