"""Twelve planted secrets, none of which may be found anywhere after a run (SPEC 11-4)."""

import base64
import json
import os
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.repositories import Repository

BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
# Each is put together here, so that no line of this file is itself a secret of its kind.
SECRETS = {
    "aws key": "AKIA" + "Q3EGR7WXN2LMPB5T",
    "github token": "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "slack token": "xoxb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1",
    "anthropic key": "sk-ant-api03-" + "u7Kq2ZrT9wXc4VbN8mLp3HsD6fGj1YtR5eWq0AzS",
    "openai key": "sk-proj-" + "T3BlbkFJq9Wz7Xc5Vb3Nm1Lk8Jh6Gf4Ds2Aq0Pw",
    "stripe key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "json web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    "url password": "hunter2-Tr0ub4dor",
    "command line password": "Zx9-correct-horse-41",
    "assigned token": "b7f3c9d1e5a84f60927d",
    "bearer": "mF9.B5f-4.1JqM0pZ8kWvX3cR7tY",
    "private key": BODY,
}


def forms_of(secret: str) -> set[bytes]:
    """The secret as it may have been written down: plain, base64 at each of its three offsets, URL-encoded."""
    plain = secret.encode()
    shifted = {base64.b64encode(b"x" * skip + plain)[4:-4] for skip in range(3)}
    return {plain, urllib.parse.quote(secret, safe="").encode(), *(form for form in shifted if len(form) > 15)}


def found_in(data: bytes) -> set[str]:
    """The secrets that the data holds in any form."""
    return {kind for kind, secret in SECRETS.items() if any(form in data for form in forms_of(secret))}


@pytest.fixture
def planted_field(field: Repository) -> Repository:
    """A field with secrets in messages, lines, names of files and of the branch, and uncommitted work."""
    key = f"-----BEGIN PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END PRIVATE KEY-----\n"
    secret = SECRETS
    checks = {
        "scripts/check_one.sh": f"#!/bin/sh\n# Checks one.\ntool --password={secret['command line password']} check\n",
        "scripts/check_two.sh": f"#!/bin/sh\n# Checks two.\nexport DEPLOY_TOKEN={secret['assigned token']}\nmake two\n",
        ".github/workflows/ci.yml": f"jobs:\n  a:\n    run: curl https://bot:{secret['url password']}@a.invalid/x\n",
        "AGENTS.md": f"# Rules\n\n- Never push {SECRETS['stripe key']} to main; always rotate it.\n{key}",
    }
    field.commit("Start", {"app.py": "print(1)\n"}, at="2026-03-01T09:00:00+0000")
    clean = "#!/bin/sh\n# Refuses a tab in a source file.\nset -eu\npython3 -m unittest -q\nmake lint\n"
    field.commit("Add a check that a release runs", {"scripts/check_release.sh": clean}, at="2026-03-01T10:00:00+0000")
    for number, (name, text) in enumerate(checks.items()):
        subject = f"Add a check for step {number} ({SECRETS['github token']})"
        body = f"We need it since Authorization: Bearer {SECRETS['bearer']} leaked.\nAlso {SECRETS['anthropic key']}."
        field.commit(f"{subject}\n\n{body}", {name: text}, at=f"2026-03-0{number + 2}T09:00:00+0000")
    named = f"scripts/check_{SECRETS['slack token']}.sh"
    field.commit("Check what has a strange name", {named: "#!/bin/sh\nmake three\n"}, at="2026-03-08T09:00:00+0000")
    field.git("checkout", "-q", "-b", f"work-{SECRETS['aws key']}")
    field.write("scripts/check_four.sh", f"#!/bin/sh\n# Not committed.\ncurl -H 'x: {SECRETS['json web token']}' y\n")
    return field


@pytest.fixture
def planted_hub(hub: Repository) -> Repository:
    """A hub with secrets in a YAML key, a skill, the card and a log."""
    skill = f"---\nname: desk\ndescription: Tidy up\n{SECRETS['github token']}: yes\n---\n\n{SECRETS['openai key']}\n"
    hub.commit("the hub", {"harvest.toml": "", "skills/desk/SKILL.md": skill, ".gitignore": "/tracks/_meta/\n"})
    card = f"# Next\n\n### 1. rotate {SECRETS['stripe key']}\n\n### 2. Start\n"
    hub.write("tracks/_meta/reference_next_session_starter.md", card)
    hub.write(
        "tracks/_meta/fh_completed_2026-03-02.md", f"- ✅ rotate {SECRETS['stripe key']} — {SECRETS['aws key']}\n"
    )
    return hub


def leaks(folder: Path, planted: set[Path]) -> Iterator[tuple[Path, set[str]]]:
    """Every file below the folder that holds a secret and was not planted."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in planted and (found := found_in(path.read_bytes() + os.fsencode(path.name))):
            yield path, found


@pytest.mark.parametrize("extra", [(), ("--debug",)], ids=["plain", "debug"])
def test_no_secret_is_found_after_a_run(
    extra: tuple[str, ...], planted_field: Repository, planted_hub: Repository, tmp_path: Path
) -> None:
    """
    Records, drafts, the engine's database, stdout and stderr are free of all twelve, in any form.
    """
    planted = {path for path in planted_hub.path.rglob("*") if path.is_file()}
    state = tmp_path / "state"
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"*": "Y"}))
    arguments = ("--field", str(planted_field.path), "--hub", str(planted_hub.path), "--since", "2026-01-01")

    done = harvest("close", *arguments, "--answers", str(answers), *extra, cwd=tmp_path, state=state)

    assert 0 == done.returncode, done.stderr
    assert "«redacted:" in done.stdout
    assert set() == found_in(done.stdout.encode() + done.stderr.encode())
    assert [] == list(leaks(planted_hub.path / "tracks", planted))
    assert [] == list(leaks(state, set()))
    assert (state / "prefect" / "prefect.db").exists()
    branches = planted_hub.git("for-each-ref", "--format=%(refname)", "refs/heads/harvest")
    assert branches
    assert set() == found_in(planted_hub.git("log", "-p", "main..", "--branches=harvest/*").encode())


def test_no_secret_is_found_after_a_crash(planted_field: Repository, planted_hub: Repository, tmp_path: Path) -> None:
    """
    A run that breaks in the middle, its error naming a place with a secret in it, leaves none behind either.
    """
    planted = {path for path in planted_hub.path.rglob("*") if path.is_file()}
    card = planted_hub.path / "tracks" / "_meta" / "reference_next_session_starter.md"
    state = tmp_path / "state"
    arguments = ("--field", str(planted_field.path), "--hub", str(planted_hub.path), "--since", SECRETS["github token"])
    first = harvest("close", *arguments, "--debug", cwd=tmp_path, state=state)
    # A card that lies outside of the hub is read, and refused when it is to be written: in the middle of the run.
    (tmp_path / f"card-{SECRETS['aws key']}.md").write_text(card.read_text())
    card.unlink()
    card.symlink_to(tmp_path / f"card-{SECRETS['aws key']}.md")

    second = harvest("close", *arguments[:-1], "2026-01-01", "--debug", cwd=tmp_path, state=state)

    assert 2 == first.returncode
    assert 2 == second.returncode
    assert "card" in second.stderr
    for done in (first, second):
        assert set() == found_in(done.stdout.encode() + done.stderr.encode())
    assert [] == list(leaks(planted_hub.path / "tracks", planted))
    assert [] == list(leaks(state, set()))
