"""Puts together what was found in the hub and in the field (SPEC 4.1)."""

from collections.abc import Iterable, Sequence

from harvest_loop.schemas.judgement import AssetLine
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Quench, Regression


def joined(parts: Sequence[Quench], notes: Iterable[str]) -> Quench:
    """Return the parts as one."""
    return Quench(
        assets=tuple(path for part in parts for path in part.assets),
        words=tuple(word for part in parts for word in part.words),
        regressions=tuple(found for part in parts for found in part.regressions),
        black_box=tuple(path for part in parts for path in part.black_box),
        notes=(*notes, *(note for part in parts for note in part.notes)),
    )


def named_in_field(quench: Quench, field: str) -> Quench:
    """Return what was found in a field that is no part of the hub, its paths with the field's name before them.

    So nothing takes them for files of the hub, which may have one by the same path; for the same reason there is no
    repair: only the hub's files are drafted.
    """

    def shown(path: str) -> str:
        return f"{field}:{path}"

    def placed(line: AssetLine | Pointer | None) -> AssetLine | Pointer | None:
        return line.model_copy(update={"path": shown(line.path)}) if isinstance(line, AssetLine) else line

    def told(one: Regression) -> Regression:
        places = {"asset": shown(one.asset), "line": placed(one.line), "against": placed(one.against)}
        return one.model_copy(update={**places, "repair": None})

    words = (word.model_copy(update={"asset": shown(word.asset)}) for word in quench.words)
    return quench.model_copy(
        update={
            "assets": tuple(map(shown, quench.assets)),
            "words": tuple(words),
            "regressions": tuple(map(told, quench.regressions)),
        }
    )
