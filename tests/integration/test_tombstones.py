"""`harvest tombstones` as a person runs it: what was refused, and the way back (SPEC 7.5)."""

import json
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_records import append_record, read_rejections, read_tombstones, tombstones_file
from harvest_loop.domain.tombstones import tombstone_of_edit
from harvest_loop.errors import UsageError
from harvest_loop.schemas.records import Tombstone
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.lift_rejection import lift_rejection
from harvest_loop.tasks.write_signals import remember_rejections
from tests.support.command_line import harvest
from tests.support.curated import NOW, opened, scan, skill, used
from tests.support.repositories import Repository

AT = "2026-03-10T09:00:00Z"
LONG_AGO = "2026-01-10T09:00:00+0000"
INDEX = "- [A](a.md)\n"


def refused_line(hub: Repository) -> Tombstone:
    """A hub with a memory that no index names, which a person wants so."""
    hub.write("memory/MEMORY.md", INDEX)
    hub.write("memory/a.md", "---\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    hub.write("memory/b.md", "---\ntype: user\nmodified: 2026-03-19\n---\nwords\n")
    (line,) = scan(hub).lines
    stone = tombstone_of_edit(line, reason="it is for\nme alone", session="s", at=AT)
    remember_rejections.fn(opened(hub), (stone,))
    return stone


def test_a_refusal_is_listed_lifted_and_rejects_no_more(hub: Repository, state: Path) -> None:
    """
    It tells what, why and when; once it is lifted the same is asked again, and both lines stay in the file.
    """
    stone = refused_line(hub)
    before = tombstones_file(hub.path, HubSettings()).read_bytes()
    assert () == scan(hub).lines

    listed = harvest("tombstones", "--hub", str(hub.path), cwd=hub.path, state=state)
    lifted = harvest(
        "tombstones", "lift", stone.id, "--reason", "now\nfor all", "--hub", str(hub.path), cwd=hub.path, state=state
    )
    again = harvest("tombstones", "list", "--json", "--hub", str(hub.path), cwd=hub.path, state=state)

    assert f"{stone.id} refused on 2026-03-10: {stone.title}" in listed.stdout
    assert "why: it is for me alone" in listed.stdout
    assert (0, f"lifted {stone.id}: {stone.title} may be proposed again\n") == (lifted.returncode, lifted.stdout)
    (told,) = json.loads(again.stdout)["rejections"]
    assert (stone.id, "now for all") == (told["id"], told["lift"]["reason"])
    assert tombstones_file(hub.path, HubSettings()).read_bytes().startswith(before)
    assert ["index entry"] == [line.kind for line in scan(hub).lines]


def test_an_older_version_reads_the_lift_as_a_refusal_of_nothing(hub: Repository) -> None:
    """
    It knows tombstones alone: every line is one to it, and none is unreadable.
    """
    stone = refused_line(hub)
    lift_rejection(hub.path, HubSettings(), stone.id, reason="", now=NOW)

    lines = tombstones_file(hub.path, HubSettings()).read_text().splitlines()
    older = [Tombstone.model_validate_json(line) for line in lines]

    assert [stone.fingerprint, "lifted"] == [one.fingerprint for one in older]
    assert () == opened(hub).tombstones and not opened(hub).notes


def test_what_was_lifted_can_be_refused_anew_and_lifted_again(hub: Repository) -> None:
    """
    Also on the same day, under the same id: a lift takes back the refusals before it only.
    """
    stone = refused_line(hub)
    settings = HubSettings()
    lift_rejection(hub.path, settings, stone.id, reason="", now=NOW)

    remember_rejections.fn(opened(hub), (stone,))  # a run that goes on writes what it wrote
    assert () == read_tombstones(hub.path, settings)[0]
    remember_rejections.fn(opened(hub), (stone.model_copy(update={"at": "2026-03-10T18:00:00Z"}),))
    assert 1 == len(read_tombstones(hub.path, settings)[0])
    lift_rejection(hub.path, settings, stone.id, reason="", now=NOW + 60)

    assert [True, True] == [one.lift is not None for one in read_rejections(hub.path, settings)[0]]


def test_an_id_that_is_unknown_or_lifted_is_wrong_use_and_writes_nothing(hub: Repository, state: Path) -> None:
    """
    It is no path either, whatever it holds.
    """
    stone = refused_line(hub)
    lift_rejection(hub.path, HubSettings(), stone.id, reason="", now=NOW)
    before = tombstones_file(hub.path, HubSettings()).read_bytes()

    with pytest.raises(UsageError, match="was lifted on 2026-03-20"):
        lift_rejection(hub.path, HubSettings(), stone.id, reason="", now=NOW)
    for words, said in ((("lift", "../../x"), "no rejection is known"), (("lift",), "ID"), (("list", "x"), "neither")):
        done = harvest("tombstones", *words, "--hub", str(hub.path), cwd=hub.path, state=state)
        assert 2 == done.returncode and said in done.stderr

    assert before == tombstones_file(hub.path, HubSettings()).read_bytes()


def test_a_line_that_can_t_be_read_is_counted_and_hides_no_other(hub: Repository, state: Path) -> None:
    """
    A secret in the reason of a lift is not written.
    """
    stone = refused_line(hub)
    place = tombstones_file(hub.path, HubSettings())
    place.write_bytes(place.read_bytes() + b'{"torn\n')
    secret = "ghp_" + "a1B2" * 9
    lift_rejection(hub.path, HubSettings(), stone.id, reason=f"token {secret}", now=NOW)
    append_record(hub.path, place, stone.model_copy(update={"id": "ts-2026-03-11-bbbbbbbb"}))

    listed = harvest("tombstones", "--hub", str(hub.path), cwd=hub.path, state=state)

    assert "1 line can't be read" in listed.stdout and "lifted on 2026-03-20" in listed.stdout
    assert secret not in place.read_text() and "ts-2026-03-11-bbbbbbbb" in listed.stdout


def test_a_refused_line_about_other_content_is_another_matter(hub: Repository) -> None:
    """
    The refusal is of that content: of a skill that reads otherwise by now it is asked anew.
    """
    hub.commit("skills", {"skills/old/SKILL.md": skill("old"), ".gitignore": "tracks/_meta/\n"}, at=LONG_AGO)
    used(hub, "old")
    (mark,) = scan(hub).lines
    remember_rejections.fn(opened(hub), (tombstone_of_edit(mark, reason="it is used by hand", session="s", at=AT),))
    assert () == scan(hub).lines

    hub.commit("skills", {"skills/old/SKILL.md": skill("old") + "More.\n"}, at=LONG_AGO)

    assert ["stale mark"] == [line.kind for line in scan(hub).lines]
