"""`harvest consent offer|grant|decline|revoke|record|log|audit` as people and programs run them (SPEC 8.4)."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from harvest_loop.commands.lease_offer import offer_leases
from tests.support.command_line import harvest
from tests.support.leased import (
    ARCHIVE,
    PROFILE,
    answer,
    approve,
    events,
    granted,
    outcomes,
    profile,
    run_unasked,
    stale,
    stale_lines,
    with_classes,
)
from tests.support.repositories import Repository
from tests.support.terminals import shown_at_a_terminal

RECORD = ("consent", "record", ARCHIVE, "accepted", "--did", "moved a.md", "--target", "memory/a.md")


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("HARVEST_NOW", "2026-03-20T12:00:00Z")


def consent(hub: Repository, *words: str) -> subprocess.CompletedProcess[str]:
    """The program, with nobody at it."""
    return harvest("consent", *words, cwd=hub.path)


def typed(hub: Repository, *words: str, typing: str) -> tuple[int, str]:
    """The program at a terminal of its own, where somebody types; its code and all that was shown."""
    child, keyboard = pty.fork()
    if child == 0:
        os.chdir(hub.path)
        program = [sys.executable, "-m", "harvest_loop.cli", "consent", *words]
        os.execv(program[0], program)  # noqa: S606 -- our own program, in the terminal that the fork gave it
    os.write(keyboard, typing.encode())
    shown = b""
    while True:
        try:
            read = os.read(keyboard, 65536)
        except OSError:  # it has ended
            break
        if not read:
            break
        shown += read
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()


def offered(hub: Repository, typing: str) -> str:
    """What a close shows at its end, and what is typed there."""
    return shown_at_a_terminal(typing, lambda path: offer_leases(str(hub.path), path))


def test_a_close_offers_once_and_apart_from_the_form(hub: Repository) -> None:
    """
    The three approvals are quoted with their days; Enter is no answer, and the question doesn't come back by itself.
    """
    approve(with_classes(hub))

    first = offered(hub, "\n")
    again = offered(hub, "")

    assert 3 == first.count("  2026-03-20  archiving → memory/old")
    assert "archive · memory/ · local-write · no sinks" in first and "30 days, until 2026-04-19" in first
    assert "ask me again" in first and "" == again
    assert "offered" == events(hub)[-1] and not (hub.path / PROFILE).exists()


@pytest.mark.parametrize(
    ("language", "typing", "stands"),
    [("en", "maybe\nyes\n", "granted: 2026-03-20"), ("ko", "네\n", "granted: 2026-03-20"), ("pt", "não\n", "declined")],
)
def test_the_answer_is_written_when_it_is_given(hub: Repository, language: str, typing: str, stands: str) -> None:
    """
    In the profile's language; a yes is the five fields and two days, a no one word.
    """
    hub.write(PROFILE, f"---\npreferred_language: {language}\n---\n")
    approve(with_classes(hub))

    offered(hub, typing)

    assert stands in profile(hub)
    assert ["offered", "granted" if "granted" in stands else "declined"] == events(hub)[-2:]


def test_a_program_can_not_grant(hub: Repository) -> None:
    """
    Without a terminal there is no yes, however often the class was approved; the offer can be read.
    """
    approve(with_classes(hub))

    done = consent(hub, "grant", ARCHIVE)

    assert 2 == done.returncode and "nobody is here" in done.stderr and not (hub.path / PROFILE).exists()
    told = json.loads(consent(hub, "offer", "--json").stdout)["offers"]
    assert [True, False, False, False] == [one["due"] for one in told]
    assert "harvest consent grant memory-archive" in consent(hub, "offer", ARCHIVE).stdout


def test_a_person_grants_in_a_terminal(hub: Repository) -> None:
    """
    Typed where a person is, with the offer before the question; the check then says 0.
    """
    approve(with_classes(hub))

    code, shown = typed(hub, "grant", ARCHIVE, typing="y\n")

    assert 0 == code and "3 times in a row" in shown and "granted until 2026-04-19" in shown
    assert 0 == consent(hub, "check", "--require-class", ARCHIVE).returncode
    assert 2 == typed(hub, "grant", ARCHIVE, typing="y\n")[0]


def test_a_class_that_is_not_offered_is_listed_with_its_reason(hub: Repository) -> None:
    """
    Each class says how far it is, or why it is not asked about.
    """
    approve(with_classes(hub))
    consent(hub, "decline", ARCHIVE)

    shown = consent(hub, "offer").stdout

    assert "memory-archive: not offered: you declined it" in shown
    assert "memory-stamp: not offered: approved 0/3 in a row" in shown
    assert 2 == consent(hub, "offer", "nowhere").returncode
    assert "memory-archive: declined" in profile(hub)


def test_revoking_needs_nobody_and_works_at_once(hub: Repository) -> None:
    """
    Anybody may have the person asked again, also a program; twice does no harm.
    """
    granted(hub)

    first, second = consent(hub, "revoke", ARCHIVE), consent(hub, "revoke", ARCHIVE)

    assert (0, 0) == (first.returncode, second.returncode)
    assert "you are asked again" in first.stdout and "nothing was granted" in second.stdout
    assert 3 == consent(hub, "check").returncode and "memory-archive: unset" in profile(hub)
    assert {"class": ARCHIVE, "revoked": False} == {
        key: json.loads(consent(hub, "revoke", ARCHIVE, "--json").stdout)[key] for key in ("class", "revoked")
    }


def test_what_a_program_records_is_attested(hub: Repository) -> None:
    """
    It is kept and never counts; in a terminal, only what the person says was so.
    """
    with_classes(hub)

    said = harvest(*RECORD, cwd=hub.path).stdout
    typed(hub, *RECORD[1:], "--session", "one", typing="\n")
    code, shown = typed(hub, *RECORD[1:], "--session", "two", typing="y\n")

    assert "attested" in said and 0 == code and "approved 1/3 in a row" in shown
    assert (
        "counts once" not in shown
        and "1/3 in a row; the same operation in the same session counts once"
        in (typed(hub, *RECORD[1:], "--session", "two", typing="y\n")[1])
    )
    assert ["attested", "attested", "terminal"] == [line.channel for line in outcomes(hub)]


@pytest.mark.parametrize(
    ("name", "target", "why"),
    [
        ("nowhere", "memory/a.md", "no class"),
        (ARCHIVE, "skills/x", "not inside"),
        (ARCHIVE, "memory/../skills", "not inside"),
        ("ship", "memory/a.md", "never"),
        (ARCHIVE, "memory/own/a.md", "counts for the class 'own'"),
        (ARCHIVE, "memory/two/a.md", "two classes fit: memory-archive, own-2, own-3"),
        ("own-4", "memory/four/x/a.md", "counts for the class 'memory-archive'"),
    ],
)
def test_what_no_class_is_about_is_not_recorded(hub: Repository, name: str, target: str, why: str) -> None:
    """
    A class that isn't there, or may never be leased, and what is beside it or another class's, leave no line.
    """
    with_classes(hub)
    place = hub.path / "tracks/_meta/consent_classes.yaml"
    ship = "  - {name: ship, owner: x, mode: y, target: memory/, capabilities: [read], sinks: [publish], feeds: [], "
    own = "owner: harvest-loop, mode: archive, capabilities: [local-write], sinks: [], feeds: []"
    own += ", promotion_eligible: true"
    named = {"own": "own/", "own-2": "two/", "own-3": "two/", "own-4": "four/, excludes: [memory/four/x]"}
    more = "".join(f"  - {{name: {one}, {own}, target: memory/{what}}}\n" for one, what in named.items())
    place.write_text(place.read_text() + ship + "promotion_eligible: false}\n" + more)

    done = consent(hub, "record", name, "accepted", "--did", "it", "--target", target)

    assert 2 == done.returncode and why in done.stderr and () == outcomes(hub)


def test_nothing_is_recorded_where_the_registry_is_broken(hub: Repository) -> None:
    """
    Which class the action falls under is unknown; the person reads where to look.
    """
    with_classes(hub)
    place = hub.path / "tracks/_meta/consent_classes.yaml"
    place.write_text(place.read_text() + "  - {name: half}\n")

    done = harvest(*RECORD, cwd=hub.path)

    assert 2 == done.returncode and "harvest consent check" in done.stderr and () == outcomes(hub)


def test_the_log_says_who_alone_can_audit_it(hub: Repository) -> None:
    """
    What was said and what was done, oldest first, and that its writer is the one who profits.
    """
    granted(hub)
    stale(hub, "a.md")
    run_unasked(hub)

    shown = consent(hub, "log").stdout
    told = json.loads(consent(hub, "log", "--json").stdout)

    assert "only you can audit them" in shown and "only you can audit" in told["note"]
    assert shown.index("accepted") < shown.index("granted until") < shown.index("Done without asking")
    assert ["memory-archive"] == [run["class"] for run in told["runs"]]
    needed = {"at", "class", "run", "did", "owner", "mode", "target", "effects", "sinks", "undo"}
    assert all(needed <= set(line) for line in (*told["outcomes"], *told["runs"]))
    assert "Nothing was done" in consent(hub, "log", "memory-stamp").stdout


def test_the_audit_names_what_no_grant_covered(hub: Repository) -> None:
    """
    0 where each run was covered; 1 with a line for each that was not.
    """
    granted(hub)
    stale(hub, "a.md")
    run_unasked(hub)
    fine = consent(hub, "audit")
    log = hub.path / "tracks/_meta/consent_outcomes.jsonl"
    log.write_text("".join(line for line in log.read_text().splitlines(keepends=True) if "granted" not in line))

    found = consent(hub, "audit")

    assert 0 == fine.returncode and "1 run without asking, 0 of them not covered" in fine.stdout
    assert 1 == found.returncode and "lines are lost" in found.stdout
    assert 1 == json.loads(consent(hub, "audit", "--json").stdout)["code"]


def test_three_yeses_to_proposals_never_lead_to_an_offer(hub: Repository, tmp_path: Path) -> None:
    """
    Also where somebody registers a class for them: a yes to a proposal is a person's, each time.
    """
    registry = (
        "classes:\n  - {name: all, owner: harvest-loop, mode: split, target: skills/, capabilities: [repo-mutation], "
        "sinks: [], feeds: [], promotion_eligible: true}\n"
        "  - {name: overwrite, owner: harvest-loop, mode: memory update, target: memory/, capabilities: [local-write], "
        "sinks: [], feeds: [], promotion_eligible: true}\n"
    )
    with_classes(hub, registry)
    hub.commit("start", {"docs/old.md": "one\ntwo\nthree\n"})
    hub.git("mv", "docs/old.md", "docs/new.md")
    hub.git("commit", "-q", "-m", "Move it")
    for number in range(4):
        hub.write(f"memory/m{number}.md", "---\ntype: project\nmodified: 2026-01-01\n---\nRead `docs/old.md`.\n")
        (line,) = stale_lines(hub)
        assert "memory update" == line.kind
        assert () == answer(hub, line, run=f"2026-03-20_{number:08}_forced")

    assert [] == events(hub)
    assert "may be offered" not in consent(hub, "offer").stdout
