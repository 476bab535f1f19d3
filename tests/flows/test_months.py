"""Three simulated months of a hub (SPEC 7, 4.13): verdicts against the planted truth, and nothing of a person lost."""

import json
import os

import pytest
from ruamel.yaml import YAML

from tests.conftest import move_into
from tests.months import planted
from tests.months.simulated import DAY, DAYS, FIRST, Months

SESSIONS = int(os.environ.get("HARVEST_TEST_SESSIONS", "0"))
LATER = FIRST + (DAYS + 3) * DAY

pytestmark = pytest.mark.skipif(not SESSIONS, reason="takes minutes: `make months`")


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Months:
    """The months, lived through once."""
    lived = Months(tmp_path_factory.mktemp("months"), SESSIONS)
    with pytest.MonkeyPatch.context() as surroundings:
        move_into(tmp_path_factory.mktemp("home"), surroundings)
        lived.live()
    return lived


def path_of(skill: planted.PlantedSkill) -> str:
    return f"skills/{skill.name}/SKILL.md"


def test_every_run_ended_in_a_verdict(months: Months) -> None:
    """
    No session of the months was lost to an error.
    """
    assert [] == months.failures


def test_each_edit_comes_to_what_was_planted(months: Months) -> None:
    """
    What helped is verified, what hurt or did nothing is falsified, what nobody merged or can measure is not judged.
    """
    entries = YAML(typ="safe", pure=True).load((months.hub.path / planted.MANIFEST).read_text())
    came_to = {entry["id"]: entry["validation_status"] for entry in entries}

    assert {edit.id: edit.truth for edit in planted.EDITS} == {edit.id: came_to[edit.id] for edit in planted.EDITS}


def test_only_what_faded_is_called_stale(months: Months) -> None:
    """
    A skill that somebody uses or pinned is left alone; one that came back was quiet for more than 30 days before.
    """
    marked = {target for kind, target in months.offered if kind == "stale mark"}
    faded = {path_of(skill) for skill in planted.SKILLS if skill.fades}
    back = {path_of(skill) for skill in planted.SKILLS if skill.again_from < 1}

    assert faded <= marked <= faded | back


def test_two_that_say_the_same_are_named_for_a_merge(months: Months) -> None:
    """
    The pair is named in a record, whatever the person says of it.
    """
    first, second = (f"skills/{name}/SKILL.md" for name in planted.TWINS)
    pages = [page.read_text() for page in months.meta.glob("harvest_*.md")]

    assert any(first in page and second in page and "merge candidates" in page for page in pages)


def test_what_was_refused_is_not_asked_again(months: Months) -> None:
    """
    A reason that was given once holds for the same content, whatever the session.
    """
    assert [] == months.asked_again
    assert months.refused


def test_memories_that_fade_or_are_not_listed_are_asked_about(months: Months) -> None:
    """
    What names a file that is gone is put into the archive, what no line names gets one; the others are left alone.
    """
    memory = {(kind, target) for kind, target in months.offered if target.startswith("memory/")}

    assert {("archiving", f"memory/{planted.FADING}.md"), ("index entry", "memory/MEMORY.md")} == memory
    assert (months.hub.path / f"memory/.archive/{planted.FADING}.md").exists()
    assert "](odd%20%5Bone%5D.md)" in (months.hub.path / "memory/MEMORY.md").read_text()


def test_nothing_that_a_person_wrote_is_lost(months: Months) -> None:
    """
    Every line is where it was, or in the archive beside it, or `harvest undo` brings it back, to the byte.
    """
    told = json.loads(months.harvest(LATER, "undo", "--json").stdout)
    assert {"index line", "index entry", "archiving", "archive tag"} <= {one["kind"] for one in told["changes"]}
    for change in (one for one in told["changes"] if one["end"] is None):
        done = months.harvest(LATER, "undo", change["id"])
        assert 0 == done.returncode, done.stderr

    reverted = {f"skills/{edit.name}-note/SKILL.md" for edit in planted.EDITS if edit.truth == "falsified"}
    for name, text in months.written.items():
        if name in reverted:  # by a Y, on a branch that a person merged; git has it
            assert months.hub.git("log", "--format=%h", "--", name)
            continue
        now = (months.hub.path / name).read_text()
        if name.startswith(("skills/", planted.META)):
            assert set(text.split("\n")) <= set(now.split("\n")), name
        else:
            assert text == now, name
