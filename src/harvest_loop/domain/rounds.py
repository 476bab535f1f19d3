"""The Critic's rounds: one judgement, one re-synthesis of what failed, one more judgement, blind (SPEC 4.11)."""

from collections.abc import Mapping, Sequence

from harvest_loop.schemas.judgement import Candidate, Critique, JudgedCandidate


def judgeable(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those with a literal text that was not rejected already."""
    return tuple(
        candidate for candidate in candidates if candidate.proposal is not None and candidate.grade != "rejected"
    )


def failed(candidates: Sequence[Candidate], critiques: Sequence[Critique]) -> tuple[tuple[Candidate, Critique], ...]:
    """The candidates that the Critic failed, each with its findings."""
    by_hash = {critique.hash: critique for critique in critiques}
    return tuple(
        (candidate, by_hash[candidate.hash])
        for candidate in candidates
        if candidate.hash in by_hash and by_hash[candidate.hash].word == "FAIL"
    )


def settle_rounds(
    candidates: Sequence[Candidate],
    first: Sequence[Critique],
    repaired: Mapping[str, Candidate],
    second: Sequence[Critique],
) -> tuple[JudgedCandidate, ...]:
    """Return every candidate with its final state; `repaired` maps a failed hash to what came back for it."""
    before = {critique.hash: critique for critique in first}
    after = {critique.hash: critique for critique in second}
    return tuple(_settle(candidate, before, repaired, after) for candidate in candidates)


def _settle(
    candidate: Candidate,
    before: Mapping[str, Critique],
    repaired: Mapping[str, Candidate],
    after: Mapping[str, Critique],
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
    if critique.word != "FAIL":
        return JudgedCandidate(candidate=candidate, critique=critique, rounds=1, state="offered")
    return _second_word(candidate, critique, repaired.get(candidate.hash), after)


def _second_word(
    candidate: Candidate, critique: Critique, again: Candidate | None, after: Mapping[str, Critique]
) -> JudgedCandidate:
    if again is None:
        return JudgedCandidate(
            candidate=candidate,
            critique=critique,
            rounds=1,
            state="held",
            reason="failed, and nothing to repair it with",
        )
    word = after.get(again.hash)
    if again.hash == candidate.hash or word is None or word.word == "FAIL":
        return JudgedCandidate(
            candidate=again,
            critique=word or critique,
            rounds=2,
            state="held",
            reason="failed again after the one repair",
        )
    return JudgedCandidate(candidate=again, critique=word, rounds=2, state="offered")
