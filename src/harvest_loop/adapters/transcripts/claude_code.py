"""Read Claude Code's transcripts: one JSON record a line, every kind since 1.0 (SPEC 3.3)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harvest_loop.adapters.transcripts.claude_turns import PersonsSide
from harvest_loop.adapters.transcripts.lines import Part, read_records
from harvest_loop.adapters.transcripts.record_ids import CallsMet, RecordIds, call_key
from harvest_loop.adapters.transcripts.standing import Standing
from harvest_loop.adapters.transcripts.tally import Tally
from harvest_loop.adapters.transcripts.times import seconds_of
from harvest_loop.schemas.transcript_events import AgentText, Event, Place, Prompt, ToolCall, ToolResult

SPEAKING = frozenset({"user", "assistant", "attachment", "system"})
# Known kinds that say nothing of what SPEC 3.3 asks for.
SILENT = frozenset(
    {
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "attribution-snapshot",
        "content-replacement",
        "custom-title",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "speculation-accept",
        "summary",
        "tag",
        "worktree-state",
    }
)
KINDS = SPEAKING | SILENT
_WITH_CALLS = frozenset({"user", "assistant"})
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_SILENT_BLOCKS = frozenset({"thinking", "redacted_thinking", "image", "document", "fallback"})
_USER_BLOCKS = frozenset({"text", "tool_result", "image", "document", "search_result"})
# A record with one of these is the agent's, a tool's or a hook's, although it stands on the person's side.
_NOT_THE_PERSONS = (
    "isMeta",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "planContent",
    "sourceToolUseID",
    "toolUseResult",
)
_NOT_A_MODEL = "<synthetic>"


class ClaudeCodeReader:
    """Turns files of sessions, in the order given, into events; records met before are counted, not repeated."""

    def __init__(self) -> None:
        self._records = RecordIds()
        self._calls = CallsMet()

    def read(self, path: Path, tally: Tally, part: Part | None = None) -> Iterator[Event]:
        """Return the events of a file or of a part of it, as it is read; what is no event is counted in the tally."""
        name, session = str(path), _Session(tally)
        is_new, repeats = self._records.add, self._calls.repeats
        for number, record in read_records(path, tally, part=part):
            complaint = _complaint(record)
            if complaint:
                tally.skip("unknown kind", number, complaint)
                continue
            identity, kind = record.get("uuid"), record["type"]
            if isinstance(identity, str) and not is_new(identity):
                tally.copies += 1
            elif kind in SILENT:
                tally.lines_used += 1
            elif kind in _WITH_CALLS and (calls := _calls_in(record)) and repeats(calls):
                tally.copies += 1
            else:
                tally.lines_used += 1
                yield from session.take(record, kind, Place(name, number))
        yield from session.end()
        self._calls.end_file()


class _Session:
    """What one file's records build on: where each chain stands, and the person's side."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._main, self._sides = Standing(), Standing(sidechain=True)
        self._person = PersonsSide()

    def take(self, record: Mapping[str, Any], kind: str, place: Place) -> list[Event]:
        """Return what the record says."""
        at = seconds_of(record.get("timestamp"))
        side = record.get("isSidechain") is True
        if kind == "assistant":
            return self._take_assistant(record, place, at, side)
        if kind == "user":
            return self._take_user(record, place, at, side)
        if side:
            return []
        return self._take_system(record, place, at) if kind == "system" else self._take_attachment(record, place, at)

    def end(self) -> list[Event]:
        """Return what still waited when the file ended."""
        return self._person.settle()

    def _take_assistant(self, record: Mapping[str, Any], place: Place, at: float | None, side: bool) -> list[Event]:  # noqa: FBT001  # of the commonest calls; a name costs
        message = record["message"]
        model = message.get("model")
        made_up = model == _NOT_A_MODEL or record.get("isApiErrorMessage") is True
        events: list[Event] = [] if side else self._person.go_on()
        standing = self._sides if side else self._main
        events += standing.move(
            place, at, record.get("cwd"), record.get("gitBranch"), None if made_up else model, record.get("sessionId")
        )
        content = message["content"]
        for block in _as_text(content) if isinstance(content, str) else content:
            kind = block.get("type")
            if kind == "text":
                if (text := _text(block.get("text"))) and not made_up:
                    events.append(AgentText(place, at, text, side))
            elif (kind := _text(kind)) in _CALLS:
                events.append(self._call(block, place, at, side=side))
            elif kind not in _SILENT_BLOCKS and not kind.endswith("_tool_result"):
                self._tally.pass_over(f"assistant block {kind or 'without type'}")
        return events

    def _call(self, block: Mapping[str, Any], place: Place, at: float | None, *, side: bool) -> ToolCall:
        given = block.get("input")
        arguments = given if isinstance(given, dict) else {} if given is None else {"input": given}
        name = _text(block.get("name"))
        if not side and name in ("Skill", "SlashCommand"):
            self._person.launch(_text(arguments.get("skill") or arguments.get("command")))
        return ToolCall(place, at, _text(block.get("id")), name, arguments, side)

    def _take_user(self, record: Mapping[str, Any], place: Place, at: float | None, side: bool) -> list[Event]:  # noqa: FBT001  # as above
        standing = self._sides if side else self._main
        events = standing.move(place, at, record.get("cwd"), record.get("gitBranch"), None, record.get("sessionId"))
        content = record["message"]["content"]
        if isinstance(content, str):
            return events if side or not content else events + self._hear(record, [content], place, at, pictured=False)
        results: list[Event] = []
        texts, pictured, failed = [], False, False
        for block in content:
            kind = block.get("type")
            if kind == "tool_result":
                results.append(result := _result(block, place, at, side=side))
                failed = failed or bool(result.failed)
            elif kind == "text":
                texts += [text] if (text := _text(block.get("text"))) else []
            elif (kind := _text(kind)) not in _USER_BLOCKS:
                self._tally.pass_over(f"user block {kind or 'without type'}")
            pictured = pictured or kind == "image"
        if side:
            return events + results
        if results:
            events = self._person.settle() + events + results
        if failed:
            self._person.forget_launched()
        return events + self._hear(record, texts, place, at, pictured=pictured) if texts or pictured else events

    def _hear(
        self, record: Mapping[str, Any], texts: list[str], place: Place, at: float | None, *, pictured: bool
    ) -> list[Event]:
        """Return what the texts of a user's record are; a picture without a word is a prompt, too."""
        own = _is_the_persons(record)
        said = self._person.hear(texts, place, at, own=own, expanded=not own)
        return [Prompt(place, at, "")] if own and pictured and not said else said

    def _take_system(self, record: Mapping[str, Any], place: Place, at: float | None) -> list[Event]:
        content = record.get("content")
        if record.get("subtype") != "local_command" or not isinstance(content, str):
            return []
        said = self._person.hear([content], place, at, own=True, expanded=False)
        return [event for event in said if not isinstance(event, Prompt)]

    def _take_attachment(self, record: Mapping[str, Any], place: Place, at: float | None) -> list[Event]:
        """Return what the person typed while the agent worked: it is attached to the turn, not a turn of its own."""
        attached = record["attachment"]
        if attached.get("type") != "queued_command" or attached.get("commandMode") not in (None, "prompt"):
            return []
        own = _is_the_persons(record) and _is_the_persons(attached)
        return self._person.hear(_texts(_blocks(attached.get("prompt"))), place, at, own=own, expanded=False)


def _complaint(record: Any) -> str:
    """Return what makes the record none of a known kind; empty where nothing does."""
    if not isinstance(record, dict):
        return "no object"
    kind = record.get("type")
    if kind in ("assistant", "user"):
        message = record.get("message")
        if not isinstance(message, dict):
            return f"{kind} without message"
        return "" if _is_content(message.get("content")) else f"{kind} without content"
    if not isinstance(kind, str):
        return "no type"
    if kind in SILENT or kind == "system":
        return ""
    if kind == "attachment":
        return "" if isinstance(record.get("attachment"), dict) else "attachment without content"
    return kind or "no type"


def _is_content(content: Any) -> bool:
    if not isinstance(content, list):
        return isinstance(content, str)
    for block in content:  # noqa: SIM110  # a generator would double the time of the commonest check
        if not isinstance(block, dict):
            return False
    return True


def _is_the_persons(record: Mapping[str, Any]) -> bool:
    for mark in _NOT_THE_PERSONS:
        if record.get(mark):
            return False
    origin = record.get("origin")
    return origin is None or (isinstance(origin, dict) and origin.get("kind") in (None, "human"))


def _calls_in(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    content = record["message"]["content"]
    calls: list[tuple[str, str]] = []
    if isinstance(content, str):
        return calls
    for block in content:
        kind = block.get("type")
        if kind == "text":
            continue
        kind = _text(kind)
        identity = block.get("tool_use_id") if kind == "tool_result" else block.get("id") if kind in _CALLS else None
        if identity and isinstance(identity, str):
            calls.append((kind, call_key(identity, record.get("timestamp"))))
    return calls


def _result(block: Mapping[str, Any], place: Place, at: float | None, *, side: bool) -> ToolResult:
    error = block.get("is_error")
    failed = error if isinstance(error, bool) else False if error is None else None
    given = block.get("content")
    text = given if isinstance(given, str) else "\n".join(_texts(_blocks(given)))
    return ToolResult(place, at, _text(block.get("tool_use_id")), failed, text, side)


def _as_text(content: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}]


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return _as_text(content)
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _texts(blocks: list[dict[str, Any]]) -> list[str]:
    return [text for block in blocks if block.get("type") == "text" and (text := _text(block.get("text")))]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
