"""Say where a session stands only when that changes: folder, branch, model and session id (SPEC 3.3)."""

from typing import Any

from harvest_loop.schemas.transcript_events import Event, Place, Setting


class Standing:
    """What the records of one chain said last; each file begins anew."""

    def __init__(self, *, sidechain: bool = False) -> None:
        self._sidechain = sidechain
        self._raw: tuple[Any, Any, Any] = (None, None, None)
        self._model: Any = None
        self._known: list[str | None] = [None, None, None, None]

    def move(
        self,
        place: Place,
        at: float | None,
        folder: Any = None,
        branch: Any = None,
        model: Any = None,
        session: Any = None,
    ) -> list[Event]:
        """Return one setting where the values say something new; what is no text or empty says nothing."""
        raw = (folder, branch, session)
        if raw == self._raw and (model is None or model == self._model):
            return []
        self._raw, self._model = raw, self._model if model is None else model
        news: list[str | None] = [None, None, None, None]
        for index, value in enumerate((folder, branch, model, session)):
            if isinstance(value, str) and value and value != self._known[index]:
                self._known[index] = news[index] = value
        if not any(news):
            return []
        return [Setting(place, at, news[0], news[1], news[2], news[3], self._sidechain)]
