"""The literal text of a new skill, every line of it built from one pattern's evidence."""

import json
import re
from collections.abc import Sequence

from harvest_loop.domain.breakages import breakages_of, why_of
from harvest_loop.domain.done_when import here, introduced_by
from harvest_loop.domain.naming import describe, title_of
from harvest_loop.domain.phrases import without_loose_end
from harvest_loop.domain.steps import Step, shown
from harvest_loop.domain.verbatim import code_span, is_quotable, quoted
from harvest_loop.schemas.judgement import DoneWhenTest
from harvest_loop.schemas.patterns import Pattern

DONE_WHEN = "Done When"
BREAKS = "Where it breaks"

_PLAIN_SCALAR = re.compile(r"[^\W\d_][^\n:#\"'`{}\[\]&*!|>%@?]*[^\s:#\"'`{}\[\]&*!|>%@?]")
_COMMITS_SHOWN, _PATHS_SHOWN = 3, 3


def draft_skill(pattern: Pattern, name: str, steps: Sequence[Step], tests: Sequence[DoneWhenTest]) -> str:
    """Return a whole SKILL.md: why, steps with pointers, Done When, what is known to break (SPEC 4.9)."""
    head = ["---", f"name: {name}", f"description: {_scalar(describe(pattern))}", "---"]
    return (
        "\n".join([*head, f"# {without_loose_end(title_of(pattern))}", *body_of(pattern, steps, tests, level=2)]) + "\n"
    )


def body_of(pattern: Pattern, steps: Sequence[Step], tests: Sequence[DoneWhenTest], *, level: int) -> list[str]:
    """The lines below a draft's title; `level` is that of its headings."""
    marks = "#" * level
    lines = [*why_lines(pattern), "", *_numbered(shown(steps))]
    if len(steps) > len(shown(steps)) or pattern.more_in:
        lines += ["", _left_out(pattern, steps)]
    lines += ["", f"{marks} {DONE_WHEN}", *(_done_line(pattern, test) for test in tests)]
    breakages = breakages_of(pattern, shown(steps))
    if breakages:
        lines += ["", f"{marks} {BREAKS}", *(f"- {breakage}" for breakage in breakages)]
    return lines


def why_lines(pattern: Pattern) -> list[str]:
    """The reason that the practice exists, in the commits' words, and the commits."""
    reasons = why_of(pattern)
    if not reasons:
        return [_origin(pattern)]
    said = " ".join(quoted(reason.text) for reason in reasons)
    return [f"Why: {said} ({code_span(str(reasons[0].pointer))})", _origin(pattern)]


def _origin(pattern: Pattern) -> str:
    cited = {pointer.sha for item in pattern.evidence for pointer in item.pointers}
    commits = [sha for sha in pattern.commits if sha != "worktree"]
    shas = [sha for sha in commits if sha in cited][:_COMMITS_SHOWN]
    named = ", ".join(code_span(sha[:10]) for sha in shas)
    rest = len(commits) - len(shas)
    more = f" and {rest} more" if shas and rest else ""
    noun = "commit" if len(shas) == 1 and not more else "commits"
    work = f"{noun} {named}{more}" if named else "work that is not committed yet"
    fates = {"survived": "; still in use there", "rewritten": "; rewritten since, so read the files as they are now"}
    sessions = "1 earlier session" if pattern.recurrence == 1 else f"{pattern.recurrence} earlier sessions"
    seen = f"; met in {sessions}" if pattern.recurrence else ""
    held = {pointer.path for item in pattern.evidence for pointer in item.pointers}
    path = next((path for path in pattern.paths if path in held and is_quotable(path)), None)
    where = [code_span(pattern.source)] if pattern.source else []
    where += [code_span(path)] if path is not None else []
    return f"From {', '.join([*where, work])}{fates.get(pattern.fate, '')}{seen}."


def _numbered(steps: Sequence[Step]) -> list[str]:
    return [f"{number}. {step.line}" for number, step in enumerate(steps, start=1)]


def _left_out(pattern: Pattern, steps: Sequence[Step]) -> str:
    """How many steps there was no room for; a count over all that was found, or else a floor."""
    rest = steps[len(shown(steps)) :]
    held = {item.pointer.path for item in pattern.evidence}
    more = (path for path in pattern.more_in if path in held and is_quotable(path))
    paths = dict.fromkeys((*(step.pointer.path or "" for step in rest), *more))
    places = ", ".join(code_span(path) for path in list(paths)[:_PATHS_SHOWN])
    floor = "at least " if pattern.more_in or not pattern.read_whole else ""
    count = f"{floor}{len(rest)} more" if rest else "more"
    there = code_span(pattern.source) if pattern.source else "The field"
    return f"{there} has {count} of this kind{f' in {places}' if places else ''}."


def _done_line(pattern: Pattern, test: DoneWhenTest) -> str:
    before = introduced_by(pattern, test)
    since = "not committed yet" if before == "worktree" else f"absent before {code_span(before[:10])}"
    there = code_span(pattern.source) if pattern.source else "the field"
    return f"- [ ] {here(pattern, test)} (in {there}: {test.text}; {since})"


def _scalar(text: str) -> str:
    """A YAML scalar on one line: as it is where that is safe, else quoted."""
    return text if _PLAIN_SCALAR.fullmatch(text) else json.dumps(text, ensure_ascii=False)
