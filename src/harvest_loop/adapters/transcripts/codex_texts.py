"""What texts and outputs in Codex's rollouts are: the person's words, a skill they named, a command's outcome."""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from harvest_loop.adapters.transcripts.own_words import Wrappers

_WRAPPERS = Wrappers(
    (
        "apps_instructions",
        "collaboration_mode",
        "environment_context",
        "environments_instructions",
        "hook_prompt",
        "INSTRUCTIONS",
        "model_switch",
        "personality_spec",
        "plugins_instructions",
        "realtime_conversation",
        "skill",
        "skills_instructions",
        "startup_context",
        "subagent_notification",
        "system-reminder",
        "system_instruction",
        "turn_aborted",
        "user_action",
        "user_instructions",
        "user_shell_command",
    )
)
_PROJECT_RULES = re.compile(r"# AGENTS\.md instructions\b")
_EDITOR = ("# Context from my IDE setup:", "# Files mentioned by the user:")
_REQUEST = "## My request for Codex:"
_SKILL = re.compile(r"\s*<skill>\s*<name>([^<>]{1,200})</name>")
_FOLDER = re.compile(r"<cwd>([^<>]{1,4096})</cwd>|Current working directory: (.{1,4096})")
_EXIT = re.compile(r"^(?:Exit code: |Process exited with code )(-?\d{1,10})\s*$", re.MULTILINE)
_REFUSED = (
    "aborted by user",
    "apply_patch verification failed",
    "command timed out",
    "exec command rejected by user",
    "exec_command failed",
    "execution error",
    "failed in sandbox",
    "failed to parse function arguments",
    "patch rejected by user",
    "unsupported call",
    "write_stdin failed",
)
# How Codex begins what it puts before a command's output, and how long that can be, in characters.
_HEADS = ("Exit code: ", "Process exited with code ", "Chunk ID: ", "Wall time: ", "Command: ")
_HEADER = 600


def words_in(text: str) -> str:
    """Return what of the text a person typed; empty where it is the agent's, the project's rules or a notice."""
    if _PROJECT_RULES.match(text.lstrip()):
        return ""
    words = _WRAPPERS.strip_from(text)
    if words.startswith(_EDITOR):
        return words.rpartition(_REQUEST)[2].strip() if _REQUEST in words else ""
    return words


def skill_in(text: str) -> str | None:
    """Return the skill whose text stands here because the person named it; None for any other text."""
    found = _SKILL.match(text)
    return found[1].strip() if found else None


def folder_in(text: str) -> str | None:
    """Return the folder that an older rollout names in a message, its first line having none."""
    if not text.lstrip().startswith("<environment_context>"):
        return None
    found = _FOLDER.search(text)
    return (found[1] or found[2]).strip() if found else None


def outcome_of(output: Any) -> tuple[str, bool | None]:
    """Return what a tool gave back as text, and whether it failed; None where neither code nor mark says so."""
    if isinstance(output, str) and output.startswith("{"):
        output = _opened(output)
    if isinstance(output, Mapping):
        return _outcome_of_object(output)
    if isinstance(output, list):
        output = "\n".join(texts_of(output))
    return (output, _failed_by_text(output)) if isinstance(output, str) else ("", None)


def failed_by_code(code: Any) -> bool | None:
    """Say whether an exit code is a failure's; None for what is no code."""
    return code != 0 if isinstance(code, int) and not isinstance(code, bool) else None


def texts_of(content: Any) -> list[str]:
    """Return the texts of a message's parts."""
    if isinstance(content, str):
        return [content] if content else []
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return [text for text in texts if isinstance(text, str) and text]


def _opened(output: str) -> Any:
    """Older versions put the output and its code into a JSON text; a command may print JSON as well."""
    try:
        found = orjson.loads(output)
    except orjson.JSONDecodeError:
        return output
    return found if isinstance(found, dict) and isinstance(found.get("output"), str) else output


def _outcome_of_object(output: Mapping[str, Any]) -> tuple[str, bool | None]:
    if "output" in output:
        metadata = output.get("metadata")
        code = metadata.get("exit_code") if isinstance(metadata, Mapping) else None
        return _text(output.get("output")), failed_by_code(code)
    text = "\n".join(texts_of(output.get("content")))
    success = output.get("success")
    return text, not success if isinstance(success, bool) else _failed_by_text(text)


def _failed_by_text(text: str) -> bool | None:
    if text.startswith(_REFUSED):
        return True
    code = _EXIT.search(text[:_HEADER].partition("\nOutput:")[0]) if text.startswith(_HEADS) else None
    return int(code[1]) != 0 if code else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
