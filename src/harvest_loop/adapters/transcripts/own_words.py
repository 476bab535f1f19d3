"""Tell the words that a person typed from what agents and hosts wrap around them (SPEC 3.3)."""

import re
from collections.abc import Iterable

_OPENING = re.compile(r"<([A-Za-z][\w-]*)(?:\s[^<>]*)?>")
_SPACE = re.compile(r"\s*")


class Wrappers:
    """The tags by which one agent marks text of its own inside of a person's turn."""

    def __init__(self, tags: Iterable[str]) -> None:
        self._marks = {tag: re.compile(rf"<(/?){re.escape(tag)}[\s>]") for tag in tags}

    def strip_from(self, text: str) -> str:
        """Return the text without the marked blocks that stand before or after the rest of it.

        A block in the middle of a sentence stays: a person may quote one. One that opens the text and never ends is
        none of the person's either.
        """
        if text and text[0] != "<" and text[-1] != ">" and not (text[0].isspace() or text[-1].isspace()):
            return text
        begin, end = _SPACE.match(text).end(), len(text)  # type: ignore[union-attr]  # it matches nothing, too
        while (opening := _OPENING.match(text, begin)) and opening[1] in self._marks:
            closing = self._closing(text, opening[1], opening.end())
            if closing < 0:
                return ""
            begin = _SPACE.match(text, closing + len(opening[1]) + 3).end()  # type: ignore[union-attr]
        return text[begin : self._end_of_words(text, begin, end)]

    def _closing(self, text: str, tag: str, begin: int) -> int:
        """Return where the block's closing tag stands, blocks inside of it skipped; -1 where it never ends."""
        depth, last = 1, -1
        for mark in self._marks[tag].finditer(text, begin):
            depth += -1 if mark[1] else 1
            last = mark.start() if mark[1] else last
            if not depth:
                return last
        return last

    def _end_of_words(self, text: str, begin: int, end: int) -> int:
        while True:
            while end > begin and text[end - 1].isspace():
                end -= 1
            closing = text.rfind("</", begin, end) if text.endswith(">", begin, end) else -1
            tag = text[closing + 2 : end - 1]
            opening = text.rfind(f"<{tag}", begin, closing) if closing >= 0 and tag in self._marks else -1
            if opening < 0 or (opening > begin and text[opening - 1] != "\n"):
                return end
            end = opening
