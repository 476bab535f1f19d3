"""Which lines of a pattern still stand, what became of the whole, and which facts its evidence keeps (SPEC 4.7)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from harvest_loop.domain.facts import PRACTICAL, is_usable
from harvest_loop.domain.fates import Afterlife, follow
from harvest_loop.domain.pattern_evidence import SHARES
from harvest_loop.domain.repeated_fixes import how_it_ended
from harvest_loop.domain.works import WORKTREE
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.patterns import AsideKind, EvidenceItem, EvidenceRole, Fate, FieldHarvest, Pattern, Pointer

# What a practice mainly is; that a file's first line stands says little of what is in it.
_MAIN: tuple[EvidenceRole, ...] = ("refusal", "command", "rule")
# What explains a fact, and which it can be told without.
_SAID: tuple[AsideKind, ...] = ("says", "message")
Lines = frozenset[tuple[str, str]]


def places_asked(harvest: FieldHarvest, evidence: SessionEvidence) -> Iterator[tuple[str, str]]:
    """Yield each line that a harvest's evidence points at, as path and text, under every name that its file has had."""
    afterlife = _afterlife(evidence)
    for pattern in (*harvest.patterns, *harvest.over_limit):
        for item in pattern.evidence:
            for pointer in _lines_of(item.pointers):
                for path in dict.fromkeys((pointer.path or "", afterlife.name_now(pointer.path or ""))):
                    yield path, pointer.quote


def settle(harvest: FieldHarvest, evidence: SessionEvidence, lines_now: Lines) -> FieldHarvest:
    """Return the harvest, each pattern with its fate and at most some thirty facts, those that stand first.

    `lines_now` holds (path, text) of the lines in HEAD's files; which facts are left out is said by their paths.
    """
    afterlife = _afterlife(evidence)
    return _each(harvest, lambda pattern: _settled(pattern, evidence, afterlife, lines_now))


def keep_fitting(harvest: FieldHarvest) -> FieldHarvest:
    """Return the same where nothing is known of HEAD's lines: with the first facts of each role."""
    return _each(harvest, lambda pattern: pattern.model_copy(update={"evidence": fit(pattern.evidence)}))


def mark_standing(harvest: FieldHarvest, evidence: SessionEvidence, lines_now: Lines) -> FieldHarvest:
    """Return the harvest with what is known of HEAD's lines for each fact as it is now; nothing is chosen anew."""
    afterlife, known = _afterlife(evidence), bool(lines_now) and bool(evidence.git.head_paths)

    def marked(pattern: Pattern) -> Pattern:
        items = (_seen_now(item, afterlife, lines_now, known=known) for item in pattern.evidence)
        return pattern.model_copy(update={"evidence": tuple(items)})

    return _each(harvest, marked)


def judge_fate(pattern: Pattern, evidence: SessionEvidence, lines_now: Lines) -> Fate:
    """Say what became of a pattern's files and main lines; `lines_now` holds (path, text) of HEAD (SPEC 4.7)."""
    return _fate(pattern, evidence, _afterlife(evidence), lines_now)


def fit(items: Sequence[EvidenceItem]) -> tuple[EvidenceItem, ...]:
    """Return the facts that a pattern keeps, in their order: of each role its share, a text once, first what stands."""
    kept: set[int] = set()
    for role, share in SHARES:
        own = [(item.stands is False, at) for at, item in enumerate(items) if item.role == role]
        texts: dict[str, int] = {}
        for _, at in sorted(own):
            texts.setdefault(items[at].text.lower(), at)
        kept.update(list(texts.values())[:share])
    return tuple(item for at, item in enumerate(items) if at in kept)


def _each(harvest: FieldHarvest, change: Callable[[Pattern], Pattern]) -> FieldHarvest:
    patterns, waiting = (tuple(map(change, part)) for part in (harvest.patterns, harvest.over_limit))
    return harvest.model_copy(update={"patterns": patterns, "over_limit": waiting})


def _settled(pattern: Pattern, evidence: SessionEvidence, afterlife: Afterlife, lines_now: Lines) -> Pattern:
    known = bool(lines_now) and bool(evidence.git.head_paths)
    told = [_seen_now(item, afterlife, lines_now, known=known) for item in pattern.evidence]
    kept = fit(told)
    texts = {item.text.lower() for item in kept}
    more = (item for item in told if item.stands is not False and item.role in PRACTICAL and is_usable(item))
    paths = dict.fromkeys(item.pointer.path or "" for item in more if item.text.lower() not in texts)
    return pattern.model_copy(
        update={
            "evidence": kept,
            "fate": _fate(pattern, evidence, afterlife, lines_now),
            "more_in": tuple(dict.fromkeys((*pattern.more_in, *paths))),
        }
    )


def _seen_now(item: EvidenceItem, afterlife: Afterlife, lines_now: Lines, *, known: bool) -> EvidenceItem:
    """A fact with whether it stands; what was said beside it, and is gone, is left out where it does."""

    def are_there(pointers: Iterable[Pointer]) -> bool:
        return all(_is_there(pointer, afterlife, lines_now) for pointer in _lines_of(pointers))

    needed = (item.pointer, *(aside.pointer for aside in item.asides if aside.kind not in _SAID))
    if not _own_lines(item) or (not known and item.pointer.sha != WORKTREE):
        return item.model_copy(update={"stands": None})
    if not are_there(needed):
        return item.model_copy(update={"stands": False})
    asides = tuple(aside for aside in item.asides if aside.kind not in _SAID or are_there([aside.pointer]))
    return item.model_copy(update={"stands": True, "asides": asides})


def _own_lines(item: EvidenceItem) -> tuple[Pointer, ...]:
    """The lines that a fact itself is written on."""
    return _lines_of((item.pointer, *(aside.pointer for aside in item.asides if aside.kind == "goes on")))


def _lines_of(pointers: Iterable[Pointer]) -> tuple[Pointer, ...]:
    return tuple(place for place in pointers if place.line is not None and place.path is not None)


def _is_there(pointer: Pointer, afterlife: Afterlife, lines_now: Lines) -> bool:
    path = pointer.path or ""
    if pointer.sha == WORKTREE:
        return True
    return (path, pointer.quote) in lines_now or (afterlife.name_now(path), pointer.quote) in lines_now


def _fate(pattern: Pattern, evidence: SessionEvidence, afterlife: Afterlife, lines_now: Lines) -> Fate:
    first = pattern.commits[0]
    if first in afterlife.reverted:
        return "reverted"
    if pattern.kind == "error → solution" and (end := how_it_ended(pattern.commits, evidence.git.commits)):
        return end
    placed = [item for item in pattern.evidence if _own_lines(item)]
    if first == WORKTREE or not evidence.git.head_paths or not placed:
        return "unknown"
    if not any(afterlife.stands(pointer.path or "") for item in placed for pointer in _own_lines(item)):
        return "unknown" if first in evidence.git.off_head else "reverted"
    if not lines_now:
        return "unknown"
    main = [item for item in placed if item.role in _MAIN] or placed
    alive = sum(all(_is_there(pointer, afterlife, lines_now) for pointer in _own_lines(item)) for item in main)
    return "survived" if alive * 2 >= len(main) else "rewritten"


def _afterlife(evidence: SessionEvidence) -> Afterlife:
    return follow(evidence.git.commits, evidence.git.head_paths)
