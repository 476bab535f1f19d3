"""A session proposes a class: a signal, and nothing that counts (SPEC 8.2)."""

from pathlib import Path

import pytest

from harvest_loop.domain.consent.template import template
from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.secrets import planted

SIGNAL = "fh_signal_2026-03-20_consent.md"
BROKEN = template().replace("local-write", "publish", 1)


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARVEST_NOW", "2026-03-20T12:00:00Z")
    monkeypatch.setenv("TZ", "UTC")


def propose(hub: Repository, text: str, *more: str) -> tuple[int, str, str]:
    """Type the command on a file of this text; the code and what was printed."""
    hub.write("harvest.toml", "")
    place = hub.path.parent / "proposed.yaml"
    place.write_text(text)
    done = harvest("consent", "propose", str(place), "--hub", str(hub.path), *more, cwd=hub.path)
    return done.returncode, done.stdout, done.stderr


def test_a_proposed_class_is_a_signal_and_no_class(at_noon: None, hub: Repository) -> None:
    """
    Its text is kept for a person to copy; the registry, and what counts, are as they were.
    """
    code, said, _ = propose(hub, template(), "--session", "claude-code:5e551015")

    signal = (hub.path / "tracks/_meta" / SIGNAL).read_text()
    assert (0, True) == (code, SIGNAL in said)
    assert "consent class proposed: memory-archive" in signal
    assert "the check finds nothing wrong with it" in signal
    assert "claude-code:5e551015" in signal
    assert f"    {template().splitlines()[-1]}" in signal
    assert not (hub.path / "tracks/_meta/consent_classes.yaml").exists()
    assert 3 == harvest("consent", "check", cwd=hub.path).returncode
    refused = harvest(
        "consent", "record", "memory-archive", "accepted", "--did", "x", "--target", "memory/", cwd=hub.path
    )
    assert "the registry has no class" in refused.stderr


def test_the_same_proposal_is_kept_once(at_noon: None, hub: Repository) -> None:
    """
    A session that asks again adds nothing.
    """
    propose(hub, template())
    before = (hub.path / "tracks/_meta" / SIGNAL).read_bytes()
    propose(hub, template())

    assert before == (hub.path / "tracks/_meta" / SIGNAL).read_bytes()


def test_what_the_check_would_say_is_said(at_noon: None, hub: Repository) -> None:
    """
    A class that can publish is kept as proposed, with the rule that stands against it.
    """
    code, said, _ = propose(hub, BROKEN)

    assert 0 == code
    assert "the check would say: R2-b" in said
    assert "R2-b" in (hub.path / "tracks/_meta" / SIGNAL).read_text()


def test_a_secret_in_a_proposal_is_not_kept(at_noon: None, hub: Repository) -> None:
    """
    Text from a session is redacted as it is read.
    """
    secret = planted()["github token"]
    propose(hub, f"{template()}# {secret}\n")

    assert secret not in (hub.path / "tracks/_meta" / SIGNAL).read_text()


@pytest.mark.parametrize("text", ["", "classes: []\n", "classes: [\n", "just words\n", "classes: yes\n"])
def test_what_holds_no_class_is_refused(text: str, at_noon: None, hub: Repository) -> None:
    """
    One line says so, and no signal is written.
    """
    code, _, complained = propose(hub, text)

    assert 2 == code
    assert complained.startswith("harvest: ")
    assert not Path(hub.path / "tracks/_meta" / SIGNAL).exists()


def test_a_file_that_is_not_there_is_said(hub: Repository) -> None:
    """
    With its name.
    """
    hub.write("harvest.toml", "")

    done = harvest("consent", "propose", "none.yaml", "--hub", str(hub.path), cwd=hub.path)

    assert (2, True) == (done.returncode, "none.yaml" in done.stderr)
