"""Sessions that a sweep finds to have changed nothing: skipped, and what they tell is not lost (SPEC 3.4, 4.13)."""

from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.support.sweeps import NOW, KeptRuns, end_session, lines_of, make_hub, standing, sweep
from tests.support.worked_sessions import WorkedSession

USAGE = "tracks/_meta/skill_usage.md"


pytestmark = pytest.mark.usefixtures("state")


@pytest.fixture
def session(field: Repository) -> WorkedSession:
    """A session that asks and changes nothing."""
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-01-10T09:00:00+0000")
    session = WorkedSession(field, begins=NOW - 3 * 3600)
    session.says("how does this work?")
    session.uses("Skill", "Launching skill: tidy-desk", skill="tidy-desk")
    session.answers("Like this.")
    return session


def swept(hub: Repository, session: WorkedSession, folder: Path) -> str:
    """End the session, sweep, and return what became of it."""
    file = session.write(folder)
    end_session(file, session=session.session, folder=session.field.path, hub=hub.path)
    sweep(KeptRuns())
    return standing(session.key).state


def test_a_browsing_session_is_skipped_and_its_skills_are_counted(
    hub: Repository, session: WorkedSession, tmp_path: Path
) -> None:
    """
    Nobody is asked about it, and yet it used a skill: a zero must not come of that.
    """
    make_hub(hub, "")

    assert "skipped" == swept(hub, session, tmp_path)
    assert [(session.key, "nothing was changed")] == [(line.key, line.why_not) for line in lines_of(hub)]
    assert f"| `{session.key}` | `tidy-desk` ×1 (1 called, 0 typed) | none | none |" in (hub.path / USAGE).read_text()


def test_words_that_close_an_item_are_offered(hub: Repository, session: WorkedSession, tmp_path: Path) -> None:
    """
    Git shows nothing, but the card is behind what the person said.
    """
    make_hub(hub, "")
    session.says("Print the labels: no longer needed")

    assert "offered" == swept(hub, session, tmp_path)
