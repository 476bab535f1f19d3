"""Say which shapes of transcripts were tried on real files and which only on ones made for the tests (SPEC 3.3)."""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from harvest_loop.schemas.transcript import Agent


class Tried(NamedTuple):
    """A shape, and what it was tried on; `made`: only on files written after the agent's published types or by hand."""

    agent: "Agent"
    shape: str
    on: Literal["real", "made"]


TRIED = (
    Tried("claude-code", "turns, tools, thinking, summaries, snapshots, API errors, 1.0.98 to 2.0.28", "real"),
    Tried("claude-code", "slash commands with their text and output, interrupts, meta lines", "real"),
    Tried("claude-code", "sidechains inside of the parent's file, agent-*.jsonl beside it", "real"),
    Tried("claude-code", "{session}/subagents folders", "made"),
    Tried("claude-code", "prompts typed while the agent works (attachments), queue operations, progress", "made"),
    Tried("claude-code", "compaction, resumed sessions, refused commands, versions from 2.1 on", "made"),
    Tried("codex", "present shape: messages, function calls, ends of commands, turn contexts (small files)", "real"),
    Tried("codex", "request_item lines", "real"),
    Tried("codex", "older shape of bare items", "made"),
    Tried("codex", "custom tools, local shell, patches, aborted turns, compaction, skills, sub-agents, forks", "made"),
    Tried("opencode", "exports, pretty-printed, on one line, cut", "made"),
    Tried("opencode", "storage folders, present and older layout", "made"),
    Tried("opencode", "database, at rest and in use", "made"),
    Tried("plain", "all kinds of lines", "made"),
)


def untried() -> tuple[str, ...]:
    """Return one line an agent, naming its shapes that no real file was at hand for."""
    agents = dict.fromkeys(tried.agent for tried in TRIED if tried.on == "made" and tried.agent != "plain")
    shapes = {agent: [tried.shape for tried in TRIED if (tried.agent, tried.on) == (agent, "made")] for agent in agents}
    return tuple(f"{agent}: {'; '.join(shapes[agent])}" for agent in agents)
