"""Whether closing words are said of an item, or of something else that stands beside its name (SPEC 4.2)."""

import re

from harvest_loop.domain.person_words import folded

_ITEM = "\0"
_QUOTE = "[\"'“”„‘’«»「」『』]?"
_MARK = r"(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?(?:\[.\]\s+)?"
_THING = (
    r"(?:item|task|card|ticket|issue|to-?do|one|entry|tarefa|cartão|chamado|pendência|ponto|항목|티켓|이슈|카드|태스크|"
    r"할 ?일|건)"
)
# Before the name, or before the words that tell to close: words that say nothing of their own.
_FILLER = (
    rf"(?:(?:please|pls|ok|okay|alright|yes|yeah|no|well|so|and|also|then|just|now|actually|btw|fyi|thanks|great|good|"
    rf"perfect|update|status|confirmed|hey|oh|right|sure|let's|we can|you can|you may|can you|go ahead and|about|"
    rf"regarding|re|as for|the|this|that|our|my|{_THING}|(?:we|i|you) (?:don't|no longer) (?:need|have) to|"
    r"por favor|então|também|sobre|obrigad[oa]|sim|bom|agora|pode|podes|podemos|vamos|o|a|"
    r"그리고|그럼|이제|네|응|이|그냥|참|아|일단은)(?![\w'])[\s,:!]*){0,8}"
)
_PARTICLE = r"(?:은|는|이|가|을|를|도|의|건은|관련(?:해서)?)?"
_AFTER_NAME = rf"{_PARTICLE}(?: {_THING}{_PARTICLE})?"
_PRONOUN = rf"(?:it|that|this|they|isso|isto|ess[ea]|est[ea]|el[ea]|그거|그건|이거|이건|그것|이것)(?: {_THING})?"
_SAID = (
    r"(?:is|was|are|were|has|have|had|been|got|'s|now|already|just|also|finally|both|all|simply|really|definitely|"
    r"confirmed|confirmed as|confirmed to be|please|pls|so|and|then|done|finished|obsolete|you can|we can|we|i|"
    r"foi|foram|já|está|tá|fica|ficou|é|são|agora|também|então|por favor|e|pode|podes|podemos|mesmo|"
    r"이미|이제|그냥|다|방금|어제|오늘)"
)
_BREAK = r"(?:\s*(?:[,:;.=→>…]|[–—-]+(?=\s))){0,4}\s*"
_STATE = (
    r"(?:is|was|got|has been|it's|foi|está) (?:already |now |confirmed )?(?:done|finished|obsolete|dead|gone|"
    r"impossible|not possible|merged|cancell?ed|shipped|feito|impossível)"
)
_BETWEEN = (
    rf"{_AFTER_NAME}(?: {_STATE}(?=[,;.]))?{_BREAK}(?:{_PRONOUN}(?=[\s']|\Z)\s*)?"
    rf"(?:{_SAID}(?![\w'])[\s,:]*){{0,6}}"
)
# When, where and why may follow the closing words; an object of their own may not.
_MORE = (
    r"(?:now|already|today|yesterday|upstream|this (?:week|morning)|last (?:week|night|month)|earlier|finally|btw|too|"
    r"any|please|pls|off|out|then|for good|ontem|hoje|já|também|por favor|obrigad[oa]|"
    r"(?:\d+|an?|two|three|few) (?:minutes?|hours?|days?|weeks?) ago|#\d+|"
    r"(?:for|in|há|since) (?:\w+ ){0,4}(?:weeks?|months?|semanas?|meses)|(?:and|e) (?:deployed|released|shipped|done)|"
    r"(?:in|into|to|on|via|with|no|na|em) (?:the )?(?:pr|mr|main|master|develop|trunk|upstream|production|monday|"
    r"tuesday|wednesday|thursday|friday|#)(?: ?#?\d+)?|it|that|them|[가-힣]{1,6})(?![\w'])"
)
_ENDS = (
    rf"(?: {_THING}(?![\w']))?[가-힣]{{0,6}}(?:\s+{_MORE}){{0,4}}"
    r"(?=\s*\Z|\s*[.,!;…~)(]|\s+[–—-]|\s+(?:so|since|because|thanks|as|by|por|pel[oa])\s)"
)
# What is said after all keeps the item open.
_TAKEN_BACK = re.compile(
    r"\b(?:but|although|though|however|still|anyway|except|for now|again|by (?:mistake|accident)|only|reopen\w*|"
    r"restart\w*|not yet|mas|porém|ainda|por enquanto|de novo)\b|지만|는데|아직|그래도|다시|당분간"
)
_START = rf"(?:\A|[;.!…]\s+|\s[–—]\s+){_MARK}{_FILLER}"


def is_said_of(text: str, name: str, phrase: str) -> bool:
    """Return whether the closing phrase is said of the item of that name: in its clause, with nothing else beside.

    The name comes first, or words that tell to close and then the name; a clause that follows may go on about it
    with a pronoun, or without a subject.
    """
    written, said = _marked(text, name), _marked(phrase, name)
    if not said or _TAKEN_BACK.search(written):
        return False
    return any(re.search(form, written) for form in _forms(said))


def _marked(text: str, name: str) -> str:
    """The text with one mark in the name's places."""
    whole = re.compile(rf"{_QUOTE}(?<![a-z0-9_]){re.escape(folded(name))}(?![a-z0-9_]){_QUOTE}")
    return whole.sub(_ITEM, folded(text))


def _forms(said: str) -> tuple[str, ...]:
    words = re.escape(said)
    if _ITEM in said:
        inside = rf"\S+ (?:(?:the|this|that|o|a|{_THING}) )*{_ITEM}(?: .*)?"
        return (rf"{_START}{words}{_ENDS}",) if re.fullmatch(inside, said) else ()
    it = rf"(?:{_PRONOUN} (?:{_SAID} ){{0,3}})?"
    of = rf"(?:(?:the|o|a|{_THING}) ){{0,2}}"
    dash = r"\s*(?:[:=→]|[–—-]+(?=\s))?\s*"
    end = r"(?=\s*\Z|\s*[.,!;…)]|\s+(?:please|pls|now|then|thanks|any ?(?:more|longer)|por favor)\b)"
    return (
        rf"{_START}{_ITEM}{_BETWEEN}{words}{_ENDS}",
        rf"{_START}{it}{words}(?: {_THING})?[가-힣]{{0,4}}{dash}{of}{_ITEM}{_AFTER_NAME}{end}",
    )
