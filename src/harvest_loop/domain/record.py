"""The page of one run: the same for terminal, artifact and file, the verdict its very last line (SPEC 4.15)."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from harvest_loop.domain.card_update import say_update
from harvest_loop.domain.curation_page import curated_text, curation_lines
from harvest_loop.domain.judge_notes import spent_text
from harvest_loop.domain.left_out import is_field_only
from harvest_loop.domain.quoting import as_code, as_path, count_of, in_page, one_line, plural
from harvest_loop.domain.record_candidates import (
    asset_line_text,
    held_lines,
    pointer_text,
    proposal_lines,
    said_of_edits,
)
from harvest_loop.domain.regression_page import regression_section
from harvest_loop.schemas.card import CardCheck, CardSource
from harvest_loop.schemas.evidence import Window
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.records import RunRecord, StepNote, VerdictLine

PATHS_SHOWN = 10
_POINTERS = 3
_LEFT_OUT = 12


def render_record(record: RunRecord) -> str:
    """Return the page as Markdown; its only line that begins with `Verdict:` is the last."""
    sections = (
        _head(record),
        proposal_lines(record),
        curation_lines(record.curation, said_of_edits(record)),
        held_lines(record),
        _patterns(record),
        regression_section(record),
        _card(record),
        _notes("Measured", record.measured),
        _notes("Not measured", record.not_measured),
        _next_steps(record.next_steps),
    )
    page = "\n\n".join(text for section in sections if (text := "\n".join(section)))
    return f"{page}\n\n{verdict_line(record.verdict)}\n"


def render_answer(record: RunRecord) -> str:
    """Return what is appended to a record when its form is answered later: the answers, then the final verdict."""
    written = record.written
    said = [line for line in proposal_lines(record) if line.startswith(("**", "- answer:"))]
    edits = said_of_edits(record)
    lines = ["### Answer", "", *(f"- {line}" if line.startswith("**") else f"  {line}" for line in said)]
    for line in record.curation:
        lines += [f"- **{line.kind}** → {as_path(line.target)}: {in_page(line.title)}"]
        lines += [f"  - answer: {edits[line.hash]}"]
    if written:
        lines += [f"- {curated_text(one)}" for one in written.curated if one.automatic]
        lines += [f"- signal: {as_code(path)}" for path in written.signals]
        lines += [f"- tombstone: {as_code(stone)}" for stone in written.tombstones]
        lines += [f"- pull request text: {as_code(written.pr_body)}"] if written.pr_body else []
        lines += [f"- profile: {in_page(written.profile)}"] if written.profile else []
        lines += [f"- consent: {in_page(said)}" for said in written.consent]
        lines += [f"- models: {spent_text(record.models, len(written.drafted))}"] if record.models else []
    if record.card_update:
        lines += [f"- card: {line}" for line in say_update(record.card_update, quote=in_page)]
    return "\n".join([*lines, "", verdict_line(record.verdict), ""])


def page_with_answer(page: str, said: str, before: RunRecord, final: RunRecord) -> str:
    """Return the page of a run that was answered at once: what it holds is told as after the answer, the verdict last.

    `before` is the record as the page has it; the final one knows only the form's candidates.
    """
    body, _, _ = page.rstrip("\n").rpartition("\n")
    after = before.model_copy(update={"answer": final.answer, "written": final.written})
    held, now = ("\n".join(held_lines(record)) for record in (before, after))
    edits, settled = ("\n".join(curation_lines(one.curation, said_of_edits(one))) for one in (before, after))
    body = body.rstrip().replace(edits, settled, 1) if edits else body.rstrip()
    return f"{body.replace(held, now, 1)}\n\n{said}"


def record_json(record: RunRecord) -> str:
    """Return the record as one JSON object whose last key is the verdict."""
    shown = record.model_dump(mode="json", exclude={"verdict"})
    shown["verdict"] = verdict_line(record.verdict).removeprefix("Verdict: ")
    return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"


def verdict_line(verdict: VerdictLine) -> str:
    """Return the verdict's line; nothing named on it can break it."""
    reasons = tuple(one_line(reason) for reason in verdict.reasons)
    return str(verdict.model_copy(update={"reasons": reasons}))


def _head(record: RunRecord) -> Iterator[str]:
    grades = Counter(one.candidate.grade for one in record.judged)
    patterns = len(record.harvest.patterns) + len(record.harvest.elsewhere) if record.harvest else 0
    yield "## harvest-loop Execution Results"
    yield ""
    yield f"Session: {in_page(record.session)} ({record.mode}, field {in_page(record.source)}, {record.day})"
    yield ""
    yield f"field-harvest: {patterns} patterns extracted"
    yield ""
    yield f"contention-layer: {len(record.collisions)} collision signals"
    yield ""
    yield f"synthesizer: HIGH {grades['HIGH']} / MED {grades['MED']} / rejected {grades['rejected']}"
    yield ""
    if record.outcome:
        yield f"**{in_page(record.outcome)}**"
        yield ""
    yield from _evidence(record)


def _evidence(record: RunRecord) -> Iterator[str]:
    yield f"- window: {_window(record.window)}"
    by = "" if record.attribution == "not attributed" else "attributed by "
    yield f"- head: {as_code(record.head)}; commits {by}{in_page(record.attribution)}"
    yield f"- commits: {_shas(record.commits)}"
    if record.others:
        yield f"- commits of others: {_shas(record.others)}"
    yield f"- committed: {_listed(record.committed, 'path', count=record.committed_count)}"
    yield f"- uncommitted: {_listed(record.uncommitted, 'path')}"
    if record.unreadable_commits:
        yield f"- commits that could not be read: {record.unreadable_commits}"
    yield from (f"- unreadable: {as_path(path)}: {in_page(reason)}" for path, reason in record.unreadable_assets)


def _window(window: Window) -> str:
    start = f"after {as_code(window.revision)}" if window.revision else f"from {_moment(window.since)}"
    return f"{start} to {_moment(window.until)} ({window.source}; days are those of {in_page(window.zone)})"


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _shas(shas: Sequence[str]) -> str:
    if not shas:
        return "0"
    return f"{len(shas)} ({as_code(shas[0][:10])}{f' … {as_code(shas[-1][:10])}' if len(shas) > 1 else ''})"


def _listed(names: Sequence[str], what: str, *, count: int | None = None) -> str:
    count = len(names) if count is None else count
    if not count:
        return "0"
    more = f" and {count - PATHS_SHOWN} more" if count > PATHS_SHOWN else ""
    return f"{count_of(count, what)}: {', '.join(map(as_path, names[:PATHS_SHOWN]))}{more}"


def _patterns(record: RunRecord) -> Iterator[str]:
    yield "### Patterns"
    yield ""
    if record.harvest is None:
        yield "unknown: step 1 did not run"
        return
    collisions = {collision.pattern.fingerprint: collision for collision in record.collisions}
    for number, pattern in enumerate(record.harvest.patterns, start=1):
        yield from _pattern(number, pattern)
        yield from _collision(collisions.get(pattern.fingerprint))
    if not record.harvest.patterns:
        yield "- 0 patterns" if not record.harvest.elsewhere else f"- {len(record.harvest.elsewhere)} held, see above"
    commits = dict(record.harvest.left_out_commits)
    for reason, count in record.harvest.left_out:
        shown = commits.get(reason, ())
        more = f" and {count - _LEFT_OUT} more" if count > _LEFT_OUT else ""
        named = f": {', '.join(as_code(sha[:10]) for sha in shown[:_LEFT_OUT])}{more}" if shown else ""
        what = "left out as field-only work" if is_field_only(reason) else "left out"
        yield f"- {what}: {count} × {in_page(reason)}{named}"
    yield f"- pointers dropped because they did not resolve: {record.harvest.dropped_pointers}"
    if record.harvest.read_otherwise:
        yield f"- facts dropped because their whole file reads otherwise: {record.harvest.read_otherwise}"


def _pattern(number: int, pattern: Pattern) -> Iterator[str]:
    seen = (
        f", seen in {pattern.recurrence} earlier {plural(pattern.recurrence, 'session')}" if pattern.recurrence else ""
    )
    stars = "★" * pattern.impact
    yield f"{number}. {pattern.kind} {stars} {in_page(pattern.title)} ({pattern.fate}{seen}; → {pattern.absorbed_into})"
    for item in pattern.evidence[:_POINTERS]:
        yield f"   - {item.role}: {pointer_text(item.pointer)}"
    more = len(pattern.evidence) - _POINTERS
    if more > 0:
        yield f"   - and {more} more"


def _collision(collision: Collision | None) -> Iterator[str]:
    if collision is None:
        return
    conflict = f", conflict of {collision.conflict}" if collision.conflict else ""
    missing = f", {collision.not_compared} unreadable assets not compared" if collision.not_compared else ""
    yield f"   - {as_code(collision.id)} {collision.relation} → {collision.route}{conflict}{missing}"
    for cover in collision.covers[:1]:
        yield f"     - closest: {as_path(cover.path)} ({cover.measure} {cover.figure:.2f})"
        yield from (f"     - {asset_line_text(line)}" for line in cover.lines[:2])


def _card(record: RunRecord) -> Iterator[str]:
    yield "### Card"
    yield ""
    check, update = record.card, record.card_update
    if update:
        yield from (f"- {line}" for line in say_update(update, quote=in_page))
    elif check is None:
        yield "- not touched"
    if check is not None:
        yield from _check(check)


def _check(check: CardCheck) -> Iterator[str]:
    if check.items is not None:
        shapes = sorted(Counter(item.shape for item in check.items).items())
        counted = ", ".join(f"{count} × {shape}" for shape, count in shapes)
        yield f"- counted as items: {counted}"
    yield from (f"- done: {_source(source)}" for source in check.removals)
    yield from (f"- uncertain, look: {_source(source)}" for source in check.uncertain)
    yield from (f"- check by hand: {in_page(text)}" for text in check.manual)
    yield from (f"- {in_page(note)}" for note in check.notes)


def _source(source: CardSource) -> str:
    return f"{in_page(source.item)}, by {source.source}: {in_page(source.detail)}"


def _notes(title: str, notes: Iterable[StepNote]) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield from [f"- {in_page(note.step)}: {in_page(note.text)}" for note in notes] or ["nothing"]


def _next_steps(steps: Sequence[str]) -> Iterator[str]:
    if steps:
        yield "### Next steps"
        yield ""
        yield from (f"- {in_page(step)}" for step in steps)
