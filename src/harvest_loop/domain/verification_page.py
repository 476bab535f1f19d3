"""What a pass over the manifest says of itself: counts, outcomes, what waits and why, what could not be told."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.records import StepNote, VerdictLine
from harvest_loop.schemas.verification import Spliced, Standing, Verification

STEP = "0-c manifest"
DEGRADING = 0.30

_NAMED = 5
_LINES = 40


def after_writing(verification: Verification, done: Spliced) -> Verification:
    """The pass as it came out: what could not be written has not happened."""
    why = dict(done.left_alone)
    if not why:
        return verification
    standings = tuple(_not_written(one, why) for one in verification.standings)
    kept = tuple(entry for entry in verification.reconciled if entry[0] not in why)
    return verification.model_copy(
        update={
            "standings": standings,
            "reconciled": kept,
            "untestable": verification.untestable - _lost(verification.standings, standings),
            "left_alone": (*verification.left_alone, *done.left_alone),
        }
    )


def _not_written(one: Standing, why: Mapping[str, str]) -> Standing:
    if one.id not in why or one.change is None:
        return one
    word = "not landed" if one.word == "not landed" else "pending"
    gone = {"word": word, "reason": f"not written: {why[one.id]}", "score": None, "gate": None, "revert": None}
    return one.model_copy(update=gone)


def _lost(before: Sequence[Standing], after: Sequence[Standing]) -> int:
    return sum(one.word == "untestable" for one in before) - sum(one.word == "untestable" for one in after)


def is_degrading(verification: Verification) -> bool:
    """Whether so many predictions can't be tested that the reasons given for edits must be looked at (SPEC 7.2)."""
    return verification.untestable > DEGRADING * verification.entries


def reverts(verification: Verification) -> tuple[str, ...]:
    """The entries whose revert is proposed."""
    return tuple(one.id for one in verification.standings if one.word == "falsified")


def unknowns(verification: Verification) -> tuple[str, ...]:
    """The entries that are due and could not be measured."""
    return tuple(one.id for one in verification.standings if one.unknown)


def skipped(verification: Verification) -> tuple[str, ...]:
    """The entries that are left alone, each once."""
    return tuple(dict.fromkeys(name for name, _ in verification.left_alone))


def pass_verdict(verification: Verification) -> VerdictLine:
    """What the pass asks of a person."""
    return decide_verdict(
        reverts=reverts(verification), unmeasured=unknowns(verification), left_alone=skipped(verification)
    )


def measured_notes(verification: Verification) -> Iterator[StepNote]:
    """The lines under Measured."""
    yield _note(_counts(verification))
    yield from _at_most(_outcomes(verification.standings))
    yield from _at_most(_revert_lines(verification.standings))
    for waiting in verification.waiting:
        if waiting.word == "pending":
            yield _note(f"pending, {waiting.reason}: {_named(waiting.ids, waiting.count)}")
        elif waiting.late:
            yield _note(f"{waiting.reason}, look at it: {_named(waiting.ids, waiting.count)}")
    yield from _at_most(
        f"{name}: the status '{one_line(was)}' now reads '{now}'" for name, was, now in verification.reconciled
    )
    if is_degrading(verification):
        share = f"{verification.untestable} of {verification.entries} entries are untestable"
        yield _note(f"edit rationale quality degrading: {share}")


def unmeasured_notes(verification: Verification) -> Iterator[StepNote]:
    """The lines under Not measured."""
    unknown = ((one.reason, one.id) for one in verification.standings if one.unknown)
    left = ((why, name) for name, why in verification.left_alone)
    yield from _at_most(f"{reason}: {ids}" for reason, ids in _grouped(unknown))
    yield from _at_most(f"left alone, {reason}: {ids}" for reason, ids in _grouped(left))


def verification_page(verification: Verification, *, quote: Callable[[str], str] = one_line) -> str:
    """The pass as a page of its own; `quote` makes text from outside safe for where the page is shown."""
    lines = [f"- {quote(note.text)}" for note in measured_notes(verification)]
    unknown = [f"- {quote(note.text)}" for note in unmeasured_notes(verification)]
    return "\n".join([*lines, *(["", "Not measured:", *unknown] if unknown else []), ""])


def _counts(verification: Verification) -> str:
    words = Counter(one.word for one in verification.standings)
    for waiting in verification.waiting:
        words[waiting.word] += waiting.count
    unknown = sum(one.unknown for one in verification.standings)
    said = ", ".join(f"{word} {words[word]}" for word in ("verified", "falsified", "untestable"))
    pending = f"pending {words['pending']}" + (f" ({unknown} due and unknown)" if unknown else "")
    alone = f", left alone {len(verification.left_alone)}" if verification.left_alone else ""
    entries = f"{verification.entries} {'entry' if verification.entries == 1 else 'entries'}"
    return f"{entries}: {said}, {pending}, not landed {words['not landed']}{alone}"


def _outcomes(standings: Iterable[Standing]) -> Iterator[str]:
    for one in standings:
        if one.word in ("verified", "falsified"):
            yield f"{one.id}: {one.word}, {one.gate}, score {one.score or 0:.2f}: {one.reason}"
        elif one.word == "untestable":
            yield f"{one.id}: untestable: {one.reason}"


def _at_most(lines: Iterable[str]) -> Iterator[StepNote]:
    """The first lines of one kind, and how many more there are: a page is read by a person."""
    said = list(lines)
    yield from (_note(line) for line in said[:_LINES])
    if len(said) > _LINES:
        yield _note(f"and {len(said) - _LINES} more of this kind; `harvest explain` tells each")


def _revert_lines(standings: Iterable[Standing]) -> Iterator[str]:
    for one in standings:
        if one.word == "falsified":
            yield f"revert proposed: {one.id}, {one.file}, commit {(one.revert or 'unknown')[:10]}"


def _grouped(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    groups: dict[str, list[str]] = {}
    for reason, name in pairs:
        groups.setdefault(reason, []).append(name)
    for reason, names in groups.items():
        yield reason, _named(names)


def _named(names: Sequence[str], count: int | None = None) -> str:
    more = (len(names) if count is None else count) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _note(text: str) -> StepNote:
    return StepNote(step=STEP, text=text)
