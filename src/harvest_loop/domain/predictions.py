"""What is predicted of an accepted edit, written down before it is made (SPEC 7.1, 7.2)."""

import re
import unicodedata
from collections.abc import Iterable

from harvest_loop.domain.forecast import is_met_by_itself
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.form import AnyLine, FormLine
from harvest_loop.schemas.judgement import Candidate, Proposal
from harvest_loop.schemas.records import ManifestEntry, ValidationStatus, ValidationType

_LONGEST_SLUG = 48
_UNDO = re.compile(r"u-(\d{4}-\d{2}-\d{2})-[0-9a-f]{8}(?:-\d+)?")
_CONCRETE = re.compile(r"\d|`|/|\bgrep\b|\bgit\b|\.\w{1,4}\b", re.IGNORECASE)


def manifest_id(candidate: Candidate, *, day: str, taken: Iterable[str]) -> str:
    """Return an id of the form em-{day}-{slug} that no entry has yet."""
    name = candidate.proposal.names[0] if candidate.proposal else candidate.target
    return free_id(name, day=day, taken=taken, otherwise=_slug(candidate.target) or candidate.hash[:8])


def free_id(name: str, *, day: str, taken: Iterable[str], otherwise: str) -> str:
    """Return an id of the form em-{day}-{slug of the name} that no entry has yet."""
    known = set(taken)
    stem = f"em-{day}-{_slug(name) or otherwise}"
    if stem not in known:
        return stem
    count = 2
    while f"{stem}-{count}" in known:
        count += 1
    return f"{stem}-{count}"


def entry_for(line: AnyLine, *, day: str, session: str) -> ManifestEntry | None:
    """Return the entry of an accepted line; None where there is no text, so that nothing is edited."""
    if not isinstance(line, FormLine):
        return _entry_of_edit(line, day=day, session=session)
    proposal = line.judged.candidate.proposal
    if proposal is None:
        return None
    kind = validation_type(proposal)
    status: ValidationStatus = "untestable" if kind == "untestable" else "pending"
    return ManifestEntry(
        id=line.manifest_id,
        date=day,
        file=proposal.change.path,
        edit_summary=one_line(line.title, limit=200),
        predicted_impact=one_line(proposal.predicted_impact),
        predicted_measurable_by=one_line(proposal.predicted_measurable_by),
        validation_status=status,
        validation_type=kind,
        baseline_value=proposal.check.baseline if proposal.check else None,
        check=proposal.check,
        confidence=proposal.confidence,
        session=session,
        base_sha256=proposal.change.base_sha256,
    )


def _entry_of_edit(line: CurationLine, *, day: str, session: str) -> ManifestEntry:
    """The entry of another line; one that is changed in place has the id of its `harvest undo` for a commit."""
    place = line.draft.path if line.draft else line.target
    return ManifestEntry(
        id=line.manifest_id,
        date=day,
        file=place,
        edit_summary=one_line(line.title, limit=200),
        predicted_impact=one_line(line.predicted_impact),
        predicted_measurable_by=one_line(line.predicted_measurable_by),
        baseline_value=line.check.baseline if line.check else None,
        check=line.check,
        confidence=line.confidence,
        session=session,
        base_sha256=line.draft.base_sha256 if line.draft else None,
    )


def validation_type(proposal: Proposal) -> ValidationType:
    """Return how the prediction can be judged: by code, by a cited line, or not at all (SPEC 7.2)."""
    if proposal.check is not None:
        return "mechanical"
    return "untestable" if is_vague(proposal.predicted_measurable_by) else "judged"


def in_place_since(commit: str | None) -> str | None:
    """Return the day since which a change in place stands; None: the entry is of a commit."""
    found = _UNDO.fullmatch(commit or "")
    return None if found is None else found[1]


def is_vague(measurable_by: str) -> bool:
    """Whether the words name nothing that anybody could look up: no number, path, command or file."""
    return _CONCRETE.search(measurable_by) is None


def black_box_reason(proposal: Proposal) -> str | None:
    """Return why the proposal may not be applied, as it predicts nothing that can be measured; None: it may."""
    if not proposal.predicted_impact.strip():
        return "black-box edit: no prediction"
    if not proposal.predicted_measurable_by.strip():
        return "black-box edit: no way to measure the prediction"
    if proposal.check is not None and is_met_by_itself(proposal.check, proposal.change.path):
        return "black-box edit: the draft itself meets its check"
    return None


def _slug(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", folded.removesuffix("/skill.md")).strip("-")
    return slug[:_LONGEST_SLUG].rstrip("-")
