"""The facts that a practice rests on, each with a pointer at which it can be read again (SPEC 4.7)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from harvest_loop.domain.line_facts import Asides, LineFact, commands_at, refusals_at, rules_at
from harvest_loop.domain.practice import Practice, speaks, tell
from harvest_loop.domain.rules_found import names_a_person
from harvest_loop.domain.works import WORKTREE, Touch, Work
from harvest_loop.schemas.evidence import AddedLine, FileChange
from harvest_loop.schemas.patterns import Aside, EvidenceItem, EvidenceRole, Pointer

# How many facts of a role a pattern keeps.
SHARES: tuple[tuple[EvidenceRole, int], ...] = (
    ("refusal", 7),
    ("command", 7),
    ("rule", 6),
    ("file", 5),
    ("reason", 4),
    ("guard", 2),
)
# What a line of a file says.
_LINES: tuple[EvidenceRole, ...] = ("refusal", "command", "rule")
_LONGEST_REASON = 320
_MOST_FACTS = 200
_LONGEST_SUBJECT = 400
# A commit that touches more artefacts than this did several things at once.
_FEW = 4
_EMPTY_FIRST_LINE = re.compile(r"^\s*(?:#!.*|---|\"\"\"|<\?.*|<!--.*|//.*eslint.*|)\s*$")


def facts_of(practice: Practice) -> tuple[EvidenceItem, ...]:
    """Return the refusals, commands, rules, files, reasons and guards of a practice: each once a file, all there are.

    Only of what one role has by the hundred the rest is left out.
    """
    works = {id(touch): work for work in practice.works for touch in work.touches}
    touches = [(works[id(touch)], touch) for touch in practice.touches if id(touch) in works]
    refusals = _facts_in(touches, refusals_at)
    refusing = {item.pointer for item in refusals}
    found = {
        "refusal": refusals,
        "command": [
            item for item in (*_facts_in(touches, commands_at), *_calls(practice)) if item.pointer not in refusing
        ],
        "rule": _facts_in(touches, rules_at),
        "file": _files(touches),
        "reason": _reasons(practice),
        "guard": _guards(practice),
    }
    if practice.ground == "convention":
        found = {role: _in_common(items, practice) for role, items in found.items()}
    items = [item for role, _ in SHARES for item in _distinct(found[role])[:_MOST_FACTS]]
    return tuple(items) or (_subject(practice.lead),)


def _in_common(items: list[EvidenceItem], practice: Practice) -> list[EvidenceItem]:
    """Of a change made to many artefacts at once, the lines that came to several; the rest is what each holds."""
    artefacts = {touch.change.path: touch.artefact.key for touch in practice.touches}
    homes: dict[str, set[str]] = defaultdict(set)
    for item in items:
        homes[item.text].add(artefacts.get(item.pointer.path or "", ""))
    return [item for item in items if item.role not in _LINES or len(homes[item.text]) > 1]


def _distinct(items: Iterable[EvidenceItem]) -> list[EvidenceItem]:
    first: dict[tuple[str, str | None], EvidenceItem] = {}
    for item in items:
        first.setdefault((item.text.lower(), item.pointer.path), item)
    return list(first.values())


_Touched = Sequence[tuple[Work, Touch]]
_Read = Callable[[str, Sequence[AddedLine]], Iterator[LineFact]]


def _facts_in(touches: _Touched, read: _Read) -> list[EvidenceItem]:
    return [
        _at(work, touch.change, fact.line, fact.role, fact.text, fact.asides)
        for work, touch in touches
        for fact in read(touch.change.path, touch.change.added_lines)
    ]


def _calls(practice: Practice) -> list[EvidenceItem]:
    """The commands by which CI, a hook or a recipe calls what the practice brought, where one commit did both."""
    own = {id(touch) for touch in practice.touches}
    names = {touch.change.path.rpartition("/")[2] for touch in practice.touches if touch.grows}
    beside = [(work, touch) for work in practice.works for touch in work.touches if id(touch) not in own]
    calling = [(work, touch) for work, touch in beside if touch.artefact.role in ("ci", "hook", "recipe", "check")]
    return [
        item for item in _facts_in(calling, commands_at) if any(name in item.text for name in names if len(name) > 4)
    ]


def _files(touches: Sequence[tuple[Work, Touch]]) -> list[EvidenceItem]:
    grown = [(work, touch) for work, touch in touches if touch.grows]
    changed = [(work, touch) for work, touch in touches if not touch.grows and touch.change.status != "deleted"]
    changed.sort(key=lambda pair: (-(pair[1].change.added or 0), pair[1].change.path))
    return [_file(work, touch.change, "file") for work, touch in (*grown, *changed[: max(0, 3 - len(grown))])]


def _file(work: Work, change: FileChange, role: EvidenceRole) -> EvidenceItem:
    line = next((line for line in change.added_lines if not _EMPTY_FIRST_LINE.match(line.text)), None)
    if line is None:
        pointer = _message(work) if work.sha != WORKTREE else Pointer(sha=WORKTREE, path=change.path, quote="")
        return EvidenceItem(role=role, text=change.path, pointer=pointer)
    return _at(work, change, line, role, change.path)


def _reasons(practice: Practice) -> list[EvidenceItem]:
    speaking = sorted(
        (w for w in practice.works if speaks(w)), key=lambda w: (w is not practice.lead, -tell(w), w.place)
    )
    return [
        EvidenceItem(role="reason", text=text, pointer=_message(work))
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
    return EvidenceItem(role="reason", text=work.wording.said or work.subject, pointer=_message(work))


def _message(work: Work) -> Pointer:
    return Pointer(sha=work.sha, quote=work.subject[:_LONGEST_SUBJECT])


def _at(
    work: Work, change: FileChange, line: AddedLine, role: EvidenceRole, text: str, asides: Asides = ()
) -> EvidenceItem:
    def place(there: AddedLine) -> Pointer:
        return Pointer(sha=work.sha, path=change.path, line=there.number, quote=there.text)

    beside = tuple(Aside(kind=kind, pointer=place(there)) for kind, there in asides)
    return EvidenceItem(role=role, text=text, pointer=place(line), asides=beside)
