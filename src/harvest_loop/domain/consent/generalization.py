"""What of one person's answers is more than taste: shares of their words on a skill, over sessions (SPEC 8.5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

OUTCOMES = 3
SESSIONS = 2
REDEFINE = 40  # per cent
REINFORCE = 60

Word = Literal["accepted", "modified", "rejected"]
Generality = Literal["redefine or deprecate", "reinforces", "personal"]


class SkillWord(NamedTuple):
    """A person's word on one proposal about a skill, and the session that the proposal came from."""

    skill: str
    word: Word
    session: str
    record: str = ""


class Learning(NamedTuple):
    """What the words on one skill come to."""

    skill: str
    generality: Generality
    counts: tuple[tuple[Word, int], ...]
    sessions: int
    record: str = ""

    @property
    def is_general(self) -> bool:
        """Whether any user would benefit: it recurs over sessions, and a person's review still decides."""
        return self.generality != "personal"


def learnings(words: Iterable[SkillWord]) -> tuple[Learning, ...]:
    """Return what the words on each skill come to, by the skill's name; what was left unanswered is no word.

    A share of rejections of 40 % or more wins over one of acceptances; under 3 outcomes or 2 sessions nothing does.
    """
    by_skill: defaultdict[str, list[SkillWord]] = defaultdict(list)
    for word in words:
        by_skill[word.skill].append(word)
    return tuple(_learning(skill, found) for skill, found in sorted(by_skill.items()))


def _learning(skill: str, words: list[SkillWord]) -> Learning:
    counts = Counter(one.word for one in words)
    sessions = len({one.session for one in words})
    told = tuple(sorted(counts.items()))
    record = max(one.record for one in words)
    if len(words) < OUTCOMES or sessions < SESSIONS:
        return Learning(skill, "personal", told, sessions, record)
    if 100 * counts["rejected"] >= REDEFINE * len(words):
        return Learning(skill, "redefine or deprecate", told, sessions, record)
    word: Generality = "reinforces" if 100 * counts["accepted"] >= REINFORCE * len(words) else "personal"
    return Learning(skill, word, told, sessions, record)
