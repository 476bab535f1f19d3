"""Finds a sentence that turns around a rule of another asset: its yes or no, its order, its choice (SPEC 4.6, 4.8)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from harvest_loop.domain.judges.rule_sentences import (
    NUMBERS,
    Choice,
    Order,
    action_of,
    choice_in,
    clauses_of,
    forbids,
    is_normative,
    is_optional,
    marks_of,
    order_in,
    roots_in,
    tells_to,
    turns_choice,
    turns_order,
)
from harvest_loop.domain.judges.senses import weight_of
from harvest_loop.domain.judges.skill_page import Sentence, SkillPage
from harvest_loop.domain.verbatim import without_code
from harvest_loop.schemas.skill_review import SkillFinding

# So much of what a rule is about a sentence has to say, and so much of what the sentence says there is the rule's.
SAME_MATTER, SAME_SHORT, SAME_REST, TO_THE_POINT = 0.58, 0.95, 0.9, 0.5
SAME_NAMED, SAME_PART = 0.45, 0.75
_OPENING = 9  # words
_SHORT_REPLY = 10  # words
_SHORT = 4
_FEWEST, _FEWEST_SHARED, _MOST = 3, 2, 40  # telling words of a rule
_MOST_HOLDERS = 60  # a word that more rules hold finds none of them
_ROUNDING = 1e-9


class HeldRule(NamedTuple):
    """A rule of the hub with the place where it stands, and the words that the other skill is called by."""

    path: str
    name: frozenset[str]
    sentence: Sentence
    roots: frozenset[str]
    order: Order | None
    choice: Choice | None
    is_part: bool  # of a longer sentence, whose other parts may say when it holds
    action: str | None  # what it demands or forbids to do


class RuleBook:
    """The rules of a hub's texts, asked for those that speak of the same matter as a sentence; built once a hub."""

    def __init__(self, pages: Mapping[str, SkillPage]) -> None:
        self.rules = tuple(rule for path, page in pages.items() for rule in _rules_of(path, page))
        self._holders: dict[str, list[int]] = {}
        for at, rule in enumerate(self.rules):
            for root in rule.roots:
                self._holders.setdefault(root, []).append(at)
        self._weights = {root: _weight(root) for root in self._holders}
        self._needed = [SAME_NAMED * _sum(rule.roots) for rule in self.rules]

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
    for sentence in _with_replies(page.sentences):
        roots = roots_in(sentence.text)
        if _FEWEST_SHARED <= len(roots) <= 2 * _MOST:
            for rule in book.about(roots, path):
                if _is_turned(sentence.text, roots, rule):
                    yield _finding(sentence, rule)
                    break


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
        for text in clauses_of(sentence.text):
            roots = roots_in(text)
            if _FEWEST <= len(roots) <= _MOST:
                rule = HeldRule(
                    path,
                    name,
                    sentence._replace(text=text),
                    roots,
                    order_in(text),
                    choice_in(text),
                    text != sentence.text,
                    action_of(text),
                )
                if rule.order or rule.choice or (rule.action and is_normative(text)):
                    yield rule


def _is_turned(text: str, roots: frozenset[str], rule: HeldRule) -> bool:
    named = _names(rule, text)
    about = rule.roots - rule.name if named else rule.roots
    shared = _on_the_matter(text, about & roots)
    if len(shared) < _FEWEST_SHARED or _sum(shared) < _needed(rule, named=named) * _sum(about):
        return False
    if rule.choice is not None and rule.choice.preferred & roots and rule.choice.other & roots:
        return turns_choice(text, rule.choice)
    if rule.order is not None and rule.order.first & roots and rule.order.last & roots:
        return turns_order(text, rule.order)
    if rule.action is None or rule.choice is not None or not _is_on_the_action(text, rule, shared, named=named):
        return False
    if is_optional(text) and not is_optional(rule.sentence.text):
        return True
    return forbids(text, shared) != forbids(rule.sentence.text, shared)


def _needed(rule: HeldRule, *, named: bool) -> float:
    """The fewer words a rule has, the more of them have to be there; less where a sentence names the other skill."""
    if named:
        return SAME_NAMED
    if len(rule.roots) < _SHORT:
        return SAME_SHORT
    return SAME_PART if rule.is_part else SAME_MATTER


def _names(rule: HeldRule, text: str) -> bool:
    """Whether a sentence opens by naming the other skill's subject; its name in code only points at it."""
    opening = " ".join(without_code(text).split()[:_OPENING])
    return len(rule.name) > 1 and rule.name <= roots_in(opening)


def _on_the_matter(text: str, shared: frozenset[str]) -> frozenset[str]:
    """The shared words within the stretch of the sentence that speaks of little else; what lies apart is left out."""
    marks = marks_of(text)
    spots = [at for at, mark in enumerate(marks) if mark.root in shared]
    while len(spots) > 1:
        stretch = frozenset(mark.root for mark in marks[spots[0] : spots[-1] + 1])
        own = frozenset(marks[at].root for at in spots)
        if _sum(own) >= TO_THE_POINT * _sum(stretch):
            return own
        spots = spots[1:] if spots[1] - spots[0] >= spots[-1] - spots[-2] else spots[:-1]
    return frozenset(marks[at].root for at in spots)


def _is_on_the_action(text: str, rule: HeldRule, shared: frozenset[str], *, named: bool) -> bool:
    """Whether a sentence tells of doing what the rule speaks of; in another word all the rest has to be there."""
    if any(root in NUMBERS and root not in shared for root in rule.roots):
        return False
    if rule.action in shared or rule.action is None:
        return rule.action is not None and tells_to(text, rule.action)
    rest = rule.roots - {rule.action}
    if named:
        return _sum(shared) >= SAME_MATTER * _sum(rest - rule.name)
    return len(rest) >= _SHORT - 1 and _sum(shared) >= SAME_REST * _sum(rest)


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


def _weight(root: str) -> float:
    return 0.3 + weight_of(root)


def _sum(roots: Sequence[str] | frozenset[str]) -> float:
    return sum(map(_weight, sorted(roots)))
