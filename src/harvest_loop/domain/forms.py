"""The one form of a run, and what the run amounts to before its answer (SPEC 4.15, 6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.examined import taken_out, to_redesign
from harvest_loop.domain.predictions import black_box_reason, manifest_id
from harvest_loop.domain.record_candidates import CROWDED, by_grade
from harvest_loop.domain.regressed import kind_of_regression, regression_pattern
from harvest_loop.domain.regression_page import regressed_names
from harvest_loop.domain.verdicts import decide_verdict, join_verdicts
from harvest_loop.schemas.evidence import GitEvidence
from harvest_loop.schemas.form import FormLine
from harvest_loop.schemas.judgement import Collision, JudgedCandidate
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.records import VerdictLine
from harvest_loop.schemas.regressions import Regression

ASKED_OF_A_KIND = 5


def hold_black_boxes(judged: Sequence[JudgedCandidate]) -> tuple[JudgedCandidate, ...]:
    """The candidates, those without a measurable prediction held instead of offered (SPEC 7)."""
    settled = []
    for one in judged:
        proposal = one.candidate.proposal
        reason = None if proposal is None or one.state != "offered" else black_box_reason(proposal)
        settled.append(one if reason is None else one.model_copy(update={"state": "held", "reason": reason}))
    return tuple(settled)


def hold_crowds(judged: Sequence[JudgedCandidate]) -> tuple[JudgedCandidate, ...]:
    """The candidates, of each kind of regression without a text no more than a person reads; the others are held.

    One renaming can end a hundred lines. The record names every one of them under Regressions.
    """
    met = Counter[str]()
    beyond: set[str] = set()
    for one in by_grade(judged):
        kind = kind_of_regression(one.candidate.pattern)
        if not kind or one.state != "offered" or one.candidate.proposal is not None:
            continue
        met[kind] += 1
        if met[kind] > ASKED_OF_A_KIND:
            beyond.add(one.candidate.hash)
    return tuple(
        one.model_copy(update={"state": "held", "reason": CROWDED}) if one.candidate.hash in beyond else one
        for one in judged
    )


def form_lines(judged: Sequence[JudgedCandidate], *, day: str, taken: Iterable[str]) -> tuple[FormLine, ...]:
    """A line for each offered candidate, named by its content; the manifest ids are free ones."""
    used = set(taken)
    lines: dict[str, FormLine] = {}
    for one in by_grade(judged):  # numbered as on the page
        candidate = one.candidate
        if one.state != "offered" or candidate.hash in lines:
            continue
        entry = manifest_id(candidate, day=day, taken=used)
        used.add(entry)
        title = candidate.proposal.abstraction if candidate.proposal else candidate.pattern.title
        lines[candidate.hash] = FormLine(hash=candidate.hash, title=title, judged=one, manifest_id=entry)
    return tuple(lines.values())


def certain_verdict(
    judged: Sequence[JudgedCandidate], harvest: FieldHarvest, collisions: Sequence[Collision], git: GitEvidence
) -> VerdictLine:
    """The verdict as far as no answer can change it."""
    twice = [one.candidate.pattern.title for one in judged if one.state == "held" and _failed_twice(one)]
    held = [
        one.candidate.pattern.title
        for one in judged
        if one.state == "held" and one.candidate.proposal is not None and not _is_told_of(one)
    ]
    if harvest.held:
        held += [pattern.title for pattern in harvest.patterns]
    return decide_verdict(
        critic_fails=twice,
        taken_out=taken_out(judged),
        escalations=(*role_collisions(collisions), *(one.escalates for one in judged if one.escalates)),
        held=held,
        redesign=to_redesign(judged),
        elsewhere=harvest.elsewhere,
        over_limit=len(harvest.over_limit),
        unread=git.unread,
    )


def regressed_verdict(regressions: Sequence[Regression], judged: Sequence[JudgedCandidate] = ()) -> VerdictLine:
    """The verdict that what the guard saw asks for: named, and CONDITIONAL_PASS at best (SPEC 4.6, 6).

    What a person refused with a reason, when it was met before, is settled.
    """
    settled = {one.candidate.pattern.fingerprint for one in judged if one.state == "rejected"}
    open_ones = [one for one in regressions if regression_pattern(one).fingerprint not in settled]
    return decide_verdict(regressed=regressed_names(open_ones))


def role_collisions(collisions: Sequence[Collision]) -> Iterator[str]:
    """A reason for each collision that two skills both claim: a person must say whose it is (SPEC 4.8)."""
    for one in collisions:
        if len(one.claimed_by) > 1:
            yield f"role collision: {' and '.join(one.claimed_by)} both claim {one.pattern.title}"


def waiting_verdict(certain: VerdictLine, waiting: int) -> VerdictLine:
    """The verdict while the form waits."""
    return join_verdicts(decide_verdict(waiting=waiting), certain)


def answered_verdict(certain: VerdictLine, held: Sequence[str], *, shown_again: int) -> VerdictLine:
    """The verdict after the answer: lines without a Y or a reason are held, a changed base waits once more."""
    return join_verdicts(decide_verdict(held=held, waiting=shown_again), certain)


def _is_told_of(one: JudgedCandidate) -> bool:
    """Whether the verdict names it for a graver reason than that it is held."""
    by_doctor = one.examination is not None and bool(one.examination.fails)
    return _failed_twice(one) or by_doctor or bool(one.escalates)


def _failed_twice(one: JudgedCandidate) -> bool:
    return one.critique is not None and one.critique.word == "FAIL"
