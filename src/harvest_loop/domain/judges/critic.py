"""The offline Critic: judges a candidate by its literal text and evidence alone (SPEC 4.11)."""

import re
from collections.abc import Iterator, Mapping

from harvest_loop.domain.breakages import is_destructive
from harvest_loop.domain.citations import is_held
from harvest_loop.domain.forecast import is_met_by_itself
from harvest_loop.domain.judges.mended_line import judge_mended
from harvest_loop.domain.judges.skill_page import page_of
from harvest_loop.domain.judges.skill_review import review_text
from harvest_loop.domain.naming import is_specific, without_particulars
from harvest_loop.domain.skill_text import (
    Line,
    acts,
    body_of_text,
    frontmatter_of,
    is_diff,
    items_of,
    literals_in,
    pointers_in,
    quotes_in,
    section_of,
    steps_in,
    written_lines,
)
from harvest_loop.domain.verbatim import bare, code_span
from harvest_loop.domain.words import plain_words
from harvest_loop.domain.wrapped import wrapped_texts
from harvest_loop.schemas.judgement import Axis, Candidate, CriticFinding, CriticInput, CriticWord, Critique
from harvest_loop.schemas.skill_review import SkillFlaw

EDGE_CASES = 2
LONGEST_DESCRIPTION = 1024  # what hosts read of a skill's description
LONGEST_SKILL = 300

_AXIS: Mapping[SkillFlaw, Axis] = {
    "vague_done_when": "done when",
    "too_narrow": "scope",
    "too_broad": "scope",
    "unkept_promise": "claim",
}
_EDGE_CASES = r"break|fail|edge|trouble|pitfall|wrong|caveat|limit"


def critic_input(candidate: Candidate) -> CriticInput:
    """Return what the Critic is given of a candidate: no grade, attack, reason or other role's column (SPEC 4.11).

    Raises:
        ValueError: the candidate is a bare weakness and has no text to judge.
    """
    proposal = candidate.proposal
    if proposal is None:
        raise ValueError(f"candidate {candidate.hash[:10]} has no text to judge")
    return CriticInput(
        hash=candidate.hash,
        kind=candidate.kind,
        name=proposal.names[0],
        target=proposal.change.path,
        literal_text=proposal.change.shown,
        done_when=proposal.done_when,
        triggers=proposal.triggers,
        pointers=proposal.pointers,
        sentences=proposal.sentences,
        asset_lines=proposal.asset_lines,
        source=proposal.source,
        predicted_impact=proposal.predicted_impact,
        predicted_measurable_by=proposal.predicted_measurable_by,
        check=proposal.check,
    )


def critique(given: CriticInput) -> Critique:
    """Return the word on one candidate with every finding, by axis and line; deterministic and blind (SPEC 4.11)."""
    findings = tuple(judge_mended(given)) if given.kind == "repair" else _of_a_practice(given)
    word: CriticWord = "CONDITIONAL_PASS" if findings else "PASS"
    return Critique(hash=given.hash, word="FAIL" if any(f.fails for f in findings) else word, findings=findings)


def _of_a_practice(given: CriticInput) -> tuple[CriticFinding, ...]:
    lines = written_lines(given.literal_text)
    body = body_of_text(lines)
    return (
        *_done_when(given, body),
        *_failure_modes(body),
        *_claims(given, lines, body),
        *_prediction(given),
        *_scope(given, lines),
        *_as_read(given),
    )


def _as_read(given: CriticInput) -> Iterator[CriticFinding]:
    """What a new skill's own text shows of its end, its scope and its promises, whoever wrote it."""
    if is_diff(given.literal_text):
        return  # the lines that a change adds are no skill by themselves
    backed = any(test.text in given.literal_text for test in given.done_when)
    for found in review_text(page_of(given.literal_text)):
        # That it has none is found above; what a test backs can be checked, in whatever words it is told.
        if found.flaw != "no_done_when" and not (found.flaw == "vague_done_when" and backed):
            yield CriticFinding(axis=_AXIS[found.flaw], fails=found.fails, message=found.reason, line=found.line)


def _done_when(given: CriticInput, body: tuple[Line, ...]) -> Iterator[CriticFinding]:
    items = items_of(section_of(body, r"^done when$"))
    if not items:
        yield _fails("done when", "no Done When: nobody can tell when the goal is reached")
    for item in items:
        if not any(test.text in item.text for test in given.done_when):
            yield _fails("done when", "no evaluated test backs this line, so it can't be measured", item.number)
    for test in given.done_when:
        if not test.true_now:
            yield _fails("done when", f"not reached in the field itself: {test.text}")
        elif not test.false_before:
            yield _fails("done when", f"was true before the work was done: {test.text}")
    if items and given.done_when and all(test.kind == "file" for test in given.done_when) and _commands(body):
        yield _conditions("done when", "every test asks for a file only; that the commands run from it isn't tested")


def _failure_modes(body: tuple[Line, ...]) -> Iterator[CriticFinding]:
    cases = items_of(section_of(body, _EDGE_CASES))
    told = "\n".join(case.text for case in cases)
    if len(cases) < EDGE_CASES:
        yield _conditions("failure modes", f"names {len(cases)} of {EDGE_CASES} edge cases; the evidence holds no more")
    for step in steps_in(body):
        for claim in literals_in(step.text):
            mark = is_destructive(claim)
            if mark is not None and mark not in told:
                yield _fails("failure modes", f"{code_span(mark)} destroys, and nothing warns of it", step.number)


def _claims(given: CriticInput, lines: tuple[Line, ...], body: tuple[Line, ...]) -> Iterator[CriticFinding]:
    places = {str(pointer) for pointer in given.pointers} | {pointer.sha[:10] for pointer in given.pointers}
    steps = steps_in(body)
    if not steps:
        yield _fails("claim", "no step: it says nothing that one could do")
    for step in steps:
        if not any(" " in pointer for pointer in pointers_in(step.text)):
            yield _fails("claim", "a step without a place in the evidence", step.number)
    for line in body:
        yield from (
            _fails("claim", f"dangling citation {code_span(pointer)}", line.number)
            for pointer in pointers_in(line.text)
            if not is_held(pointer, places)
        )
        if acts(line.text):
            yield _fails("claim", "markup of its own: a comment, tag, link or fence", line.number)
    head = frontmatter_of(lines)
    for line in (*(head[key] for key in sorted(head)), *body):
        for claim in _unheld(line.text, given):
            yield _fails("claim", f"nothing in the evidence says {code_span(claim)}", line.number)


def _unheld(line: str, given: CriticInput) -> Iterator[str]:
    """What a line gives word for word, or sets in quotation marks, and no evidence holds."""
    said = [
        *(pointer.quote for pointer in given.pointers),
        *wrapped_texts(given.pointers),
        *(line.text for line in given.asset_lines),
        *given.sentences,
    ]
    places = {pointer.path for pointer in given.pointers} | {test.path for test in given.done_when}
    places |= {f"{line.path}:{line.line}" for line in given.asset_lines} | {given.target, given.source}
    squeezed = [" ".join(text.split()) for text in said]
    for claim in literals_in(line):
        if claim not in places and not any(claim in text for text in (*said, *squeezed)):
            yield claim
    for claim in quotes_in(line):
        if not any(bare(claim) in bare(text) for text in said):
            yield claim


def _commands(body: tuple[Line, ...]) -> bool:
    return any(re.search(r"\brun `", step.text, re.IGNORECASE) for step in steps_in(body))


def _prediction(given: CriticInput) -> Iterator[CriticFinding]:
    if given.check is None:
        yield _fails("claim", "a prediction without a check can't be verified: a black-box edit")
    elif is_met_by_itself(given.check, given.target):
        yield _fails("claim", "the draft meets its own check by being written, so the check measures nothing")


def _scope(given: CriticInput, lines: tuple[Line, ...]) -> Iterator[CriticFinding]:
    description = frontmatter_of(lines).get("description", Line(1, ""))
    specific = [trigger for trigger in given.triggers if is_specific(trigger)]
    if not specific:
        yield _fails("scope", "too broad: no trigger tells this work from any other")
    if is_diff(given.literal_text):
        return
    if not description.text:
        yield _fails("scope", "too broad: no description says what it is for")
    elif "use when" not in description.text.lower():
        yield _fails("scope", "too broad: the description doesn't say when to use it", description.number)
    if description.text and _has_particulars(f"{given.name} {description.text}"):
        yield _fails("scope", "too narrow: it names the particulars of one commit", description.number)
    if len(description.text) > LONGEST_DESCRIPTION:
        yield _conditions("scope", f"the description has {len(description.text)} characters", description.number)
    if len(lines) > LONGEST_SKILL:
        yield _conditions("scope", f"{len(lines)} lines without a detail file")


def _has_particulars(text: str) -> bool:
    words = " ".join(re.sub(r"`[^`]*`", " ", text).split())
    return len(plain_words(without_particulars(words))) < len(plain_words(words))


def _fails(axis: Axis, message: str, line: int | None = None) -> CriticFinding:
    return CriticFinding(axis=axis, fails=True, message=message, line=line)


def _conditions(axis: Axis, message: str, line: int | None = None) -> CriticFinding:
    return CriticFinding(axis=axis, fails=False, message=message, line=line)
