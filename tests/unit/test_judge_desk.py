"""Who is seated for a role: the settings, the person's consent, and where a server is (SPEC 5, 8.1)."""

from typing import Any

import pytest
from pydantic import ValidationError

from harvest_loop.domain.judges.desk import recommending, seat_judges
from harvest_loop.schemas.judge_settings import JudgeSettings
from harvest_loop.schemas.judging import JudgeDesk, Role
from harvest_loop.schemas.profile import Profile, ProfileRead

CLAUDE = "claude-code:5e551015-0000-4000-8000-000000000001"
ACCEPTED = ProfileRead(profile=Profile(sidecar_consent="accepted"))
DECLINED = ProfileRead(profile=Profile(sidecar_consent="declined"))
NO_PROFILE = ProfileRead(absent="there is none")


def seated(read: ProfileRead = NO_PROFILE, session: str = CLAUDE, **written: Any) -> JudgeDesk:
    return seat_judges(JudgeSettings(**written), read, session, run="r")


def test_offline_is_the_default_and_an_empty_desk() -> None:
    """
    Nothing of a run depends on who is not there.
    """
    assert JudgeDesk() == seated() == seated(backend="offline", second="offline", critic="offline")


@pytest.mark.parametrize(
    ("role", "judge"),
    [
        ("challenger", "anthropic a"),
        ("innovator", "claude"),
        ("critic", "scripted answers.json"),
        ("second validator", "scripted answers.json"),
    ],
)
def test_a_role_has_its_own_judge_else_the_second_else_the_backend(role: Role, judge: str) -> None:
    """
    The second sits at the Critic's and the second validator's place only.
    """
    desk = seated(backend="anthropic:a", second="scripted:/x/answers.json", innovator="claude")

    assert judge == desk.judge_of(role).named


@pytest.mark.parametrize(
    ("session", "read", "is_called"),
    [
        (CLAUDE, NO_PROFILE, False),
        (CLAUDE, DECLINED, False),
        (CLAUDE, ACCEPTED, True),
        ("codex:1", NO_PROFILE, True),
        ("opencode:1", NO_PROFILE, False),
        ("opencode:1", ACCEPTED, True),
        ("manual:1", NO_PROFILE, True),
    ],
)
def test_another_vendor_than_the_agents_needs_the_persons_consent(
    session: str, read: ProfileRead, is_called: bool
) -> None:
    """
    Without it only the floor judges, by choice; an agent whose vendor nobody knows is of another one.
    """
    judge = seated(read, session, backend="openai:gpt").judge_of("critic")

    assert ("openai", not is_called) == (judge.back_end, bool(judge.floor))


def test_what_a_declined_consent_would_bring_is_said_at_one_judge_only() -> None:
    """
    A no is not argued with at every role; whoever said nothing is told how to.
    """
    declined = recommending(seated(DECLINED, backend="openai:gpt"), "it would bring this")

    told = [judge.floor for _, judge in declined.judges]
    assert 1 == sum("it would bring this" in floor for floor in told)
    assert all("sidecar_consent is declined" in floor for floor in told)
    assert "harvest profile set" in seated(NO_PROFILE, backend="openai:gpt").judge_of("critic").floor


def test_where_the_second_may_not_be_called_the_backend_judges() -> None:
    """
    No consent to another vendor leaves a fresh call of the agent's own.
    """
    desk = seated(NO_PROFILE, backend="anthropic:a", second="openai:gpt")

    assert "anthropic a" == desk.judge_of("second validator").named
    assert "openai gpt" == seated(ACCEPTED, backend="anthropic:a", second="openai:gpt").judge_of("critic").named


@pytest.mark.parametrize(
    ("url", "vendor"),
    [
        ("", "openai"),
        ("http://localhost:11434/v1", "local"),
        ("http://127.0.0.1:8000/v1", "local"),
        ("http://[::1]:8000/v1", "local"),
        ("https://models.example.org/v1", "models.example.org"),
        ("https://localhost.example.org/v1", "localhost.example.org"),
        ("http://10.0.0.7/v1", "10.0.0.7"),
    ],
)
def test_whoever_gets_it_is_the_vendor(url: str, vendor: str) -> None:
    """
    A server on this machine is nobody else; a name that only begins like one is.
    """
    judge = seated(ACCEPTED, backend="openai:m", openai_url=url).judge_of("critic")

    assert vendor == judge.vendor
    assert not judge.floor


def test_local_only_refuses_all_but_a_file() -> None:
    """
    Also a server on this machine and a program are asked for nothing.
    """
    for name in ("anthropic:a", "openai:b", "claude", "codex"):
        assert seated(ACCEPTED, backend=name, local_only=True).judge_of("critic").refused
    assert not seated(backend="scripted:f", local_only=True).judge_of("critic").refused


@pytest.mark.parametrize(
    "written",
    [
        {"backend": "anthropic"},
        {"backend": "openai:"},
        {"backend": "gemini:x"},
        {"backend": "claude:--dangerously-skip-permissions"},
        {"critic": "openai: x"},
        {"openai_url": "ftp://x"},
        {"openai_url": "http://user:word@host/v1"},
        {"prices": ("m=1",)},
        {"requests": -1},
        {"seconds": 0},
    ],
)
def test_what_is_no_judge_is_refused_when_it_is_read(written: dict[str, Any]) -> None:
    """
    Before a run begins, and not in its middle.
    """
    with pytest.raises(ValidationError):
        JudgeSettings(**written)
