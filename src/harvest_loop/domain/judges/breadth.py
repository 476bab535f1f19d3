"""Finds triggers that fit one case only, or any work there is (SPEC 4.11, scope)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.judges.particulars import Particular, is_name, particulars_in, without_quotes
from harvest_loop.domain.judges.senses import Vocabulary, root_of, senses_in, senses_of, weight_of
from harvest_loop.domain.judges.skill_page import Sentence, SkillPage
from harvest_loop.domain.judges.triggers import is_of_triggers, is_trigger_section, occasions, opens_a_trigger
from harvest_loop.domain.vocabulary import listed
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.skill_review import SkillFinding

# A trigger that says so few things beside its particular is about the particular.
_BESIDE = 2
_SHORT_SENTENCE = 8
_BESIDE_THREAD = 5
_WEAK = frozenset({"number", "place", "identifier", "person"})  # shapes that also stand for kinds of things
_NEEDS_NAME = frozenset({"name", "identifier"})
# On so many further lines a particular runs through the whole text.
_THROUGHOUT = 3
# A trigger without a word for `all` is open where hardly one word in so many tells something.
_FEWEST_LISTED = 4
# So many of a trigger's words may stand in the steps by chance.
_IN_PASSING = 1

# These claim all there is by themselves; the second kind does where nothing particular follows.
_ABSOLUTE = re.compile(
    r"(?i)\b(?:any(?:thing|where|time)|every(?:thing|where)|always|whatever|whichever|wherever|no matter|"
    r"regardless|irrespective|constantly|"
    r"continuously|permanently|in general|universal(?:ly)?|across the board|without (?:exception|"
    r"limit(?:s|ation)?|restriction)|"
    r"by default|catch-all|general[- ]purpose|all-purpose|as often as|whenever (?:possible|you (?:can|"
    r"like|want|wish))|round the clock|day and night|nothing is (?:too|out)|limitless|unlimited|"
    r"never (?:wrong|out of place|a bad|hurts|too)|can(?:no|['’])t hurt|and so on|and (?:much )?more|"
    r"and the (?:like|rest)|the rest|"
    r"something (?:to (?:do|be done)|is to be)|from (?:the )?(?:morning|start|beginning|first|"
    r"a)\b.{0,40}\bto|either way|or not|in doubt|unsure|at all)\b"
)
_QUANTIFIER = re.compile(r"(?i)\b(?:any(?:body|one)?|every(?:body|one)?|each|all|both|entire|whole|complete|full)\b")
_REACH = 3
# What any work has: by these words no task is told from another.
_ANY_WORK = listed(
    """
    use trigger invoke activate apply applies call serve serves suit suits suitable fit fits help helps good need
    needs want do does doing make makes work works working task tasks job jobs request requests question questions
    answer answers prompt prompts message messages session sessions project projects repository repositories repo
    repos code text texts file files change changes problem problems issue issues situation situations case cases
    occasion occasions circumstance circumstances moment moments time times thing things purpose purposes product
    products language languages software hardware development programming engineering computer computers machine
    person persons people user users team teams colleague colleagues member members customer customers company
    everyone planning coding testing writing reading meeting meetings thinking talking editing designing building
    debugging developing plan plans build test tests write writes read reads edit edits edited say says said ask asks
    asked tell tells happen happens come comes up go goes begin begins beginning start starts started end ends ended
    middle during before after day days night nights morning evening week weeks month year years hour hours life
    office home desk kind kinds sort sorts type types form forms topic topics subject subjects matter matters area
    areas domain domains field fields industry industries branch discipline page pages skill skills agent agents tool
    tools step steps action actions activity activities assignment assignments operation operations command commands
    input inputs output outputs thought thoughts idea ideas word words line lines technical general default unsure
    sure doubt certain possible useful helpful needed necessary important idle busy new old big small large long short
    easy hard simple difficult different whole entire first last next single something nothing anything everything
    open opened touch touched touches get gets give gives take takes keep keeps know knows think see sees look looks
    involve involves concern concerns affect affects deal dealing way ways place places world part parts piece pieces
    point points level levels size demand demands wish wishes goal goals reason reasons effort efforts result results
    content contents data information document documents system systems application applications app apps program
    programs service services create creates creating created produce produces produced support supports assist
    assistance improve improves improvement better best stuff etc else well also even forbid forbids exception
    exceptions without limit limits restriction restrictions conversation conversations chat interaction interactions
    turn turns human humans someone cycle lifecycle phase phases stage stages process processes workflow workflows
    practice practices intention aim mood weather day-to-day daily routine everyday mail mails email emails letter
    letters folder folders related relating mind head hand talk talks discussion discussions beginner beginners expert
    experts developer developers manager managers writer writers engineer engineers adult child children study leisure
    hobby business private academic phrase sentence paragraph function class module commit commits review reviews
    deployment design research analysis deploy deploying reviewing refactoring drafting answering deciding organising
    organizing learning teaching explaining searching documenting fixing running shipping choice right true false
    imaginable conceivable thinkable arise arises arising occur occurs exist exists existing present future past
    ordinary special rare frequent term keyboard screen window terminal editor browser cloud server client frontend
    backend library framework suite assistant model models user's subject-matter
    """
)


_MARKED = re.compile(r"(?<=[a-z,] )[A-Z][\w-]*[a-z][\w-]*|\b[a-z]+-?\d[\w-]*\b")


_OWNED = re.compile(
    r"(?<![\w`])(?P<owner>`[^`\s]+`|(?=[\w.-]*[A-Z0-9])[A-Za-z0-9][\w.-]*\w(?: (?=[\w.-]*[A-Z0-9])[\w.-]*\w)?)['’]s\b"
)


_ACRONYM = re.compile(r"[A-Z]+s?")


class _Trigger(NamedTuple):
    sentence: Sentence
    words: tuple[str, ...]  # that tell this work from other work


def too_broad(page: SkillPage) -> Iterator[SkillFinding]:
    """Yield a finding where the triggers claim everything and name nothing of the skill's own subject."""
    told = _triggers(page)
    if any(map(_is_particular, (trigger.sentence.text for trigger in told))):
        return
    subject, body = _subject(page, told), _spoken(page)
    described = [each for each in told if each.sentence.line < page.first_body_line]
    listed_ones = [each for each in told if each not in described]
    # Words that any work has are no claim by themselves; they are one where nothing else is named anywhere.
    roots = {root_of(sense) for each in told for word in each.words for sense in senses_of(word)}
    empty = bool(told) and len(roots) <= _IN_PASSING and not roots & subject
    for group in (described, listed_ones):
        if group and all(empty or _claims_all(each, subject, body) for each in group):
            quote = group[0].sentence
            yield SkillFinding(
                flaw="too_broad",
                line=quote.line,
                quote=quote.text,
                reason="the trigger fits any task: it names nothing of what the skill is about",
            )
            return


def too_narrow(page: SkillPage) -> Iterator[SkillFinding]:
    """Yield a finding where the triggers hold for one ticket, date, person, file or place only."""
    told = [each.sentence for each in _triggers(page)]
    first, rest = page.description_sentences[:1], page.description_sentences[1:]
    if rest and not any(is_of_triggers(each.text) for each in rest) and len(first[0].text.split()) <= _SHORT_SENTENCE:
        told.insert(0, first[0])  # some say when before they say what
    for sentence in told:
        mark = _binding(sentence, page)
        if mark is not None and (
            _is_in_each(mark, told, page) or (mark.kind != "name" and _runs_through(mark.text, page))
        ):
            yield SkillFinding(
                flaw="too_narrow",
                line=sentence.line,
                quote=sentence.text,
                reason=f"the trigger holds for '{mark.text}' alone, not for the kind of work",
            )
            return


def _triggers(page: SkillPage) -> list[_Trigger]:
    """What says when to use the skill; the description's last sentence where none does."""
    first, rest = page.description_sentences[:1], page.description_sentences[1:]
    sentences = [
        *(each for each in first if is_of_triggers(each.text) and (not rest or opens_a_trigger(each.text))),
        *(each for each in rest[:-1] if is_of_triggers(each.text)),
        *rest[-1:],
    ]
    return [
        _Trigger(each, tuple(word for word in plain_words(each.text) if _is_telling(word)))
        for each in (*sentences, *occasions(page))
    ]


def _is_telling(word: str) -> bool:
    return word not in _ANY_WORK and any(weight_of(sense) > 0 for sense in senses_of(word))


def _subject(page: SkillPage, told: Sequence[_Trigger]) -> frozenset[str]:
    """The roots of what the skill is about: its name, its title and what the description says it does."""
    triggers = [each.sentence for each in told]
    text = " ".join(
        (page.name, page.title, *(each.text for each in page.description_sentences if each not in triggers))
    )
    return frozenset(root_of(sense) for word in plain_words(text) if _is_telling(word) for sense in senses_of(word))


def _spoken(page: SkillPage) -> Vocabulary:
    """The senses of the body but for what says when to use it."""
    return Vocabulary(
        sense
        for section in page.sections
        if not is_trigger_section(section)
        for line in section.lines
        for sense in senses_in(line.text)
    )


def _claims_all(trigger: _Trigger, subject: frozenset[str], body: Vocabulary) -> bool:
    """Whether a trigger speaks of all there is, and of nothing that the skill itself is about."""
    claims = _claims_in(trigger.sentence.text)
    told = [sense for word in trigger.words for sense in senses_of(word)]
    own = subject.intersection(map(root_of, told))
    spoken = [sense for sense in told if body.speaks_of(sense)]
    return claims > 0 and len(own) <= (claims > 1) * len(told) // _FEWEST_LISTED and len(spoken) <= _IN_PASSING * claims


def _claims_in(text: str) -> int:
    """How often a trigger claims all there is: outright, or all of something that any work has."""
    claims = len(_ABSOLUTE.findall(text))
    for found in _QUANTIFIER.finditer(text):
        behind = plain_words(text[found.end() : found.end() + 60])[:_REACH]
        claims += not any(map(_is_telling, behind))
    return claims


def _is_particular(text: str) -> bool:
    return next(particulars_in(text), None) is not None


def _binding(sentence: Sentence, page: SkillPage) -> Particular | None:
    """The particular that a trigger is about, where it says hardly anything beside it."""
    text, said = sentence.text, without_quotes(sentence.text)
    described = sentence.line < page.first_body_line
    owner = _owner(said, page) if described else None
    if owner is not None:
        return owner
    found = [each for each in particulars_in(text) if described or each.kind not in _WEAK]
    # A word with a capital or a number that runs through the whole text, and that isn't what the skill is called after.
    marked = (Particular("name", word) for word in _names_in(said) if described and _runs_through(word, page))
    loose = [each for each in marked if each not in found]
    own = {root_of(sense) for sense in senses_in(page.name)}
    for particular in (*found, *loose):
        beside = [word for word in plain_words(said.replace(particular.text, " ")) if _is_telling(word)]
        named = own & {root_of(sense) for sense in senses_in(particular.text)}
        through = particular in found and particular.kind not in _WEAK and _runs_through(particular.text, page)
        most = _BESIDE_THREAD if through else _BESIDE
        if len(beside) <= most and not (particular.kind in _NEEDS_NAME and (named or not is_name(particular.text))):
            return particular
    return None


def _names_in(said: str) -> Iterator[str]:
    """Words marked as names; the second word of a product's name is none."""
    for found in _MARKED.finditer(said):
        before = said[: found.start()].split()[-1:]
        if not before or before[0][:1].islower() or is_name(before[0]):
            yield found[0]


def _owner(said: str, page: SkillPage) -> Particular | None:
    """The one whose things the whole text is about: `Marta's` on line after line, where a product is hardly said so."""
    own = {root_of(sense) for sense in senses_in(page.name)}
    owners = Counter(found["owner"].strip("`") for line in page.body for found in _OWNED.finditer(line.text))
    for owner, times in sorted(owners.items()):
        told = re.search(rf"(?<!\w){re.escape(owner)}(?!\w)", said) is not None
        named = own & {root_of(sense) for sense in senses_in(owner)}
        if times >= _THROUGHOUT and told and not named and is_name(owner) and not _ACRONYM.fullmatch(owner):
            return Particular("owner", owner)
    return None


def _is_in_each(mark: Particular, told: Sequence[Sentence], page: SkillPage) -> bool:
    """Whether the description names no occasion without it, and the rest of the text knows no other or repeats it."""
    described = [each for each in told if each.line < page.first_body_line]
    listed_ones = [each for each in told if each not in described]
    if not all(_key(mark.text) in each.text.lower() for each in described or told):
        return False
    repeated = [_key(mark.text) in each.text.lower() for each in listed_ones]
    if mark.kind == "name":  # a product runs through its text as well
        return all(repeated)
    return not listed_ones or any(repeated) or _runs_through(mark.text, page)


def _runs_through(mark: str, page: SkillPage) -> bool:
    """Whether it stands on several lines of the text, not in its triggers alone."""
    key = _key(mark)
    return sum(key in line.text.lower() for line in page.body if line.kind != "code") >= _THROUGHOUT


def _key(mark: str) -> str:
    """The word of a particular that stands again where it is meant again: the one with a number, else the longest."""
    words: list[str] = re.findall(r"[\w./@-]+", mark.lower()) or [mark.lower()]
    return max(words, key=lambda word: (any(sign.isdigit() for sign in word), len(word)))
