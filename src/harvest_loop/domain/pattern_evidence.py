"""The facts that a practice rests on, each with a pointer at which it can be read again (SPEC 4.7)."""

import re
from collections.abc import Iterable, Sequence

from harvest_loop.domain.commands_found import commands_in
from harvest_loop.domain.practice import Practice, speaks, tell
from harvest_loop.domain.rules_found import names_a_person, rules_in
from harvest_loop.domain.works import WORKTREE, Touch, Work
from harvest_loop.schemas.evidence import FileChange
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Pointer

_SHARES: tuple[tuple[EvidenceRole, int], ...] = (("command", 7), ("rule", 6), ("file", 5), ("reason", 4), ("guard", 2))
_LONGEST_REASON = 320
# A commit that touches more artefacts than this did several things at once.
_FEW = 4
_EMPTY_FIRST_LINE = re.compile(r"^\s*(?:#!.*|---|\"\"\"|<\?.*|<!--.*|//.*eslint.*|)\s*$")


def evidence_for(practice: Practice) -> tuple[EvidenceItem, ...]:
    """Return the commands, rules, files, reasons and guards of a practice, at most some twenty."""
    works = {id(touch): work for work in practice.works for touch in work.touches}
    touches = [(works[id(touch)], touch) for touch in practice.touches if id(touch) in works]
    found = {
        "command": _commands(touches),
        "rule": _rules(touches),
        "file": _files(touches),
        "reason": _reasons(practice),
        "guard": _guards(practice),
    }
    items = [item for role, share in _SHARES for item in _distinct(found[role])[:share]]
    return tuple(items) or (_subject(practice.lead),)


def _distinct(items: Iterable[EvidenceItem]) -> list[EvidenceItem]:
    return list({item.text.lower(): item for item in reversed(list(items))}.values())[::-1]


def _commands(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, line.number, line.text, "command", command)
        for work, touch in touches
        for line, command in commands_in(touch.change.path, touch.change.added_lines)
    ]


def _rules(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, line.number, line.text, "rule", sentence)
        for work, touch in touches
        for line, sentence in rules_in(touch.change.path, touch.change.added_lines)
    ]


def _files(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    grown = [(work, touch) for work, touch in touches if touch.grows]
    changed = [(work, touch) for work, touch in touches if not touch.grows and touch.change.status != "deleted"]
    changed.sort(key=lambda pair: (-(pair[1].change.added or 0), pair[1].change.path))
    return [_file(work, touch.change, "file") for work, touch in (*grown, *changed[: max(0, 3 - len(grown))])]


def _file(work: Work, change: FileChange, role: EvidenceRole) -> EvidenceItem:
    line = next((line for line in change.added_lines if not _EMPTY_FIRST_LINE.match(line.text)), None)
    if line is None:
        pointer = (
            Pointer(sha=work.sha, quote=work.subject)
            if work.sha != WORKTREE
            else Pointer(sha=WORKTREE, path=change.path, quote="")
        )
        return EvidenceItem(role=role, text=change.path, pointer=pointer)
    return _at(work, change, line.number, line.text, role, change.path)


def _reasons(practice: Practice) -> list[EvidenceItem]:
    speaking = sorted(
        (w for w in practice.works if speaks(w)), key=lambda w: (w is not practice.lead, -tell(w), w.place)
    )
    return [
        EvidenceItem(role="reason", text=text, pointer=Pointer(sha=work.sha, quote=work.subject))
        for work in speaking
        for text in _own_words(practice, work, (*work.wording.reasons, *work.wording.points))[:4]
        if work.sha != WORKTREE
    ]


def _own_words(practice: Practice, work: Work, texts: Sequence[str]) -> list[str]:
    """Of a commit that did several things, only what is said of this practice's artefacts."""
    fit = [text for text in texts if 20 < len(text) <= _LONGEST_REASON and not names_a_person(text)]
    if len({touch.artefact.key for touch in work.touches}) <= _FEW:
        return fit
    return [text for text in fit if _speaks_of(text, _stems(practice))]


def _speaks_of(text: str, stems: frozenset[str]) -> bool:
    return bool(stems & set(re.findall(r"[a-z0-9]+(?:[-_][a-z0-9]+)*", text.lower())))


def _stems(practice: Practice) -> frozenset[str]:
    paths = (touch.change.path.lower() for touch in practice.touches)
    return frozenset(name for path in paths for name in (path.rpartition("/")[2].partition(".")[0],) if len(name) > 3)


def _guards(practice: Practice) -> list[EvidenceItem]:
    names = _stems(practice)
    found = [(work, c) for work in practice.works for c in work.guards if c.status == "added" or work is practice.lead]
    few = {w.place for w in practice.works if len({touch.artefact.key for touch in w.touches}) <= _FEW}
    near = [(w, c) for w, c in found if w.place in few or any(name in c.path.lower() for name in names)]
    return [_file(work, change, "guard") for work, change in near]


def _subject(work: Work) -> EvidenceItem:
    return EvidenceItem(
        role="reason", text=work.wording.said or work.subject, pointer=Pointer(sha=work.sha, quote=work.subject)
    )


def _at(work: Work, change: FileChange, number: int, quote: str, role: EvidenceRole, text: str) -> EvidenceItem:
    return EvidenceItem(role=role, text=text, pointer=Pointer(sha=work.sha, path=change.path, line=number, quote=quote))
