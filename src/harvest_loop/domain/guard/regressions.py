"""Makes regressions of what the probes saw: which line, what ended it, and the literal repair (SPEC 4.6a)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.conflicts import Conflict
from harvest_loop.domain.guard.failing import TRANSCRIPT
from harvest_loop.domain.guard.gone import Gone
from harvest_loop.domain.guard.prescribed import Prescriptions
from harvest_loop.domain.guard.skills_in_use import Corrected, Failed
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine, Severity
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Regression, RegressionAxis, Replacement

STEP = "0 regression guard"
_CUE = 40


def prescribed_but_gone(gone: Gone, prescribed: Prescriptions) -> Iterator[Regression]:
    """Yield a regression for each asset that prescribes what is gone."""
    lines = prescribed.naming(gone.name) if gone.offer is None else prescribed.matching(gone.offer.pattern, _part(gone))
    for line in lines:
        message = f"{line.path}:{line.line} tells to use {code_span(gone.name)}, which {gone.fate}"
        told = _regression("probe", gone.kind, line, gone.against, message, gone.severity, _repair(gone))
        yield told.model_copy(update={"about": gone.name})


def prescribed_but_failing(gone: Gone, prescribed: Prescriptions) -> Iterator[Regression]:
    """Yield a regression for each asset that gives exactly the command that failed."""
    for line in prescribed.running(gone.name):
        message = f"{line.path}:{line.line} tells to run {code_span(gone.name)}, which {gone.fate}"
        yield _regression("probe", gone.kind, line, gone.against, message, gone.severity)


def failed_skill(failed: Failed) -> Regression:
    """The regression of a skill whose last call failed."""
    line, place = name_line(failed.skill), failed.use.place
    against = Pointer(sha=TRANSCRIPT, path=place.file, line=place.line or None, quote=failed.use.name)
    message = f"{failed.skill.path}: the skill {failed.skill.name} failed when it was last called, at {_place(against)}"
    return _regression("probe", "skill failed", line, against, message, "A")


def corrected_skill(corrected: Corrected) -> Regression:
    """The regression of a skill whose use the person corrected; of the words only those that say so are kept."""
    place = corrected.correction.prompt.place
    cue = one_line(corrected.correction.cue, limit=_CUE)
    against = Pointer(sha=TRANSCRIPT, path=place.file, line=place.line or None, quote=cue)
    skill = corrected.skill
    message = f"{skill.path}: the skill {skill.name} was used, and “{cue}” came next, at {_place(against)}"
    return _regression("correction", "skill corrected", name_line(skill), against, message, "A")


def contradicted(conflict: Conflict, new: AssetLine) -> Regression:
    """The regression of a standing line that a line of this session contradicts; which of them holds a person says."""
    old = conflict.b if new == conflict.a else conflict.a
    about = " and ".join(map(code_span, conflict.about))
    message = f"{old.path}:{old.line} and the new line {new.path}:{new.line} are at odds over {about} ({conflict.type})"
    return _regression("contradiction", f"conflict of {conflict.type}", old, new, message, "A")


def name_line(asset: Asset) -> AssetLine:
    """The line that says what an asset is: its name, else its first heading, else its first line with words."""
    lines = asset.text.split("\n")
    head = lines[: max(0, asset.first_body_line - 1)]
    wanted = [at for at, text in enumerate(head) if re.match(r"name\s*:", text)]
    wanted += [at for at, text in enumerate(lines) if text.startswith("#")]
    wanted += [at for at, text in enumerate(lines) if text.strip(" -")]
    at = wanted[0] if wanted else 0
    return AssetLine(path=asset.path, line=at + 1, text=lines[at].strip())


def _regression(
    axis: RegressionAxis,
    kind: str,
    line: AssetLine,
    against: AssetLine | Pointer,
    message: str,
    severity: Severity,
    repair: Replacement | None = None,
) -> Regression:
    return Regression(
        step=STEP,
        axis=axis,
        kind=kind,
        asset=line.path,
        line=line,
        against=against,
        message=one_line(message),
        severity=severity,
        repair=repair,
    )


def _repair(gone: Gone) -> Replacement | None:
    """The new name in the place of the old one, where there is a new one."""
    if gone.renamed_to is None or gone.severity != "S":
        return None
    if gone.offer is None:
        return Replacement(old=gone.name, new=gone.renamed_to)
    return Replacement(old=gone.name, new=gone.offer._replace(name=gone.renamed_to).spelled)


def _part(gone: Gone) -> str:
    return gone.offer.name if gone.offer is not None else gone.name


def _place(pointer: Pointer) -> str:
    return f"{pointer.path}:{pointer.line}" if pointer.line else str(pointer.path)
