"""How a closing phrase is written down, and what around it takes it back: not, if, once, soon (SPEC 4.2)."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from harvest_loop.domain.person_words import folded

# Words before a phrase in its clause that make of it a condition, a wish, a guess, or its opposite.
_OPEN_BEFORE = re.compile(
    r"\b(?:once|when|whenever|if|unless|until|till|before|after|whether|as soon as|in case|assuming|provided|"
    r"will|won't|would|should|could|can|can't|cannot|may|might|must|needs?|going to|gonna|about to|be|being|"
    r"getting|get|"
    r"wants?|waiting|wait|hope|hoping|almost|nearly|partially|partly|half|maybe|perhaps|probably|likely|"
    r"not|never|nothing|none|without|neither|nor|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|don't|doesn't|"
    r"didn't|"
    r"which|who|those|ones|\w+s that|why|how|where|like|says?|claims?|seems?|supposed|expected?|make sure|check|"
    r"verify|ensure|see|shows?|"
    r"se|quando|assim que|depois que|antes|até|caso|será|vai|vou|vamos|deve|deveria|precisa(?:r)?|for|ser|fosse|"
    r"que|n[ãa]o|nunca|talvez|quase|verifi\w+|confere|confira|sem|parece)\b"
    r"|\b(?:to|that (?:is|are|was|were)|which (?:is|are|was|were)) (?:\w+ )?$"
    r"|(?:아직|만약|혹시|만일|언제|거의|(?:^|\s)안 )"
)
_OPEN_AFTER = re.compile(
    r"[가-힣]{0,2}(?:면|거든|는지|은지|을지|을까|나요|냐|던지|지 ?않|지 ?못|지 ?마|지 ?말|기 ?전|기 ?까지|을 ?때|"
    r"때까지|려면|어야|아야|도록)"
    r"|(?:ㄴ|은|는)? ?(?:줄 ?알|거 ?같|것 ?같)"
    r"| (?:yet|soon|tomorrow|later|eventually|ainda|amanhã|em breve)\b"
)
_CLAUSES = re.compile(
    r"[,;:](?=\s)|\b(?:but|so|because|since|mas|porque|ent[ãa]o|pois)\b|(?:지만|는데|니까|어서|아서|므로)(?=[\s,])"
)
_SPAN = re.compile(
    r"(?<![\w.])(?P<count>\d{1,3}|a|one|two|three|four|five|six|several|couple(?: of)?|few|um|uma|dois|duas|três|"
    r"tres|quatro|"
    r"cinco|seis|한|두|세|네|몇)\+? ?(?:full |whole )?"
    r"(?P<unit>weeks?|months?|days?|semanas?|m[eê]s(?:es)?|dias?|주일?|달|개월|일)"
)
_WEEKS = (("week", 1), ("semana", 1), ("주", 1), ("month", 4), ("m", 4), ("달", 4), ("개월", 4))
_NUMBERS = {
    **dict.fromkeys(("a", "one", "um", "uma", "한"), 1),
    **dict.fromkeys(("two", "couple", "few", "dois", "duas", "두", "몇"), 2),
    **dict.fromkeys(("three", "several", "três", "tres", "세"), 3),
    **dict.fromkeys(("four", "quatro", "네"), 4),
    **dict.fromkeys(("five", "cinco"), 5),
    **dict.fromkeys(("six", "seis"), 6),
}
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]")
_TWO_WEEKS = 2


class Rule(NamedTuple):
    """A closing phrase: how it is written, and whether words around it can take it back."""

    pattern: re.Pattern[str]
    commands: bool = False
    needs_weeks: bool = False

    def found_in(self, sentence: str) -> str:
        """Return the phrase as the sentence has it; empty where it isn't there or closes nothing.

        A command stands as it is; a state can be denied, foreseen or a condition.
        """
        for found in self.pattern.finditer(sentence):
            start, end = found.span("phrase")
            if self.needs_weeks and not _spans_two_weeks(sentence):
                continue
            if self.commands or not _is_open(sentence, start, end):
                return sentence[start:end].strip()
        return ""


def states(*patterns: str, needs_weeks: bool = False) -> tuple[Rule, ...]:
    """Return the rules of phrases that say how things stand; each pattern has a group `phrase`."""
    return tuple(Rule(re.compile(pattern), needs_weeks=needs_weeks) for pattern in patterns)


def commands(*patterns: str, needs_weeks: bool = False) -> tuple[Rule, ...]:
    """Return the rules of phrases that tell to close; each pattern has a group `phrase`."""
    return tuple(Rule(re.compile(pattern), commands=True, needs_weeks=needs_weeks) for pattern in patterns)


@lru_cache(maxsize=64)
def configured_rules(words: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules of the words that harvest.toml adds (SPEC 4.2)."""
    return states(*map(_pattern, _folded(words)))


def configured_stems(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a sentence must hold for one of those rules to fit."""
    return tuple(_folded(words))


def _folded(words: Iterable[str]) -> Iterable[str]:
    return (folded(word) for word in words if word.strip())


def _pattern(word: str) -> str:
    """Whole words, where the script sets words apart."""
    left = r"(?<!\w)" if word[0].isalnum() and not _UNSPACED.match(word[0]) else ""
    right = r"(?!\w)" if word[-1].isalnum() and not _UNSPACED.match(word[-1]) else ""
    return f"{left}(?P<phrase>{re.escape(word)}){right}"


def _spans_two_weeks(sentence: str) -> bool:
    return any(_weeks(found) >= _TWO_WEEKS for found in _SPAN.finditer(sentence))


def _weeks(found: re.Match[str]) -> float:
    count = found["count"].removesuffix(" of")
    number = int(count) if count.isdecimal() else _NUMBERS[count]
    return number * next((weeks for name, weeks in _WEEKS if found["unit"].startswith(name)), 1 / 7)


def _is_open(sentence: str, start: int, end: int) -> bool:
    """Whether the words around a phrase say that it isn't so, or not yet."""
    clause = max((border.end() for border in _CLAUSES.finditer(sentence, 0, start)), default=0)
    before = sentence[clause:start]
    return _OPEN_BEFORE.search(before) is not None or _OPEN_AFTER.match(sentence[end:]) is not None
