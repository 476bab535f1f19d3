"""A registry or a profile that is there and can't be read is broken, where an absent one is only unmeasured."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harvest_loop.commands import consent_check
from tests.support.consent_cases import REGISTRY

MOST = 4 * 1024 * 1024


def make_folder(path: Path) -> None:
    """A folder where a file should be."""
    path.mkdir()


def make_pipe(path: Path) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(path)


def make_bytes(path: Path) -> None:
    """Bytes that are no UTF-8."""
    path.write_bytes(b"classes: []\n# caf\xe9\n")


def make_long(path: Path) -> None:
    """One byte more than is read."""
    path.write_bytes(b"#" * (MOST + 1))


def make_loop(path: Path) -> None:
    """A link to itself."""
    path.symlink_to(path)


def make_failing(path: Path) -> None:
    """A file that opens, and fails as it is read."""
    path.symlink_to("/proc/self/mem")


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="no file here fails as it is read")
KINDS = pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_folder, "is no file"),
        (make_pipe, "is no file"),
        (make_bytes, "is no text in UTF-8"),
        (make_long, "is longer than 4 MB"),
        (make_loop, f"can't be read: {os.strerror(errno.ELOOP)}"),
        pytest.param(make_failing, f"can't be read: {os.strerror(errno.EIO)}", marks=LINUX),
    ],
)


@KINDS
def test_a_registry_that_can_not_be_read_is_broken_without_a_rule(
    make: Callable[[Path], None], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    What it would say nobody knows, so it isn't taken for an empty one, though no grant stands against it.
    """
    make(tmp_path / "classes.yaml")

    assert 1 == check(tmp_path)
    assert f"registry: {why}" in capsys.readouterr().out


@KINDS
def test_a_profile_that_can_not_be_read_is_broken(
    make: Callable[[Path], None], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A grant may stand in it where no machine reads it.
    """
    (tmp_path / "classes.yaml").write_text(REGISTRY)
    make(tmp_path / "profile.md")

    assert 1 == check(tmp_path)
    assert f"R3 profile: {why}" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_called_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Of two files it says which one is missing.
    """
    assert 3 == check(tmp_path)
    assert "UNMEASURED (3): there is no registry; keep asking\n" == capsys.readouterr().out

    (tmp_path / "classes.yaml").write_text(REGISTRY)
    assert 3 == check(tmp_path)
    assert "UNMEASURED (3): there is no profile; keep asking\n" == capsys.readouterr().out


def test_a_file_of_the_greatest_length_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    The limit itself is no reason to refuse.
    """
    (tmp_path / "classes.yaml").write_bytes(b"classes: []\n".ljust(MOST, b"#"))

    assert 3 == check(tmp_path)
    assert "UNMEASURED (3): the registry holds no class; keep asking\n" == capsys.readouterr().out


@pytest.mark.parametrize(
    ("registry", "profile", "told"),
    [
        ("classes:\n  - [\n", None, "registry: can't be parsed: did not find expected node content (line 3)"),
        ("a: 1\n\na: 2\n", None, "registry: can't be parsed: a key stands twice (line 3)"),
        ("", "\n---\na: 1\n", "R3 profile: the block that begins on line 2 never ends"),
        ("", "%YAML 1.2\n---\na: 1\na: 2\n---\n", "R3 profile: the block can't be parsed: a key stands twice (line 4)"),
        ("", "---\na: 1\n---\n\nstanding_consent:\n", "R3 line 5: standing_consent stands where no machine reads it"),
        ("", "---\r\na: 1\r\n---\r\n\r\nstanding_consent:\r\n", "R3 line 5: standing_consent stands where"),
        ("", "---\ra: 1\r---\r\rstanding_consent:\r", "R3 line 5: standing_consent stands where"),
        ("", "\n\nstanding_consent:\n", "R3 line 3: standing_consent stands where no machine reads it"),
        ("", "---\na: [\n...\n- standing_consent: x\n", "R3 line 4: standing_consent stands where no machine reads it"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_in_the_file(
    registry: str, profile: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A person opens the file at that line, so the line counts from the file's head, not from the block's.
    """
    (tmp_path / "classes.yaml").write_text(registry)
    if profile is not None:
        (tmp_path / "profile.md").write_text(profile)

    assert 1 == check(tmp_path)
    assert told in capsys.readouterr().out


def check(folder: Path) -> int:
    """The exit code for the two files of the folder."""
    return consent_check.main([str(folder / "classes.yaml"), str(folder / "profile.md")])
