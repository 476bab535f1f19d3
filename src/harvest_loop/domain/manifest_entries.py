"""Read an entry of the manifest as a prediction, whoever wrote it and however long ago (SPEC 7.1, 7.3)."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, get_args

from pydantic import ValidationError

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.hub import FrontmatterValue, ManifestFound
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import ValidationStatus, ValidationType
from harvest_loop.schemas.verification import Prediction

_STATUSES: Mapping[str, ValidationStatus] = {word: word for word in get_args(ValidationStatus)}
_KINDS: Mapping[str, ValidationType] = {word: word for word in get_args(ValidationType)}
# What people wrote before the four words were settled, for an entry that nobody has looked at yet.
_STILL_OPEN = re.compile(r"(?:predicted|pending|unverified|not yet|to be verified|to verify|tbd|open|waiting)(?![a-z])")
_NULL = frozenset({"", "null", "~"})


def canonical_status(written: str) -> ValidationStatus | None:
    """Return the status that the words stand for; None where they say what only a person can weigh.

    An entry without a status is pending. Words that claim an outcome count only if they are the outcome's name: what
    stands beside it was measured by nobody here.
    """
    words = one_line(written)
    if words.casefold() in _NULL:
        return "pending"
    bare = words.casefold().strip(" .!:;,\"'")
    if bare in _STATUSES:
        return _STATUSES[bare]
    return "pending" if _STILL_OPEN.match(bare) else None


def read_prediction(found: ManifestFound) -> Prediction:
    """Return what an entry predicts and how it is to be measured; what can't be used says why."""
    keys = found.keys
    written = _text(keys, "validation_status")
    check, fault = _check(keys)
    return Prediction(
        id=found.id,
        line=found.line,
        file=_text(keys, "file").strip().removeprefix("./"),
        date=_text(keys, "date"),
        status=canonical_status(written),
        written_status=written,
        kind=_KINDS.get(_text(keys, "validation_type").strip().casefold()),
        impact=_text(keys, "predicted_impact"),
        measurable_by=_text(keys, "predicted_measurable_by"),
        check=check,
        fault=fault,
        session=_text(keys, "session") or None,
        commit=_text(keys, "commit").strip() or None,
        score=_number(_text(keys, "match_score")),
        note=_text(keys, "verification_note"),
    )


def is_reworded(prediction: Prediction) -> bool:
    """Whether the status is understood, and is not written as one of the four words."""
    return prediction.status is not None and prediction.written_status not in ("", *_STATUSES)


def _check(keys: Mapping[str, FrontmatterValue]) -> tuple[Check | None, str]:
    named = {key.removeprefix("check."): _text(keys, key) for key in keys if key.startswith("check.")}
    given: dict[str, Any] = {key: text for key, text in named.items() if text and key in Check.model_fields}
    if not named:
        alone = _text(keys, "check")
        return None, f"its check is '{one_line(alone, limit=60)}', not a kind with a target" if alone else ""
    try:
        check = Check.model_validate({**given, "kind": given.get("kind", "").strip()})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        if key == "kind":
            return None, f"'{one_line(named.get('kind', ''), limit=60)}' is no kind of check"
        return None, f"its check can't be read: {key} is '{one_line(named.get(key, ''), limit=60)}'"
    return check if check.baseline is not None else check.model_copy(update={"baseline": _baseline(keys)}), ""


def _baseline(keys: Mapping[str, FrontmatterValue]) -> float | None:
    return _number(_text(keys, "baseline_value"))


def _text(keys: Mapping[str, FrontmatterValue], key: str) -> str:
    value = keys.get(key)
    text = "" if value is None or isinstance(value, list) else str(value)
    return "" if text in _NULL else text


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
