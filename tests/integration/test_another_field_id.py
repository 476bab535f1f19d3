"""A field whose id changed goes on with what waited under the old one: it is the same folder (SPEC 3.1, 4.7)."""

from pathlib import Path

import pytest

from harvest_loop.adapters.git_repository_id import repository_id
from harvest_loop.adapters.hub_state import open_hub
from harvest_loop.schemas.inbox import FieldStanding, InboxSession
from harvest_loop.schemas.records import PatternLine, SessionLine
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript import TranscriptRead
from harvest_loop.tasks.compose_evidence import compose_evidence
from harvest_loop.tasks.harvest_field import harvest_field
from harvest_loop.tasks.view_hubs import HubView
from tests.support.patterns import make_item, make_pattern
from tests.support.repositories import Repository

NOW = 1_774_000_000  # 2026-03-20 09:46 UTC
BEFORE, LATER = "2026-03-10T09:00:00+0000", "2026-03-20T09:00:00+0000"
WAITING = 14


pytestmark = pytest.mark.usefixtures("state")


@pytest.mark.parametrize("same", [True, False])
def test_what_waits_for_room_goes_on_waiting_for_it(hub: Repository, field: Repository, same: bool) -> None:
    """
    A page has no more room for them than before, though their lines tell another id.
    """
    hub.commit("hub", {"harvest.toml": ""}, at=BEFORE)
    names = [f"scripts/check_{number}.sh" for number in range(WAITING)]
    sha = field.commit("Add checks", {name: f"make {name}\n" for name in names}, at=BEFORE)
    field.commit("Add a release gate", {"scripts/gate.sh": "#!/bin/sh\nset -e\nruff check .\n"}, at=LATER)
    known_as = repository_id(field.path) if same else "0" * 40
    told = {"session": "manual:x", "field": known_as, "at": "2026-03-19T00:00:00Z"}
    waiting = [
        make_pattern(f"Practice {name}", [make_item("command", f"make {name}", name, 1, sha=sha)]) for name in names
    ]
    lines = tuple(
        PatternLine.model_validate(
            {
                "fingerprint": one.fingerprint,
                "title": one.title,
                "kind": one.kind,
                "held": True,
                "over_limit": True,
                "pattern": one,
                **told,
            }
        )
        for one in waiting
    )
    closed = SessionLine.model_validate(
        {
            "key": "manual:x",
            "field": known_as,
            "field_root": str(field.path),
            "source": "field",
            "seen": "2026-03-19T00:00:00Z",
            "read": True,
        }
    )
    opened = open_hub(hub.path).model_copy(update={"patterns": lines, "sessions": (closed,)})
    request = PinnedRequest(hub=str(hub.path), field=str(field.path), since=LATER, now=NOW, zone="UTC")

    evidence = compose_evidence(request, opened, TranscriptRead(why_not="none"))
    harvest = harvest_field.fn(opened, evidence)

    assert WAITING == len(evidence.waiting)
    assert harvest.limit is not None and harvest.limit == len(harvest.patterns)
    assert WAITING + 1 - harvest.limit == len(harvest.over_limit)


@pytest.mark.parametrize(("root", "covered"), [("/f", 1000), ("/elsewhere", None)])
def test_a_sweep_knows_what_was_harvested_under_the_old_id(root: str, covered: int | None) -> None:
    """
    The same session in the same folder is not offered again; in another folder it may be another repository.
    """
    line = SessionLine(
        key="codex:a",
        field="0" * 40,
        field_root="/f",
        source="f",
        seen="2026-03-19T00:00:00Z",
        read=True,
        harvested_to=1000,
    )
    standing = FieldStanding(field=root, repository="1" * 40, name="f", place=f"{root}/.git", root=root, at=2000)
    session = InboxSession(key="codex:a", agent="codex", session="a", seen=2000, fields=(standing,))

    assert covered == HubView(Path("/h"), HubSettings(), (line,)).covers(session, standing)
