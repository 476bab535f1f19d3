"""Private keys: blocks of many lines, cut ones, and ones squeezed into a single line (SPEC 11-4)."""

import re
from collections.abc import Iterator

from harvest_loop.adapters.redaction_marks import Secret

_KIND = "private-key"
_SIGNS = ("PRIVATE KEY", "PuTTY-User-Key-File", "Private-MAC")
_ANY_SIGN = re.compile("|".join(_SIGNS))
_HEAD = 60  # marks around a sign that belong to its line of dashes
_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-{4,5}|PuTTY-User-Key-File-\d:")
_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-{4,5}|Private-MAC:.*")
_HEADER = re.compile(
    r"(?P<core>(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|Encryption|(?:Public|Private)-Lines|Key-Derivation"
    r"|Argon2-\w+):.*|)\s*"
)
_BODY = re.compile(r"[\"'`]?(?P<core>[A-Za-z0-9+/=]+)(?:\\+[nr])*[\"'`]?[ \t]*[+,;\\]*\s*")
_SQUEEZED = re.compile(r"(?:(?:\\+[nr]|[\s\"'+,])*[A-Za-z0-9+/=]{16,})+")
_ENOUGH = 32  # marks of base64 in one line: no mere mention of a key comes with so many
_LONGEST = 10_000  # marks that a key in one line may have

_Span = tuple[int, int]


def find_keys(text: str) -> Iterator[Secret]:
    """Yield one place a line for every private key in the text; a mere mention of one is none."""
    if not any(sign in text for sign in _SIGNS):
        return
    done = 0
    for sign in _ANY_SIGN.finditer(text):
        if sign.start() < done:
            continue
        line, line_end = _line_around(text, sign, done)
        spans: list[_Span] = []
        if begin := _BEGIN.search(text, line, line_end):
            spans = _in_one_line(text, begin) or _below(text, begin)
        elif end := _END.search(text, line, line_end):
            spans = _above(text, end, done)
        yield from (Secret(*span, _KIND) for span in spans if span[0] < span[1])
        done = max([done, *(span[1] for span in spans)])


def _line_around(text: str, sign: re.Match[str], done: int) -> _Span:
    first = max(done, sign.start() - _HEAD)
    return text.rfind("\n", first, sign.start()) + 1 or first, _line_end(text, sign.end(), _HEAD)


def _in_one_line(text: str, begin: re.Match[str]) -> list[_Span]:
    """Find a key that goes on behind its own BEGIN, its line ends written as `\n` or as blanks."""
    line_end = _line_end(text, begin.end(), _LONGEST)
    if sign := _ANY_SIGN.search(text, begin.end(), line_end):
        end = _END.search(text, max(begin.end(), sign.start() - _HEAD), sign.end() + _HEAD)
        inside = re.sub(r"[^A-Za-z0-9+/=]", "", text[begin.end() : end.start()]) if end else ""
        return [(begin.start(), end.end())] if end and len(inside) >= _ENOUGH else []
    squeezed = _SQUEEZED.match(text, begin.end(), line_end)
    return [(begin.start(), squeezed.end())] if squeezed else []


def _below(text: str, begin: re.Match[str]) -> list[_Span]:
    """Find the lines of a key below its BEGIN: to its END, or as far as they go where it was cut."""
    prefix = _prefix(text, begin)
    spans, widest, last = [begin.span()], 0, 0
    line_end = _line_end(text, begin.end(), _LONGEST)
    while text.startswith("\n", line_end):
        at = line_end + 1
        line_end = _line_end(text, at, _LONGEST)
        if end := _END.search(text, at, line_end):
            spans.append(end.span())
            break
        core = _core(text, at, line_end, prefix)
        if core is None or _is_over(text, core, last, widest):
            break
        last = _size(text, core) or widest
        widest = max(widest, last)
        spans.append(core)
    return spans if widest >= _ENOUGH else []


def _is_over(text: str, core: _Span, last: int, widest: int) -> bool:
    """Tell whether a key ended before this line: behind its body comes no blank, behind a shorter line a check sum."""
    if core[0] == core[1]:
        return widest > 0
    return last < widest and _size(text, core) > 0 and text[core[0]] != "="


def _above(text: str, end: re.Match[str], done: int) -> list[_Span]:
    """Find the lines of a key above an END whose BEGIN is out of sight, as in the middle of a diff."""
    prefix = _prefix(text, end)
    line = end.start() - len(prefix)
    spans: list[_Span] = []
    while line > done:
        before = text.rfind("\n", max(0, line - _LONGEST), line - 1) + 1
        core = _core(text, before, line - 1, prefix)
        if core is None or (spans and _size(text, core) < _ENOUGH):
            break
        spans.append(core)
        line = before
    return [*spans, end.span()] if any(_size(text, span) >= _ENOUGH for span in spans) else []


def _core(text: str, at: int, line_end: int, prefix: str) -> _Span | None:
    """Return where in the line a part of a key stands, behind what also stood before its BEGIN; None: nowhere."""
    line = text[at:line_end]
    starts = [len(prefix)] if line.startswith(prefix) else []
    starts += [len(line) - len(line.lstrip()), min(1, len(line))]
    for start in starts:
        if found := _BODY.fullmatch(line, start) or _HEADER.fullmatch(line, start):
            return at + found.start("core"), at + found.end("core")
    return None


def _prefix(text: str, edge: re.Match[str]) -> str:
    """Return what stands before a key's BEGIN or END: a diff's sign, an indent, a quote's mark."""
    return text[text.rfind("\n", max(0, edge.start() - _HEAD), edge.start()) + 1 : edge.start()]


def _size(text: str, span: _Span) -> int:
    """Return how many marks of base64 the place holds; 0 where it holds something else."""
    return span[1] - span[0] if _BODY.fullmatch(text, *span) else 0


def _line_end(text: str, at: int, limit: int) -> int:
    end = text.find("\n", at, at + limit)
    return min(at + limit, len(text)) if end < 0 else end
