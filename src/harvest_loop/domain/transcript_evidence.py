"""What a transcript adds to a session's evidence, less what an earlier close of it took in (SPEC 3.1, 3.3, 3.4)."""

from collections.abc import Iterable, Sequence

from harvest_loop.domain.session_keys import session_key
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.records import SessionLine
from harvest_loop.schemas.transcript import TranscriptFacts, TranscriptRead

_AWAY = "the transcript names no folder of this checkout: whose the work of its time is, git alone tells"
_TIMELESS = "no record of the transcript has a time: from when to when the session went is taken from"
COUNTED_ONLY = ("prompts", "edits")  # later steps need to know how many there were


def key_told(named: str | None, read: TranscriptRead) -> str | None:
    """Return the session's key: the one that was named, else the transcript's own; None: no host knows the session."""
    if named is not None or read.facts is None or not read.facts.session:
        return named
    return session_key(read.facts.agent, read.facts.session)


def with_transcript(
    evidence: SessionEvidence,
    read: TranscriptRead,
    sessions: Sequence[SessionLine],
    *,
    path: str | None,
    by_host: bool = True,
    own_folders: Sequence[str] = (),
    stood_here: bool = True,
) -> SessionEvidence:
    """Return the evidence with what the transcript shows; `own_folders` hold the loop's own records.

    `by_host`: the session's key is that of an agent's session. An edit counts by itself only where git knows nothing
    of the session, not even what was harvested before. Where the session never `stood_here`, in the field's checkout,
    or its transcript tells no time, that is said.
    """
    own = [line for line in sessions if line.key == evidence.session_key and line.read]
    here = [line for line in own if line.field == evidence.git.repository_id]
    told = {"transcript": path, "transcript_unread": read.why_not, "first_seen": by_host and not here}
    facts = read.facts
    if facts is None:
        return evidence.model_copy(update=told)
    edits = [edit for edit in facts.edits if _is_below(edit.path, evidence.git.field_root, own_folders)]
    window = evidence.git.window
    told_by = () if facts.began is not None else (f"{_TIMELESS} {window.source}, and all of that counts as its own",)
    said = (*told_by, *(() if stood_here else (_AWAY,)))
    return evidence.model_copy(
        update={
            **told,
            "git": evidence.git.model_copy(update={"notes": (*evidence.git.notes, *said)}),
            "transcripts": counted(facts),
            "closings": tuple(one for one in facts.closings if _is_new(one.prompt.at, own)),
            "new_edits": 0 if evidence.seen_before else len(edits),
        }
    )


def shows_work(facts: TranscriptFacts, root: str, *, after: int | None) -> bool:
    """Return whether a session edited a file below `root`, or closed something, after that moment (SPEC 3.4)."""
    moments = [edit.at for edit in facts.edits if _is_below(edit.path, root, ())]
    moments += [one.prompt.at for one in facts.closings]
    return any(after is None or (at is not None and at > after) for at in moments)


def counted(facts: TranscriptFacts) -> TranscriptFacts:
    """Return the facts without the words of prompts and the paths of edits, which later steps need to count only."""
    kept = zip(COUNTED_ONLY, (len(facts.prompts), len(facts.edits)), strict=True)
    left_out = (*facts.left_out, *((kind, count) for kind, count in kept if count))
    return facts.model_copy(update={"prompts": (), "edits": (), "left_out": left_out})


def count_of(facts: TranscriptFacts, kind: str, kept: Iterable[object] = ()) -> int:
    """Return how many facts of a kind there are: those that are kept, and those that were only counted."""
    return sum(1 for _ in kept) + sum(count for name, count in facts.left_out if name == kind)


def _is_new(at: int | None, lines: Sequence[SessionLine]) -> bool:
    """Whether it came after all that earlier closes took in; what has no time counts the first time."""
    if not lines:
        return True
    until = max((line.harvested_to for line in lines if line.harvested_to is not None), default=None)
    return until is None or (at is not None and at > until)


def _is_below(path: str, root: str, own_folders: Sequence[str]) -> bool:
    top = f"{root.rstrip('/')}/"
    return path.startswith(top) and not path.startswith(tuple(f"{top}{folder}/" for folder in own_folders))
