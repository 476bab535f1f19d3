"""What of a prompt is the person's own words: no quotes, code, logs or other pasted text (SPEC 3.3)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

LONGEST_PROMPT = 20_000
QUOTED = "\u2026"  # stands where something was quoted

_LONGEST_SENTENCE = 400
# The patterns below are not linear, and lines come from outside.
_LOOKED_AT = 300  # characters of a line that show whether a program printed it
_END = 80  # characters at its end that show whether it announces something
_FENCE = re.compile(r"\s{0,8}(`{3,}|~{3,})")
_TAG = re.compile(r"<([A-Za-z][\w-]{2,40})(?:\s[^<>]{0,200})?>")
_ANNOUNCES = re.compile(
    r"(?:\b(?:feedback|review(?:er)?s?|comments?|logs?|output|outputs|errors?|trace(?:back)?|says|said|wrote|writes|"
    r"printed|"
    r"prints|got|gives|shows?|message|run|result|results|here|below|this|following|quote|replied|answered|"
    r"saída|erros?|retorn(?:a|ou)|disse|diz|mensagem|escreveu|respondeu|resultado|aqui|abaixo|seguinte|revisão|"
    r"comentários?)"
    r"|로그|에러|오류|출력|결과|피드백|리뷰|메시지|코멘트|답변|댓글|다음|아래|말하길|왈)\s*(?:\([^()\n]{0,60}\))?\s*[:：]\s*\Z",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:says|said|wrote|writes|replied|answered|commented|comments?|feedback|disse|escreveu|comentou|respondeu|"
    r"diz)\s*:\s"
    r"|(?:왈|말하길|코멘트|댓글|답변|피드백)\s*:\s"
)
# What programs print and people don't write.
_PRINTED = re.compile(
    r"""
    \s*(?:
      at\s.+\(.*:\d+ | File\s".+",\sline\s\d+ | Traceback\b | Caused\sby: | panic: | goroutine\s\d+ |
      \[?\d{4}[-/]\d\d[-/]\d\d[T\s]\d\d:\d\d | \[?\d\d:\d\d:\d\d\b |
      \[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL|FAIL(?:ED)?|PASS(?:ED)?|OK)\b\]?(?:[:\s\[]|$) |
      (?:error|warning|fatal|note|hint|remote|usage)(?:\[\w+\])?:\s | npm\s(?:ERR|WARN)! | E\s{2,} |
      [\w.]*(?:Error|Exception|Warning)(?::\s|$) | [$❯%]\s | [#>]{1,3}\s\S | [\w.-]+@[\w.-]+[:\s].*[$#] |
      diff\s--git | index\s[0-9a-f]{6,} | @@\s | (?:---|\+\+\+)\s | [+-]{1,2}\s{2,}\S | [+]\S | commit\s[0-9a-f]{7,} |
      [│├└┌╭╰┃║█▌┆┊] | [✓✗×✘✔✖❌●○]\s | [|].*[|]\s*$ | ={4,} | -{4,} | _{4,} | [*]{4,} |
      [\w./\\-]+:\d+(?::\d+)?(?:[:\s]|$) | [\w./\\-]+\(\d+(?:,\d+)?\):\s |
      [{}\[\]()<>;]+\s*,?\s*$ | ["'][\w.-]+["']\s*:\s | </?[\w-]+[^<>]*>\s*$ | [\w.-]+\s*=>\s | \w+\s*=\s*["'\[{(] |
      (?:import|def|class|function|const|let|var|return|public|private|async|await|export|if|for|while)
      \s.*[;{:(]\s*$ |
      (?:GET|POST|PUT|PATCH|DELETE|HTTP/\d)\s | \w[\w.-]*\s{3,}\S+\s{2,}\S | HTTP/ |
      Run\s(?:npm|yarn|pnpm|make|uv|pytest)\b
    )
    | \s{4,}\S | \t
    """,
    re.VERBOSE,
)
_QUOTES = re.compile(
    r"`[^`\n]*`|\"[^\"\n]*(?:\"|\Z)|“[^”\n]*(?:”|\Z)|„[^“”\n]*(?:[“”]|\Z)|«[^»\n]*(?:»|\Z)|「[^」\n]*(?:」|\Z)|"
    r"『[^』\n]*(?:』|\Z)"
    r"|‘[^’\n]{0,300}’(?!\w)|(?<![\w'])'[^'\n]{1,300}'(?!\w)|`[^`\n]*\Z"
)
_OPENS_QUOTE = re.compile("[`\"“„«「『‘']")  # a line without any of these has no quote, and most have none
_CLOSES = {'"': '"', "“": "”", "«": "»", "「": "」", "『": "』", "„": "“"}
_LINKS = re.compile(r"\b(?:https?|ssh|git|ftp)://\S+|(?<!\w)@[\w./-]+")
_ENDS = re.compile(r"[.!?…。！？]{1,9}[\"')\]]{0,3}(?=\s|\Z)|[。！？]|(?<=\s)[—–-]{1,2}(?=\s)|;(?=\s)")
_CONTRACTIONS = {
    **{f"{verb}nt": f"{verb}n't" for verb in ("do", "does", "did", "is", "was", "are", "were", "have", "has", "had")},
    **{f"{verb}nt": f"{verb}n't" for verb in ("should", "would", "could", "ca", "wo")},
    **{f"{word}s": f"{word}'s" for word in ("that", "what", "it", "there", "let", "who", "here")},
    **{f"{word}re": f"{word}'re" for word in ("you", "they")},
    **{f"{word}ve": f"{word}'ve" for word in ("i", "you", "we", "they")},
}
_CONTRACTED = re.compile(rf"\b(?:{'|'.join(_CONTRACTIONS)})\b")
_MARK = re.compile(r"\A\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)")


class Sentence(NamedTuple):
    """One sentence of the person's own: in lower case, with a mark for what is quoted; and the line it stands in."""

    text: str
    asks: bool
    line: str


def own_lines(prompt: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are the person's own, counted from 1; line ends are `\\n` only.

    Fenced and quoted blocks, tagged blocks and what a program printed are left out, and so is everything behind a line
    that announces something pasted.
    """
    blocks = _Blocks()
    for number, line in enumerate(prompt[:LONGEST_PROMPT].split("\n"), start=1):
        if not blocks.hold(line) and not blocks.printed_or_quoted(line) and line.strip():
            yield number, line


def own_sentences(prompt: str) -> Iterator[Sentence]:
    """Yield the person's own sentences in order; those too long for a person to have typed are left out."""
    for _, line in own_lines(prompt):
        yield from sentences_of(line)


def without_quotes(line: str) -> str:
    """Return the line with a mark for everything that stands in quotes or code marks, or that somebody else says."""
    shown = _QUOTES.sub(QUOTED, line) if _OPENS_QUOTE.search(line) else line
    shown = _LINKS.sub(QUOTED, shown) if "://" in shown or "@" in shown else shown
    says = _SAYS.search(shown) if ":" in shown else None
    return shown if says is None else f"{shown[: says.end()]}{QUOTED}"


def holds_one(text: str, parts: Iterable[str]) -> bool:
    """Whether one of the parts stands anywhere in the text."""
    for part in parts:  # noqa: SIM110 - a generator doubles the time of what is asked most often
        if part in text:
            return True
    return False


def folded(text: str) -> str:
    """Return the text composed, in lower case, with single spaces and the apostrophes that people leave out."""
    if text.isascii():
        return _with_apostrophes(" ".join(text.lower().split()))
    composed = unicodedata.normalize("NFC", text).casefold().replace("\u2019", "'").replace("\u02bc", "'")
    return _with_apostrophes(" ".join(unicodedata.normalize("NFC", composed).split()))


class _Blocks:
    """What of a prompt is open at a line: a fence, a tag, a quote, a program's output, an announced paste."""

    def __init__(self) -> None:
        self._fence = ""
        self._until = ""
        self._printed = False
        self._announced = False

    def hold(self, line: str) -> bool:
        """Whether a line stands in a fenced, tagged or quoted block, or opens or ends one."""
        if self._fence:
            self._fence = "" if self._ends_fence(line) else self._fence
            return True
        if self._until:
            self._until = "" if self._until in line else self._until
            return True
        fence = _FENCE.match(line)
        self._fence = fence[1] if fence else ""
        return fence is not None or self._opens(line.strip())

    def _opens(self, bare: str) -> bool:
        """Whether a line begins a tag, or a quote that goes on over more lines."""
        tag = _TAG.match(bare)
        if tag:
            end = f"</{tag[1]}>"
            self._until = "" if end in bare else end
            return True
        self._until = _CLOSES.get(bare[:1], "")
        if self._until in bare[1:]:
            self._until = ""
        return self._until != ""

    def printed_or_quoted(self, line: str) -> bool:
        """Whether a line is quoted, a program's, or behind one that announces a paste."""
        bare = line.strip()
        if not bare:
            self._printed = False
        elif not self._printed:
            self._printed = _PRINTED.match(line[:_LOOKED_AT]) is not None
        if bare.startswith(">") or self._printed or self._announced:
            return True
        self._announced = bare.endswith((":", "：")) and _ANNOUNCES.search(bare[-_END:]) is not None
        return False

    def _ends_fence(self, line: str) -> bool:
        mark = _FENCE.match(line)
        if mark is None or line[mark.end() :].strip():
            return False
        return mark[1][0] == self._fence[0] and len(mark[1]) >= len(self._fence)


def _with_apostrophes(text: str) -> str:
    if not holds_one(text, _CONTRACTIONS):
        return text
    return _CONTRACTED.sub(lambda found: _CONTRACTIONS[found[0]], text)


def sentences_of(line: str) -> Iterator[Sentence]:
    """Yield the sentences of one line of the person's own."""
    mark = _MARK.match(line)
    shown = without_quotes(line if mark is None else line[mark.end() :])
    start = 0
    for end in (*(found.end() for found in _ENDS.finditer(shown)), len(shown)):
        written = shown[start:end].strip()
        start = end
        text = folded(written)
        if text and len(text) <= _LONGEST_SENTENCE:
            yield Sentence(text=text, asks="?" in written[-3:] or "？" in written[-3:], line=line)
