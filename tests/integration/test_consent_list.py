"""`harvest consent list` as a person runs it (SPEC 8.2)."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.granted import a_class, a_grant


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub with three classes and what a person said of them."""
    monkeypatch.setenv("HARVEST_NOW", "2026-03-10T12:00:00Z")
    meta = tmp_path / "tracks" / "_meta"
    meta.mkdir(parents=True)
    (tmp_path / "harvest.toml").write_text("")
    never = a_class(name="ship", promotion_eligible=False, reason="it can't be taken back", sinks=["publish"])
    classes = [a_class(), a_class(name="stamp"), never]
    (meta / "consent_classes.yaml").write_text(json.dumps({"classes": classes}))
    consents = {"tidy-notes": a_grant(), "stamp": a_grant(expires="2026-03-09"), "\x1b[31mgone": "declined"}
    block = json.dumps({"standing_consent": consents})
    (meta / "user_adaptation_profile.md").write_text(f"---\n{block}\n---\n")
    return tmp_path


def test_a_person_sees_classes_grants_and_reasons(hub: Path) -> None:
    """
    One page says what may be leased and why not, what is granted and for how long, and what the check would say.
    """
    done = harvest("consent", "list", cwd=hub)

    assert 0 == done.returncode
    assert done.stdout == (
        "tidy-notes: granted, 21 days left\n"
        "  gardener · move · notes/ · read, local-write · no sinks\n"
        "  may be leased, for 30 days\n"
        "stamp: lapsed; R5 expires 2026-03-09 is over; today is 2026-03-10\n"
        "  gardener · move · notes/ · read, local-write · no sinks\n"
        "  may be leased, for 30 days\n"
        "ship: unset\n"
        "  gardener · move · notes/ · read, local-write · publish\n"
        "  may not be leased: it can't be taken back\n"
        "[31mgone: declined\n"
        "  no class of the registry, so nothing can be leased\n"
        "harvest consent check: BROKEN (1): 1 finding; keep asking\n"
    )


def test_a_program_reads_the_same_as_json(hub: Path) -> None:
    """
    The list is one JSON object, with the check's code and findings in it.
    """
    told = json.loads(harvest("consent", "list", "--json", cwd=hub).stdout)

    assert [("tidy-notes", 21), ("stamp", None)] == [(row["name"], row["days_left"]) for row in told["classes"][:2]]
    assert {"code": 1, "rule": "R5"} == {"code": told["check"]["code"], "rule": told["check"]["findings"][0]["rule"]}


def test_a_hub_without_a_registry_is_told_so(tmp_path: Path) -> None:
    """
    Nothing is listed, and the line at the end says why.
    """
    (tmp_path / "harvest.toml").write_text("")

    done = harvest("consent", "list", cwd=tmp_path)

    assert "harvest consent check: UNMEASURED (3): there is no registry; keep asking\n" == done.stdout
