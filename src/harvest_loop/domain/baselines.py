"""What outlives sessions is overwritten only on evidence that this run read (SPEC 4.12)."""

from harvest_loop.domain.added_lines import removed_lines
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.settings import PathSettings

_KINDS = frozenset({"rule", "CLAUDE.md", "AGENTS.md"})


def is_baseline(path: str, hub: Hub, paths: PathSettings) -> bool:
    """Say whether a file holds rules, memories or knowledge rather than a skill that one takes up."""
    kind = next((asset.kind for asset in hub.assets if path in (asset.path, *asset.mirrors)), None)
    folders = (f"{paths.memory.rstrip('/')}/", "knowledge/")
    return kind in _KINDS or path.startswith(folders) or "/knowledge/" in path


def hold_overwrites(one: JudgedCandidate, hub: Hub, paths: PathSettings) -> JudgedCandidate:
    """Return the candidate, held for a person where it takes baseline lines away and cites nothing for it.

    Every pointer of a pattern was read again in this run, and both sides of a regression were read by its check; a
    text that only adds overwrites nothing.
    """
    proposal = one.candidate.proposal
    if one.state != "offered" or proposal is None or one.candidate.pattern.kind == "regression":
        return one
    gone = removed_lines(proposal.change)
    if not gone or proposal.pointers or not is_baseline(proposal.change.path, hub, paths):
        return one
    why = f"{proposal.change.path}:{gone[0][0]} would be overwritten on no evidence that this run read"
    return one.model_copy(update={"state": "held", "reason": why, "escalates": f"baseline overwrite: {why}"})
