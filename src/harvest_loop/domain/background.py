"""How common words are in texts of this kind anywhere, so that a hub of five skills can be compared too."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from harvest_loop.domain.words import words_of

UNKNOWN_SHARE = 0.01

_GRAMMAR = """
a about above across after again against all also always an and any are as at be because been before being below
between both but by can could do does done during each etc every for from had has have here how if in instead
into is it its just like many may more most much must never no not of on one only or other our out over per same
so some still such than that the their them then there these they this those through to too under up use used
user using very via was we were what when where which while who why will with within without would you your
"""

_INSTRUCTIONS = """
add check code command complete content context create default description error example explicit file find
first follow format full give input keep list make md mode name need new note output path pattern project read
require result return review rule run set skill specific start state step test time tool type update user value
verify want way work write
"""

_FREQUENT = """
action agent already api apply approach ask available avoid base based best block build call case cause change
checklist claude clean clear close common condition config configuration confirm control copy count current data
date decide decision define design detail detect develop direct directory doc document end ensure entry
environment even exact execute exist exit expect explain external fail failure false fast field final fix flag
flow folder found function gap generate get git goal good guide hand handle help high id identify implement
import include information install instruction internal issue item key know language last level limit line link
live load local log long look low main manual map match matter mean message method miss model move multiple next
null number old open operation option order origin own package page part pass place plan point possible practice
prefer present prevent principle print problem proceed process produce prompt provide public purpose put python
question quick raw real reason record reference related relevant remove repeat replace repo report request
response right risk role root safe say scan scope script search second section see separate service session
setup share short show side simple single size source split standard status stay stop string structure success
suggest summary support surface system table take target task team tell template text three title token top
total track treat trigger true try two understand unit unknown until url valid version view wait workflow wrong
yes zero
"""

_USUAL = """
accept actual actually adapt address advanced allow alone alternative answer app append application appropriate
approve architecture area argument artifact assess asset assume async attempt audit author automate automatic
background bad bash batch behavior big body boundary branch break brief bug capability capture card category
chain character choose class cli collect column comment commit compare complex component compose comprehensive
concept concern concrete conflict connect consider consistent constraint contain continue convention correct
cost cover critical custom debug delete depend dependency describe determine diff difference different discover
display domain draft drop duplicate early easy edge edit effect element else empty enable enforce engine
evaluate event evidence exception expand export express extend extract fallback feature feedback fetch fill
filter focus force form four framework free general global grade group guard guideline header heading hidden
history hold hook host human idea ignore immediate impact important improve independent index individual initial
inline insert inside inspect integrate intent interface invalid invoke isolate join json judge label large later
layer lead learn least leave left length let library life locate logic loop machine maintain manage mark
markdown maximum measure member memory mention merge meta metric minimal minimum minor miss mistake mix module
name native natural network nothing object observe off offer ok onboard optimize organize outside overview owner
pair parallel parameter parse partial past pause people perform performance permission person phase pick piece
pipeline platform plugin policy post practical pre precise previous primary prior priority private product
production progress proper protocol pull push quality query quote raise range rate reach ready recent recommend
reduce refer region reject release reliable rely rename render resolve resource rest restore restrict retry
reuse role round route row safety sample save scale scenario schema score security select semantic send sequence
serve server shape shell signal silent similar skip small solution solve sort spec special stable stack stage
stale stand store strategy strict strong style sub subagent submit sure switch symptom sync syntax technical
technique term thing think threshold throw tier together topic touch trace traditional transition tree turn
unclear unless upstream usage validate variable variant various verdict visible warn whole wide word world worth
wrap yaml year
"""

# Share of texts that hold a word of the band; the bands are wide, since only the order of magnitude matters.
_BANDS = ((0.7, _GRAMMAR), (0.4, _INSTRUCTIONS), (0.2, _FREQUENT), (0.08, _USUAL))


@cache
def background_shares() -> Mapping[str, float]:
    """Return the assumed share of texts that hold each common word, by its stem; the rest is rare."""
    shares: dict[str, float] = {}
    for share, words in _BANDS:
        for word in words_of(words):
            shares.setdefault(word, share)
    return MappingProxyType(shares)
