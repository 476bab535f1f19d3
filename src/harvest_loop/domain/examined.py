"""What steps 4 and 5 found, in the words of the record, the form and the verdict (SPEC 4.12)."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.added_lines import added_lines
from harvest_loop.domain.quoting import count_of, plural
from harvest_loop.domain.standing_price import LISTING_TOKENS, StandingPrice, standing_price
from harvest_loop.schemas.examination import Bidirectional
from harvest_loop.schemas.judgement import Change, JudgedCandidate, Proposal
from harvest_loop.schemas.records import StepNote

_SHOWN = 5
_DOCTOR, _BACK = "4 harness-doctor", "5 verify-bidirectional"


def price_text(proposal: Proposal, judged: JudgedCandidate | None = None) -> str:
    """The standing price of a proposal and of what refers back to it, and how full that makes the list of skills."""
    price = standing_price(proposal.change)
    beside = sum(standing_price(companion).tokens for companion in proposal.companions)
    if beside:
        price = StandingPrice(price.tokens + beside, f"{price.reason}, and {beside} where it is referred to")
    listing = None if judged is None or judged.examination is None else judged.examination.listing
    if listing is None or listing > LISTING_TOKENS:  # then it is a finding, which says the same
        return str(price)
    return f"{price}; the list of skills takes about {listing} of {LISTING_TOKENS} tokens with it"


def doctor_lines(judged: JudgedCandidate) -> Iterator[str]:
    """What step 4 says of a candidate, a line each; the first is the overlap with its figure."""
    examination = judged.examination
    if examination is None:
        return
    others = count_of(examination.compared, "skill")
    unread = f", {examination.not_compared} unreadable and not compared" if examination.not_compared else ""
    alike = ", ".join(map(str, examination.rivals)) or "no near copy, none of the same function"
    yield f"overlap: {alike} ({others} compared{unread})"
    for finding in examination.findings:
        if finding.kind == "same function":  # the first line says it
            continue
        place = "" if finding.line is None else f", line {finding.line}"
        yield f"{finding.severity}, {finding.kind}{place}: {finding.message}"
    if examination.stood_before:
        yield f"{examination.stood_before} found that stood in the asset before: not counted"


def lines_of_companion(companion: Change) -> tuple[str, ...]:
    """The lines that a reference back writes, without its marks."""
    wrote = added_lines(companion)
    texts = (text for number, text in enumerate(companion.text.split("\n"), start=1) if number in wrote)
    return tuple(text for text in texts if text.strip() and not text.startswith("<!--"))


def references_text(judged: JudgedCandidate) -> str:
    """What step 5 says of a candidate that refers to other assets; empty where it refers to none."""
    found = judged.references
    if found is None or not found.references:
        return ""
    proposal = judged.candidate.proposal
    companions = proposal.companions if proposal else ()
    drafted = f"; made to refer back: {', '.join(each.path for each in companions)}" if companions else ""
    return f"refers to {count_of(found.references, 'asset')}{drafted}"


def measured_of_candidates(judged: Sequence[JudgedCandidate]) -> Iterator[StepNote]:
    """The record's lines under Measured for steps 4 and 5."""
    examined = [one.examination for one in judged if one.examination is not None]
    if examined:
        grave = [finding.severity for each in examined for finding in each.findings]
        counts = " / ".join(f"{word} {grave.count(word)}" for word in ("must", "should", "recommended"))
        unread = max(each.not_compared for each in examined)
        unread_said = f"; {unread} unreadable {plural(unread, 'skill')} not compared" if unread else ""
        yield StepNote(step=_DOCTOR, text=f"{len(examined)} examined: {counts}{unread_said}")
    else:
        yield StepNote(step=_DOCTOR, text="nothing to examine")
    looked = [(one, one.references) for one in judged if one.references is not None]
    if not looked:
        yield StepNote(step=_BACK, text="nothing to look at")
        return
    references = sum(found.references for _, found in looked)
    drafted = sum(len(one.candidate.proposal.companions) for one, _ in looked if one.candidate.proposal)
    unresolved = sum(len(found.unresolved) for _, found in looked)
    text = f"{len(looked)} looked at: {count_of(references, 'reference')}, {drafted} drafted back"
    yield StepNote(step=_BACK, text=f"{text}, {count_of(unresolved, 'name')} unresolved")


def measured_of_assets(found: Bidirectional | None) -> Iterator[StepNote]:
    """The record's lines under Measured for step 5 of a short mode, where nothing is drafted."""
    if found is None:
        return
    assets = count_of(len(found.assets), "asset")
    unread = f", {found.not_read} unreadable" if found.not_read else ""
    text = f"{assets}, {count_of(found.references, 'reference')}, {len(found.missing)} without one back"
    yield StepNote(step=_BACK, text=f"{text}, {len(found.unresolved)} unresolved{unread}")
    lines = [f"{each.path}:{each.line} refers to {each.target}, which does not refer back" for each in found.missing]
    named = [f"{each.path}:{each.line}: {each.message}" for each in found.unresolved]
    for shown in (lines, named):
        yield from (StepNote(step=_BACK, text=line) for line in shown[:_SHOWN])
        if len(shown) > _SHOWN:
            yield StepNote(step=_BACK, text=f"and {len(shown) - _SHOWN} more of this kind")


def taken_out(judged: Sequence[JudgedCandidate]) -> tuple[str, ...]:
    """The names of those that step 4 took out, for the verdict's line."""
    return tuple(
        f"{one.candidate.pattern.title}: {one.examination.fails[0].kind}"
        for one in judged
        if one.state == "held" and one.examination is not None and one.examination.fails
    )


def to_redesign(judged: Sequence[JudgedCandidate]) -> tuple[str, ...]:
    """The names of those that step 5 sent back, for the verdict's line."""
    return tuple(one.candidate.pattern.title for one in judged if one.state == "redesign")
