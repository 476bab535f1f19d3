"""Signals: improvement notes kept for later, one file a date and source (SPEC 2)."""

import re
from collections.abc import Mapping, Sequence
from typing import get_args

from harvest_loop.domain.quoting import as_code, gap_below, in_page, one_line, plural
from harvest_loop.domain.regressed import is_matter
from harvest_loop.schemas.form import LineAnswer
from harvest_loop.schemas.judgement import JudgedCandidate, Proposal
from harvest_loop.schemas.records import Signal, SignalEntry, SignalPriority, SignalStatus

_NAME = re.compile(r"fh_signal_(\d{4}-\d{2}-\d{2})_(.+)\.md\Z")
_OLD_NAME = re.compile(r"fh_signal_(\d{4})_(\d{2})_(\d{2})_(.+)\.md\Z")
_UNSAFE = re.compile(r"[^\w.-]+")
_KEY = re.compile(r"(?:[-*]\s+)?(\w[\w -]*?):\s*(.*)")
_SECTION = re.compile(r"##\s+(.+?)\s*\Z")
_PRIORITIES: tuple[SignalPriority, ...] = get_args(SignalPriority)
_STATUSES: tuple[SignalStatus, ...] = get_args(SignalStatus)
_BY_GRADE: Mapping[str, SignalPriority] = {"HIGH": "high", "MED": "medium", "LOW": "low", "rejected": "low"}
_POINTERS = 5


def signal_name(day: str, source: str) -> str:
    """Return the file name for a local day and a source; nothing in the source can leave the folder."""
    return f"fh_signal_{day}_{_safe(source)}.md"


def signal_for(
    judged: JudgedCandidate, *, session: str, answer: LineAnswer | None = None, refused: str | None = None
) -> SignalEntry | None:
    """Return the note that keeps a candidate: held ones on hold, a weakness that a person took open and high.

    `refused` says why a Y could not be drafted. None: it was drafted, or refused with a reason (SPEC 7.5).
    """
    candidate = judged.candidate
    word = "none" if answer is None else answer.answer
    if word == "N" and answer is not None and (answer.reason or "").strip():
        return None
    taken = word == "Y" and refused is None
    if taken and candidate.proposal is not None:
        return None
    return SignalEntry(
        title=one_line(candidate.pattern.title, limit=120),
        priority="high" if taken else _BY_GRADE[candidate.grade],
        status="open" if taken else "redesign" if judged.state == "redesign" else "on-hold",
        friction=_friction(judged),
        registration=() if candidate.proposal is None else _registration(judged, candidate.proposal),
        no_candidate="" if candidate.proposal else "no text was proposed: the weakness is to be fixed by hand",
        candidate=candidate.hash,
        fingerprint=candidate.pattern.fingerprint,
        session=session,
        reason=refused or _reason(judged, answer),
    )


def signal_text(existing: str | None, entries: Sequence[SignalEntry], *, day: str, source: str) -> str:
    """Return the file's text with the entries it doesn't hold yet after what stands there, never instead of it."""
    known = parse_signal("", existing).entries if existing is not None else ()
    held = {(entry.candidate, entry.status) for entry in known if entry.candidate}
    new = [entry for entry in entries if (entry.candidate, entry.status) not in held]
    if not new and existing is not None:
        return existing
    head = _frontmatter(new, day, source) if existing is None else existing
    return head + gap_below(head) + "\n".join(_sections(entry) for entry in new)


def parse_signal(name: str, text: str) -> Signal:
    """Return a signal as read; what can't be understood is named, never dropped."""
    keys, body = _split(text)
    date, source = _named(name, keys)
    problems = [f"{key} '{keys[key]}' is not known" for key in ("priority", "status") if _unknown(key, keys.get(key))]
    blocks = _blocks(body)
    return Signal(
        name=name,
        date=date,
        source=source,
        retro=keys.get("retro") == "close",
        entries=tuple(_entry(block, keys) for block in blocks),
        problems=tuple(problems),
    )


def _safe(source: str) -> str:
    return _UNSAFE.sub("-", source).strip(".-") or "field"


def _friction(judged: JudgedCandidate) -> tuple[str, ...]:
    pattern = judged.candidate.pattern
    seen = (
        f"; seen in {pattern.recurrence} earlier {plural(pattern.recurrence, 'session')}" if pattern.recurrence else ""
    )
    fate = "" if is_matter(pattern) else f" ({pattern.fate}{seen})"
    what = f"{pattern.kind}, {'★' * pattern.impact}: {in_page(pattern.title)}{fate}"
    pointers = [item.pointer for item in pattern.evidence[:_POINTERS]]
    weak = [f"{attack.severity} {attack.kind}: {in_page(attack.reason)}" for attack in judged.candidate.attacks]
    return (
        what,
        *(f"- {as_code(str(place))} {in_page(place.quote, limit=160)}" for place in pointers),
        *map("- {}".format, weak),
    )


def _registration(judged: JudgedCandidate, proposal: Proposal) -> tuple[str, ...]:
    candidate = judged.candidate
    checks = [f"- Done When: {in_page(test.text)}" for test in proposal.done_when]
    return (
        f"{candidate.kind} → {as_code(candidate.target)} ({candidate.grade}): {in_page(proposal.abstraction)}",
        f"- triggers: {in_page(', '.join(proposal.triggers)) or 'none'}",
        *checks,
        f"- prediction: {in_page(proposal.predicted_impact)}; measured by {in_page(proposal.predicted_measurable_by)}",
    )


def _reason(judged: JudgedCandidate, answer: LineAnswer | None) -> str:
    if judged.state != "offered":
        return one_line(judged.reason) or judged.state
    word = "none" if answer is None else answer.answer
    return {"Y": "taken: to be fixed by hand", "N": "answered N without a reason"}.get(word, "no answer")


def _frontmatter(entries: Sequence[SignalEntry], day: str, source: str) -> str:
    priority = min((entry.priority for entry in entries), key=_PRIORITIES.index, default="low")
    status = min((entry.status for entry in entries), key=_STATUSES.index, default="open")
    keys = {"type": "fh-signal", "date": day, "source": _safe(source), "priority": priority, "status": status}
    return "\n".join(["---", *(f"{key}: {value}" for key, value in keys.items()), "---", ""])


def _sections(entry: SignalEntry) -> str:
    state = {
        "status": entry.status,
        "priority": entry.priority,
        "kept because": entry.reason,
        "candidate": entry.candidate,
        "pattern": entry.fingerprint,
        "session": entry.session,
    }
    lines = [
        *("## Friction Point", "", *(entry.friction or (f"- {in_page(entry.title)}",)), ""),
        *("## FH Registration Candidate", "", *(entry.registration or (in_page(entry.no_candidate) or "none",)), ""),
        *("## Status", "", *(f"- {key}: {in_page(value)}" for key, value in state.items() if value), ""),
    ]
    return "\n".join(lines)


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].rstrip() != "---":
        return {}, lines
    end = next((at for at, line in enumerate(lines[1:], start=1) if line.rstrip() in ("---", "...")), 0)
    return _keys(lines[1:end]), lines[end + 1 :] if end else lines


def _keys(lines: Sequence[str]) -> dict[str, str]:
    found = (_KEY.match(line.strip()) for line in lines)
    return {match[1].lower(): match[2].strip().strip("'\"") for match in found if match}


def _named(name: str, keys: Mapping[str, str]) -> tuple[str, str]:
    new, old = _NAME.search(name), _OLD_NAME.search(name)
    date = new[1] if new else f"{old[1]}-{old[2]}-{old[3]}" if old else ""
    slug = new[2] if new else old[4] if old else ""
    return keys.get("date", date) or "unknown", keys.get("source", slug) or "unknown"


def _blocks(lines: Sequence[str]) -> list[dict[str, list[str]]]:
    """The sections of each note: a heading that comes again begins the next one."""
    blocks: list[dict[str, list[str]]] = [{}]
    section: list[str] = []
    for line in lines:
        heading = _SECTION.match(line)
        if heading is None:
            section.append(line)
            continue
        if heading[1] in blocks[-1]:
            blocks.append({})
        section = blocks[-1].setdefault(heading[1], [])
    return [block for block in blocks if block]


def _entry(block: Mapping[str, list[str]], keys: Mapping[str, str]) -> SignalEntry:
    said = {**keys, **_keys(block.get("Status", []))}
    friction, registration = (_words(block.get(name, [])) for name in ("Friction Point", "FH Registration Candidate"))
    return SignalEntry.model_validate(
        {
            "title": friction[0] if friction else "(no friction point)",
            "priority": "low" if _unknown("priority", said.get("priority", "")) else said["priority"],
            "status": "open" if _unknown("status", said.get("status", "")) else said["status"],
            "friction": friction,
            "registration": registration,
            "candidate": said.get("candidate"),
            "fingerprint": said.get("pattern"),
            "session": said.get("session"),
            "reason": said.get("kept because", ""),
        }
    )


def _words(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in lines if line.strip())


def _unknown(key: str, value: str | None) -> bool:
    known = _PRIORITIES if key == "priority" else _STATUSES
    return value is not None and value not in known
