"""One fixed repair per kind of Critic finding: the whole of the offline re-synthesis (SPEC 4.11)."""

import re
from collections.abc import Sequence

from harvest_loop.domain.drafts import DONE_WHEN
from harvest_loop.domain.edits import append_block, split_block, unified_diff
from harvest_loop.domain.naming import is_specific, without_particulars
from harvest_loop.domain.skill_text import written_lines
from harvest_loop.schemas.judgement import Change, CriticFinding, DoneWhenTest, Proposal

_STEP = re.compile(r"(?P<number>\d+)(?P<rest>\. .*)")
_OF_STEPS = re.compile(r"- Steps? (?P<numbers>\d+(?:, \d+)*(?: and \d+)?)(?P<rest>: .*)")
_HEADING = re.compile(r"#{1,6} (?P<title>.*)")
_WHEN = re.compile(r"(?i)\s*use when .*$")


def repair(proposal: Proposal, findings: Sequence[CriticFinding]) -> Proposal | None:
    """Return the proposal with each failure repaired, or None where that leaves nothing new to judge.

    Done When: rebuilt from the tests that were evaluated both ways. Claim or failure mode with a line: that line is
    taken out. Scope: triggers without words that any task holds, a description without one commit's particulars.
    Conditions are left alone, and what has no repair (a prediction without a check, say) withdraws the proposal.
    """
    failures = [finding for finding in findings if finding.fails]
    tests = tuple(test for test in proposal.done_when if test.true_now and test.false_before)
    if proposal.change.mends:
        return None  # its text is what the evidence says, so that nothing of it can be left out
    if not tests or any(finding.line is None and finding.axis in ("claim", "failure modes") for finding in failures):
        return None
    before, lines = _written(proposal.change)
    gone = _lines_at(proposal.change, failures)
    lines = _renumbered([line for line in lines if line not in gone], lines)
    if any(finding.axis == "done when" for finding in failures):
        lines = _with_done_when(lines, tests)
    triggers = proposal.triggers
    if any(finding.axis == "scope" for finding in failures):
        triggers = tuple(trigger for trigger in triggers if is_specific(trigger))
        if not triggers:
            return None
        lines = [_narrowed(line, triggers) for line in lines]
    return _changed(proposal, before, lines, triggers=triggers, tests=tests)


def _written(change: Change) -> tuple[str, list[str]]:
    """What stands before the text that the proposal wrote, and that text's lines."""
    before, block = ("", change.text) if change.kind == "new file" else split_block(change.text)
    return before, block.split("\n")


def _lines_at(change: Change, failures: Sequence[CriticFinding]) -> frozenset[str]:
    """The texts of the lines that failures point at, but for headings and frontmatter, which are needed."""
    numbers = {finding.line for finding in failures if finding.axis != "scope"}
    texts = {line.text for line in written_lines(change.shown) if line.number in numbers}
    return frozenset(text for text in texts if not _HEADING.fullmatch(text) and not text.startswith(("name:", "descr")))


def _renumbered(lines: Sequence[str], original: Sequence[str]) -> list[str]:
    """The lines with steps counted anew; a remark on a step that went goes with it."""
    kept = set(lines)
    numbers: dict[str, int] = {}
    for line in original:
        step = _STEP.fullmatch(line)
        if step is not None and line in kept:
            numbers[step["number"]] = len(numbers) + 1
    return [new for line in lines if (new := _recounted(line, numbers)) is not None]


def _recounted(line: str, numbers: dict[str, int]) -> str | None:
    step = _STEP.fullmatch(line)
    if step is not None:
        return f"{numbers[step['number']]}{step['rest']}"
    remark = _OF_STEPS.fullmatch(line)
    if remark is None:
        return line
    *firsts, last = [str(numbers[n]) for n in re.findall(r"\d+", remark["numbers"]) if n in numbers] or [""]
    if not last:
        return None
    return f"- Steps {', '.join(firsts)} and {last}{remark['rest']}" if firsts else f"- Step {last}{remark['rest']}"


def _with_done_when(lines: Sequence[str], tests: Sequence[DoneWhenTest]) -> list[str]:
    """The lines with a Done When that holds exactly what was evaluated both ways."""
    at = next((n for n, line in enumerate(lines) if _is_done_when(line)), None)
    items = [f"- [ ] {test.text}" for test in tests]
    if at is None:
        end = next((n for n, line in enumerate(lines) if line.startswith("<!-- harvest:end")), None)
        if end is None:
            return [*"\n".join(lines).rstrip("\n").split("\n"), "", f"## {DONE_WHEN}", *items, ""]
        return [*lines[:end], "", f"### {DONE_WHEN}", *items, *lines[end:]]
    rest = [line for line in _section(lines, at) if not line.startswith(("- [", "* ["))]
    backed = [line for line in _section(lines, at) if any(test.text in line for test in tests)]
    missing = [item for item, test in zip(items, tests, strict=True) if not any(test.text in line for line in backed)]
    section = [*backed, *missing, *([""] if "" in rest else [])]
    return [*lines[: at + 1], *section, *lines[at + 1 + len(_section(lines, at)) :]]


def _is_done_when(line: str) -> bool:
    heading = _HEADING.fullmatch(line)
    return heading is not None and heading["title"].strip().lower() == DONE_WHEN.lower()


def _section(lines: Sequence[str], heading: int) -> list[str]:
    rest = list(lines[heading + 1 :])
    end = next((n for n, line in enumerate(rest) if _HEADING.fullmatch(line) or line.startswith("<!--")), len(rest))
    return rest[:end]


def _narrowed(line: str, triggers: Sequence[str]) -> str:
    if not line.startswith("description: "):
        return line
    quote = '"' if line.endswith('"') else ""
    said = line.removeprefix("description: ").strip('"')
    what = without_particulars(_WHEN.sub("", said))
    return f"description: {quote}{what}. Use when the task names {' or '.join(triggers)}.{quote}"


def _changed(
    proposal: Proposal, before: str, lines: Sequence[str], *, triggers: tuple[str, ...], tests: tuple[DoneWhenTest, ...]
) -> Proposal | None:
    written = "\n".join(lines)
    change = proposal.change
    text = written if change.kind == "new file" else append_block(before, written)
    shown = text if change.kind == "new file" else unified_diff(change.path, before, text)
    repaired = proposal.model_copy(
        update={
            "change": change.model_copy(update={"text": text, "shown": shown}),
            "triggers": triggers,
            "done_when": tests,
        }
    )
    return None if repaired == proposal else repaired
