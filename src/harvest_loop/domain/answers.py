"""A form's lines sorted by the person's word on each (SPEC 4.15)."""

from collections.abc import Iterator, Mapping, Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.regressed import is_matter
from harvest_loop.domain.signals import signal_for
from harvest_loop.domain.tombstones import tombstone_for, tombstone_of_edit
from harvest_loop.schemas.drafts import DraftedCommit
from harvest_loop.schemas.form import AnyLine, Form, FormAnswer, FormLine, LineAnswer
from harvest_loop.schemas.judgement import JudgedCandidate
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.records import SignalEntry, Tombstone

NO_WORD = "none"


def words_of(form: Form, answer: FormAnswer) -> dict[str, LineAnswer]:
    """The word on each of the form's lines; a hash that the form doesn't hold is left out (SPEC 10.2)."""
    given = {line.hash: line for line in answer.lines}
    return {line.hash: given.get(line.hash, LineAnswer(hash=line.hash, answer=NO_WORD)) for line in form.lines}


def accepted(form: Form, answer: FormAnswer) -> tuple[AnyLine, ...]:
    """The lines with a Y."""
    words = words_of(form, answer)
    return tuple(line for line in form.lines if words[line.hash].answer == "Y")


def is_refusal(word: LineAnswer) -> bool:
    """Whether the word is an N with a reason: only that is a rejection."""
    return word.answer == "N" and bool((word.reason or "").strip())


def refusals(form: Form, answer: FormAnswer, *, at: str) -> tuple[Tombstone, ...]:
    """A tombstone for every line that was refused with a reason (SPEC 7.5)."""
    words = words_of(form, answer)
    return tuple(
        stone
        for line in form.lines
        if is_refusal(words[line.hash])
        for stone in _tombstones(line, words[line.hash].reason or "", session=form.session_key, at=at)
    )


def _tombstones(line: AnyLine, reason: str, *, session: str, at: str) -> Iterator[Tombstone]:
    """One, or one for each thing that the line's edit would have mended."""
    if isinstance(line, FormLine):
        stone = tombstone_for(line.judged.candidate, title=line.title, reason=reason, session=session, at=at)
        yield stone
        for pattern in line.judged.candidate.beside:
            own = {"id": f"ts-{at[:10]}-{pattern.fingerprint[:8]}", "fingerprint": pattern.fingerprint}
            yield stone.model_copy(update=own | {"title": one_line(pattern.title, limit=200)})
    else:
        yield tombstone_of_edit(line, reason=reason, session=session, at=at)


def kept_notes(form: Form, answer: FormAnswer, drafted: Mapping[str, DraftedCommit]) -> tuple[SignalEntry, ...]:
    """The notes that the form's lines leave: unanswered, refused without a reason, or accepted but not drafted."""
    words = words_of(form, answer)
    notes = []
    for line in form.proposals:  # what else is held is found again as long as it is so
        fate = drafted.get(line.hash)
        failed = None if fate is None or fate.outcome == "drafted" else fate.detail or fate.outcome
        if fate is not None and fate.outcome == "shown again":
            continue
        note = signal_for(line.judged, session=form.session_key, answer=words[line.hash], refused=failed)
        if note is not None:
            notes.append(note)
    return tuple(notes)


def held_notes(judged: Sequence[JudgedCandidate], *, session: str) -> tuple[SignalEntry, ...]:
    """The notes of what never came onto the form; a remark without a text leaves none."""
    kept = (one for one in judged if one.state != "offered" and one.candidate.proposal is not None)
    return tuple(note for one in kept if (note := signal_for(one, session=session)) is not None)


def on_hold_again(form: Form, answer: FormAnswer) -> tuple[Pattern, ...]:
    """The patterns of MED lines without a Y: they enter contention once more (SPEC 4.10)."""
    words = words_of(form, answer)
    return tuple(
        line.judged.candidate.pattern
        for line in form.proposals
        if line.judged.candidate.grade == "MED" and not is_matter(line.judged.candidate.pattern)
        if words[line.hash].answer != "Y" and not is_refusal(words[line.hash])
    )


def priorities(form: Form, answer: FormAnswer) -> tuple[str, ...]:
    """The card items that follow: each HIGH that isn't drafted by a Y, and each weakness taken (SPEC 4.10, 4.14)."""
    words = words_of(form, answer)
    found = []
    for line in form.proposals:
        candidate = line.judged.candidate
        word = words[line.hash]
        taken_weakness = word.answer == "Y" and candidate.proposal is None
        if candidate.grade == "HIGH" and not is_refusal(word) and (word.answer != "Y" or taken_weakness):
            found.append(line.title)
    return tuple(found)
