"""The Critic's word on an edit that puts new words for old ones: is it that alone, and backed? (SPEC 4.11)."""

from collections.abc import Iterator

from harvest_loop.domain.forecast import is_met_by_itself
from harvest_loop.domain.skill_text import acts, is_diff, literals_in
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.judgement import Axis, CriticFinding, CriticInput

_HEAD = 2  # the two lines of a diff that name its file


def judge_mended(given: CriticInput) -> Iterator[CriticFinding]:
    """Yield what is wrong with a repair; it promises no more than its lines say, so that it needs no steps."""
    if not is_diff(given.literal_text):
        yield _fails("claim", "a repair is an edit of lines that stand, and this is a whole file")
        return
    taken, put = _lines(given.literal_text, "-"), _lines(given.literal_text, "+")
    if len(taken) != len(put):
        yield _fails("scope", f"takes out {len(taken)} lines and puts in {len(put)}: more than new words for old ones")
    yield from _unbacked(given, taken, put)
    for test in given.done_when:
        if not (test.true_now and test.false_before):
            yield _fails("done when", f"the work did not turn it: {test.text}")
    if given.check is None:
        yield _fails("claim", "a prediction without a check can't be verified: a black-box edit")
    elif is_met_by_itself(given.check, given.target):
        yield _fails("claim", "the draft meets its own check by being written, so the check measures nothing")


def _unbacked(
    given: CriticInput, taken: tuple[tuple[int, str], ...], put: tuple[tuple[int, str], ...]
) -> Iterator[CriticFinding]:
    """What the new lines say in code, the old ones did not, and no evidence holds."""
    before = "\n".join(text for _, text in taken)
    held = [pointer.quote for pointer in given.pointers] + [pointer.path or "" for pointer in given.pointers]
    held += [line.text for line in given.asset_lines] + [test.path for test in given.done_when]
    for number, text in put:
        for claim in literals_in(text):
            if claim not in before and not any(_is_in(claim, said) for said in held if said):
                yield _fails("claim", f"nothing in the evidence says {code_span(claim)}", number)
        if acts(text) and not acts(before):
            yield _fails("claim", "markup of its own: a comment, tag, link or fence", number)


def _is_in(claim: str, said: str) -> bool:
    """Whether the evidence holds the claim, or the claim runs what the evidence names."""
    return claim in said or said in claim.split() or any(word.strip("./") == said for word in claim.split())


def _lines(diff: str, sign: str) -> tuple[tuple[int, str], ...]:
    lines = list(enumerate(diff.split("\n"), start=1))[_HEAD:]
    return tuple((number, text[1:]) for number, text in lines if text.startswith(sign))


def _fails(axis: Axis, message: str, line: int | None = None) -> CriticFinding:
    return CriticFinding(axis=axis, fails=True, message=message, line=line)
