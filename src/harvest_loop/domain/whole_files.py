"""Reads facts again in their whole file: what stands around the lines that a commit added may turn their sense."""

from collections.abc import Mapping

from harvest_loop.domain.line_facts import Asides, LineFact, every_fact_at
from harvest_loop.schemas.evidence import AddedLine
from harvest_loop.schemas.patterns import Aside, EvidenceItem, EvidenceRole, FieldHarvest, Pattern

# What a fact of these roles says hangs on the lines around it.
_READ_AGAIN: tuple[EvidenceRole, ...] = ("refusal", "command", "rule")
_LONGEST_LINE = 2_000

File = tuple[str, str]
_Facts = Mapping[tuple[str, int, str], LineFact]


def files_asked(harvest: FieldHarvest) -> frozenset[File]:
    """Return the files that facts have to be read again in, each as commit and path."""
    items = (item for pattern in harvest.patterns for item in pattern.evidence if item.role in _READ_AGAIN)
    return frozenset((item.pointer.sha, item.pointer.path) for item in items if item.pointer.path is not None)


def read_again(harvest: FieldHarvest, texts: Mapping[File, str | None]) -> FieldHarvest:
    """Return the harvest as the whole files read: each fact with what belongs to it, without those that are none there.

    A sample of a terminal whose prompt was there before, a branch whose condition was, a list below `never`: the lines
    that a commit added don't show it. A file that can't be read leaves its facts as they are.
    """
    read = {file: _facts_of(file[1], text) for file, text in texts.items() if text is not None}
    patterns: list[Pattern] = []
    otherwise = 0
    for pattern in harvest.patterns:
        items = tuple(item for each in pattern.evidence if (item := _in_file(each, read)) is not None)
        otherwise += len(pattern.evidence) - len(items)
        patterns += [pattern.model_copy(update={"evidence": items})] if items else []
    return harvest.model_copy(update={"patterns": tuple(patterns), "read_otherwise": otherwise})


def _facts_of(path: str, text: str) -> _Facts:
    numbered = enumerate(text.split("\n"), start=1)
    lines = [AddedLine.model_construct(number=number, text=line[:_LONGEST_LINE]) for number, line in numbered]
    return {(fact.role, fact.line.number, fact.text): fact for fact in every_fact_at(path, lines)}


def _in_file(item: EvidenceItem, read: Mapping[File, _Facts]) -> EvidenceItem | None:
    facts = read.get((item.pointer.sha, item.pointer.path or ""))
    if item.role not in _READ_AGAIN or facts is None or item.pointer.line is None:
        return item
    fact = facts.get((item.role, item.pointer.line, item.text))
    return None if fact is None else item.model_copy(update={"asides": _placed(item, fact.asides)})


def _placed(item: EvidenceItem, asides: Asides) -> tuple[Aside, ...]:
    def at(line: AddedLine) -> dict[str, object]:
        return {"line": line.number, "quote": line.text}

    return tuple(Aside(kind=kind, pointer=item.pointer.model_copy(update=at(line))) for kind, line in asides)
