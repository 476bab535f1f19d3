"""When two spellings are one term: case, markup, hyphens and the plural do not part them (SPEC 4.6b)."""

import re
from functools import lru_cache

from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.words import singular

LONGEST_TERM = 60
MOST_WORDS = 6

_MARKS = re.compile(r"[*`\"“”‘’]+|\b_+|_+\b")
_OWNER = re.compile(r"['’]s\b")
_CONTRACTION = re.compile(r"\w['’](?!s\b)\w")
_BRACKETS = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
# Words that every page uses for parts of its own: what stands behind them defines no word of the hub.
_LABEL_WORDS = listed(
    """
    action advantage agent all answer approach argument assumption author background benefit best caution
    category cause challenge change check checklist code command comment common condition conclusion
    consequence consideration constraint content context contract core cost current date default definition
    deliverable dependency description detail direction document done duration effort end error evidence
    example exception exit expected explanation failure file final finding fix flag focus flow format formula
    frequency function general goal guide guideline heuristic how id impact implementation important indicator
    info input instruction issue item key kind label language last level limit limitation link list location
    log low high main mandatory match meaning method metric mode model modifier name new next no note number
    object objective old only one optional or order origin other outcome output overview owner parameter part
    path pattern phase point position practice prerequisite principle priority problem process project prompt
    property pro con purpose question quick range rationale reason recommendation recommended reference
    related remedy request requirement required response result return review risk role root rule sample
    scenario scope score section see setting setup severity shape short sign signal simple situation size
    skill solution source specific stage start state status step stop strategy structure style subject success
    suggestion summary symptom system table target task team test text the this tier tip to tool title topic
    tradeoff trigger two type usage use user value variable version warning weakness what when where which who
    why with workflow yes you your
    """
)
_NUMBERED = listed("axis layer level option part phase question rule section stage step task tier type")


@lru_cache(maxsize=100_000)
def term_key(text: str) -> str:
    """Return what a term is known by; empty where the text is none: too long, or without letters."""
    bare = _ARTICLE.sub("", _BRACKETS.sub("", _MARKS.sub("", _OWNER.sub("", text))).strip(" \t:：.,;!?-–—"))
    words = _WORD.findall(_ARTICLE.sub("", " ".join(_WORD.findall(bare.lower()))))
    if (
        not words
        or _CONTRACTION.search(text)
        or len(bare) > LONGEST_TERM
        or len(words) > MOST_WORDS
        or not _LETTERS.search(bare)
    ):
        return ""
    return " ".join((*words[:-1], singular(words[-1])))


def is_label(key: str) -> bool:
    """Whether it names a part of a page, and not a thing of the hub: `output`, `key points`, `step 2`."""
    words = key.split(" ")
    return words[0] in _NUMBERED or all(singular(word) in _LABEL_WORDS or word.isdigit() for word in words)
