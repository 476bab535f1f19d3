"""`harvest explain`: what was predicted of an edit, and did it hold? By the real program (SPEC 7.6)."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.manifests import PLACE, entry, land
from tests.support.repositories import Repository

CHECK = "kind: grep\ntarget: CLAUDE.md:Keep\ndirection: up\nthreshold: 2\nbaseline: 0\nwindow_days: 5"


@pytest.fixture
def desk(hub: Repository) -> Repository:
    """A hub whose manifest holds an entry of each kind of outcome."""
    hub.commit("the hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    held = {
        "validation_status": "verified",
        "match_score": "1.0",
        "gate_decision": "accepted",
        "verified_at": "2026-04-01",
        "verification_note": '"grep of CLAUDE.md:Keep: 2; first CLAUDE.md:3"',
    }
    hub.write(
        PLACE,
        entry("held", CHECK, **held)
        + entry("half", CHECK, **{**held, "match_score": "0.5", "gate_decision": "redefine"})
        + entry("failed", CHECK, **{**held, "validation_status": "falsified", "gate_decision": "rejected"})
        + entry("early", CHECK)
        + entry("vague", validation_status="untestable")
        + entry("prose", validation_status='"looks good to me"')
        + entry("other", file="skills/held/SKILL.md", validation_status='"predicted: soon"'),
    )
    return hub


def explain(hub: Repository, *about: str, cwd: Path | None = None) -> str:
    done = harvest("explain", *about, "--hub", str(hub.path), cwd=cwd or hub.path, state=hub.path / ".git" / "state")
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("held", "yes"),
        ("half", "in part"),
        ("failed", "no"),
        ("early", "not judged yet"),
        ("vague", "nobody can tell: it is untestable"),
        ("prose", "unknown: its status 'looks good to me' is of an older kind"),
        ("other", "not judged yet (its status reads 'predicted: soon')"),
    ],
)
def test_only_what_was_measured_is_an_answer(name: str, answer: str, desk: Repository) -> None:
    """
    What is pending, vague or only claimed is never told as an effect.
    """
    said = explain(desk, f"em-2026-03-10-{name}")

    assert f"  did it hold? {answer}\n" in said
    assert f"em-2026-03-10-{name}  " in said


def test_an_entry_is_told_with_its_prediction_and_its_evidence(desk: Repository) -> None:
    """
    All of it comes from the manifest: what was predicted, how it is measured, and what was seen.
    """
    said = explain(desk, "em-2026-03-10-held")

    assert [
        "em-2026-03-10-held  skills/held/SKILL.md  2026-03-10",
        "  predicted    held helps",
        "  measured by  the check",
        "  check        grep of `CLAUDE.md:Keep`: up, from 0 to 2 within 5 days",
        "  did it hold? yes",
        "  score        1.0 on 2026-04-01",
        "  seen         grep of CLAUDE.md:Keep: 2; first CLAUDE.md:3",
        "  from         line 1 of the manifest",
    ] == said.splitlines()


def test_a_baseline_that_nobody_took_is_no_zero(hub: Repository) -> None:
    """
    A program that reads the answer can tell a count of nothing from no count.
    """
    hub.commit("the hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    bare = "kind: file_exists\ntarget: docs/x.md\ndirection: present"
    hub.write(PLACE, entry("counted", CHECK) + entry("bare", bare))

    told = json.loads(explain(hub, "--json"))

    assert {"em-2026-03-10-counted": "0", "em-2026-03-10-bare": ""} == {
        one["id"]: one["baseline"] for one in told["edits"]
    }


def test_a_file_is_told_with_all_its_edits(desk: Repository) -> None:
    """
    By its name in the hub, and by its place from where the person stands; the newest edit comes first.
    """
    desk.write("skills/held/SKILL.md", "x")
    by_name = explain(desk, "skills/held/SKILL.md")
    from_below = explain(desk, "SKILL.md", cwd=desk.path / "skills/held")

    assert by_name == from_below
    assert ["em-2026-03-10-other", "em-2026-03-10-held"] == [
        line.split()[0] for line in by_name.splitlines() if line.startswith("em-")
    ]


def test_all_edits_are_told_for_a_program(desk: Repository) -> None:
    """
    Without a name every entry comes, as one object.
    """
    told = json.loads(explain(desk, "--json"))

    assert 7 == len(told["edits"])
    assert {"verified", "falsified", "pending", "untestable", "looks good to me", "predicted: soon"} == {
        one["status"] for one in told["edits"]
    }


TRAILERS = """Add lamp

Harvest-Id: em-2026-03-10-lamp
Harvest-Prediction: the desk is lit
Harvest-Check: grep of `lamp`
Harvest-Confidence: 0.40"""


@pytest.mark.parametrize("about", ["em-2026-03-10-lamp", "skills/lamp/SKILL.md"])
def test_what_the_manifest_lacks_is_told_by_the_commit(about: str, desk: Repository) -> None:
    """
    Another person's hub has the commit and not the manifest, which stays on the machine where the Y was said.
    """
    sha = desk.commit(TRAILERS, {"skills/lamp/SKILL.md": "x"})

    said = explain(desk, about)

    assert [
        "em-2026-03-10-lamp",
        "  predicted    the desk is lit",
        "  check        grep of `lamp`",
        "  confidence   0.40",
        "  did it hold? unknown: the manifest lacks this edit",
        f"  commit       {sha[:12]}",
        f"  from         commit {sha[:10]}; the manifest lacks this id",
    ] == said.splitlines()


def test_the_manifest_speaks_before_the_commit(desk: Repository) -> None:
    """
    Where both know of it the entry counts, which holds the outcome.
    """
    land(desk, "held")

    assert "of the manifest" in explain(desk, "em-2026-03-10-held")


@pytest.mark.parametrize("about", ["em-2026-01-01-nobody", "nowhere.md", "--output=x", "../outside", "a\nb", "*"])
def test_what_nobody_knows_is_said(about: str, desk: Repository) -> None:
    """
    Exit code 2 and one line; nothing is made up, and no name is taken for an option or a pattern.
    """
    done = harvest("explain", "--hub", str(desk.path), "--", about, cwd=desk.path, state=desk.path / ".git" / "state")

    assert 2 == done.returncode
    assert "no edit is known by" in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_a_hub_without_edits_says_so(hub: Repository) -> None:
    """
    An empty manifest is an ordinary state.
    """
    hub.write("harvest.toml", "")

    assert "No edit is written down in the manifest.\n" == explain(hub)


def test_a_manifest_that_does_not_parse_explains_nothing(desk: Repository) -> None:
    """
    Exit code 3 with the place, as everywhere (SPEC 7.3).
    """
    desk.write(PLACE, "- id: [a\n  b: {\n")

    done = harvest("explain", "--hub", str(desk.path), cwd=desk.path, state=desk.path / ".git" / "state")

    assert (3, "") == (done.returncode, done.stdout)
    assert "edit_manifest.yaml" in done.stderr


def test_a_secret_in_the_manifest_is_not_shown(desk: Repository) -> None:
    """
    What leaves passes the same door as everything else.
    """
    secret = "ghp_" + "a1B2" * 9
    desk.write(PLACE, entry("leak", predicted_impact=f'"no more token={secret}"'))

    assert secret not in explain(desk)
    assert secret not in explain(desk, "--json")
