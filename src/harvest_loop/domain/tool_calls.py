"""What a tool call did, whichever agent made it: its command, the files it wrote, the skill it called (SPEC 3.3)."""

import re
from collections.abc import Iterable, Mapping
from posixpath import normpath
from typing import Any, Literal

from harvest_loop.domain.host_commands import may_be_a_skill
from harvest_loop.domain.remembered import remembering
from harvest_loop.domain.vocabulary import listed

ToolKind = Literal["shell", "writer", "skill", "slashcommand", "other"]

_SHELLS = listed(
    """
    bash shell shell_command local_shell local_shell_call exec exec_command container.exec unified_exec sh zsh
    powershell run_command run_shell_command execute_command run_terminal_cmd run_terminal_command run_in_terminal
    terminal
    """
)
_WRITERS = listed(
    """
    edit write multiedit notebookedit create patch apply_patch applypatch edit_file write_file create_file replace
    replace_in_file write_to_file insert_edit_into_file str_replace_editor str_replace_based_edit_tool str_replace
    """
)
_READS_ONLY = ("view", "read", "undo_edit")  # sub-commands of the two text editor tools
_SKILL_TOOLS: Mapping[str, ToolKind] = {"skill": "skill", "slashcommand": "slashcommand"}
_PATHS = ("file_path", "filePath", "notebook_path", "path", "target_file", "filename", "file")
_COMMANDS = ("command", "cmd", "script")
_PATCHES = ("patch", "patchText", "input", "patch_text")
_PATCHED = re.compile(r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.{1,4096})$", re.MULTILINE)
_PATCH_BEGINS = "*** Begin Patch"
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_SKILL = re.compile(r"/?([\w][\w.:-]{0,99})(?=\s|\Z)")
_LONGEST_PATCH = 2_000_000
_MOST_FILES = 500


def command_of(name: str, arguments: Mapping[str, Any]) -> str | None:
    """Return the command line that a call hands to a shell; None: the tool is no shell, or there is no command."""
    return _command(arguments) or None if kind_of(name) == "shell" else None


def files_written(name: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paths that a call writes, moves or deletes, as the tool was given them, each once and in order."""
    kind = kind_of(name)
    if kind == "shell":
        command = _command(arguments)
        return _patched(command) if _PATCH_BEGINS in command and "apply_patch" in command else ()
    if kind != "writer" or arguments.get("command") in _READS_ONLY:
        return ()
    patches = [text for key in _PATCHES if isinstance(text := arguments.get(key), str)]
    named = [path for key in _PATHS if isinstance(path := arguments.get(key), str) and path]
    return tuple(dict.fromkeys([*named[:1], *(path for text in patches for path in _patched(text))]))[:_MOST_FILES]


def skill_called(name: str, arguments: Mapping[str, Any]) -> str | None:
    """Return the skill that the model called, without slash; None: the call is of another kind.

    The tool for slash commands also calls the agent's own, which are no skills.
    """
    kind = kind_of(name)
    if kind not in _SKILL_TOOLS:
        return None
    words = (value for key in ("skill", "name", "command") if isinstance(value := arguments.get(key), str))
    found = _SKILL.match(next(words, "").strip())
    return found[1] if found and (kind == "skill" or may_be_a_skill(found[1])) else None


@remembering
def absolute(path: str, folder: str | None) -> str:
    """Return the path made absolute by the folder in which the turn worked; without one it stays as given."""
    if _DRIVE.match(path) or (folder is not None and _DRIVE.match(folder)):
        return path if folder is None or _DRIVE.match(path) else f"{folder.rstrip(chr(92))}{chr(92)}{path}"
    if path.startswith(("/", "~")):
        return normpath(path)
    return path if not folder else normpath(f"{folder}/{path}")


@remembering
def kind_of(name: str) -> ToolKind:
    """Return what kind of tool it is, by its own name: without the server or name space before it."""
    tool = name.rsplit("__", 1)[-1].removeprefix("functions.").lower()
    if tool in _SHELLS:
        return "shell"
    if tool in _WRITERS:
        return "writer"
    return _SKILL_TOOLS.get(tool, "other")


def _command(arguments: Mapping[str, Any]) -> str:
    for key in _COMMANDS:
        value = arguments.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, list | tuple):
            command = _of_words([word for word in value if isinstance(word, str)])
            if command.strip():
                return command
    return ""


def _of_words(words: list[str]) -> str:
    """An argument list as one line; what a shell is given to run is the command itself."""
    if len(words) >= 3 and words[1] in ("-c", "-lc", "-ic", "-Command", "/c"):
        return words[2]
    return " ".join(words)


def _patched(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_strip(_PATCHED.findall(text[:_LONGEST_PATCH]))))[:_MOST_FILES]


def _strip(paths: Iterable[str]) -> Iterable[str]:
    return (path.strip() for path in paths if path.strip())
