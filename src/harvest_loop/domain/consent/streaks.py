"""How often a class was approved in a row, counted from the outcome log and nothing else (SPEC 8.4)."""

from collections.abc import Iterable, Sequence

from harvest_loop.schemas.consent_records import Approval, ConsentLine

THRESHOLD = 3

_COUNTED = ("terminal", "ui")
_WORDS = ("accepted", "modified", "rejected")
_ENDS = ("granted", "seen", "revoked", "lapsed", "widened")


def entries_of(lines: Iterable[ConsentLine], name: str) -> tuple[ConsentLine, ...]:
    """Return the class's own lines, in the order in which they were written: a clock may go back, a log doesn't."""
    return tuple(line for line in lines if line.name == name)


def streak_of(lines: Iterable[ConsentLine], name: str, version: str) -> tuple[ConsentLine, ...]:
    """Return the approvals in a row of this version of a class, oldest first, since it was last granted or ended.

    A retry (the same target and arguments in one session) and a second entry of one gesture count once; what a program
    reports of itself does not count.
    """
    streak: list[ConsentLine] = []
    met: set[tuple[str, ...]] = set()
    for line in entries_of(lines, name):
        if line.event in _ENDS:
            streak = []
        elif line.event in _WORDS and line.channel in _COUNTED:
            if line.event != "accepted":  # of whatever version: the class has had a no
                streak = []
            elif line.version == version and not met & _keys(line):
                streak.append(line)
                met |= _keys(line)
    return tuple(streak)


def is_retry(lines: Iterable[ConsentLine], line: ConsentLine) -> bool:
    """Return whether the log holds this very word already: the same gesture or, of a yes, the same operation.

    A no to what had a no before is a no once more, since there may be approvals between the two.
    """
    same = (each for each in entries_of(lines, line.name) if each.event == line.event and each.channel == line.channel)
    keys = _keys(line) if line.event == "accepted" else _gesture(line)
    return any(_keys(each) & keys for each in same)


def counted(count: int) -> str:
    """Return a count as it is shown at each approval."""
    return f"{min(count, THRESHOLD)}/{THRESHOLD}"


def approvals(streak: Sequence[ConsentLine]) -> tuple[Approval, ...]:
    """Return the newest approvals that an offer quotes, oldest first."""
    return tuple(Approval(line.day or line.at[:10], line.did, line.target) for line in streak[-THRESHOLD:])


def _keys(line: ConsentLine) -> set[tuple[str, ...]]:
    """Return what a line may share with one that says the same: its operation in its session, and its gesture."""
    return {("operation", line.session, line.target, line.arguments), *_gesture(line)}


def _gesture(line: ConsentLine) -> set[tuple[str, ...]]:
    return {("gesture", line.gesture)} if line.gesture else set()
