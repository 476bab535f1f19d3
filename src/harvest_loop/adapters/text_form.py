"""How a text file was written down (byte order mark, line ends, last newline, mode) and how to write it so again."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Form:
    """The form that a file was found in (SPEC 2); the default is the form of a new file.

    `mixed` holds the text as found where its line ends differ from one another, so that each line can keep its own.
    """

    bom: bool = False
    newline: Literal["\n", "\r\n"] = "\n"
    final_newline: bool = True
    mode: int | None = None
    mixed: str | None = None


def decode(data: bytes, *, mode: int | None = None) -> tuple[str, Form]:
    """Return the text with LF line ends and no byte order mark, and the form it was in (SPEC 2).

    Raises:
        UnicodeDecodeError: the bytes are not UTF-8.
    """
    written = data.decode("utf-8")
    text = written.removeprefix(_MARK)
    if "\r" not in text:  # most files, and some of them are long
        return text, Form(bom=text != written, final_newline=not text or text.endswith("\n"), mode=mode)
    ends, pairs = text.count("\n"), text.count("\r\n")
    form = Form(
        bom=text != written,
        newline="\r\n" if pairs * 2 > ends else "\n",
        final_newline=not text or text.endswith("\n"),
        mode=mode,
        mixed=text if pairs not in (0, ends) or "\r\r\n" in text else None,
    )
    return text.replace("\r\n", "\n"), form


def encode_like(text: str, form: Form) -> bytes:
    """Return the bytes of the text in this form; text that was decoded and not changed gives the bytes it came from.

    Half a surrogate pair, which UTF-8 can't hold, becomes U+FFFD.
    """
    if form.mixed is None:
        text = _end_like(text.replace("\r\n", "\n") if "\r" in text else text, form)
        text = text if form.newline == "\n" else text.replace("\n", form.newline)
    else:
        text = _keep_line_ends(_end_like(text, form), form.mixed, form.newline)
    return _utf8((_MARK if form.bom else "") + text)


def _end_like(text: str, form: Form) -> str:
    if not form.final_newline:
        return text.rstrip("\n")
    return text if not text or text.endswith("\n") else text + "\n"


def _keep_line_ends(text: str, found: str, newline: str) -> str:
    """Give each line that was there before its own end, and each new line the usual one."""
    *old, last = found.split("\n")
    new = text.split("\n")
    bare = [*(line.removesuffix("\r") for line in old), last]
    ends = [newline] * (len(new) - 1) + [""]
    for was, now in _same_lines(bare, new):
        if was < len(old) and now < len(new) - 1:
            ends[now] = "\r\n" if old[was].endswith("\r") else "\n"
    return "".join(line + end for line, end in zip(new, ends, strict=True))


def _same_lines(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Pair the numbers of the lines that stayed; what is alike at both ends costs no comparison."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    left = shorter - head
    tail = next((at for at in range(left) if old[-1 - at] != new[-1 - at]), left)
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    pairs = [(at, at) for at in range(head)]
    for block in middle.get_matching_blocks():
        pairs += [(head + block.a + step, head + block.b + step) for step in range(block.size)]
    return pairs + [(len(old) - 1 - at, len(new) - 1 - at) for at in range(tail)]


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= mark <= "\udfff" else mark for mark in text).encode("utf-8")
