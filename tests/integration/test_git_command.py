"""Git is started without what the surroundings would add to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harvest_loop.adapters.git_command import GitFailed, ask_git, run_git, start_git
from tests.support.repositories import Repository

STATUS = """
import pathlib, sys
from harvest_loop.adapters.git_command import run_git
from harvest_loop.errors import HarvestError
try:
    run_git(pathlib.Path(sys.argv[1]), "status")
except HarvestError as error:
    print(error)
"""


def run_status(folder: Path, *, cwd: Path, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Ask for the status of a folder from a process of its own."""
    command = [sys.executable, "-c", STATUS, str(folder)]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_output_comes_byte_for_byte(field: Repository) -> None:
    """
    A newline at the end belongs to what was asked for, and so do bytes that are no text.
    """
    sha = run_git(field.path, "hash-object", "-w", "--stdin", stdin=b"\xff\x00line\n\n").decode().strip()

    assert b"\xff\x00line\n\n" == run_git(field.path, "cat-file", "blob", sha)


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE"])
def test_an_outer_git_does_not_lead_ours_astray(
    name: str, field: Repository, hub: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A hook runs with the variables of its own repository; what it starts must look at the one it was told.
    """
    sha = field.commit("one", {"a": "1"})
    monkeypatch.setenv(name, str(hub.path / ".git"))

    assert sha == run_git(field.path, "rev-parse", "HEAD").decode().strip()
    assert b"" == run_git(field.path, "status", "--porcelain")


def test_inherited_pathspec_magic_is_off(field: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A path is a path, whatever a shell was set up to make of it.
    """
    field.commit("one", {"a": "1", "[a]": "2"})
    monkeypatch.setenv("GIT_GLOB_PATHSPECS", "1")

    assert b"[a]\n" == ask_git(field.path, "ls-files", "--", "[a]")
    assert b"" == ask_git(field.path, "ls-files", "--", ":(glob)a")


def test_messages_do_not_depend_on_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What git complains is read by code here and there, which knows one language.
    """
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")

    with pytest.raises(GitFailed, match="not a git repository"):
        run_git(tmp_path, "status")


def test_a_failure_says_what_and_where(field: Repository) -> None:
    """
    One line is all that a person sees: the command, the status, git's last words and the folder.
    """
    with pytest.raises(GitFailed) as failed:
        ask_git(field.path, "rev-parse", "--verify", "--end-of-options", "nowhere")

    assert 128 == failed.value.status
    assert f"{field.path}: git rev-parse ended with 128: fatal: Needed a single revision" == str(failed.value)


def test_a_status_that_is_allowed_is_no_failure(field: Repository) -> None:
    """
    Git answers no with a status, and a no is an answer.
    """
    assert b"" == run_git(field.path, "rev-parse", "--verify", "--quiet", "HEAD", allow=(0, 1))


def test_what_git_complains_is_redacted(field: Repository) -> None:
    """
    Git repeats an argument or an address in its message, and a secret may stand in it.
    """
    token = "ghp_" + "a1B2c3D4" * 5

    with pytest.raises(GitFailed) as failed:
        run_git(field.path, "rev-parse", "--verify", f"{token}^{{commit}}", "--")

    assert token not in failed.value.stderr and token not in str(failed.value)


def test_a_folder_that_is_gone_is_not_replaced_by_another(tmp_path: Path, field: Repository) -> None:
    """
    Run in the folder of this process instead, git would answer for the wrong repository.
    """
    done = run_status(tmp_path / "gone", cwd=field.path, env=dict(os.environ))

    assert "the folder can't be entered" in done.stdout


def test_a_flood_of_complaints_does_not_stop_git(field: Repository) -> None:
    """
    A pipe that nobody reads fills up, and git would wait for ever.
    """
    for number in range(3000):
        field.write(f".git/refs/heads/broken-{number:04}", "no object name at all\n")

    assert b"" == run_git(field.path, "for-each-ref")


def test_no_program_of_the_repositorys_configuration_runs(field: Repository, tmp_path: Path) -> None:
    """
    A question is asked of data: a command in .git/config must not answer it.
    """
    field.commit("one", {"a": "1"})
    field.write("a", "2\n")
    mark = tmp_path / "ran"
    program = field.write("program", f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "core.pager", "gpg.program"):
        field.git("config", key, str(program))
    field.git("config", "log.showSignature", "true")

    ask_git(field.path, "status", "--porcelain")
    ask_git(field.path, "log", "-p", "-1", "--no-ext-diff", "--format=%H")

    assert not mark.exists()


def test_nothing_is_fetched_for_an_answer(tmp_path: Path, field: Repository) -> None:
    """
    A clone without blobs would get them over the network while it is only being looked at.
    """
    sha = field.commit("one", {"a": "text of one\n"})
    field.git("config", "uploadpack.allowFilter", "true")
    source = f"file://{field.path}"
    subprocess.run(
        ["git", "clone", "-q", "--filter=blob:none", "--no-checkout", source, str(tmp_path / "thin")], check=True
    )

    with pytest.raises(GitFailed):
        ask_git(tmp_path / "thin", "cat-file", "blob", f"{sha}:a")

    assert b"text of one\n" == run_git(tmp_path / "thin", "cat-file", "blob", f"{sha}:a")


def test_the_index_is_not_written_while_it_is_looked_at(field: Repository) -> None:
    """
    Reading must not take the lock that the person's own git is about to need.
    """
    field.commit("one", {"a": "1"})
    os.utime(field.path / "a", (1, 1))
    before = (field.path / ".git/index").read_bytes()

    ask_git(field.path, "status", "--porcelain")

    assert before == (field.path / ".git/index").read_bytes()


def test_what_is_started_is_ended_with_its_reader(field: Repository) -> None:
    """
    A reader that fails half way must not leave a git behind that waits for it.
    """
    started: list[int] = []

    def fail_half_way() -> None:
        with start_git(field.path, "cat-file", "--batch", talk=True) as git:
            started.append(git.process_id)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail_half_way()
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


def test_arguments_are_not_logged(field: Repository, caplog: pytest.LogCaptureFixture) -> None:
    """
    The library would log them as they are, and a name of a branch may hold a secret.
    """
    caplog.set_level("DEBUG")

    ask_git(field.path, "for-each-ref", "refs/heads/ghp_" + "a1B2c3D4" * 5)

    assert "ghp_" not in caplog.text


def test_without_git_one_line_says_so(field: Repository, tmp_path: Path) -> None:
    """
    A machine without git gets the remedy instead of a library's import error.
    """
    done = run_status(field.path, cwd=field.path, env={"PATH": str(tmp_path), "HOME": str(tmp_path)})

    assert ("git was not found; install git and put it on the PATH\n", "") == (done.stdout, done.stderr)
