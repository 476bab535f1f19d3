"""The facts that a practice rests on, each with a pointer at which it can be read again (SPEC 4.7)."""

import re
from collections.abc import Iterable, Sequence

from harvest_loop.domain.commands_found import asides_of, commands_in, refusals_of
from harvest_loop.domain.practice import Practice, speaks, tell
from harvest_loop.domain.refusals import Refusal, is_strict_mode
from harvest_loop.domain.rules_found import FoundRule, names_a_person, rules_in
from harvest_loop.domain.works import WORKTREE, Touch, Work
from harvest_loop.schemas.evidence import AddedLine, FileChange
from harvest_loop.schemas.patterns import Aside, AsideKind, EvidenceItem, EvidenceRole, Pointer

_SHARES: tuple[tuple[EvidenceRole, int], ...] = (
    ("refusal", 7),
    ("command", 7),
    ("rule", 6),
    ("file", 5),
    ("reason", 4),
    ("guard", 2),
)
_Asides = Sequence[tuple[AsideKind, AddedLine]]
_LONGEST_REASON = 320
# A commit that touches more artefacts than this did several things at once.
_FEW = 4
_EMPTY_FIRST_LINE = re.compile(r"^\s*(?:#!.*|---|\"\"\"|<\?.*|<!--.*|//.*eslint.*|)\s*$")


def evidence_for(practice: Practice) -> tuple[EvidenceItem, ...]:
    """Return the refusals, commands, rules, files, reasons and guards of a practice, at most some thirty."""
    works = {id(touch): work for work in practice.works for touch in work.touches}
    touches = [(works[id(touch)], touch) for touch in practice.touches if id(touch) in works]
    refusals = _refusals(touches)
    refusing = {item.pointer for item in refusals}
    found = {
        "refusal": refusals,
        "command": [item for item in (*_commands(touches), *_calls(practice)) if item.pointer not in refusing],
        "rule": _rules(touches),
        "file": _files(touches),
        "reason": _reasons(practice),
        "guard": _guards(practice),
    }
    items = [item for role, share in _SHARES for item in _distinct(found[role])[:share]]
    return tuple(items) or (_subject(practice.lead),)


def _distinct(items: Iterable[EvidenceItem]) -> list[EvidenceItem]:
    return list({item.text.lower(): item for item in reversed(list(items))}.values())[::-1]


def _refusals(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, refusal.statement.lines[0], "refusal", refusal.asked, _asides_of(refusal))
        for work, touch in touches
        for refusal in refusals_of(touch.change.path, touch.change.added_lines)
    ]


def _asides_of(refusal: Refusal) -> _Asides:
    """What stands beside a refusal: for strict mode nothing, since the comment above it is the whole file's."""
    if is_strict_mode(refusal.asked):
        return ()
    told: list[tuple[AsideKind, AddedLine]] = []
    if refusal.message is not None and refusal.message not in refusal.statement.lines:
        told.append(("message", refusal.message))
    return (*asides_of(refusal.statement), *told)


def _commands(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, found.line, "command", found.command, found.asides)
        for work, touch in touches
        for found in commands_in(touch.change.path, touch.change.added_lines)
    ]


def _calls(practice: Practice) -> list[EvidenceItem]:
    """The commands by which CI, a hook or a recipe calls what the practice brought, where one commit did both."""
    own = {id(touch) for touch in practice.touches}
    names = {touch.change.path.rpartition("/")[2] for touch in practice.touches if touch.grows}
    beside = [(work, touch) for work in practice.works for touch in work.touches if id(touch) not in own]
    calling = [(work, touch) for work, touch in beside if touch.artefact.role in ("ci", "hook", "recipe", "check")]
    return [item for item in _commands(calling) if any(name in item.text for name in names if len(name) > 4)]


def _rules(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, found.line, "rule", found.sentence, _only_if(found))
        for work, touch in touches
        for found in rules_in(touch.change.path, touch.change.added_lines)
    ]


def _only_if(found: FoundRule) -> _Asides:
    return () if found.only_if is None else (("only if", found.only_if),)


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
    return _at(work, change, line, role, change.path)


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


def _at(
    work: Work, change: FileChange, line: AddedLine, role: EvidenceRole, text: str, asides: _Asides = ()
) -> EvidenceItem:
    def place(there: AddedLine) -> Pointer:
        return Pointer(sha=work.sha, path=change.path, line=there.number, quote=there.text)

    beside = tuple(Aside(kind=kind, pointer=place(there)) for kind, there in asides)
    return EvidenceItem(role=role, text=text, pointer=place(line), asides=beside)
