"""A detection as it is told: known by what both sides say, wherever the lines have moved to (SPEC 4.6b)."""

import hashlib
from collections.abc import Iterable

from harvest_loop.schemas.drift import DriftKind, DriftSide, DriftWarning


def warning_of(kind: DriftKind, term: str, baseline: DriftSide, now: DriftSide, why: str) -> DriftWarning:
    """Return the warning with its id."""
    told = "\0".join((kind, term.lower(), baseline.quote, now.place, now.quote))
    identity = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return DriftWarning(id=f"drift-{identity}", kind=kind, term=term, baseline=baseline, now=now, why=why)


def once_a_term(found: Iterable[DriftWarning]) -> tuple[DriftWarning, ...]:
    """Return one warning for each kind and term; further places are named on it, so that none floods a page."""
    kept: dict[tuple[str, str], DriftWarning] = {}
    for one in found:
        key = (one.kind, one.term.lower())
        first = kept.get(key)
        if first is None:
            kept[key] = one
        elif str(one.now) != str(first.now) and str(one.now) not in first.also:
            kept[key] = first.model_copy(update={"also": (*first.also, str(one.now))})
    return tuple(kept.values())
