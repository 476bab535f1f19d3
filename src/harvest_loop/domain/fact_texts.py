"""The one way by which text of a transcript gets into a fact: whole characters, redacted, cut (SPEC 3.3, 11-4)."""

from collections.abc import Callable
from math import isfinite

from harvest_loop.domain.remembered import remembering
from harvest_loop.schemas.transcript import TurnPlace
from harvest_loop.schemas.transcript_events import Place

_NAME = 1_000
_MARGIN = 1_000  # read beyond a cut, so that a secret that begins before it is known as one
_REMEMBERED = 2_000
LAST_SECOND = 253_402_300_800.0  # the year 10000


class FactTexts:
    """Redacts texts before they are kept; short names that come again and again are redacted once."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        self._redact = remembering(redact)
        self._names: dict[str, str] = {}
        self._place: tuple[str, str] = ("", "")

    def redacted(self, raw: str) -> str:
        """Return a text that is short already, redacted."""
        return self._redact(_whole(raw))

    def text(self, raw: str, limit: int) -> str:
        """Return the beginning of a text, redacted, at most `limit` characters."""
        return self.redacted(raw[: limit + _MARGIN])[:limit]

    def name(self, raw: str) -> str:
        """Return a name, path or id on one line, redacted."""
        known = self._names.get(raw)
        if known is None:
            known = self.text(" ".join(raw.split()) if "\n" in raw else raw, _NAME)
            if len(self._names) >= _REMEMBERED:
                self._names.clear()
            self._names[raw] = known
        return known

    def place(self, place: Place) -> TurnPlace:
        """Return where an event was read, without the folders that lead there."""
        if self._place[0] != place.file:
            self._place = (place.file, self.name(place.file.replace("\\", "/").rsplit("/", 1)[-1]))
        return TurnPlace(file=self._place[1], line=max(place.line, 0))


def second(at: float | None) -> int | None:
    """Return the whole second of an event; None for what is no time."""
    return int(at) if at is not None and isfinite(at) and 0 <= at < LAST_SECOND else None


def _whole(text: str) -> str:
    """The text with a mark for every half of a character, which no file could hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
