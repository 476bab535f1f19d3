"""A Y on an existing asset: its bytes are kept, and what changed in between is shown again or held (SPEC 4.15)."""

import hashlib
from pathlib import Path

import pytest

from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.schemas.outcome import RunOutcome
from tests.flows.runs import answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository

PLACE = ".claude/skills/smoke-test/SKILL.md"
TEXT = """---
name: smoke-test
description: Add a smoke test that drives the command end to end in the CI workflow. Use when changing the smoke script.
---
# Smoke test

A smoke test drives the command from end to end, as the desk does, on a ledger of its own.

1. Add the smoke test to the CI workflow.
2. Drive the command end to end and stop at the first surprise.

## Done When

- [ ] The CI workflow has a smoke test step.
"""


def hub_with(hub: Repository, data: bytes) -> Repository:
    """A hub whose smoke-test skill has exactly these bytes."""
    hub.write(PLACE, data)
    hub.commit("the hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    hub.git("add", "-A")
    hub.git("commit", "-q", "-m", "the skill")
    return hub


def targets(hub: Repository, outcome: RunOutcome) -> list[str]:
    """What the waiting form would change."""
    form = waiting_form(hub.path, outcome.run or "")["form"]
    return [line["judged"]["candidate"]["target"] for line in form["lines"]]


FORMS = {
    "plain": TEXT.encode(),
    "CRLF": TEXT.replace("\n", "\r\n").encode(),
    "BOM": b"\xef\xbb\xbf" + TEXT.encode(),
    "no final newline": TEXT.rstrip("\n").encode(),
    "mixed line ends": TEXT.replace("\n", "\r\n", 5).encode(),
    "form feed and odd marks": TEXT.replace("A smoke", "A\x0c smoke\u2028").encode(),
    "lone CR": TEXT.replace("Smoke test\n\nA", "Smoke test\r\rA").encode(),
    "two BOMs": b"\xef\xbb\xbf\xef\xbb\xbf" + TEXT.encode(),
    "CR CR LF": TEXT.replace("\n", "\r\r\n", 3).encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_an_addition_keeps_every_byte_before_it(
    form: str, state: Path, hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    The file on the branch begins with the file as it was; where that can't be kept, no such draft is made.
    """
    hub_with(hub, FORMS[form])
    _, first = close(hub.path, lendlog)

    _, outcome = review(hub.path, first.run or "", answers_file(tmp_path, {"*": "Y"}))

    assert outcome.branch
    drafted = hub.path / ".git" / "drafted"
    hub.git("worktree", "add", "-q", str(drafted), outcome.branch)
    after = (drafted / PLACE).read_bytes()
    assert after.startswith(FORMS[form])
    assert (after != FORMS[form]) == (form not in ("lone CR", "two BOMs", "CR CR LF"))


def test_an_asset_changed_in_between_is_shown_again(
    state: Path, hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    The Y was for another text: the new one waits, and a second Y writes it after the person's change.
    """
    hub_with(hub, TEXT.encode())
    _, first = close(hub.path, lendlog)
    assert PLACE in targets(hub, first)
    hub.commit("more words", {PLACE: TEXT + "\nMore words.\n"})
    yes = answers_file(tmp_path, {"*": "none", PLACE: "Y"})

    _, second = review(hub.path, first.run or "", yes)
    (written,) = [line["manifest_id"] for line in waiting_form(hub.path, first.run or "")["form"]["lines"]]
    _, third = review(hub.path, first.run or "", yes)

    assert (1, None) == (second.waiting, second.branch)
    assert "1 proposal waits" in str(second.verdict)
    assert "held" in str(third.verdict)
    assert 0 == third.waiting
    assert hub.git("show", f"{third.branch}:{PLACE}").startswith(TEXT + "\nMore words.\n")
    (entry,) = (one for one in read_manifest(hub.path) if one.id == written)
    assert hashlib.sha256((hub.path / PLACE).read_bytes()).hexdigest() == entry.keys["base_sha256"]
    assert hub.git("rev-parse", str(third.branch)) == entry.keys["commit"]


HALF_DONE = TEXT + "\nHalf done, and nobody is to see it.\n"


@pytest.mark.parametrize("edited", ["before the harvest", "before the answer"])
def test_a_draft_is_made_without_the_persons_uncommitted_changes(
    edited: str, state: Path, hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    One Y is enough: the branch holds the committed text and the addition, the checkout the person's, and both say so.
    """
    hub_with(hub, TEXT.encode())
    if edited == "before the harvest":
        hub.write(PLACE, HALF_DONE)
    _, first = close(hub.path, lendlog)
    hub.write(PLACE, HALF_DONE)
    (line,) = [
        line
        for line in waiting_form(hub.path, first.run or "")["form"]["lines"]
        if line["judged"]["candidate"]["target"] == PLACE
    ]
    change = line["judged"]["candidate"]["proposal"]["change"]

    _, outcome = review(hub.path, first.run or "", answers_file(tmp_path, {"*": "none", PLACE: "Y"}))

    assert (edited == "before the harvest") == change["uncommitted"]
    assert (edited == "before the harvest") == ("made against what is committed" in first.page)
    assert "Half done" not in change["text"] + change["shown"]
    assert 0 == outcome.waiting
    assert change["text"] == hub.git("show", f"{outcome.branch}:{PLACE}") + "\n"
    assert f"your uncommitted changes to {PLACE} are not in it" in outcome.page
    assert HALF_DONE == (hub.path / PLACE).read_text()
    (entry,) = (one for one in read_manifest(hub.path) if one.id == line["manifest_id"])
    assert hashlib.sha256(TEXT.encode()).hexdigest() == entry.keys["base_sha256"]


def test_an_asset_that_was_never_committed_is_not_asked_about(state: Path, hub: Repository, lendlog: Path) -> None:
    """
    No branch can hold a change of it: the proposal is held, with the reason.
    """
    hub.commit("the hub", {"harvest.toml": "", ".gitignore": "/tracks/_meta/\n"})
    hub.write(PLACE, TEXT)

    _, first = close(hub.path, lendlog)

    assert PLACE not in targets(hub, first)
    assert f"{PLACE} is not committed in the hub, so that no branch can change it" in first.page


SPOILED = {
    "a secret came in": TEXT + "\nexport DEPLOY_TOKEN=b7f3c9d1e5a84f60927d\n",
    "it ends inside a fence": TEXT + "\n```sh\necho unclosed\n",
    "its frontmatter broke": TEXT.replace("name: smoke-test", "name: [a"),
    "it is gone": None,
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_an_asset_that_can_no_longer_be_extended_is_held(
    spoiled: str, state: Path, hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    Nothing is drafted, the Y is kept as a note with its reason, and no form claims to wait for it.
    """
    hub_with(hub, TEXT.encode())
    _, first = close(hub.path, lendlog)
    text = SPOILED[spoiled]
    if text is None:
        hub.git("rm", "-q", PLACE)
        hub.git("commit", "-q", "-m", "gone")
    else:
        hub.commit("changed", {PLACE: text})

    _, outcome = review(hub.path, first.run or "", answers_file(tmp_path, {"*": "none", PLACE: "Y"}))

    assert (0, None) == (outcome.waiting, outcome.branch)
    assert "held" in str(outcome.verdict)
    note = meta(hub.path, "fh_signal_2026-03-20_lendlog.md").read_text()
    assert PLACE.removeprefix(".claude/") in note
    assert "b7f3c9d1e5a84f60927d" not in note
