"""The rounds of steps 3.75 and 4: judged, made anew once where it failed, and judged again, blind (SPEC 4.11, 4.12)."""

from collections.abc import Mapping, Sequence

from harvest_loop.domain.skill_text import written_lines
from harvest_loop.schemas.examination import Examination
from harvest_loop.schemas.hub import HealthFinding
from harvest_loop.schemas.judgement import Candidate, Change, CriticFinding, Critique, JudgedCandidate

NO_REPAIR = "failed, and nothing to repair it with"
AGAIN = "failed again after the one repair"


def judgeable(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those with a literal text that was not rejected already."""
    return tuple(
        candidate for candidate in candidates if candidate.proposal is not None and candidate.grade != "rejected"
    )


def passed(candidates: Sequence[Candidate], critiques: Sequence[Critique]) -> tuple[Candidate, ...]:
    """Those that the Critic let go on to step 4."""
    let_on = {critique.hash for critique in critiques if critique.word != "FAIL"}
    return tuple(candidate for candidate in candidates if candidate.hash in let_on)


def failed(
    candidates: Sequence[Candidate], critiques: Sequence[Critique], examinations: Sequence[Examination] = ()
) -> tuple[tuple[Candidate, Critique], ...]:
    """The candidates that the Critic or the doctor failed, each with what is to be repaired."""
    by_hash = {critique.hash: critique for critique in critiques}
    examined = {examination.hash: examination for examination in examinations}
    found = []
    for candidate in candidates:
        critique = by_hash.get(candidate.hash)
        taken_out = examined[candidate.hash].fails if candidate.hash in examined else ()
        if critique is not None and taken_out:
            found.append((candidate, _with_must_findings(critique, candidate, taken_out)))
        elif critique is not None and critique.word == "FAIL":
            found.append((candidate, critique))
    return tuple(found)


def settle_rounds(
    candidates: Sequence[Candidate],
    first: Sequence[Critique],
    repaired: Mapping[str, Candidate],
    second: Sequence[Critique],
    examinations: Sequence[Examination] = (),
) -> tuple[JudgedCandidate, ...]:
    """Return every candidate with its final state; `repaired` maps a failed hash to what came back for it.

    `examinations` are step 4's of both rounds.
    """
    before = {critique.hash: critique for critique in first}
    after = {critique.hash: critique for critique in second}
    examined = {examination.hash: examination for examination in examinations}
    return tuple(_settle(candidate, before, repaired, after, examined) for candidate in candidates)


def _settle(
    candidate: Candidate,
    before: Mapping[str, Critique],
    repaired: Mapping[str, Candidate],
    after: Mapping[str, Critique],
    examined: Mapping[str, Examination],
) -> JudgedCandidate:
    if candidate.grade == "rejected":
        return JudgedCandidate(candidate=candidate, state="rejected", reason=candidate.why)
    if candidate.proposal is None:
        offered = candidate.grade == "HIGH"
        reason = "" if offered else "a weakness below S, and no text proposed"
        return JudgedCandidate(candidate=candidate, state="offered" if offered else "held", reason=reason)
    critique = before.get(candidate.hash)
    if critique is None:
        return JudgedCandidate(candidate=candidate, state="held", reason="the Critic was not run")
    examination = examined.get(candidate.hash)
    if _stands(critique, examination):
        return _judged(candidate, critique, examination, 1)
    again = repaired.get(candidate.hash)
    if again is None:
        return _judged(candidate, critique, examination, 1, held=NO_REPAIR)
    word = after.get(again.hash)
    examination = examined.get(again.hash, examination)
    failed_again = again.hash == candidate.hash or word is None or not _stands(word, examination)
    return _judged(again, word or critique, examination, 2, held=AGAIN if failed_again else "")


def _judged(
    candidate: Candidate, critique: Critique, examination: Examination | None, rounds: int, held: str = ""
) -> JudgedCandidate:
    by_doctor = f": {examination.fails[0].message}" if held and examination is not None and examination.fails else ""
    return JudgedCandidate(
        candidate=candidate,
        critique=critique,
        examination=examination,
        rounds=rounds,
        state="held" if held else "offered",
        reason=f"{held}{by_doctor}",
    )


def _stands(critique: Critique, examination: Examination | None) -> bool:
    return critique.word != "FAIL" and (examination is None or not examination.fails)


def _with_must_findings(critique: Critique, candidate: Candidate, found: Sequence[HealthFinding]) -> Critique:
    """The must findings as the one re-synthesis reads them; what stands in no line of the text withdraws it."""
    change = candidate.proposal.change if candidate.proposal else None
    findings = tuple(
        CriticFinding(
            axis="done when" if finding.kind == "no Done When" else "claim",
            fails=True,
            message=finding.message,
            line=None if change is None else _shown_line(change, finding.line),
        )
        for finding in found
    )
    return critique.model_copy(update={"word": "FAIL", "findings": (*critique.findings, *findings)})


def _shown_line(change: Change, line: int | None) -> int | None:
    """The line of the literal text in which a line of the file as it will stand is shown."""
    texts = change.text.split("\n")
    if line is None or line > len(texts):
        return None
    return next((shown.number for shown in written_lines(change.shown) if shown.text == texts[line - 1]), None)
