"""What was refused is met again: does anything since then speak to the reason (SPEC 7.5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from harvest_loop.domain.quoting import one_line, plural
from harvest_loop.domain.words import plain_words, stems_of, words_of
from harvest_loop.schemas.evidence import Commit, SessionEvidence
from harvest_loop.schemas.judgement import Candidate
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.records import PatternLine, Tombstone

# Of a reason with more words that tell, one alone may be met by chance.
FEWEST_WORDS = 2
_FAULT = "error → solution"
_REASON_LIMIT = 160
_SAYS_NOTHING = frozenset(
    words_of(
        """
        about actually add added after again all already also always an and another any anyway are as ask at bad be
        because been before being better but by can cannot change come could did different do does doesn don done each
        else enough even ever every few find for from get give go good got had has have he her here him his how if in
        into is isn it its just keep know less like look make many may me mean might more most much must my need needed
        never new no none not nothing now of off often ok old on once one only or other our out over own people person
        please propose proposal proposed put rather really refuse reject right same say see should since so some
        something still such take team than that the their them then there these they thing think this those though
        time to too true try under until up us use used using useful useless very want was way we well were what when
        where whether which who why will with without won work works would wrong yes yet you your
        """
    )
)


class Answered(NamedTuple):
    """A refusal, and what has come up since that speaks to its reason; empty: nothing, and it goes on to reject."""

    stone: Tombstone
    since: str

    @property
    def said(self) -> str:
        """The refusal in one line: which one, when and why."""
        return f"{self.stone.id}, refused on {self.stone.at[:10]}: {_reason(self.stone)}"


def refused_before(
    patterns: Iterable[Pattern],
    stones: Sequence[Tombstone],
    seen: Sequence[PatternLine],
    evidence: SessionEvidence,
) -> dict[str, Answered]:
    """Return, by fingerprint, the last refusal of each pattern and what speaks to it since.

    Only commits of this session that were made after the refusal count, and of those either their words, which have to
    hold what tells in the reason, or, where the pattern is the fix of a fault, that they are there at all.
    """
    last = {stone.fingerprint: stone for stone in stones}
    return {
        pattern.fingerprint: Answered(stone, _since(pattern, stone, seen, evidence))
        for pattern in patterns
        if (stone := last.get(pattern.fingerprint)) is not None
    }


def still_rejecting(refused: Mapping[str, Answered]) -> frozenset[str]:
    """The fingerprints of refusals that nothing speaks to."""
    return frozenset(fingerprint for fingerprint, one in refused.items() if not one.since)


def told_of_refusals(candidates: Iterable[Candidate], refused: Mapping[str, Answered]) -> tuple[Candidate, ...]:
    """The candidates, each refused one with the record that rejects it, or with what is said of it since."""
    return tuple(_told(one, refused.get(one.pattern.fingerprint)) for one in candidates)


def _told(candidate: Candidate, refused: Answered | None) -> Candidate:
    if refused is None:
        return candidate
    if not refused.since:
        rejected = candidate.grade == "rejected" and candidate.why.endswith("was rejected earlier")
        return candidate.model_copy(update={"why": f"{candidate.why} ({refused.said})"}) if rejected else candidate
    text = f"refused on {refused.stone.at[:10]}: {_reason(refused.stone)}; since then: {refused.since}"
    return candidate.model_copy(update={"refused": text})


def _since(pattern: Pattern, stone: Tombstone, seen: Sequence[PatternLine], evidence: SessionEvidence) -> str:
    if evidence.session_key == stone.session:
        return ""
    commits = tuple(_made_after(stone, pattern, evidence.git.commits))
    found = _words_met(pattern, stone, commits)
    if found:
        named = ", ".join(f"{one.sha[:10]} “{one_line(one.subject, limit=72)}”" for one in commits[:2])
        return f"{named} {'speaks' if len(commits) == 1 else 'speak'} of {', '.join(found)}"
    if commits and pattern.kind == _FAULT:
        later = {line.session for line in seen if _is_later(line, pattern, stone, evidence.session_key)}
        count = len(later) + 1
        return f"the fault was met again in {count} later {plural(count, 'session')}, now in {commits[0].sha[:10]}"
    return ""


def _made_after(stone: Tombstone, pattern: Pattern, commits: Iterable[Commit]) -> Iterator[Commit]:
    """The pattern's commits that were written after the refusal; a rebase makes no old work new."""
    refused_at = datetime.fromisoformat(stone.at).timestamp()
    own = set(pattern.commits)
    return (one for one in commits if one.sha in own and min(one.authored_at, one.committed_at) > refused_at)


def _words_met(pattern: Pattern, stone: Tombstone, commits: Sequence[Commit]) -> tuple[str, ...]:
    """The words of the reason that the new evidence holds; none where they are too few to speak to it."""
    subject = words_of(" ".join((stone.title, stone.target, pattern.title, *pattern.topic)))
    telling = {stem for stem in words_of(stone.reason) if stem not in _SAYS_NOTHING} - set(subject)
    met = telling & _evidence_words(pattern, commits)
    if not met or len(met) < min(FEWEST_WORDS, len(telling)):
        return ()
    return tuple(dict.fromkeys(word for word in plain_words(stone.reason) if met.intersection(stems_of(word))))


def _evidence_words(pattern: Pattern, commits: Sequence[Commit]) -> set[str]:
    new = {one.sha for one in commits}
    texts = [text for one in commits for text in (one.subject, one.body)]
    for item in pattern.evidence:
        texts += [item.text] if item.pointer.sha in new else []
        texts += [place.quote for place in item.pointers if place.sha in new]
    return set(words_of("\n".join(texts)))


def _is_later(line: PatternLine, pattern: Pattern, stone: Tombstone, session: str) -> bool:
    """Whether another session than the refused and the present one met it, in other work, after the refusal."""
    return (
        line.fingerprint == pattern.fingerprint
        and line.at > stone.at
        and line.session not in (stone.session, session)
        and {sha[:12] for sha in pattern.commits}.isdisjoint(line.commits)
    )


def _reason(stone: Tombstone) -> str:
    return one_line(stone.reason, limit=_REASON_LIMIT).rstrip(".")
