"""Name the records of Codex's rollouts: which say something, which nothing, which are unknown (SPEC 3.3)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

# Of each kind of line: the kinds of payload that say something of what SPEC 3.3 asks for.
SPEAKING_ITEMS = frozenset(
    {
        "message",
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "local_shell_call",
        "web_search_call",
    }
)
SPEAKING_EVENTS = frozenset({"user_message", "agent_message", "turn_aborted", "exec_command_end", "patch_apply_end"})
_SILENT_LINES = frozenset(
    {
        "compacted",
        "id_allocation",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
        "realtime_item",
        "security_risk_score",
        "state",
        "token_usage_record",
        "world_state",
    }
)
_SILENT_ITEMS = frozenset(
    {
        "additional_tools",
        "agent_message",
        "compaction",
        "compaction_summary",
        "compaction_trigger",
        "configuration_update",
        "context_compaction",
        "ghost_snapshot",
        "image_generation_call",
        "other",
        "reasoning",
        "tool_search_call",
        "tool_search_output",
    }
)
_SILENT_EVENTS = frozenset(
    {
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "collab_agent_interaction_begin",
        "collab_agent_interaction_end",
        "collab_agent_spawn_begin",
        "collab_agent_spawn_end",
        "collab_close_begin",
        "collab_close_end",
        "collab_resume_begin",
        "collab_resume_end",
        "collab_waiting_begin",
        "collab_waiting_end",
        "context_compacted",
        "deprecation_notice",
        "dynamic_tool_call_request",
        "dynamic_tool_call_response",
        "entered_review_mode",
        "error",
        "exec_command_begin",
        "exited_review_mode",
        "guardian_assessment",
        "hook_completed",
        "hook_started",
        "image_generation_end",
        "item_completed",
        "item_started",
        "mcp_tool_call_begin",
        "mcp_tool_call_end",
        "model_reroute",
        "patch_apply_begin",
        "plan_update",
        "shutdown_complete",
        "stream_error",
        "sub_agent_activity",
        "task_complete",
        "task_started",
        "thread_goal_updated",
        "thread_name_updated",
        "thread_rolled_back",
        "thread_settings_applied",
        "token_count",
        "turn_complete",
        "turn_diff",
        "turn_started",
        "undo_completed",
        "view_image_tool_call",
        "warning",
        "web_search_begin",
        "web_search_end",
    }
)


class Line(NamedTuple):
    """One record: the kind of line, the kind of its payload, the payload, its time; `complaint`: why it is unknown."""

    kind: str
    part: str
    payload: Mapping[str, Any]
    time: Any
    complaint: str = ""

    @property
    def speaks(self) -> bool:
        """Say whether the line is a turn of the session, not something about it."""
        return self.part in (SPEAKING_EVENTS if self.kind == "event_msg" else SPEAKING_ITEMS)


def name_line(record: Any) -> Line:
    """Return the record as one of the present shape, whichever shape it has."""
    if not isinstance(record, dict):
        return _unknown("no object")
    kind, payload, time = record.get("type"), record.get("payload"), record.get("timestamp")
    if not isinstance(kind, str):
        kind = ""
    if isinstance(payload, dict):
        return _named(kind, payload, time)
    if kind in SPEAKING_ITEMS or kind in _SILENT_ITEMS:
        return _named("response_item", record, time)
    if "record_type" in record:
        return _named(_text(record["record_type"]), record, time)
    if not kind and isinstance(record.get("id"), str) and isinstance(time, str):
        return _named("session_meta", record, time)
    return _unknown(kind or "no type")


def _named(kind: str, payload: Mapping[str, Any], time: Any) -> Line:
    if kind in ("response_item", "request_item"):
        part = _part_of(payload)
        known = part in SPEAKING_ITEMS or part in _SILENT_ITEMS
        return Line("response_item", part, payload, time) if known else _unknown(f"item {part}")
    if kind == "event_msg":
        part = _part_of(payload)
        known = part in SPEAKING_EVENTS or part in _SILENT_EVENTS
        return Line("event_msg", part, payload, time) if known else _unknown(f"event {part}")
    if kind in ("session_meta", "session_start"):
        return Line("session_meta", "", payload, time)
    if kind == "turn_context" or kind in _SILENT_LINES:
        return Line(kind, "", payload, time)
    return _unknown(kind or "no type")


def _part_of(payload: Mapping[str, Any]) -> str:
    return _text(payload.get("type")) or ("message" if "role" in payload else "without type")


def _unknown(name: str) -> Line:
    return Line("", "", {}, None, name)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
