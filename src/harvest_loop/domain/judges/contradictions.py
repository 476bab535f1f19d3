"""Finds a sentence that turns around a rule of another asset: its yes or no, its order, its choice (SPEC 4.6, 4.8)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from harvest_loop.domain.judges.rule_sentences import Rule, roots_in, rules_in
from harvest_loop.domain.judges.skill_page import Section, Sentence, SkillPage
from harvest_loop.domain.judges.stances import takes_other_side
from harvest_loop.domain.judges.stretches import sum_of, told_by
from harvest_loop.domain.verbatim import without_code
from harvest_loop.schemas.skill_review import SkillFinding

SAME_NAMED = 0.45  # so much of a rule's words a sentence has to say for the two to be compared at all
_OPENING = 9  # words
_SHORT_REPLY = 10  # words
_FEWEST, _FEWEST_SHARED, _MOST = 2, 2, 40  # telling words of a rule
_MOST_HOLDERS = 60  # a word that more rules hold finds none of them
_ROUNDING = 1e-9
# What stands there is told as what not to do, whatever its sentences say.
_TOLD_AS_WRONG = re.compile(
    r"(?i)anti.?patterns?|mistakes?|pitfalls?|red flags?|\bdon['’]?ts?\b|\bdo not\b|avoid|wrong|\bbad\b|smells?|"
    r"rationali[sz]ations?|excuses?|\bnever\b|forbidden|not to (?:do|use)|what not|fail(?:s|ures?)|myths?|❌|🚫"
)
_MARKED_WRONG = re.compile(r"(?i)^\W*(?:❌|🚫|✗|✘|bad|wrong|don['’]?t|not|anti.?pattern)\s*[:*|❌]|❌|🚫|✗|✘")


class HeldRule(NamedTuple):
    """A rule of the hub with the place where it stands, and the words that the other skill is called by."""

    path: str
    name: frozenset[str]
    sentence: Sentence
    rule: Rule
    roots: frozenset[str]


class RuleBook:
    """The rules of a hub's texts, asked for those that speak of the same matter as a sentence; built once a hub."""

    def __init__(self, pages: Mapping[str, SkillPage]) -> None:
        self.rules = tuple(rule for path, page in pages.items() for rule in _rules_of(path, page))
        self._holders: dict[str, list[int]] = {}
        for at, rule in enumerate(self.rules):
            for root in rule.roots:
                self._holders.setdefault(root, []).append(at)
        self._weights = {root: told_by(root) for root in self._holders}
        self._needed = [SAME_NAMED * sum_of(rule.roots) for rule in self.rules]

    def about(self, roots: frozenset[str], path: str) -> Iterator[HeldRule]:
        """Yield the rules of other texts that speak mostly of what these words say."""
        common: dict[int, float] = {}
        for root in sorted(roots):
            holders, weight = self._holders.get(root, ()), self._weights.get(root, 0.0)
            for at in holders if len(holders) <= _MOST_HOLDERS else ():
                common[at] = common.get(at, 0.0) + weight
        for at in sorted(at for at, weight in common.items() if weight >= self._needed[at] - _ROUNDING):
            rule = self.rules[at]
            if rule.path != path and len(rule.roots & roots) >= _FEWEST_SHARED:
                yield rule


def contradictions(page: SkillPage, path: str, book: RuleBook) -> Iterator[SkillFinding]:
    """Yield each sentence that says the opposite of a rule of another asset, with both places."""
    for section in page.sections:
        if not _TOLD_AS_WRONG.search(section.title):
            yield from _in_section(section, path, book)


def _in_section(section: Section, path: str, book: RuleBook) -> Iterator[SkillFinding]:
    for sentence in _with_replies(section.sentences):
        roots = roots_in(sentence.text)
        if _FEWEST_SHARED <= len(roots) <= 2 * _MOST and not _MARKED_WRONG.search(sentence.text):
            held = next((rule for rule in book.about(roots, path) if _is_turned(sentence.text, rule)), None)
            if held is not None:
                yield _finding(sentence, held)


def _with_replies(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences; a question with what answers it, as one that says so."""
    answered = False
    for sentence, following in pairwise((*sentences, Sentence(0, ""))):
        replies = following.text and following.line - sentence.line <= 1 and not following.opens_item
        if sentence.text.endswith("?") and replies and len(following.text.split()) <= _SHORT_REPLY:
            yield sentence._replace(text=f"{following.text.rstrip('.')}: {sentence.text.rstrip('?')}.")
            answered = True
        elif not answered:
            yield sentence
        else:
            answered = False


def _rules_of(path: str, page: SkillPage) -> Iterator[HeldRule]:
    name = roots_in(page.name.replace("-", " "))
    for sentence in page.sentences:
        for rule in rules_in(sentence.text):
            if _FEWEST <= len(rule.roots) <= _MOST:
                yield HeldRule(path, name, _told(sentence, rule), rule, rule.roots)


def _told(sentence: Sentence, rule: Rule) -> Sentence:
    """The rule as it stands: the whole sentence where it is no part of one."""
    is_whole = sentence.text.strip(" .!") == rule.text or rule.text not in sentence.text
    return sentence if is_whole else sentence._replace(text=rule.text)


def _is_turned(text: str, held: HeldRule) -> bool:
    """Whether a sentence is against a rule; words that only name whose matter it speaks of are none of the rule's."""
    opening = " ".join(without_code(text).split()[:_OPENING])
    named = len(held.name) > 1 and held.name <= roots_in(opening)
    topic, comma, rest = text.partition(",") if named else ("", "", "")
    said = rest if comma and roots_in(topic) <= held.name else text
    return takes_other_side(said.strip(), held.rule, named=named)


def _finding(sentence: Sentence, rule: HeldRule) -> SkillFinding:
    return SkillFinding(
        flaw="contradicts",
        line=sentence.line,
        quote=sentence.text,
        reason=f"{rule.path}:{rule.sentence.line} says the opposite: “{rule.sentence.text}”",
        against=rule.path,
        against_line=rule.sentence.line,
        against_quote=rule.sentence.text,
    )
