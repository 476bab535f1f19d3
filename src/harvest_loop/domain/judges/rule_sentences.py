"""Reads a sentence as a rule: what it is about, whether it forbids, what comes first, and what is preferred to what."""

import re
from functools import lru_cache
from typing import NamedTuple

from harvest_loop.domain.judges.senses import root_of, senses_of
from harvest_loop.domain.vocabulary import listed

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
# Words of the rule's form; what a rule is about are the others.
_FORM = listed(
    """
    always never not no none nor nobody nothing don't doesn't didn't won't can't cannot mustn't shouldn't needn't isn't
    aren't wasn't must may might can could should shall need have has had do does only once before after until
    instead rather place whenever when if in case doubt rule time here around save fine simply go ahead one
    you they matters avoid want
    """
)
_FORBIDS = re.compile(
    r"(?i)\b(?:never|not|no|none|nor|nobody|nothing|don['’]t|doesn['’]t|didn['’]t|won['’]t|can['’]t|"
    r"cannot|mustn['’]t|shouldn['’]t|"
    r"needn['’]t|isn['’]t|aren['’]t|wasn['’]t|avoid\w*|refrain\w*|forbid\w*|prohibit\w*|"
    r"disallow\w*|bann?ed|stop|skip\w*|resist|keep from|leave off|"
    r"omit\w*|leave out|left out|without|dispens\w+|forgo\w*|spare\w*|unnecessary|needless\w*|superfluous|"
    r"pointless|useless|"
    r"out of the question|waste of time|hardly|thing of the past|lifted|waived|abolished|suspended|"
    r"forget (?:about|to)|ignore\w*|refus\w+|exempt\w*|excus\w+|under no|wrong|too much)\b"
)
_FORBIDS_NOT = re.compile(
    r"(?i)\b(?:no longer|not|nothing|never|isn['’]t|doesn['’]t|don['’]t|needn['’]t|won['’]t|can['’]t|"
    r"cannot|no|nobody)\s+(?:\w+\s+){0,3}?"
    r"(?:forbidden|prohibited|banned|wrong|against|avoid\w*|refrain\w*|hesitate|shy|afraid|stop\w*|"
    r"prevent\w*|fail|forget|skip\w*|omit\w*|"
    r"harm\w*|hurts?|objections?|problem|reason not|hesitation|second thought|further ado|worry|speaks|"
    r"forbids|minds?|objects?|complain\w*|cares?|notices?|matters?|hold back|asking|bad)\b"
    r"|\b(?:nobody|no one|none|nothing|no other)\s+(?:else\s+)?(?:but|except|other than|besides|than)\b"
    r"|\b(?:nobody|no one|none) else\b|,\s*(?:and )?not [^,]{1,40},"
    r"|\bwithout (?:a |any |further |much |the )*(?:second thought|hesitat\w+|asking|ado|qualms|scruples|"
    r"fear|worry\w*|thinking|ceremony|restraint|reserve)\b"
    r"|\bno (?:matter|questions|need to ask|worries|limits?)\b"
)
_OPTIONAL = re.compile(
    r"(?i)\b(?:optional\w*|voluntar\w+|at will|up to (?:you|them|each|whoever)|whether or not|if (?:you|"
    r"they|one) (?:like|wish|want|feel)|"
    r"(?:need|have|has|needs|required?|obliged?|necessary) (?:not|no)|need(?:n['’]t| not)|"
    r"don['’]t (?:have|need) to|doesn['’]t (?:have|need) to|"
    r"not (?:necessary|needed|required|obliged|compulsory|mandatory)|can choose|no need|as you like|"
    r"only (?:if|when) (?:somebody|someone|asked|you|they|there|time)|or (?:don['’]t|not|might not|"
    r"may not|need not)\b|whether to|decides? (?:alone|freely|whether)|as (?:you|they) (?:please|wish)|"
    r"rarely|seldom|now and then|exceptional\w*|as an exception|if time (?:allows|permits)|"
    r"when there is time|"
    r"free (?:not )?to|at (?:one's|your|their) discretion|nice to have)\b"
)
_CLAUSE = re.compile(r"[;:,()]|\s[-–—]\s")
_REQUEST = re.compile(r"\b(pull|merge) requests?\b")  # one thing, not two words
_DONE = re.compile(r"\wed$", re.IGNORECASE)
_MAY_BE = re.compile(r"(?i)\b(?:be|get|gets)\s(?:\w+\s)?$")
_IN_CASE = re.compile(r"(?i)^\W*(?:if|when|whether|unless|where|because|since)\b")
_ANY_TAIL = re.compile(r"[^.;:]*")
_GERUND = re.compile(r"(?i)^\W*\w{2,}ing\b")
_PARTS = re.compile(r"[;:()]|\s[-–—]+\s|\*\*")
_TAIL = re.compile(
    r"(?i)^(?:[.,;:]?\s*(?:that|this|which|it|doing so|to do so)\s)?\s*(?:is|are|was|were|has|have|can|"
    r"could|may|should|will|would|must|need)\b[^.;:,]*"
)
_NORMATIVE = re.compile(
    r"(?i)^[\W_]*(?:(?:please|but|and|then|so|else) )?(?:never|don['’]t|do not|always|avoid)\s+\w|"
    r"\w\s(?:must(?:n['’]t)?|may not|should(?:n['’]t)?|(?:is|are) (?:not allowed|forbidden|required|"
    r"mandatory)|has to|have to|needs to)\s\w"
)
_ASKS = re.compile(r"\?[\W_]*$|^[\W_]*[\"“]")
_NOT_PREFERRED = re.compile(
    r"(?i)(?:,\s+(?:and |but )?(?:not|never)|\s+(?:and|but) (?:not|never)|\s+instead of|\s+rather than|"
    r"\s+in place of|,?\s+as opposed to)\s+(?P<other>[^,.;:()]+)"
)
_AGAINST = re.compile(
    r"(?i)\b(?:instead of|rather than|in place of|in lieu of|in preference to|as opposed to|not|never|no|"
    r"without|over|than|avoid\w*|skip\w*|"
    r"forget|leave|drop|replac\w+|abandon\w*|don['’]t|unlike|against|prefer\w*\b[^.;:]{0,80}? to|wrong|"
    r"is out|are out|forbidden|taboo|obsolete|"
    r"only (?:in|as|if|when)|at most|if at all|last resort|exception\w*|emergency|second (?:choice|best)|"
    r"ahead of|before|"
    r"belongs? in the past|has had its day|give up|swap|exchange|turn away from|move (?:on |away )?from|from)\b"
)
_GIVES_WAY = re.compile(
    r"(?i)\b(?:gives? way|yields?|makes? room|(?:is|are|was|were|be|been|gets?) (?:replaced|superseded|"
    r"ousted)|(?:is|are) (?:out|wrong|not wanted|banned|forbidden|obsolete|taboo)|"
    r"(?:is|are)n['’]t (?:wanted|allowed|used)|would be wrong|ha(?:s|ve) no place|loses? (?:out )?(?:to|"
    r"against)|in (?:its|their) stead)\b"
)
_ORDER = re.compile(
    r"(?i)\b(?P<first>before|ahead of|prior to|earlier than|in advance of|precedes?|, then|"
    r"and (?:only )?then|then|is followed by|in front of|"
    r"not later than|no later than|at the latest)\b|"
    r"\b(?P<last>only (?:after|once|when)|after|once|as soon as|following|follows|later than|not until|subsequent to|"
    r"no (?:earlier|sooner) than|waits? for|behind|in the wake of|on the heels of|when)\b|\b(?P<until>until|till)\b"
)
_WAITS = re.compile(
    r"(?i)\b(?:wait|leave|hold|keep|postpone|delay|defer|put off|save|not|never|don['’]t|nothing|nobody)\b"
)
_LATE = re.compile(
    r"(?i)\b(?:last|later|afterwards?|finally|in the end|at the end|can wait|still (?:open|to come|"
    r"pending|missing)|comes? after|(?:can|may|will|shall) follow|follows?\W*$|at the very end|"
    r"at the close)\b"
)
_EARLY = re.compile(
    r"(?i)\b(?:first|beforehand|earlier|at the (?:beginning|start|outset)|to begin with|right away|"
    r"straight away|at once|immediately|already|(?:is|are) (?:over|done|finished|complete|behind)|ha(?:s|"
    r"ve) been)\b"
)
_WAITS_NOT = re.compile(
    r"(?i)\b(?:not|never|no|without|don['’]t|needn['’]t|instead of|rather than)\b[^.;:,]{0,25}\bwait\w*|"
    r"\bwhether or not\b|\beven (?:if|though)\b"
)
_NOT_YET = re.compile(
    r"(?i)\b(?:while|as long as|although|though|even when)\b.*\b(?:not|isn['’]t|hasn['’]t|aren['’]t|"
    r"haven['’]t|still)\b"
)
NUMBERS = listed("two three four five six seven eight nine ten twelve")


class Mark(NamedTuple):
    """One word of a sentence that tells something: its root and where it stands."""

    root: str
    start: int
    end: int


class Order(NamedTuple):
    """What a sentence says comes first, and what comes after it, as roots that only one of them has."""

    first: frozenset[str]
    last: frozenset[str]


class Choice(NamedTuple):
    """What a sentence prefers, and to what, as roots that only one of them has."""

    preferred: frozenset[str]
    other: frozenset[str]


@lru_cache(maxsize=65_536)
def marks_of(text: str) -> tuple[Mark, ...]:
    """Return the telling words of a sentence with their places."""
    return tuple(
        Mark(root_of(sense), found.start(), found.end())
        for found in _WORD.finditer(_REQUEST.sub(r"\1        ", text.lower()))
        if found[0] not in _FORM
        for sense in senses_of(found[0])
    )


def action_of(text: str) -> str | None:
    """Return the root of what a rule demands or forbids to do: the first telling word behind its `never` or `must`."""
    found = _NORMATIVE.search(text)
    behind = (mark.root for mark in marks_of(text) if found is not None and mark.start >= found.end() - 1)
    return next(behind, None)


def tells_to(text: str, action: str) -> bool:
    """Whether a sentence speaks of doing so, not of its having been done."""
    spots = [
        mark for mark in marks_of(text) if mark.root == action and not _IN_CASE.search(_clause_before(text, mark.start))
    ]
    return any(not _DONE.search(text[: mark.end]) or _MAY_BE.search(text[: mark.start]) for mark in spots)


def roots_in(text: str) -> frozenset[str]:
    return frozenset(mark.root for mark in marks_of(text))


def is_normative(text: str) -> bool:
    """Whether a sentence demands or forbids in so many words."""
    return _NORMATIVE.search(text) is not None and _ASKS.search(text) is None


def clauses_of(text: str) -> tuple[str, ...]:
    """Return the parts of a sentence that can be a rule by themselves, the whole first."""
    parts = [part.strip() for part in _PARTS.split(text)]
    return (text, *(part for part in parts if len(parts) > 1 and is_normative(part)))


def choice_in(text: str) -> Choice | None:
    """Return what a rule prefers to what; None where it doesn't compare."""
    found = _NOT_PREFERRED.search(text)
    if found is None:
        return None
    preferred, other = roots_in(text[: found.start()]), roots_in(found["other"])
    only = Choice(preferred - other, other - preferred)
    return only if only.preferred and only.other else None


def order_in(text: str) -> Order | None:
    """Return what a rule puts first; None where it tells no order."""
    for found in _ORDER.finditer(text):
        if found["until"] or found[0].lower() in ("when", "then", ", then"):
            continue
        left, right = _sides(text, found)
        first, last = (left, right) if found["first"] else (right, left)
        if _FORBIDS.search(text[: found.start()]):
            first, last = last, first
        if first - last and last - first:
            return Order(first - last, last - first)
    return None


def turns_choice(text: str, rule: Choice) -> bool:
    """Whether a sentence puts aside what the rule prefers, for what the rule puts aside."""
    own = marks_of(text)
    if not {mark.root for mark in own} & rule.preferred or not {mark.root for mark in own} & rule.other:
        return False
    sided = [mark for mark in own if mark.root in rule.preferred or mark.root in rule.other]
    gone = _GIVES_WAY.search(text)
    before = next((mark for mark in reversed(sided) if gone is not None and mark.end <= gone.start()), None)
    against = [_struck(cue.start(), cue.end(), sided) for cue in _AGAINST.finditer(text)]
    struck = before or next((mark for mark in against if mark is not None), None)
    return struck is not None and struck.root in rule.preferred


def _struck(start: int, end: int, marks: list[Mark]) -> Mark | None:
    """The word that a cue puts aside: the next one behind it, else the one before it."""
    behind = next((mark for mark in marks if mark.start >= end), None)
    return behind if behind is not None else next((mark for mark in reversed(marks) if mark.end <= start), None)


def turns_order(text: str, rule: Order) -> bool:
    """Whether a sentence puts first what the rule puts last."""
    for found in _ORDER.finditer(text):
        left, right = _sides(text, found)
        before = found["first"] is not None
        if found["until"]:
            before = not _WAITS.search(text[: found.start()])
        elif _FORBIDS.search(_clause_before(text, found.start())) and not _WAITS_NOT.search(text):
            before = not before
        said = Order(left, right) if before else Order(right, left)
        straight = len(said.first & rule.first) + len(said.last & rule.last)
        turned = len(said.first & rule.last) + len(said.last & rule.first)
        if said.first & rule.last and said.last & rule.first and turned > straight:
            return True
        if said.first & rule.first and said.last & rule.last and straight > turned:
            return False
    return _says_otherwise(text, rule)


def _says_otherwise(text: str, rule: Order) -> bool:
    """Whether a part of the sentence puts the rule's first thing off, or begins with its last."""
    if not (roots_in(text) & rule.first and roots_in(text) & rule.last):
        return False
    if _WAITS_NOT.search(text) or _NOT_YET.search(text):
        return True
    for part in re.split(r"[,;:]|\band\b", text):
        roots = roots_in(part)
        is_first = len(roots & rule.first) > len(roots & rule.last)
        is_last = len(roots & rule.last) > len(roots & rule.first)
        if (is_first and _LATE.search(part)) or (is_last and _EARLY.search(part)):
            return True
    return False


def _sides(text: str, found: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """What stands before and behind a connective; one that opens the sentence has its own part up to the comma."""
    left, right = roots_in(text[: found.start()]), roots_in(text[found.end() :])
    if not left:
        own, *rest = re.split(r"[,:;]|\s[-–—]\s", text[found.end() :], maxsplit=1)
        if rest:
            return roots_in(rest[0]), roots_in(own)
    return left, right


def _clause_before(text: str, end: int) -> str:
    return _CLAUSE.split(text[:end])[-1]


def is_optional(text: str) -> bool:
    return _OPTIONAL.search(text) is not None


def forbids(text: str, about: frozenset[str]) -> bool:
    """Whether a sentence is against what these words say: an odd number of `not` before, within and behind them."""
    spots = [mark for mark in marks_of(text) if mark.root in about]
    if not spots:
        return False
    start, end = spots[0].start, spots[-1].end
    # The clause that speaks of it, or the nearest one before it that says yes or no.
    before = next((part for part in reversed(_CLAUSE.split(text[:start])) if _cues(part)), "")
    tail = (_ANY_TAIL if _GERUND.match(text) else _TAIL).match(text[end:])
    return (
        min(1, _cues(before)) + _cues(text[start:end]) + min(1, _cues(tail[0]) if tail and not _cues(before) else 0)
    ) % 2 == 1


def _cues(text: str) -> int:
    return len(_FORBIDS.findall(_FORBIDS_NOT.sub(" ", text)))
