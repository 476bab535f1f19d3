"""The one form of a run, and what the run amounts to before its answer (SPEC 4.15, 6)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from harvest_loop.domain.examined import taken_out, to_redesign
from harvest_loop.domain.guard.regressions import STEP
from harvest_loop.domain.predictions import black_box_reason, manifest_id
from harvest_loop.domain.record_candidates import CROWDED, by_grade
from harvest_loop.domain.regressed import kind_of_regression, prints_of, regression_pattern
from harvest_loop.domain.regression_page import regressed_names
from harvest_loop.domain.verdicts import decide_verdict, is_of_regressions, join_verdicts
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


def crowds_left_out(judged: Sequence[JudgedCandidate]) -> tuple[str, ...]:
    """How many regressions of each kind the form has no room for, in words."""
    kinds = Counter(kind_of_regression(one.candidate.pattern) for one in judged if one.reason == CROWDED)
    return tuple(f"{count} more of the kind {kind}, for a later form" for kind, count in sorted(kinds.items()))


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
    settled = {each for one in judged if one.state == "rejected" for each in prints_of(one.candidate)}
    open_ones = [one for one in regressions if regression_pattern(one).fingerprint not in settled]
    return decide_verdict(regressed=regressed_names(open_ones))


def mended_verdict(certain: VerdictLine, collisions: Sequence[Collision], settled: Collection[str]) -> VerdictLine:
    """The verdict without what the answer's drafts mend: of what no longer stood only the rest is named.

    `settled` are the fingerprints of what was mended, or refused before.
    """
    told = [one for one in collisions if one.regression is not None and one.regression.step == STEP]
    rest = [one.regression for one in told if one.regression and one.pattern.fingerprint not in settled]
    if len(rest) == len(told):
        return certain
    named = decide_verdict(regressed=regressed_names(rest))
    reasons = [named.reasons if is_of_regressions(reason) else (reason,) for reason in certain.reasons]
    flat = tuple(reason for each in reasons for reason in each)
    word = certain.word if flat or certain.word != "CONDITIONAL_PASS" else "PASS"
    return VerdictLine(word=word, reasons=flat)


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
