"""Examines one draft as the asset it would be: what it lacks, whom it repeats, what it costs (SPEC 4.12)."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.added_lines import added_lines
from harvest_loop.domain.health import check_asset, check_references, in_order
from harvest_loop.domain.markdown import MarkdownLine, code_spans, markdown_lines
from harvest_loop.domain.overlap import near_copies
from harvest_loop.domain.same_function import SAME_FUNCTION, same_function
from harvest_loop.domain.standing_price import (
    LISTING_TOKENS,
    MEMORY_BYTES,
    MEMORY_LINES,
    is_memory_index,
    listing_tokens,
)
from harvest_loop.schemas.examination import Examination, Rival
from harvest_loop.schemas.hub import Asset, HealthFinding, Hub, NearCopy
from harvest_loop.schemas.judgement import Candidate, Change
from harvest_loop.schemas.settings import HubSettings

RIVALS_SHOWN = 3

_REFERENCE = "broken reference"
_DIGITS = re.compile(r"\d+")
_STEP = re.compile(r"\s*\d+\.\s")
_ITEM = re.compile(r"\s*[-*]\s")
_CALL = re.compile(r"(?:^|[\s(\"'])/(?:[a-z][\w-]*:)?(?P<name>[\w-]+)")
_DONE_WHEN = re.compile(r"(?i)#+\s.*\bdone when\b")


def copies_among(drafted: Sequence[Asset], hub: Hub) -> tuple[NearCopy, ...]:
    """Return the pairs of a draft for a new skill and a skill that is a near copy; all are looked for at once."""
    standing = {path for asset in hub.assets for path in (asset.path, *asset.mirrors)}
    new = [asset for asset in drafted if asset.kind == "skill" and asset.path not in standing]
    ours = {asset.path for asset in new}
    found = near_copies((*hub.skills, *new)) if new else ()
    return tuple(copy for copy in found if (copy.a in ours) is not (copy.b in ours))


def examine(
    candidate: Candidate,
    drafted: Asset,
    own: Asset,
    hub: Hub,
    settings: HubSettings,
    copies: Sequence[NearCopy] = (),
    reviewed: Sequence[HealthFinding] = (),
) -> Examination:
    """Return what speaks against a candidate; what an edited asset had already is not its own.

    `drafted` is its text as the asset it would be, `own` the same without what it quotes from its evidence, whose
    paths are the field's; `copies` are the near copies that the drafts of the run are part of, `reviewed` what a
    reader found of the lines that it writes.

    Raises:
        ValueError: the candidate is a bare weakness and has no text to examine.
    """
    proposal = candidate.proposal
    if proposal is None:
        raise ValueError(f"candidate {candidate.hash[:10]} has no text to examine")
    before = next((asset for asset in hub.assets if asset.path == drafted.path), None)
    found = (*_health(drafted, own, hub, settings, copies), *_over_limits(proposal.change, drafted))
    new = _not_had(before, found, hub, settings)
    others = [skill for skill in hub.skills if skill.path != drafted.path and drafted.path not in skill.mirrors]
    is_new = before is None and drafted.kind == "skill"
    listing = listing_tokens((*others, drafted)) if is_new else None
    rivals = _rivals(drafted, others, copies) if is_new and drafted.readable else ()
    return Examination(
        hash=candidate.hash,
        findings=in_order(
            (*new, *_not_told(reviewed, new), *_advice(drafted, rivals), *_listing_over(drafted, listing))
        ),
        rivals=rivals,
        compared=sum(skill.readable for skill in others),
        not_compared=sum(not skill.readable for skill in others),
        stood_before=len(found) - len(new),
        listing=listing,
    )


def _health(
    drafted: Asset, own: Asset, hub: Hub, settings: HubSettings, copies: Sequence[NearCopy]
) -> tuple[HealthFinding, ...]:
    """What doctor says of the text as that of the hub; a path that its evidence quotes is the field's."""
    whole = check_asset(drafted, hub, settings, copies=copies)
    return (
        *(finding for finding in whole if finding.kind != _REFERENCE),
        *check_references(own, hub, settings),
        *_self_references(own),
    )


def _not_had(
    before: Asset | None, found: Sequence[HealthFinding], hub: Hub, settings: HubSettings
) -> tuple[HealthFinding, ...]:
    """What an edited asset did not have before the edit."""
    had = () if before is None else _health(before, before, hub, settings, ())
    known = {_key(finding) for finding in had}
    return tuple(finding for finding in found if _key(finding) not in known)


def _not_told(reviewed: Sequence[HealthFinding], found: Sequence[HealthFinding]) -> Iterator[HealthFinding]:
    """What a reader found on lines of which nothing was said yet."""
    told = {finding.line for finding in found if finding.kind == _REFERENCE}
    yield from (finding for finding in reviewed if finding.line is None or finding.line not in told)


def _key(finding: HealthFinding) -> tuple[str, str]:
    """By this a finding is the same before and after an edit, whatever the lines and figures are."""
    return finding.kind, _DIGITS.sub("", finding.message)


def _rivals(drafted: Asset, others: Sequence[Asset], copies: Sequence[NearCopy]) -> tuple[Rival, ...]:
    """Near copies of the text, then the skills that do the same job, the most alike first."""
    near = {copy.a if copy.b == drafted.path else copy.b: copy for copy in copies if drafted.path in (copy.a, copy.b)}
    names = {skill.path: skill.name for skill in others}
    found = [
        Rival(path=path, name=names.get(path, path), measure="shingle containment", figure=copy.containment)
        for path, copy in near.items()
    ]
    for skill in others:
        figure = same_function(drafted, skill) if skill.readable and skill.path not in near else 0.0
        if figure >= SAME_FUNCTION:
            found.append(Rival(path=skill.path, name=skill.name, measure="same-function probability", figure=figure))
    found.sort(key=lambda rival: (rival.measure != "shingle containment", -rival.figure, rival.path))
    return tuple(found[:RIVALS_SHOWN])


def _advice(drafted: Asset, rivals: Sequence[Rival]) -> Iterator[HealthFinding]:
    """A probability only advises; a near copy is a must of doctor's."""
    for rival in rivals:
        if rival.measure == "same-function probability":
            yield HealthFinding(
                severity="recommended",
                kind="same function",
                path=drafted.path,
                message=f"probably does the same job as {rival.path} (probability {rival.figure:.2f})",
                remedy="look whether that skill should rather be extended",
            )


def _self_references(asset: Asset) -> Iterator[HealthFinding]:
    """A criterion that the text meets by being there, and a step that begins the same skill again."""
    lines = list(markdown_lines(asset.text, asset.first_body_line))
    names = {asset.name, asset.path.split("/")[-2] if asset.path.count("/") else asset.name}
    in_done_when = False
    for line in lines:
        if line.kind == "heading":
            in_done_when = _DONE_WHEN.match(line.text) is not None
        elif line.kind == "prose" and in_done_when and _ITEM.match(line.text) and _names_only_itself(line, asset):
            message = "a Done When criterion names only this file itself, so that it is met by being written"
            yield _itself(asset, line, "must", message)
        elif line.kind == "prose" and asset.kind == "skill" and _calls_itself(line.text, names):
            yield _itself(asset, line, "should", "a step calls the very skill that it is a step of")


def _calls_itself(line: str, names: set[str]) -> bool:
    if _STEP.match(line) is None:
        return False
    return any(found["name"] in names for found in _CALL.finditer(line.replace("`", " ")))


def _names_only_itself(line: MarkdownLine, asset: Asset) -> bool:
    spans = [span.text for span in code_spans(line.text)]
    return bool(spans) and all(span in (asset.path, asset.path.rpartition("/")[2]) for span in spans)


def _itself(asset: Asset, line: MarkdownLine, severity: str, message: str) -> HealthFinding:
    return HealthFinding(
        severity="must" if severity == "must" else "should",
        kind="self-reference",
        path=asset.path,
        line=line.number,
        message=message,
        remedy="name what the work leaves behind",
    )


def _over_limits(change: Change, drafted: Asset) -> Iterator[HealthFinding]:
    """What a host cuts off of an index of memories."""
    if not is_memory_index(change.path) or not added_lines(change):
        return
    lines, size = len(drafted.text.splitlines()), len(drafted.text.encode("utf-8", "surrogatepass"))
    if lines > MEMORY_LINES or size > MEMORY_BYTES:
        said = f"{lines} lines and {size} bytes; a host reads {MEMORY_LINES} lines and {MEMORY_BYTES} bytes of it"
        yield HealthFinding(severity="should", kind="over the host's limit", path=change.path, message=said)


def _listing_over(drafted: Asset, listing: int | None) -> Iterator[HealthFinding]:
    if listing is not None and listing > LISTING_TOKENS:
        said = f"the list of skills takes about {listing} tokens with it; hosts give it about {LISTING_TOKENS}"
        yield HealthFinding(
            severity="recommended",
            kind="over the host's limit",
            path=drafted.path,
            message=said,
            remedy="shorten descriptions, or retire a skill",
        )
