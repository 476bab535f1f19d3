"""`harvest consent check` as a script runs it: the code decides, and 0 is nothing but a joined grant (SPEC 8.3)."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.commands import consent_check
from harvest_loop.domain.consent.template import OWN_CLASSES, template
from tests.support.command_line import harvest
from tests.support.granted import a_class, a_grant
from tests.support.granted_files import check, write_profile


def test_the_three_answers(registry: Path, profile: Path, tmp_path: Path) -> None:
    """
    A grant that is joined is 0, nothing to join is 3, and a rule that is broken is 1, with its place.
    """
    lapsed = write_profile(tmp_path / "lapsed.md", {"tidy-notes": a_grant(expires="2026-03-09")})

    assert (0, "", "VERIFIED (0): 1 grant joined") == check(registry, profile)
    assert (3, "", "UNMEASURED (3): there is no profile; keep asking") == check(registry, tmp_path / "none.md")
    assert (3, "", "UNMEASURED (3): there is no registry; keep asking") == check(tmp_path / "none.yaml", profile)
    assert (
        1,
        "R5 standing_consent/tidy-notes/expires: 2026-03-09 is over; today is 2026-03-10",
        "BROKEN (1): 1 finding; keep asking",
    ) == check(registry, lapsed)


def test_the_shipped_template_verifies_with_a_grant_for_each_of_its_classes(tmp_path: Path) -> None:
    """
    What we print to begin with is never what keeps a person from anything.
    """
    registry = tmp_path / "classes.yaml"
    registry.write_text(harvest("consent", "template", cwd=tmp_path).stdout, encoding="utf-8")
    grants: dict[str, object] = {
        one.name: {
            "granted": "2026-03-10",
            "expires": "2026-04-09",
            "owner": one.owner,
            "mode": one.mode,
            "target": one.target,
            "effects": list(one.capabilities),
            "sinks": [],
        }
        for one in OWN_CLASSES
    }
    profile = write_profile(tmp_path / "profile.md", grants)

    assert template() == registry.read_text(encoding="utf-8")
    assert (0, "", "VERIFIED (0): 4 grants joined") == check(registry, profile)
    for one in OWN_CLASSES:
        assert 0 == check("--require-class", one.name, registry, profile)[0]


def test_files_as_people_write_them_pass(tmp_path: Path) -> None:
    """
    Merge keys, comments, Windows line ends, a byte order mark and a name in Hangul are no defects.
    """
    registry, profile = tmp_path / "classes.yaml", tmp_path / "profile.md"
    registry.write_bytes(
        "\ufeff%YAML 1.1\r\n---\r\n"
        "common: &common {owner: 정원사, mode: move, sinks: [], feeds: [], promotion_eligible: false}\r\n"
        "classes: # what may be leased\r\n"
        "  - <<: *common # all of it\r\n"
        "    promotion_eligible: true\r\n"
        "    name: 노트-정리\r\n"
        "    target: notes/\r\n"
        "    capabilities: [local-write]\r\n"
        "...\r\n".encode()
    )
    profile.write_bytes(
        "\ufeff--- # 기계가 읽는다\r\n"
        "standing_consent:\r\n"
        "  노트-정리: {granted: 2026-03-01, expires: '2026-03-31', owner: 정원사, mode: move, target: notes/,\r\n"
        "    effects: [ＬＯＣＡＬ-write], sinks: []}\r\n"
        "--- # 사람이 읽는다\r\n# 메모\r\n- 2026-03-01: standing_consent 를 적었다\r\n".encode()
    )

    assert (0, "", "VERIFIED (0): 1 grant joined") == check("--require-class", " 노트-정리 ", registry, profile)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--require-class"], "needs the name of a class"),
        (["--require-class", ""], "needs the name of a class"),
        (["--require-class", " \t"], "needs the name of a class"),
        (["--require-class="], "needs the name of a class"),
        (["--require-class", "--help"], "needs the name of a class"),
        (["--require-class", "tidy notes"], "without white space inside"),
        (["--require-class", "tidy\u3000notes"], "without white space inside"),
        (["--require-class=tidy-notes", "--require-class=tidy-notes"], "stands twice"),
        (["--require", "tidy-notes"], "unknown option --require"),
        (["--required-class", "tidy-notes"], "unknown option --required-class"),
        (["--json"], "unknown option --json"),
        (["-x"], "unknown option -x"),
        (["-"], "unknown option -"),
        (["--debug"], "unknown option --debug"),
        (["--help", "--require-class=tidy-notes"], "unknown option --help"),
        (["REGISTRY", "PROFILE", "more"], "more than 2 paths"),
        (["--", "REGISTRY", "PROFILE", "more"], "more than 2 paths"),
        ([""], "an empty path"),
        (["--", "REGISTRY", ""], "an empty path"),
    ],
)
def test_wrong_use_is_broken(words: list[str], told: str, registry: Path, profile: Path) -> None:
    """
    A script that asks wrongly is told so, and never taken for one that has a grant, although one lies there.
    """
    names = {"REGISTRY": str(registry), "PROFILE": str(profile)}
    code, said, summary = check(*(names.get(word, word) for word in words))

    assert (1, "BROKEN (1): nothing was checked; keep asking") == (code, summary)
    assert told in said
    assert "harvest consent check --help" in said


def test_options_and_paths_stand_in_any_order(registry: Path, profile: Path) -> None:
    """
    A path that begins with a dash stands behind `--`, and a class's name behind an equals sign or a space.
    """
    for words in (
        ["--require-class", "tidy-notes", registry, profile],
        [registry, "--require-class=tidy-notes", profile],
        [registry, profile, "--require-class", "tidy-notes"],
        ["--require-class", "tidy-notes", "--", registry, profile],
        [registry, "--", profile],
    ):
        assert 0 == check(*words)[0]
    odd = registry.rename(registry.with_name("-classes=.yaml"))
    assert 0 == check("--", odd.name, profile, cwd=odd.parent)[0]
    assert 3 == check("--require-class", "another", "--", odd.name, profile, cwd=odd.parent)[0]


def test_help_alone_explains_how_to_test_the_code(tmp_path: Path) -> None:
    """
    The page shows a script that tests for 0, since anything else asks.
    """
    done = harvest("consent", "check", "--help", cwd=tmp_path)

    assert 0 == done.returncode
    assert '[ "$code" -eq 0 ]' in done.stdout
    assert done.stdout == harvest("consent", "check", "-h", cwd=tmp_path).stdout


def test_names_out_of_the_files_do_nothing_to_the_terminal_and_tell_no_secret(tmp_path: Path, profile: Path) -> None:
    """
    A finding shows a name that others wrote: spelled out, on one line, and without a key that stands in it.
    """
    key = "AKIA" + "Q3EXAMPLE7ABCDEF"
    registry = tmp_path / "classes.yaml"
    entries = [a_class(name="\x1b[31mred\x1b[0m\nVERIFIED (0): 1 grant joined", owner=1), a_class(name=key, owner=1)]
    registry.write_text(json.dumps({"classes": entries}), encoding="utf-8")

    code, said, summary = check(registry, profile)

    assert (1, "BROKEN (1): 3 findings; keep asking") == (code, summary)
    assert "\x1b" not in said
    assert key not in said
    assert 3 == len(said.splitlines())


def test_nothing_is_written(registry: Path, profile: Path, tmp_path: Path) -> None:
    """
    Asking whether a lease holds changes nothing: the lapsed one too stays as it is.
    """
    write_profile(tmp_path / "lapsed.md", {"tidy-notes": a_grant(expires="2026-03-09")})
    before = {place: (place.read_bytes(), place.stat().st_mtime_ns) for place in tmp_path.rglob("*")}

    check(registry, profile, cwd=tmp_path)
    check(registry, tmp_path / "lapsed.md", cwd=tmp_path)

    assert before == {place: (place.read_bytes(), place.stat().st_mtime_ns) for place in tmp_path.rglob("*")}


@pytest.mark.parametrize("expires", ["2026-03-31", "2026-03-09"])
def test_a_reader_that_left_changes_no_code(expires: str, registry: Path, tmp_path: Path) -> None:
    """
    A script that throws the words away still reads the right code.
    """
    profile = write_profile(tmp_path / "profile.md", {"tidy-notes": a_grant(expires=expires)})
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "harvest_loop.cli", "consent", "check", str(registry), str(profile)]

    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)

    assert (0 if expires == "2026-03-31" else 1, "") == (done.returncode, done.stderr)


@given(st.binary(max_size=200), st.binary(max_size=200), st.text(max_size=8))
def test_no_bytes_and_no_words_make_the_check_fail_or_verify(first: bytes, second: bytes, name: str) -> None:
    """
    Whatever lies in the files and whatever is asked for, there is an answer, and it isn't 0 by accident.
    """
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder, "classes"), Path(folder, "profile")]
        for place, data in zip(places, (first, b"---\n" + second), strict=True):
            place.write_bytes(data)

        assert consent_check.main(["--require-class", name, *map(str, places)]) in (1, 3)
