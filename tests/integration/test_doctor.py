"""`harvest doctor` as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harvest_loop.adapters.transcripts.tried import untried
from tests.support.repositories import Repository

WHOLE = (
    "---\nname: {name}\ndescription: Use it to check a thing\n---\n\n# {name}\n\n## Done When\n\nThe log is there.\n"
)


def doctor(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "harvest_loop.cli", "doctor", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def findings(hub: Repository) -> list[dict[str, Any]]:
    done = doctor("--hub", str(hub.path), "--json", cwd=hub.path)
    assert 0 == done.returncode, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return found


@pytest.fixture
def sound(hub: Repository) -> Repository:
    """A hub with two skills, a memory and nothing wrong."""
    for name in ("one", "two"):
        hub.write(f"skills/{name}/SKILL.md", WHOLE.format(name=name) + f"Text of {name}.\n")
    hub.write("memory/MEMORY.md", "- [A](a.md)\n")
    hub.write("memory/a.md", "text")
    hub.write("harvest.toml", "")
    return hub


def test_a_sound_hub_reads_well(sound: Repository) -> None:
    """
    What was looked at is said before that nothing was found.
    """
    done = doctor("--hub", str(sound.path), cwd=sound.path)

    assert (0, "") == (done.returncode, done.stderr)
    assert "2 skill" in done.stdout
    assert ["Nothing found.", ""] == done.stdout.partition("Not tried on real files")[0].splitlines()[-2:]


def test_what_no_transcript_was_at_hand_for_is_said_last(sound: Repository) -> None:
    """
    Whoever trusts a count from a transcript can see which shapes of one were met on made files only.
    """
    told = [f"Not tried on real files: {shapes}" for shapes in untried()]

    done = doctor("--hub", str(sound.path), cwd=sound.path)
    data = json.loads(doctor("--hub", str(sound.path), "--json", cwd=sound.path).stdout)

    assert told == done.stdout.splitlines()[-len(told) :]
    assert list(untried()) == data["not_tried_on_real_files"]


def test_everything_that_is_wrong_is_named_with_its_place(sound: Repository) -> None:
    """
    One of each kind that doctor knows, and the exit code stays 0: findings are an ordinary result.
    """
    sound.write("skills/colon/SKILL.md", "---\nname: colon\ndescription: Use when: a build breaks\n---\n")
    sound.write("skills/bare/SKILL.md", "# Bare\n\nSee [gone](gone.md).\n")
    copied = "".join(f"Step {at}: check item {at} and note the outcome in the log.\n" for at in range(40))
    sound.write("skills/copy/SKILL.md", WHOLE.format(name="copy") + copied)
    sound.write("skills/copy-v2/SKILL.md", WHOLE.format(name="copy-v2") + copied.replace("outcome", "result"))
    sound.write("skills/long/SKILL.md", WHOLE.format(name="long") + "".join(f"\nline {at}" for at in range(320)))
    sound.write("memory/MEMORY.md", "- [A](a.md)\n- [B](b.md)\n")
    sound.write("memory/c.md", "text")
    sound.commit("a personal file", {"tracks/_meta/user_adaptation_profile.md": "mine\n"})
    sound.write("tracks/_meta/edit_manifest.yaml", "- id: em-2026-03-01-a\n  date: soon\n")

    places = {(each["kind"], each["path"], each["line"]) for each in findings(sound)}

    assert {
        ("unreadable", "skills/colon/SKILL.md", 3),
        ("no frontmatter", "skills/bare/SKILL.md", 1),
        ("broken reference", "skills/bare/SKILL.md", 3),
        ("no Done When", "skills/bare/SKILL.md", None),
        ("near copy", "skills/copy-v2/SKILL.md", None),
        ("long", "skills/long/SKILL.md", None),
        ("INDEX-ORPHAN", "memory/MEMORY.md", 2),
        ("FILE-ORPHAN", "memory/c.md", None),
        ("tracked personal file", "tracks/_meta/user_adaptation_profile.md", None),
        ("manifest", "tracks/_meta/edit_manifest.yaml", 1),
    } == places


def test_the_page_groups_and_cuts_what_json_tells_in_full(sound: Repository) -> None:
    """
    Fifty findings of one kind are one headline and ten lines.
    """
    for at in range(50):
        sound.write(f"memory/n{at}.md", "text")

    done = doctor("--hub", str(sound.path), cwd=sound.path)

    assert "FILE-ORPHAN (recommended, 50)" in done.stdout and "40 more" in done.stdout
    assert 50 == len(findings(sound))


def test_a_manifest_that_does_not_parse_is_a_finding(sound: Repository) -> None:
    """
    Doctor says what stops a run; it is not stopped itself.
    """
    sound.write("tracks/_meta/edit_manifest.yaml", "- id: em-2026-03-01-a\n  note: a: b\n")

    (found,) = findings(sound)

    assert ("must", "manifest", 2) == (found["severity"], found["kind"], found["line"])


def test_what_was_not_looked_at_is_said(tmp_path: Path) -> None:
    """
    Unread is not absent: no git, no memory folder and no skill are named.
    """
    (tmp_path / "plain").mkdir()

    done = doctor("--hub", str(tmp_path / "plain"), cwd=tmp_path)

    assert 0 == done.returncode
    for word in ("git knows no repository", "no memory folder", "no glob", "no asset"):
        assert word in done.stdout


def test_an_unreadable_skill_is_said_to_be_compared_with_nothing(sound: Repository) -> None:
    """
    No near copy among two skills of three is not the same as none among three (case A01).
    """
    sound.write("skills/colon/SKILL.md", "---\nname: colon\ndescription: Use when: a build breaks\n---\n")

    done = doctor("--hub", str(sound.path), cwd=sound.path)

    assert "2 skill; 1 unreadable" in done.stdout and "1 unreadable skill(s) were not compared" in done.stdout
    assert "skills/colon/SKILL.md:3" in done.stdout


@pytest.mark.parametrize(
    ("configuration", "word"),
    [
        ("[paths\n", "harvest.toml"),
        ("[paths]\nskill = []\n", "skill"),
        ('[paths]\nskills = ["../*/"]\n', "inside of the hub"),
    ],
)
def test_it_cannot_run_on_a_broken_configuration(sound: Repository, configuration: str, word: str) -> None:
    """
    Exit code 2, one line, no traceback (SPEC 10.1).
    """
    sound.write("harvest.toml", configuration)

    done = doctor(cwd=sound.path)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n")) and word in done.stderr


def test_it_cannot_run_without_a_hub(tmp_path: Path) -> None:
    """
    The line says what to pass.
    """
    done = doctor(cwd=tmp_path)

    assert 2 == done.returncode and "--hub" in done.stderr


def test_it_changes_nothing(sound: Repository) -> None:
    """
    A look at the hub leaves no trace in it.
    """
    before = {path: path.read_bytes() for path in sound.path.rglob("*") if path.is_file()}

    doctor("--hub", str(sound.path), cwd=sound.path)

    assert before == {path: path.read_bytes() for path in sound.path.rglob("*") if path.is_file()}


def test_the_same_hub_gives_the_same_page(sound: Repository) -> None:
    """
    Whatever the seed of hashes (SPEC 11-6).
    """
    for at in range(5):
        sound.write(f"skills/s{at}/SKILL.md", f"See [gone](gone{at}.md).\n")

    pages = {
        subprocess.run(
            [sys.executable, "-m", "harvest_loop.cli", "doctor", "--json", "--hub", str(sound.path)],
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(sound.path.parent), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert 1 == len(pages)


def test_help_loads_no_parser_and_no_arithmetic(tmp_path: Path) -> None:
    """
    `--help` answers at once (SPEC 10.1).
    """
    code = (
        "import sys, harvest_loop.cli as cli\n"
        "try: cli.main(['doctor', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'ruamel', 'pydantic', 'git', 'prefect'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert done.stdout.endswith("[]\n")
