"""What a reader of a draft would find beside the hub's other texts: it is shown, and takes nothing out (SPEC 4.12)."""

from collections.abc import Iterator, Mapping

from harvest_loop.domain.added_lines import added_lines
from harvest_loop.domain.judges.skill_review import ReviewedHub, review_skill
from harvest_loop.schemas.hub import Asset, HealthFinding
from harvest_loop.schemas.judgement import Change
from harvest_loop.schemas.skill_review import SkillFlaw

# The others are the Critic's: it has the tests behind a draft's Done When, which no text shows.
_WEIGHED: Mapping[SkillFlaw, str] = {
    "already_covered": "told already",
    "contradicts": "contradiction",
    "too_broad": "too broad",
    "dangling_citation": "dangling citation",
}


def review_draft(own: Asset, change: Change, hub: ReviewedHub) -> Iterator[HealthFinding]:
    """Yield what the lines that a change writes say against other assets; `own` is without what evidence says."""
    written = added_lines(change)
    for found in review_skill(own, hub):
        is_of_change = found.line in written if found.line is not None else change.kind == "new file"
        if found.flaw in _WEIGHED and is_of_change:
            place = "" if found.against_line is None else f":{found.against_line}"
            against = f" ({found.against}{place})" if found.against and found.against not in found.reason else ""
            yield HealthFinding(
                severity="should" if found.fails else "recommended",
                kind=_WEIGHED[found.flaw],
                path=own.path,
                line=found.line,
                message=f"{found.reason}{against}",
            )
