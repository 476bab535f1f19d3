"""Whether a sentence takes the other side of a rule: the same words in the same order, and the opposite of it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from harvest_loop.domain.judges.rule_cues import (
    ASIDE_BEFORE,
    ASIDE_NEXT,
    CLAUSE_END,
    CONDITION,
    EARLY,
    LATE,
    LEAVES_OUT,
    LETS,
    NOT_YET,
    NOUN_LEADS,
    OPPOSITES,
    OPTIONAL,
    ORDER,
    TAKES_BEFORE,
    TAKES_NEXT,
    WAITS,
    WAITS_NOT,
)
from harvest_loop.domain.judges.rule_sentences import NUMBERS, Mark, Rule, marks_of, roots_in, turnings
from harvest_loop.domain.judges.stretches import Stretch, stretch_of, sum_of

# So much of a rule's words a sentence has to say in its order, and so much of what it says there is the rule's.
COVERED, COVERED_SPECIAL, COVERED_SIDE, COVERED_NAMED = 0.72, 0.8, 0.6, 0.5
COVERED_SAME = 0.85
SAME_SPAN, SAME_REST = 0.4, 0.9
LEAST_SIDE, LEAST_OBJECT = 1.0, 2.5  # so much a side of an order or choice, or an act's object, has to tell
_BETWEEN = 2  # words between a connective and what it governs
_FEWEST, _FEWEST_NAMED = 3, 2
_OF_EACH = re.compile(
    r"(?i)\b(?:each|every|all|any|entire|whole|only|twice|always|another|multiple|several|more|two)\b"
)
_DONE = re.compile(r"\wed$", re.IGNORECASE)
_MAY_BE = re.compile(r"(?i)\b(?:be|get|gets|is|are|isn['’]t|aren['’]t)\s(?:\w+\s)?$")
_GERUND = re.compile(r"(?i)^\W*(?!(?:no|any|some|every)thing|during|bring)\w{2,}ing\b")
_TAIL = re.compile(
    r"(?i)^(?:[.,;:]?\s*(?:that|this|which|it|doing so|to do so)\s)?\s*(?:is|are|was|were|has|have|can|"
    r"could|may|should|will|would|must|need)\b[^.;:,]*|"
    r"^\s*(?:at most|rarely|seldom|only|never|now and then|or)\b[^.;:,]*"
)
_LEFT = re.compile(r"(?i)[,;:]\s*(?:leave|skip|forget|drop|ignore|omit|spare|don['’]t|never|no)\b[^.;:,]{0,30}$")


def takes_other_side(text: str, rule: Rule, *, named: bool) -> bool:
    """Whether a sentence says the opposite of a rule; `named`: it names whose matter it speaks of."""
    marks = marks_of(text)
    if rule.kind == "act":
        return _takes_other_act(text, rule, marks, named=named)
    rival = stretch_of(rule.rival, marks)
    main = stretch_of(rule.main, marks) if rival is None else _apart(rule.main, marks, rival)
    if main is None or rival is None or not _is_same_pair(rule, main, rival, marks, named=named):
        return False
    return puts_aside(text, main, rival) if rule.kind == "choice" else _comes_after(text, main, rival)


def takes_same_side(text: str, rule: Rule) -> bool:
    """Whether a sentence demands or forbids the same act, in whatever words."""
    found = stretch_of(rule.main, marks_of(text), verb=rule.action, text=text) if rule.kind == "act" else None
    if found is None or found.share < COVERED_SAME or len(found.roots) < _FEWEST or rule.action not in found.roots:
        return False
    is_optional = OPTIONAL.search(text) is not None
    return is_optional == rule.optional and says_no(text, found.start, found.end) == rule.against


def _apart(part: Sequence[str], marks: Sequence[Mark], rival: Stretch) -> Stretch | None:
    """The stretch of one side that doesn't run through the other's."""
    found = stretch_of(part, marks)
    if found is None or found.end <= rival.start or found.start >= rival.end:
        return found
    sides = ([mark for mark in marks if mark.end <= rival.start], [mark for mark in marks if mark.start >= rival.end])
    halves = [each for each in (stretch_of(part, side) for side in sides) if each is not None]
    return max(halves, key=lambda each: each.share, default=found)


def _takes_other_act(text: str, rule: Rule, marks: Sequence[Mark], *, named: bool) -> bool:
    main = stretch_of(rule.main, marks, verb=rule.action, text=text)
    if main is not None and _is_same_act(text, rule, main, named=named):
        return _turns_act(text, rule, main)
    undoing = [mark for mark in marks if mark.root in _undoing(rule.action)]
    rest = tuple(root for root in rule.main if root != rule.action)
    object_ = stretch_of(rest, marks) if undoing else None
    if (
        object_ is None
        or object_.share < SAME_REST
        or len(rest) < _FEWEST_NAMED
        or sum_of(frozenset(rest)) < LEAST_OBJECT
    ):
        return False
    near = [mark for mark in undoing if len(_between(mark, object_, marks)) <= _BETWEEN]
    return bool(near) and says_no(text, min(near[0].start, object_.start), object_.end) == rule.against


def _between(mark: Mark, stretch: Stretch, marks: Sequence[Mark]) -> list[Mark]:
    return [each for each in marks if mark.end < each.start < stretch.start or stretch.end < each.start < mark.start]


@lru_cache(maxsize=4096)
def _undoing(action: str) -> frozenset[str]:
    """The roots of what undoes an act: who drops a thing doesn't carry it."""
    found: set[str] = set()
    for one, other in OPPOSITES:
        sides = [frozenset(root for word in side for root in roots_in(word)) for side in (one, other)]
        found |= sides[1] if action in sides[0] else sides[0] if action in sides[1] else frozenset()
    return frozenset(found)


def _is_same_act(text: str, rule: Rule, found: Stretch, *, named: bool) -> bool:
    """Whether it is what the rule speaks of; who forbids a special case forbids nothing beside it."""
    least = COVERED_NAMED if named else COVERED_SPECIAL if rule.against else COVERED
    if any(NUMBERS.get(root, root) not in text for root in rule.main if root in NUMBERS and root not in found.roots):
        return False
    rest = frozenset(rule.main) - {rule.action}
    if rule.action not in found.roots and found.roots >= rest and LEAVES_OUT.search(text):
        return len(rest) >= _FEWEST_NAMED and sum_of(rest) >= LEAST_OBJECT and not rule.against
    shared = rule.roots & roots_in(text)
    if len(shared) < (_FEWEST_NAMED if named else _FEWEST) or found.share < least:
        return False
    if rule.against and _OF_EACH.search(rule.text) and not _OF_EACH.search(text):
        return False
    return rule.action in found.roots or (len(rest) > _FEWEST and sum_of(found.roots) >= SAME_REST * sum_of(rest))


def _is_same_pair(rule: Rule, main: Stretch, rival: Stretch, marks: Sequence[Mark], *, named: bool) -> bool:
    """Whether a sentence speaks of both sides of an order or a choice, apart from one another and of little else."""
    if main.start < rival.end and rival.start < main.end:
        return False
    if min(sum_of(frozenset(rule.main)), sum_of(frozenset(rule.rival))) < LEAST_SIDE:
        return False
    said = frozenset(mark.root for mark in marks)
    span = [mark for mark in marks if min(main.start, rival.start) <= mark.start < max(main.end, rival.end)]
    shared = roots_in(rule.text) & said
    close = sum_of(shared & {mark.root for mark in span}) >= SAME_SPAN * sum_of(frozenset(mark.root for mark in span))
    share, least = min(main.share, rival.share), COVERED_NAMED if named else COVERED_SIDE
    return share >= least and close and len(shared) >= (_FEWEST_NAMED if named else _FEWEST)


def _turns_act(text: str, rule: Rule, found: Stretch) -> bool:
    optional = OPTIONAL.search(text) is not None
    if rule.action in found.roots and not _tells_to(text, rule.action, optional=optional):
        return False
    if optional and not rule.optional:
        return True
    no = says_no(text, found.start, found.end)
    return no != rule.against and (no or rule.action not in found.roots or _is_asked_for(text, rule))


def _is_asked_for(text: str, rule: Rule) -> bool:
    """Whether a sentence has the act as something to do, not as the name of something: no noun's word leads to it."""
    marks = marks_of(text)
    for before, mark in zip((None, *marks), marks, strict=False):
        if mark.root == rule.action:
            beside = before is not None and not text[before.end : mark.start].strip(' "“*_`')
            theirs = before is not None and (
                before.root in rule.main or text[: before.end].endswith(("s", "ly", "people"))
            )
            named = beside and not theirs and LETS.search(text[: mark.start]) is None
            word = text[mark.start : mark.end]
            if re.search(r"[^s]s$", word):
                continue
            if word.endswith(("ing", "ed")) or not (named or NOUN_LEADS.search(text[: mark.start])):
                return True
    return False


def _tells_to(text: str, action: str, *, optional: bool) -> bool:
    """Whether a sentence speaks of doing so: not of its having been done, nor of the case that it is."""
    if _GERUND.match(text) and not re.search(r"(?i)\b(?:is|are|may|can|should|must|will|has|have)\b", text):
        return False
    for mark in (mark for mark in marks_of(text) if mark.root == action):
        clause = CLAUSE_END.split(text[: mark.start])[-1]
        done = _DONE.search(text[: mark.end]) and not _MAY_BE.search(text[: mark.start])
        if not done and (optional or not CONDITION.search(clause)):
            return True
    return False


def says_no(text: str, start: int, end: int) -> bool:
    """Whether a sentence is against what stands there: an odd number of `no` before, within and behind it."""
    before = _own_clause(text[:start])
    own = min(1, turnings(before))
    tail = text[end:] if _GERUND.match(text) else "".join(found[0] for found in (_TAIL.match(text[end:]),) if found)
    left = _LEFT.search(text[end:].rstrip(" ."))
    behind = 0 if own else min(1, turnings(tail) + (left is not None))
    return (own + turnings(text[start:end]) + behind) % 2 == 1


def _own_clause(before: str) -> str:
    """The clause that leads to what a sentence speaks of, with a lone `never` or the like set before it by a comma."""
    *earlier, own = CLAUSE_END.split(before)
    for part in reversed(earlier):
        if part.strip() and not roots_in(part) and turnings(part) and not CONDITION.match(part):
            return f"{part} {own}"
    return own


def _comes_after(text: str, first: Stretch, last: Stretch) -> bool:
    """Whether what the rule puts first comes last here."""
    said = [order for order in _orders(text, first, last) if order is not None]
    if said:
        return not said[0]
    if WAITS_NOT.search(text) and not re.search(r"(?i)\bbefore\b", text):
        return True
    return NOT_YET.search(text) is not None or any(_is_put_off(part, first, last, at) for at, part in _parts(text))


def _orders(text: str, first: Stretch, last: Stretch) -> Iterator[bool | None]:
    """For each connective between the two, whether the sentence says of the rule's order that it holds."""
    for found in ORDER.finditer(text):
        behind = [each for each in (first, last) if each.start >= found.end()]
        if not behind or any(each.start < found.start() < each.end for each in (first, last)):
            continue
        governed = min(behind)
        if len(marks_of(text[found.end() : governed.start])) > _BETWEEN:
            continue
        other = last if governed is first else first
        comes_before = found["first"] is not None
        if found["then"]:
            comes_before = other.end <= found.start()
        elif found[0].lower().startswith(("until", "till")):
            lead = text[: found.start()]
            comes_before = WAITS_NOT.search(lead) is not None or (bool(found["until"]) and not WAITS.search(lead))
        elif _is_denied(text, found, other):
            comes_before = not comes_before
        yield comes_before == (other is first)


def _is_denied(text: str, found: re.Match[str], other: Stretch) -> bool:
    """Whether the sentence says no to what the connective orders; one that is told not to wait is told yes."""
    if other.end <= found.start():
        lead = _own_clause(WAITS_NOT.sub(" ", text[: other.start]))
        between = turnings(text[other.start : found.start()])
    else:
        lead, between = _own_clause(text[found.end() : other.start]), turnings(text[: found.start()])
    return (min(1, turnings(lead)) + min(1, between)) % 2 == 1


def _parts(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for part in re.split(r"([,;:]|\band\b)", text):
        yield at, part
        at += len(part)


def _is_put_off(part: str, first: Stretch, last: Stretch, at: int) -> bool:
    """Whether a part of the sentence puts the rule's first thing off, or begins with its last."""
    holds_first = at <= first.start < at + len(part)
    holds_last = at <= last.start < at + len(part)
    if holds_first == holds_last:
        return False
    return (LATE if holds_first else EARLY).search(part) is not None


def puts_aside(text: str, preferred: Stretch, other: Stretch) -> bool:
    """Whether a sentence puts aside what the rule prefers, for what the rule puts aside."""
    struck = [
        *(_nearest_before(cue.start(), preferred, other) for cue in ASIDE_BEFORE.finditer(text)),
        *(_nearest_behind(cue.end(), preferred, other) for cue in ASIDE_NEXT.finditer(text)),
    ]
    near = [each for each in struck if each is not None]
    if near:
        return min(near, key=lambda each: each[0])[1] is preferred
    for cue in TAKES_NEXT.finditer(text):
        if roots := roots_in(text[cue.end() :]):
            return bool(roots & other.roots)
    taken = [_nearest_before(cue.start(), preferred, other) for cue in TAKES_BEFORE.finditer(text)]
    return any(each is not None and each[1] is other for each in taken)


def _nearest_before(at: int, *sides: Stretch) -> tuple[int, Stretch] | None:
    return min(((at - each.end, each) for each in sides if each.end <= at), default=None)


def _nearest_behind(at: int, *sides: Stretch) -> tuple[int, Stretch] | None:
    return min(((each.start - at, each) for each in sides if each.start >= at), default=None)
