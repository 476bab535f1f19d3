"""Secrets that are known by where they stand: headers, URLs, options and arguments of known programs (SPEC 11-4)."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from harvest_loop.adapters.redaction_marks import Block, Secret, lines_with
from harvest_loop.adapters.redaction_values import is_example, is_expression, is_mixed, names_another


class _Place(NamedTuple):
    kind: str
    sign: str
    pattern: re.Pattern[str]
    holds: Callable[[str], bool]


def _literal(value: str) -> bool:
    return len(value) >= 4 and not (names_another(value) or is_example(value))


def _mixed_literal(value: str) -> bool:
    return len(value) >= 6 and is_mixed(value) and _literal(value) and not is_expression(value)


def _token(value: str) -> bool:
    return len(value) >= 12 and _mixed_literal(value)


def _in_url(value: str) -> bool:
    return _literal(value) or (value.isdigit() and len(value) >= 6)


_NOUN = r"(?:password|passwd|passphrase|token|secret|api[_ -]?key|access[_ -]key|secret[_ -]key)"
_VALUE = r"[\"']?(?P<value>[^\s\"'`\\]+)"


def _place(kind: str, sign: str, pattern: str, holds: Callable[[str], bool] = _literal) -> _Place:
    return _Place(kind, sign, re.compile(pattern, re.IGNORECASE), holds)


_PROGRAMS_AND_HEADERS = (
    _place(
        "authorization",
        "authorization",
        rf"authorization[\"'\\]*\s*[:=,]\s*[\"'\\]*(?:bearer|basic|token|digest|apikey|bot|negotiate)[ \t]+{_VALUE}",
    ),
    _place("authorization", "authorization", rf"authorization[\"'\\]*[ \t]*[:=][ \t]*{_VALUE}", _token),
    _place("authorization", "bearer ", rf"\bbearer[ \t]+{_VALUE}", _token),
    _place("password", r":\/\/", r":\\/\\/[^\s/:@\"'<>]{0,200}:(?P<value>[^\s/\"'<>]{1,500})@(?=[\w\[$<{])", _in_url),
    _place("password", "curl", rf"\bcurl\b.{{0,400}}?\s(?:-u|--user|--proxy-user)[ =]?[\"']?[\w.@+-]+:{_VALUE}"),
    _place("password", "mysql", rf"\bmysql[\w-]*\s(?:[^|;]{{0,400}}?\s)?-p{_VALUE}"),
    _place("password", "mariadb", rf"\bmariadb[\w-]*\s(?:[^|;]{{0,400}}?\s)?-p{_VALUE}"),
    _place("password", " login", rf"\blogin\b[^|;]{{0,400}}?\s-p[ =]?{_VALUE}"),
    _place("password", "redis-cli", rf"redis-cli\b[^|;]{{0,400}}?\s-a[ \t]+{_VALUE}"),
    _place("password", "identified by", rf"\bidentified\s+by[ \t]+{_VALUE}", _mixed_literal),
    _place("slack-token", "xox", r"\b(?P<value>xox[a-z]-[a-z0-9-]{10,})"),
)
_IN_A_URL = (
    _place("password", "@", r"://[^\s/:@\"'<>]{0,200}:(?P<value>[^\s/\"'<>]{1,500})@(?=[\w\[$<{])", _in_url),
    _place("signature", "sig", r"[?&;][\w-]*sig(?:nature)?=(?P<value>[\w%+/=-]{20,})"),
)
_AFTER_A_NOUN = (
    _place("option", "--", rf"(?<![\w-])--(?:[a-z]+-)*{_NOUN}[ \t]+{_VALUE}", _mixed_literal),
    _place("password", "sshpass", rf"\bsshpass\s+-p[ \t]*{_VALUE}"),
    _place("password", "pass:", rf"-pass(?:in|out)?\s+[\"']?pass:{_VALUE}"),
    _place("secret", " is ", rf"\b{_NOUN}[ \t]+is[ \t]+`?{_VALUE}", _mixed_literal),
    _place("secret", " was ", rf"\b{_NOUN}[ \t]+was[ \t]+`?{_VALUE}", _mixed_literal),
    _place("password", "login ", rf"\blogin\s+\S+\s+password[ \t]+{_VALUE}"),
    _place("password", "password ", r"\bpassword[ \t]+[\"'](?P<value>[^\s\"']+)[\"']", _mixed_literal),
    _place("secret", "</", rf"<[\w:.-]*{_NOUN}>\s*(?P<value>[^\s<]+)\s*</"),
    _place("secret", "env ", rf"\bENV\s+\w*{_NOUN}[ \t]+{_VALUE}", _mixed_literal),
    _place("secret", "set", rf"\b(?:setx|set -\w+|setenv)\s+\w*{_NOUN}[ \t]+{_VALUE}", _mixed_literal),
    _place(
        "secret",
        "value",
        rf"(?:key|name)[\\\"']*\s*[:=]\s*[\\\"']*[\w.-]*(?:{_NOUN}|_pass)[\\\"']*\s*,?\s*[\\\"']*value[\\\"']*\s*[:=]\s*"
        r"[\\\"']*(?P<value>[^\s\"'<>,}\\]+)",
    ),
)


def find_placed(block: Block) -> Iterator[Secret]:
    """Yield the secrets that stand where a secret is usually passed on."""
    for place in _PROGRAMS_AND_HEADERS:
        if place.sign in block.lowered:
            yield from _near(block, [place.sign], (place,))
    yield from _near(block, ["://"], _IN_A_URL)
    yield from _near(block, ["pass", "token", "secret", "key"], _AFTER_A_NOUN)


def _near(block: Block, signs: list[str], places: tuple[_Place, ...]) -> Iterator[Secret]:
    """Look at each line that holds a sign, and the one below it, for those places whose own sign is there too."""
    for start, line_end in lines_with(block, signs):
        end = _end_of_next_line(block.text, line_end)
        for place in places:
            if block.lowered.find(place.sign, start, end) >= 0:
                yield from _in_region(block, place, start, end)


def _in_region(block: Block, place: _Place, start: int, end: int) -> Iterator[Secret]:
    for found in place.pattern.finditer(block.text, start, end):
        if place.holds(found["value"]):
            yield Secret(*found.span("value"), place.kind)


def _end_of_next_line(text: str, line_end: int) -> int:
    if text[line_end : line_end + 1] != "\n":
        return line_end
    end = text.find("\n", line_end + 1, line_end + 1000)
    return min(line_end + 1000, len(text)) if end < 0 else end
