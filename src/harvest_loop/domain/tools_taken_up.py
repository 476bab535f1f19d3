"""Find the tools that a window's work took into use: by a configuration file, by CI, by the message (SPEC 4.7)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from harvest_loop.domain.practice import DAY, Practice, speaks
from harvest_loop.domain.tools import Tool, tool_of_file, tools_in_prose
from harvest_loop.domain.works import Work

_ADOPTS = (
    r"\b(?:add|use|using|adopt|introduc\w+|switch\w*|migrat\w+|mov\w+|set ?up|enabl\w+|integrat\w+|try|run|with|via|"
    r"support|configure|replace .+)\b.{0,40}"
)


def find_tools_taken_up(works: Sequence[Work], before: Iterable[str] = ()) -> tuple[Practice, ...]:
    """Return one practice for each tool whose first sight in the window is its adoption.

    `before` are the paths that were there already: a tool that one of them configures was in use.
    """
    seen = {tool for path in before if (tool := tool_of_file(path)) is not None}
    taken_up: dict[Tool, list[Work]] = defaultdict(list)
    for work in works:
        configured = {tool for tool in (tool_of_file(change.path) for change in work.changes) if tool}
        for tool in dict.fromkeys((*work.tools, *sorted(configured, key=lambda tool: tool.name))):
            if tool in taken_up:
                taken_up[tool] += [work] if speaks(work) and tool in work.tools and work.touches else []
            elif tool not in seen and _adopts(work, tool):
                taken_up[tool].append(work)
            seen.add(tool)
    return tuple(_tool_practice(tool, found) for tool, found in sorted(taken_up.items(), key=lambda item: item[0].name))


def _tool_practice(tool: Tool, found: Sequence[Work]) -> Practice:
    # The name of a host of agents turns up in all later work, so that only its first weeks are its adoption.
    span = 30 * DAY if tool.kind == "agent host" else None
    works = [work for work in found if span is None or work.at - found[0].at <= span]
    touches = [touch for work in works for touch in work.touches if touch.artefact.key not in work.bulk]
    own = [touch for touch in touches if tool_of_file(touch.change.path) == tool] or touches
    return Practice(
        key=f"tool:{tool.name.lower()}",
        ground="tool",
        role=own[0].artefact.role,
        label=tool.name,
        works=tuple(works),
        touches=tuple(own),
        lead=works[0],
        tool=tool,
    )


def _adopts(work: Work, tool: Tool) -> bool:
    """Whether a work names the tool and brings its configuration, or says that it is used from now on."""
    if not speaks(work) or work.root or not any(touch.artefact.key not in work.bulk for touch in work.touches):
        return False
    said = work.wording.said
    own = [touch for touch in work.touches if tool_of_file(touch.change.path) == tool]
    if tool.kind == "gate" or any(touch.grows for touch in own):
        # "pre-commit" and the like are stages as well as programs: only their own file tells which is meant.
        return bool(own) and tool in tools_in_prose(said)
    return bool(re.search(rf"{_ADOPTS}(?<![\w/-])(?:{tool.words})(?![\w/-])", said, re.IGNORECASE))
