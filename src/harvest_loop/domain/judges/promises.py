"""Finds what a skill promises in its description or its Done When and of which no step speaks (SPEC 4.11, claim)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.judges.done_section import done_sections
from harvest_loop.domain.judges.senses import Vocabulary, root_of, senses_in, senses_of, weight_of
from harvest_loop.domain.judges.skill_page import Sentence, SkillPage
from harvest_loop.domain.judges.triggers import is_of_triggers
from harvest_loop.domain.verbatim import code_spans, without_code
from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.skill_review import SkillFinding

# Of what a sentence promises, so much is spoken of nowhere; and so much at all: a rare word or several usual ones.
UNKEPT_SHARE, UNKEPT_WEIGHT = 0.5, 2.4
CRITERION_SHARE = 0.7  # a criterion may check a thing by a means of its own
SHORT_CRITERION, SHORT_WEIGHT = 14, 4.0  # words; a short one names little beside its thing
SUMMARY_SHARE = 0.75  # the first sentence sums up in words of its own
LONGEST_PROMISE = 60  # words; a longer sentence sums up, it doesn't promise
_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RESULT = re.compile(r"^`[^`]*`\W*\w+")  # a command, and the word for what it does
_OWNER = re.compile(r"[^\W_]+['’]s\b")
_DONE = re.compile(
    r"\w{2}ed$|\w{3}ly$|^(?:done|made|gone|seen|written|shown|taken|found|built|kept|left|sent|held|put)$"
)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\*\[[^\[\]]*\]\*")
_NO_PROMISE = re.compile(
    r"(?i)^\W*(?:\w+-)?(?:based|designed|renamed|named|optional|opt-in|part|origin|see|note|not)\b"
)
# What is done with a thing, and words for parts and measures of anything: they promise nothing by themselves.
_GENERAL = listed(
    """
    add allow appear apply ask avoid bear become begin belong bring build carry cause check choose close collect come
    complete compute concern connect contain copy cover create deal decide deliver depend describe do draw drive drop
    enable ensure enter exist exit expect explain extend fail feed fill find finish fit fix follow gather generate get
    give go happen handle have help hold identify include increase keep know lay lead leave lie look make meet move
    need offer open pass place prepare present prevent print proceed process produce prove provide put raise reach
    read receive recommend refer reflect remain resolve return run save say see select send set share show sit sort
    stand start stay stop store support take tell think track treat try turn update use verify wait want work write
    able actual all any available bad best better big clear clean common concrete current different easy each early
    empty every exact external few final first free full further general good high important internal known large last
    late later left less little long low main major minor more most near new next old only other own possible previous
    proper ready real relevant right same several short similar simple single small special specific still true usual
    valid whole wrong anew well up down out green false about above through under over amount aspect basis bit body
    case day detail direction effect end example fact form goal half hand hour instance kind length level lot manner
    matter minute month name number object one part piece point position purpose quarter range rate reason rest row
    second sense side size space span state step subject thing time today top total two type unit value way week word
    year zero once twice three four five file command code output project skill agent tool user box line lines isn
    mandatory measured judged quality task coming following remaining existing missing using printing answer non pre
    hit character count verbatim artifact artefact disk despite regardless versus others suite
    difference nowhere elsewhere meanwhile beforehand afterwards likewise
    besides moreover hence therefore otherwise exactly precisely almost nearly roughly third fourth fifth sixth tenth
    dozen hundred thousand million eleven twelve fifteen twenty thirty six seven eight nine ten double pair couple
    former latter below upper lower inner outer front rear bottom middle neither either fewer plenty remainder person
    people somebody someone anyone man woman fresh recent twofold yesterday tomorrow tonight morning evening night
    during since until between among against across along
    """
)
_GENERAL_SENSES = frozenset(sense for word in _GENERAL for sense in senses_of(word))


def unkept_promises(page: SkillPage) -> Iterator[SkillFinding]:
    """Yield each sentence of the description and each criterion whose subject no other part of the text takes up."""
    criteria = [item for section in done_sections(page) for item in section.items]
    told = [each for each in page.description_sentences if not is_of_triggers(each.text)]
    body = list(_spoken(page))
    kept = Vocabulary((*body, *(sense for item in criteria for sense in senses_in(item.text))))
    for sentence in told:
        share = SUMMARY_SHARE if (sentence,) == page.description_sentences[:1] else UNKEPT_SHARE
        missing = _missing(sentence, kept, share, is_state=False) if _is_promise(sentence, page) else []
        if missing:
            yield _finding(sentence, missing, "the description")
    body += senses_in(page.description.text)
    for at, item in enumerate(criteria):
        others = (sense for other in (*criteria[:at], *criteria[at + 1 :]) for sense in senses_in(other.text))
        spoken = Vocabulary((*body, *others))
        missing = _missing(item, spoken, CRITERION_SHARE, is_state=True) if _is_promise(item, page) else []
        if missing:
            yield _finding(item, missing, "the Done When")


def _finding(sentence: Sentence, missing: list[str], where: str) -> SkillFinding:
    return SkillFinding(
        flaw="unkept_promise",
        line=sentence.line,
        quote=sentence.text,
        reason=f"{where} promises this, and no other part speaks of {_listed(sentence.text, missing)}",
        fails=False,  # another may see it done by what stands there in other words
    )


def _spoken(page: SkillPage) -> Iterator[str]:
    """The senses of all but the promises."""
    yield from senses_in(f"{page.name} {page.title}")
    done = {line.number for section in done_sections(page) for line in section.lines}
    for section in page.sections:
        yield from senses_in(section.title)
        yield from senses_in(" ".join(line.text for line in section.lines if line.number not in done))


def _is_promise(sentence: Sentence, page: SkillPage) -> bool:
    words = sentence.text.split()
    if not 3 <= len(words) <= LONGEST_PROMISE or _NO_PROMISE.match(sentence.text):
        return False
    foreign = len(_SCRIPT.findall("".join(line.text for line in page.body[:200])))
    return foreign < 200 or len(_SCRIPT.findall(sentence.text)) > len(words)


def _missing(sentence: Sentence, spoken: Vocabulary, share: float, *, is_state: bool) -> list[str]:
    """The senses of things that no step speaks of, where they are most of what the sentence is about.

    A criterion says something of a thing: it promises too much where that thing, which it names first, is the new one.
    """
    said = _RESULT.sub("", sentence.text) if sentence.text.startswith("`") else without_code(sentence.text)
    prose = _things(plain_words(_OWNER.sub(" ", _ASIDE.sub(" ", without_code(said)))))
    named = _things(word for span in code_spans(sentence.text) for word in _names_in(span.text))
    # How a criterion is checked is no promise where known things are checked; what it opens with is named.
    if sentence.text.lstrip("*_ ").startswith("`"):
        things = list(dict.fromkeys((*named, *prose)))
    else:
        told = any(spoken.speaks_of(sense) for sense in prose)
        things = prose if told else list(dict.fromkeys((*prose, *named)))
    missing = [sense for sense in things if not spoken.speaks_of(sense)]
    if not missing:
        return []
    weight, total = sum(map(weight_of, missing)), sum(map(weight_of, things))
    short = is_state and weight >= SHORT_WEIGHT and len(said.split()) <= SHORT_CRITERION
    if is_state and things[0] not in missing and not (short and _head_of(said, things) in missing):
        return []
    least = UNKEPT_SHARE if short else share
    return missing if weight >= UNKEPT_WEIGHT and weight >= least * total else []


def _head_of(text: str, things: Sequence[str]) -> str:
    """The last of the words with which a criterion names its thing: of a `bug bounty` it is the bounty."""
    head = ""
    for word in plain_words(text):
        named = [sense for sense in senses_of(word) if sense in things]
        if head and not named:
            break
        head = named[-1] if named else head
    return head or things[0]


def _names_in(code: str) -> Iterator[str]:
    """The words of a command's program and of the paths, without their folders, that a code span holds."""
    parts = code.split()
    for at, part in enumerate(parts):
        if at == 0 or "/" in part or "." in part.strip("."):
            yield from plain_words(part.rstrip("/").rsplit("/", 1)[-1])


def _things(words: Iterable[str]) -> list[str]:
    """The senses of words that name things, each once: neither what is said of anything nor what was done."""
    found = dict.fromkeys(sense for word in words if not _is_general(word) for sense in senses_of(word))
    return [sense for sense in found if weight_of(sense) > 0]


def _is_general(word: str) -> bool:
    """Whether it is said of anything: a word of the list in one of its forms, or what has been done."""
    if word in _GENERAL or _singular(word) in _GENERAL or _DONE.search(word) is not None:
        return True
    return not word.endswith("ing") and any(sense in _GENERAL_SENSES for sense in senses_of(word))


def _singular(word: str) -> str:
    forms = (word.removesuffix("ies") + "y", word.removesuffix("es"), word.removesuffix("s"))
    return next((form for form in forms if form in _GENERAL), word)


def _listed(text: str, senses: list[str]) -> str:
    """The missing things in the sentence's own words, three at most."""
    roots = {root_of(sense) for sense in senses}
    words = [word for word in dict.fromkeys(plain_words(text)) if roots & {root_of(each) for each in senses_in(word)}]
    return ", ".join(f"'{word}'" for word in words[:3])
