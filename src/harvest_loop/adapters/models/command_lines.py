"""The `claude` and `codex` programs as judges: one question, no tools, no session, nothing of the user's settings."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from harvest_loop.adapters.models.calls import Answered, Call, unusable_twice
from harvest_loop.adapters.models.kept_program import Printed, run_program
from harvest_loop.adapters.redaction import redact
from harvest_loop.errors import JudgeUnavailable, JudgeUnusable
from harvest_loop.schemas.judging import Usage

A = TypeVar("A")

_NOT_FOUND = 127
_PASSING = ("rate limit", "overloaded", "timed out", "time-out", "connection", "429", "500", "502", "503", "529")
_OFF = (  # what the program would offer its model
    *("shell_tool", "unified_exec", "apps", "plugins", "hooks", "browser_use", "computer_use", "view_image"),
    *("code_mode", "code_mode_host", "tool_suggest", "multi_agent", "skill_search", "goals"),
)


class _Said(NamedTuple):
    """A program's answer, and the numbers that it told; None is unknown."""

    text: str
    tokens_in: int | None
    tokens_out: int | None


class _Program(NamedTuple):
    """How one program is started, which variables it may see, and how its output is read."""

    command: Callable[[Call[Any]], list[str]]
    told: Callable[[Call[Any], str], str]
    variables: tuple[str, ...]
    read: Callable[[Printed], _Said]


def answer(call: Call[A]) -> Answered[A]:
    """Return what the program answers; an answer that can't be used is asked for once more, in a new process.

    Raises: JudgeUnavailable, JudgeUnusable.
    """
    program = _PROGRAMS[call.judge.back_end]
    said_in, said_out, words, why = 0, 0, call.prompt.user, ""
    known = True
    for attempt in (1, 2):
        said = _ask(program, call, words)
        known = known and said.tokens_in is not None and said.tokens_out is not None
        said_in, said_out = said_in + (said.tokens_in or 0), said_out + (said.tokens_out or 0)
        try:
            found = call.read(said.text)
        except ValueError as error:
            why = str(error)
            if attempt == 1:
                words = f"{call.prompt.user}\n{call.again(why)}\n"
            continue
        told = {"tokens_in": said_in, "tokens_out": said_out} if known else {}
        return Answered(found, Usage(requests=attempt, **told))
    raise unusable_twice(why)


def _ask(program: _Program, call: Call[A], words: str) -> _Said:
    command = program.command(call)
    printed = run_program(
        command, program.told(call, words), seconds=call.seconds, variables=program.variables, at_most={}
    )
    if printed.status == _NOT_FOUND:
        raise JudgeUnavailable(f"{command[0]} was not found", remedy=f"install {command[0]} and put it on the PATH")
    if printed.status != 0:
        raise _failed(command[0], printed.status, printed.stderr or printed.stdout)
    return program.read(printed)


def _failed(name: str, status: int, words: str) -> JudgeUnavailable | JudgeUnusable:
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    last = redact(lines[-1][:200]) if lines else "no message"
    kind = JudgeUnavailable if any(word in words.lower() for word in _PASSING) else JudgeUnusable
    return kind(f"{name} ended with {status}: {last}")


def _claude_command(call: Call[Any]) -> list[str]:
    return [
        *("claude", "--print", "--output-format", "json", "--tools", "", "--strict-mcp-config"),
        *("--setting-sources", "", "--disable-slash-commands", "--no-session-persistence"),
        *(("--model", call.judge.model) if call.judge.model else ()),
        *("--system-prompt", call.prompt.system),
    ]


def _claude_said(printed: Printed) -> _Said:
    try:
        told = json.loads(printed.stdout)
    except ValueError as error:
        raise JudgeUnusable("claude printed no JSON") from error
    if not isinstance(told, dict) or told.get("is_error") or not isinstance(told.get("result"), str):
        words = str(told.get("result") or told.get("subtype")) if isinstance(told, dict) else "another thing"
        raise _failed("claude", 0, words)
    usage = told.get("usage")
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return _Said(told["result"], _sum(usage, *names), _sum(usage, "output_tokens"))


def _codex_command(call: Call[Any]) -> list[str]:
    return [
        *("codex", "exec", "--json", "--ephemeral", "--ignore-user-config", "--ignore-rules", "--skip-git-repo-check"),
        *("--sandbox", "read-only", "--color", "never", "-c", 'web_search="disabled"'),
        *(part for name in _OFF for part in ("-c", f"features.{name}=false")),
        *(("--model", call.judge.model) if call.judge.model else ()),
        "-",
    ]


def _codex_said(printed: Printed) -> _Said:
    texts: list[str] = []
    usage: object = None
    for event in _events(printed.stdout):
        item = event.get("item")
        if event.get("type") == "item.completed" and isinstance(item, dict) and item.get("type") == "agent_message":
            texts.append(str(item.get("text", "")))
        elif event.get("type") == "turn.completed":
            usage = event.get("usage")
        elif event.get("type") in ("error", "turn.failed"):
            raise _failed("codex", 0, json.dumps(event.get("error") or event.get("message")))
    return _Said(texts[-1] if texts else "", _sum(usage, "input_tokens"), _sum(usage, "output_tokens"))


def _events(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue  # what is no event answers nothing
        if isinstance(event, dict):
            yield event


def _sum(usage: object, *names: str) -> int | None:
    """The numbers together; None when the first of them is not told."""
    if not isinstance(usage, Mapping) or not isinstance(usage.get(names[0]), int):
        return None
    return sum(value for name in names if isinstance(value := usage.get(name), int))


_PROGRAMS: Mapping[str, _Program] = {
    "claude": _Program(
        command=_claude_command,
        told=lambda _, words: words,
        variables=("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR"),
        read=_claude_said,
    ),
    "codex": _Program(
        command=_codex_command,
        told=lambda call, words: f"{call.prompt.system}\n{words}",
        variables=("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME"),
        read=_codex_said,
    ),
}
