"""What a tool call did, and how its command ended (SPEC 3.3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.command_outcomes import has_failed, telling_line, was_not_run
from harvest_loop.domain.git_calls import commits_printed, makes_commits
from harvest_loop.domain.tool_calls import absolute, command_of, files_written, skill_called

PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Add File: new dir/b.py\n+z\n*** Move to: c.py\n"
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["command", "cmd", "file_path", "path", "input", "patch", "skill", "name", "x"]), ANYTHING
)


@pytest.mark.parametrize(
    ("name", "arguments", "command"),
    [
        ("Bash", {"command": "make test"}, "make test"),
        ("shell", {"command": ["bash", "-lc", "make test"]}, "make test"),
        ("shell", {"command": ["git", "status"]}, "git status"),
        ("exec_command", {"cmd": "make test", "workdir": "/w"}, "make test"),
        ("bash", {"command": "make test", "description": "x"}, "make test"),
        ("functions.shell_command", {"command": "make test"}, "make test"),
        ("mcp__box__run_command", {"command": "make test"}, "make test"),
        ("Read", {"command": "make test"}, None),
        ("Bash", {}, None),
        ("Bash", {"command": None}, None),
        ("Bash", {"command": {"x": 1}}, None),
    ],
)
def test_the_command_of_a_shell_is_found(name: str, arguments: dict[str, Any], command: str | None) -> None:
    """
    Each agent has its own name and shape for the same thing; no other tool runs commands.
    """
    assert command == command_of(name, arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "paths"),
    [
        ("Edit", {"file_path": "/w/a.py", "old_string": "x", "new_string": "y"}, ("/w/a.py",)),
        ("Write", {"file_path": "/w/a.py", "content": PATCH}, ("/w/a.py",)),
        ("MultiEdit", {"file_path": "a.py", "edits": []}, ("a.py",)),
        ("NotebookEdit", {"notebook_path": "n.ipynb"}, ("n.ipynb",)),
        ("edit", {"filePath": "a.ts"}, ("a.ts",)),
        ("apply_patch", {"patch": PATCH}, ("a.py", "new dir/b.py", "c.py")),
        ("apply_patch", {"input": PATCH}, ("a.py", "new dir/b.py", "c.py")),
        ("patch", {"patchText": PATCH}, ("a.py", "new dir/b.py", "c.py")),
        ("shell", {"command": ["apply_patch", PATCH]}, ("a.py", "new dir/b.py", "c.py")),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'E'\n{PATCH}\nE"]}, ("a.py", "new dir/b.py", "c.py")),
        ("Bash", {"command": f"cat <<'E'\n{PATCH}\nE"}, ()),
        ("str_replace_based_edit_tool", {"command": "create", "path": "a"}, ("a",)),
        ("str_replace_based_edit_tool", {"command": "view", "path": "a"}, ()),
        ("Read", {"file_path": "a"}, ()),
        ("Edit", {"file_path": ["a"]}, ()),
    ],
)
def test_the_files_that_a_call_writes_are_found(name: str, arguments: dict[str, Any], paths: tuple[str, ...]) -> None:
    """
    Edits, whole files, notebooks and patches, by the path as the tool was given it.
    """
    assert paths == files_written(name, arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "skill"),
    [
        ("Skill", {"skill": "p:check", "args": "x"}, "p:check"),
        ("Skill", {"command": "p:check"}, "p:check"),
        ("skill", {"name": "check"}, "check"),
        ("Skill", {"skill": "review"}, "review"),
        ("SlashCommand", {"command": "/p:check all of it"}, "p:check"),
        ("SlashCommand", {"command": "/clear"}, None),
        ("Skill", {}, None),
        ("Skill", {"skill": "../../etc"}, None),
        ("Task", {"subagent_type": "check"}, None),
    ],
)
def test_the_skill_that_a_call_names_is_found(name: str, arguments: dict[str, Any], skill: str | None) -> None:
    """
    A sub-agent is no skill, nor is a command of the agent's own.
    """
    assert skill == skill_called(name, arguments)


@pytest.mark.parametrize(
    ("path", "folder", "whole"),
    [
        ("a.py", "/w/field", "/w/field/a.py"),
        ("../b.py", "/w/field", "/w/b.py"),
        ("/x/./a.py", "/w/field", "/x/a.py"),
        ("a.py", None, "a.py"),
        ("C:\\w\\a.py", "/w", "C:\\w\\a.py"),
        ("a.py", "C:\\w", "C:\\w\\a.py"),
        ("~/a.py", "/w", "~/a.py"),
    ],
)
def test_a_path_is_made_absolute_by_the_folder_of_its_turn(path: str, folder: str | None, whole: str) -> None:
    """
    The same file is one file, from whichever folder the agent worked.
    """
    assert whole == absolute(path, folder)


@pytest.mark.parametrize(
    "command",
    [
        "git commit -m x",
        "git add -A && git commit -m \"$(cat <<'EOF'\nfix: it's done\n\nbody\nEOF\n)\"",
        "cd w; GIT_EDITOR=true git -C 'a b' -c user.name=x --no-pager commit -q",
        "if true; then git cherry-pick abc; fi",
        "(git revert --no-edit HEAD)",
        "x=$(git rebase --continue)",
        "sudo /usr/bin/git merge topic",
        "git \\\n  am < p",
    ],
)
def test_a_command_that_runs_git_makes_commits(command: str) -> None:
    """
    Whatever stands before it, and however its options and message are quoted.
    """
    assert makes_commits(command)


@pytest.mark.parametrize(
    "command",
    [
        "git log",
        "git status && make commit",
        "echo 'git commit -m x'",
        'grep -rn "git commit" docs',
        "cat <<'E' > x\ngit commit -m x\nE",
        "# git commit -m x",
        "git log --grep commit",
        "git-commit-hook run",
        "echo git commit",
        "legit commit",
    ],
)
def test_a_command_that_only_names_git_makes_none(command: str) -> None:
    """
    What is echoed, searched for, quoted or written to a file was not run.
    """
    assert not makes_commits(command)


def test_gits_own_lines_name_the_commits() -> None:
    """
    Branch, root commit and detached head; other lines with brackets are none.
    """
    printed = (
        "hook ok\n[main abc1234] Mend it\n 1 file changed\n[main (root-commit) 0123abc] First\n"
        "[detached HEAD fedcba9] Off\n x [main bad1234] quoted\n[info deadbee]\n[a b] c\n"
    )

    assert ("abc1234", "0123abc", "fedcba9") == commits_printed(printed)


@pytest.mark.parametrize(
    ("failed", "said", "bad"),
    [
        (True, "", True),
        (False, "Exit code 1", False),
        (None, "Exit code 2\nboom", True),
        (None, "Chunk ID: a\nProcess exited with code 1\nOutput:\n", True),
        (None, '{"output":"x","metadata":{"exit_code":3}}', True),
        (None, '{"output":"x","metadata":{"exit_code":0}}', False),
        (None, "all good", False),
        (None, "see exit code 1 in the docs", False),
    ],
)
def test_the_record_says_how_a_command_ended_else_its_exit_code(failed: bool | None, said: str, bad: bool) -> None:
    """
    A word about exit codes somewhere in the output is none.
    """
    assert bad == has_failed(failed, said)


@pytest.mark.parametrize(
    "said",
    ["The user doesn't want to proceed with this tool use. The tool use was rejected", "Permission to use Bash denied"],
)
def test_a_call_that_was_refused_was_not_run(said: str) -> None:
    """
    A no of the person is no failure of the command.
    """
    assert was_not_run(said)
    assert not was_not_run("Exit code 1\n" + said)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Exit code 1\nrunning\nKeyError: 'x'\nmore", "KeyError: 'x'"),
        ("Error\nls: no such file", "ls: no such file"),
        ('Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad', "ValueError: bad"),
        ("\x1b[31mFound\x1b[0m 1 error.", "Found 1 error."),
        ("50%\r100%\rerror: could not apply", "error: could not apply"),
        ("----\nonly words", "only words"),
        ("Exit code 1", ""),
        ("", ""),
    ],
)
def test_the_telling_line_says_what_went_wrong(said: str, line: str) -> None:
    """
    Rules, progress, colours and the frame of a traceback tell nothing.
    """
    assert line == telling_line(said, str)


def test_a_telling_line_is_redacted_with_its_neighbours() -> None:
    """
    A secret may begin on the line before: the door must see both.
    """
    seen: list[str] = []

    def look(text: str) -> str:
        seen.append(text)
        return text

    telling_line("one\ntwo failed\nthree", look)

    assert ["one\ntwo failed\nthree"] == seen


@given(st.text(max_size=20), ARGUMENTS)
def test_any_call_has_an_answer(name: str, arguments: dict[str, Any]) -> None:
    """
    A server can call its tool and name its arguments as it likes.
    """
    for tool in (name, "Bash", "apply_patch", "Skill", "Edit"):
        command = command_of(tool, arguments)
        paths = files_written(tool, arguments)

        assert command is None or command.strip()
        assert all(absolute(path, folder) for path in paths for folder in (None, "/w", "C:\\w"))
        assert skill_called(tool, arguments) != ""


@given(st.text(alphabet="git comm&|;'\"`$()\\\n<-E#", max_size=200))
def test_any_command_line_can_be_judged(command: str) -> None:
    """
    Open quotes and here-documents are no error.
    """
    assert makes_commits(command) in (True, False)
    assert telling_line(command, str).count("\n") == 0
