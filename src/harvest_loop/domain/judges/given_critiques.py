"""A Critic's word beside the floor's: findings are added, and the graver word counts (SPEC 4.11, 5)."""

from collections.abc import Mapping, Sequence

from harvest_loop.schemas.judgement import CriticFinding, CriticInput, CriticWord, Critique
from harvest_loop.schemas.role_messages import CriticAnswer

_GRAVEST: tuple[CriticWord, ...] = ("FAIL", "CONDITIONAL_PASS", "PASS")


def joined_critiques(floor: Sequence[Critique], answers: Mapping[str, CriticAnswer]) -> tuple[Critique, ...]:
    """Return the floor's critiques with what a model added, by the candidate's hash; no word is raised."""
    return tuple(_joined(one, answers.get(one.hash)) for one in floor)


def placed(answer: CriticAnswer, given: CriticInput) -> CriticAnswer:
    """Return the answer with no line that the text doesn't have: what is said of it stays said."""
    last = given.literal_text.count("\n") + 1
    findings = tuple(
        one if one.line is None or 1 <= one.line <= last else one.model_copy(update={"line": None})
        for one in answer.findings
    )
    return answer.model_copy(update={"findings": findings})


def _joined(floor: Critique, answer: CriticAnswer | None) -> Critique:
    if answer is None:
        return floor
    told = {_what(one) for one in floor.findings}
    more = tuple(one for one in answer.findings if _what(one) not in told)
    word = min(floor.word, answer.word, key=_GRAVEST.index)
    return Critique(hash=floor.hash, word=word, findings=(*floor.findings, *more))


def _what(finding: CriticFinding) -> tuple[object, ...]:
    return finding.axis, finding.fails, finding.line, finding.message
