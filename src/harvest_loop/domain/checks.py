"""What a check asks, whether it can be asked at all, and how near a number comes to it (SPEC 7.2, 7.3)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from harvest_loop.domain.forecast import is_met_by_itself
from harvest_loop.domain.signals import parse_signal
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import Signal, SignalEntry

# Things that happen are counted within the window; the others are states, looked at when the window has passed.
COUNTERS = frozenset({"recurrences", "friction", "commits", "skill_uses", "corrections", "citations"})

_PATHS = frozenset({"file_exists", "commits"})
_PATH_THEN_TEXT = re.compile(r"(?P<path>[^\s:]*[./][^\s:]*):(?P<text>.*)")


class GrepTarget(NamedTuple):
    """What `grep` looks for, word for word, and the file or folder to look in; None: in all of the hub."""

    text: str
    path: str | None = None


def grep_target(target: str) -> GrepTarget:
    """Read `PATH:TEXT`, or a text alone; what holds neither a dot nor a slash is no path."""
    found = _PATH_THEN_TEXT.fullmatch(target.strip())
    if found is None:
        return GrepTarget(target.strip())
    return GrepTarget(found["text"].strip(), clean_path(found["path"]))


def clean_path(path: str) -> str:
    """Return a path of a check as git writes it."""
    return path.strip().removeprefix("./").rstrip("/")


def fault_of(check: Check, own_file: str) -> str:
    """Why the check can't tell whether the prediction of this file's edit holds; empty: it can."""
    if is_met_by_itself(check, own_file):
        return "refused: the draft itself meets its check"
    if not check.target.strip() or "\0" in check.target or "\n" in check.target:
        return "its check has no target on one line"
    path = grep_target(check.target).path if check.kind == "grep" else check.target if check.kind in _PATHS else None
    if path is not None and _leads_out(clean_path(path)):
        return "its check looks outside of the hub"
    if check.kind == "grep" and not grep_target(check.target).text:
        return "its check looks for no text"
    return _scale_fault(check)


def _leads_out(path: str) -> bool:
    return not path or path.startswith(("/", "~")) or ".." in path.split("/") or ":" in path.split("/")[0]


def _scale_fault(check: Check) -> str:
    if check.direction in ("present", "absent"):
        return ""
    if check.baseline is None:
        return "no baseline was taken for its check"
    if check.threshold is None:
        return "its check has no threshold"
    gap = check.threshold - check.baseline
    if (gap <= 0) if check.direction == "up" else (gap >= 0):
        return f"its threshold {check.threshold:g} was reached before the edit (baseline {check.baseline:g})"
    return ""


def total_of(check: Check, counted: float) -> float:
    """Return the number that the threshold is about.

    What is to grow is a running total, which began at the baseline; what is to fall can only be counted anew.
    """
    if check.kind in COUNTERS and check.direction == "up":
        return (check.baseline or 0.0) + counted
    return counted


def match_score(check: Check, total: float) -> float:
    """Return how far the prediction came true, from 0 to 1."""
    if check.direction == "present":
        return 1.0 if total >= _least(check) else 0.0
    if check.direction == "absent":
        return 1.0 if total <= (check.threshold or 0.0) else 0.0
    baseline, threshold = check.baseline or 0.0, check.threshold or 0.0
    return min(1.0, max(0.0, (total - baseline) / (threshold - baseline)))


def out_of_reach(check: Check, at_least: float) -> bool:
    """Whether more of what was counted could not change the outcome any more."""
    worst = {"up": 1.0, "present": 1.0, "down": 0.0, "absent": 0.0}[check.direction]
    return match_score(check, at_least) == worst


def _least(check: Check) -> float:
    return check.threshold if check.threshold else 1.0


def control_failure(kind: str, good: float | None, bad: float | None) -> str:
    """Why a metric does not count: it must find what is known to be there, and nothing where nothing is (SPEC 7.3)."""
    if good is None or bad is None:
        return f"the control of {kind} could not be made"
    if good <= 0:
        return f"the control of {kind} failed: it did not find what is known to be there"
    if bad != 0:
        return f"the control of {kind} failed: it found what is known not to be there"
    return ""


def friction_in(
    texts: Iterable[tuple[str, str]], target: str, *, since_day: str, until_day: str
) -> tuple[int, list[str]]:
    """Count the notes of friction that name the target, after the first day and up to the last.

    Notes that the loop made of its own candidates are no evidence (SPEC 7.3). Also returned: where they stand.
    """
    word = re.compile(rf"(?<!\w){re.escape(_plain(target))}(?!\w)")
    found: list[str] = []
    for name, text in texts:
        signal = parse_signal(name, text)
        if since_day < signal.date <= until_day:
            found += [name for entry in _of_people(signal) if any(word.search(_plain(line)) for line in entry.friction)]
    return len(found), found


def _of_people(signal: Signal) -> Iterable[SignalEntry]:
    return (entry for entry in signal.entries if not (entry.candidate or entry.fingerprint))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def friction_control(target: str) -> tuple[float, float]:
    """Measure a note that names the target, and one that doesn't, as a control of `friction`."""
    head = "---\ntype: fh-signal\ndate: 2000-01-02\n---\n\n## Friction Point\n\n"
    span = {"since_day": "2000-01-01", "until_day": "2000-01-03"}
    name = "fh_signal_2000-01-02_control.md"
    good, _ = friction_in([(name, f"{head}- we met {target} again\n")], target, **span)
    bad, _ = friction_in([(name, f"{head}- nothing of the kind\n")], f"{target} {target}", **span)
    return float(good), float(bad)
