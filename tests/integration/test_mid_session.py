"""The question in the middle of a session: literal, measured, once (SPEC 4)."""

from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.worked_sessions import WorkedSession

QUESTION = "Early harvest condition detected. Run mid-session harvest?\n"


@pytest.fixture
def session(field: Repository) -> WorkedSession:
    """A session that began this morning."""
    return WorkedSession(field, begins=1_774_000_000)


def asked(folder: Path, *words: str) -> tuple[int, str, str]:
    done = harvest("propose", "--mid-session", *words, cwd=folder, state=folder / "state")
    return done.returncode, done.stdout, done.stderr


def test_a_session_is_asked_once(session: WorkedSession, tmp_path: Path) -> None:
    """
    Not before a condition holds, then once, and never again, also when the session goes on.
    """
    said = []
    for _ in range(4):
        session.uses("Skill", "Unknown skill: tidy", failed=True, skill="tidy")
        said.append(asked(tmp_path, "--transcript", str(session.write(tmp_path))))

    assert ["", QUESTION, "", ""] == [stdout for _, stdout, _ in said]
    assert [0] * 4 == [code for code, _, _ in said]
    assert "tidy failed 2 times in a row" in said[1][2]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "whose session is meant is not said; pass --transcript FILE"),
        (("--transcript", "gone.jsonl"), "can't be read"),
        (("--transcript", "other.txt"), "is no transcript that is known: no JSON lines"),
    ],
    ids=["none", "gone", "other"],
)
def test_what_is_no_transcript_is_a_wrong_use(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    """
    A host that calls it wrongly must learn that from the first call; nothing is asked.
    """
    (tmp_path / "other.txt").write_text("hello\n")

    code, stdout, stderr = asked(tmp_path, *words)

    assert (2, "") == (code, stdout)
    assert why in stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--mid-session", "--yes"), "whose session is meant is not said; pass --transcript FILE"),
        (("--yes",), "--yes goes with --mid-session; `harvest close` runs without asking first"),
    ],
    ids=["no transcript", "alone"],
)
def test_a_yes_without_its_question_is_a_wrong_use(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    """
    It answers one question about one session, and harvests nothing else.
    """
    done = harvest("propose", *words, cwd=tmp_path, state=tmp_path / "state")

    assert (2, "") == (done.returncode, done.stdout)
    assert why in done.stderr


def test_three_times_no_in_a_row_mute_the_question(session: WorkedSession, hub: Repository, tmp_path: Path) -> None:
    """
    A yes in between would start anew; once muted it stays silent in every session, until it is unmuted.
    """
    hub.write("harvest.toml", "")
    for _ in range(2):
        session.uses("Skill", "Unknown skill: tidy", failed=True, skill="tidy")
    transcript = str(session.write(tmp_path))

    said = [asked(hub.path, "--no") for _ in range(3)]

    assert [(0, "", "")] * 3 == said
    text = (hub.path / "tracks/_meta/user_adaptation_profile.md").read_text()
    assert text.startswith("---\ndeclined_nags:\n  mid-session: 3\nmuted_nags: [mid-session]\n---\n")
    assert (0, "", "") == asked(hub.path, "--transcript", transcript)
    harvest("profile", "unmute", "mid-session", cwd=hub.path)
    assert QUESTION == asked(hub.path, "--transcript", transcript)[1]
