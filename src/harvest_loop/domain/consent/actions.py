"""Our own writes in people's files as actions: what each does, and to which places (SPEC 8.2, 8.4)."""

from collections.abc import Iterable, Mapping

from harvest_loop.domain.consent.template import INDEX_ADD, MEMORY_ARCHIVE, OWNER
from harvest_loop.schemas.consent_actions import Action, ActionKind
from harvest_loop.schemas.curation import CurationLine, EditKind, Move, Splice, UndoEntry

# What the curator does, in the words of our own classes. Stamping and looking at web addresses have no action yet.
_MODES: Mapping[EditKind, str] = {"archiving": MEMORY_ARCHIVE.mode, "index entry": INDEX_ADD.mode}
_STANDING: tuple[EditKind, ...] = ("index line", "archive tag")
# A memory's line that is written anew is a baseline that is overwritten.
_KINDS: Mapping[EditKind, ActionKind] = {"revert": "revert", "memory update": "baseline overwrite"}
_LOCAL = ("local-write",)


def action_of_line(line: CurationLine, *, real: Iterable[str] = (), automatic: bool = False) -> Action:
    """Return what a line of the curator's would do.

    `real` are the places that its paths lead to, where links lead elsewhere; `automatic`: the scan found that it is one
    of the two edits that need no word.
    """
    standing = automatic and line.kind in _STANDING and all(not part.root for part in line.parts)
    kind = _KINDS.get(line.kind, "curation" if line.in_place else "proposal")
    return Action(
        kind="standing edit" if standing else kind,
        owner=OWNER,
        mode=_MODES.get(line.kind, line.kind),
        targets=_targets(line.parts, real),
        effects=_LOCAL if line.in_place else ("repo-mutation",),
        content=line.hash,
        undoable=line.in_place,
    )


def action_of_drafts(hashes: Iterable[str], branch: str) -> Action:
    """Return what drafting the lines of these hashes on a branch does."""
    content = "\0".join(sorted(hashes)) or branch
    return Action("proposal", OWNER, "draft", (branch,), ("repo-mutation",), content=content)


def action_of_undo(entry: UndoEntry) -> Action:
    """Return what taking a change back does."""
    return Action("undo", OWNER, "undo", _targets(entry.parts, ()), _LOCAL, content=entry.id, undoable=True)


def action_of_set_up(mode: str, *targets: str) -> Action:
    """Return what a command does that puts something of ours into files of people's, or takes it out."""
    return Action("set-up", OWNER, mode, targets, _LOCAL, content=mode)


def _targets(parts: Iterable[Splice | Move], real: Iterable[str]) -> tuple[str, ...]:
    """Return every place that is written; one outside of the hub by its owner, so that no path of the hub holds it."""
    places = []
    for part in parts:
        names = (part.path, part.to) if isinstance(part, Move) else (part.path,)
        places += [f"{part.root}: {name}" if part.root else name for name in names]
    return tuple(dict.fromkeys((*places, *real)))
