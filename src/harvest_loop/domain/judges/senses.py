"""Words as judges compare them: one stem for the forms of a word and for words that mean the same in a procedure."""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import log

from harvest_loop.domain.background import UNKNOWN_SHARE, background_shares
from harvest_loop.domain.vocabulary import EMPTY, listed
from harvest_loop.domain.words import plain_words, stems_of

_SHORTEST_ROOT = 4
_ALIKE = 6  # so many first letters in common: a word and its kin
_ENDING = re.compile(
    r"(?:ement|ment|ation|ition|tion|sion|ion|iviti|abiliti|iti|ator|er|or|ali|al|ibl|abl|ance|anc|ence|enc|ness|nes|"
    r"iv|ful|less|ous|ant|ent|ur|li|at|iz|is|e|i|t)$"
)
_FORMS = """
begin began begun; break broke broken; bring brought; build built; buy bought; catch caught; choose chose chosen
choice; come came; cut cutting; draw drew drawn; drive drove driven; feel felt; find found; forget forgot forgotten;
get got gotten; give gave given; go goes went gone; grow grew grown growth; hear heard; hide hid hidden; hold held;
keep kept; know knew known; lead led; leave left; lie lies lay lain; lose lost loss; mean meant; meet met; pay paid;
read reading; run ran running; say said; see saw seen; seek sought; sell sold sale; send sent; shake shook shaken;
show shown; sit sat; speak spoke spoken; spend spent; stand stood; take took taken; tell told; think thought; throw
threw thrown; understand understood; wear wore worn; write wrote written; analysis analyses analyse analyze; child
children; criterion criteria; index indices; man men; person people; plan planned planning planner; stop stopped
stopping; ship shipped shipping; tag tagged tagging; prove proof; long length; deep depth; high height; wide width;
advise advice; succeed success; arrive arrival; refuse refusal; conclude conclusion; expand expansion; extend
extension; suspend suspension; divide division; discuss discussion; warm warmth; strong strength; seize seizure; close
closure; fail failure; deliver delivery; recover recovery; discover discovery; respond response; prefer preference;
refer reference; try tried tries trying; dry dried dries; depend dependency dependence; register registration
registry; resolve resolution; revoke revocation
"""
# Near enough in the texts of procedures; a word stands in one row only.
_SAME = """
tell inform notify announce announcement notification mail email message
remove delete erase drop purge
picture image screenshot photo
repair fix mend correct
ticket issue
bug defect fault
choose select pick
folder directory
check verify inspect examine
begin start
halt stop cease
job task
whole entire complete completely
keep retain preserve
record log protocol
person individual somebody someone
move relocate transfer
replace swap substitute exchange
change alter modify
publish release
use employ utilise utilize
show display present
chart graph diagram
need require
buy purchase
forbid prohibit
allow permit
build compile
document documentation docs
caller client consumer
merge integrate
reply answer response
request ask
measure gauge benchmark
approve approval
deploy deployment rollout
migrate migration
compare comparison contrast
decide decision determine
describe description
explain explanation
require requirement
produce production
configure configuration config settings
authenticate authentication
vulnerability hole
credential secret
member user customer
send forward dispatch submit
get obtain receive fetch
give provide supply
help assist
large big huge
small little tiny
quick quickly fast rapid rapidly
old former
new fresh
wrong incorrect
error failure mistake
end finish terminate conclude
place location spot site
wording phrasing
number figure amount
copy duplicate replica
try attempt
happen occur
find locate discover detect
limit restrict
raise lift increase
lower reduce decrease
part portion
way manner method
rule guideline
owner holder
note remark comment
plan schedule
production live
machine computer host server
assume suppose presume
guess estimate speculate
break damage destroy
shorten cut curtail
rest remainder
source origin
cause reason
result outcome
step stage phase
question query
page sheet
line row
reviewer reader
list enumerate listing
share portion
reuse recycle
hide conceal mask
edit amend
draft sketch
accept agree
assign allocate
collect gather
suite battery
silence mute suppress
rotate renew
test tests tested
"""
_MORE_GRAMMAR = listed(
    """
    again against already although among another any anybody anyone anything around away because behind below beside
    beyond cannot can't couldn't didn't throughout alike alone each either enough etc even ever every everybody
    everyone everything further hasn't here hers him his however i'm isn't it'll least less many may maybe might mine
    must mustn't neither never next nobody none nor nothing often once onto otherwise ours ourselves own perhaps quite
    rather really several shall shan't she shouldn't since something sometimes soon still though thus till together
    towards until unless upon wasn't we'll weren't whatever whenever whether whoever whole whom whose won't within yes
    yet yourself doing done did having being am let lets per via e.g i.e t s d ll re ve m
    """
)


def _classes(rows: str, separator: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows.strip().split(separator):
        words = row.split()
        for word in words:
            for stem in stems_of(word):
                found.setdefault(stem, stems_of(words[0])[0])
    return found


_FORM_OF = _classes(_FORMS, ";")
_SENSE_OF = _classes(_SAME, "\n")


@lru_cache(maxsize=200_000)
def senses_of(word: str) -> tuple[str, ...]:
    """Return what a word, lower case, counts as; nothing for words that only join others."""
    if word in EMPTY or word in _MORE_GRAMMAR:
        return ()
    forms = (_FORM_OF.get(stem, stem) for stem in stems_of(word))
    return tuple(_SENSE_OF.get(form, form) for form in forms)


def senses_in(text: str) -> list[str]:
    """Return the senses of a text in order."""
    return [sense for word in plain_words(text) for sense in senses_of(word)]


@lru_cache(maxsize=200_000)
def weight_of(sense: str) -> float:
    """Return how much a sense tells: about 0 where most texts hold it, 4.6 where hardly any does."""
    return max(0.0, -log(background_shares().get(sense, UNKNOWN_SHARE)))


class Vocabulary:
    """The senses of a text, asked whether it speaks of something in the same or a kindred word."""

    def __init__(self, senses: Iterable[str]) -> None:
        self._senses = frozenset(senses)
        self._roots = frozenset(root_of(sense) for sense in self._senses)
        self._beginnings = frozenset(sense[:_ALIKE] for sense in self._senses if len(sense) >= _ALIKE)

    def speaks_of(self, sense: str) -> bool:
        """Whether the word stands there, or one of the same root: `announcement` for `announce`."""
        alike = len(sense) >= _ALIKE and sense[:_ALIKE] in self._beginnings
        return alike or sense in self._senses or root_of(sense) in self._roots


@lru_cache(maxsize=200_000)
def root_of(sense: str) -> str:
    """Return the sense without the ending that makes a noun, an adjective or an adverb of a verb."""
    found = _ENDING.search(sense)
    return sense[: found.start()] if found and found.start() >= _SHORTEST_ROOT else sense
