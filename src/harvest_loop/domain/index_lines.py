"""What is to change in a memory index: dead links out, files that nothing names in (SPEC 4.13, 6-2)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from harvest_loop.domain.curation import curation_line, is_found, nobody_misses
from harvest_loop.domain.markdown import MarkdownLine, link_targets, linked_names, markdown_lines
from harvest_loop.domain.memory_index import INDEX, Orphan, leads_to, orphan_links, unnamed_files
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.splices import shown_diff, splice_behind, splice_line
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.hub import Memory

LEAST_ALLOWED = 3
_BULLETS = ("-", "*", "+")
# What ends or opens something in a link stands as %xx in its place, and as a mark that looks like it in its title.
_SIGNS = frozenset("[]()<>\\`«»%#?:")
_IN_TITLE = str.maketrans("[]<>\\`«»", '()‹›/\'""')
_NO_TEXT = re.compile(r"\\x[0-9a-f]{2}")  # a byte of a name that is no UTF-8
_LETTERS_OF_PATHS = "/!$&'*+,;=@~"


class IndexFile(NamedTuple):
    """A memory folder with its index as it stands on disk."""

    memory: Memory
    raw: str
    label: str = ""
    gone: frozenset[str] = frozenset()
    """Names that certainly stand nowhere: looked for by themselves."""
    ignored: frozenset[str] = frozenset()
    """Names that git ignores while it doesn't ignore the index: absent here, they may be elsewhere."""
    secret: frozenset[int] = frozenset()
    """Lines that hold a secret: they are never written anew."""

    @property
    def text(self) -> str:
        return self.raw.removeprefix("\ufeff").replace("\r\n", "\n")

    @property
    def path(self) -> str:
        return INDEX if self.label else f"{self.memory.folder}/{INDEX}"

    @property
    def target(self) -> str:
        return f"{self.label}: {INDEX}" if self.label else self.path

    @property
    def whole(self) -> Memory:
        return self.memory.model_copy(update={"index": self.text})


class IndexEdits(NamedTuple):
    """Dead lines that may go without a word, lines to ask about, and why those that may not go may not."""

    automatic: tuple[CurationLine, ...] = ()
    asked: tuple[CurationLine, ...] = ()
    refused: str = ""


def dead_lines(index: IndexFile) -> IndexEdits:
    """Return what is to become of index lines whose files are gone; a bulk of them is refused, not emptied."""
    by_line: dict[int, list[Orphan]] = {}
    for orphan in orphan_links(index.whole, index.text):
        if orphan.name in index.gone:
            by_line.setdefault(orphan.line.number, []).append(orphan)
    lines = {line.number: line for line in markdown_lines(index.text)}
    entries = sum(1 for line in lines.values() if line.kind != "code" and any(link_targets(line.text)))
    few = len(by_line) <= LEAST_ALLOWED or len(by_line) * 10 < entries
    automatic: list[CurationLine] = []
    asked: list[CurationLine] = []
    for number, orphans in by_line.items():
        if number in index.secret:
            continue
        why_not = _why_ask(index, lines[number], orphans)
        line = _out(index, number, orphans, why_not if few else why_not or "too many lines would go at once")
        if line is not None:
            (asked if why_not or not few else automatic).append(line)
    refused = "" if few else f"{len(by_line)} of {entries} links of {index.target} are dead: not taken out by itself"
    return IndexEdits(tuple(automatic), tuple(asked), refused)


def unnamed(index: IndexFile, descriptions: Mapping[str, str]) -> Iterator[CurationLine]:
    """Yield a line of the index for each file that nothing leads to (FILE-ORPHAN)."""
    misspelt = {orphan.other for orphan in orphan_links(index.whole, index.text)}
    for name in unnamed_files(index.whole, index.text):
        added = None if name in misspelt else _entry_of(index.memory, name, descriptions.get(name, ""))
        if added is None:
            continue
        splice = splice_behind(index.raw, _last_entry(index.text), added, path=index.path, root=index.label)
        yield curation_line(
            "index entry",
            title=f"{name} is named by no line of {INDEX}, and no page that the index leads to links it",
            target=index.target,
            about=name,
            grounds=(("finding", "FILE-ORPHAN"),),
            shown=shown_diff(index.path, index.raw, (splice,)),
            forecast=is_found(name),
            splices=(splice,),
        )


def unsayable(index: IndexFile) -> Iterator[str]:
    """Yield the files that nothing leads to and that no line could: their names are none that a link can hold."""
    for name in unnamed_files(index.whole, index.text):
        if _entry_of(index.memory, name, "") is None:
            yield name


def _entry_of(memory: Memory, name: str, description: str) -> str | None:
    """The line that names a file; None where its link would be dead at once."""
    page = next((page for page in memory.pages if page.file == name), None)
    called = one_line((page.name if page else "") or name.removesuffix(".md"), limit=80)
    title = " ".join(called.translate(_IN_TITLE).split()) or "memory"
    said = one_line(description, limit=120)
    about = f" — {said}" if said and "«" not in said else ""
    added = f"- [{title}]({_link_to(name)}){about}"
    return added if leads_to(added, memory.folder, name) and not _NO_TEXT.search(name) else None


def _link_to(name: str) -> str:
    if name.isprintable() and not set(name) & _SIGNS:
        return f"<{name}>" if " " in name else name
    path = quote(name, safe=_LETTERS_OF_PATHS)
    return f"./{path}" if ":" in name else path


def lines_that_name(index: IndexFile, name: str) -> tuple[int, ...]:
    """The lines of the index that hold one link, to this file and nowhere else."""
    found = []
    for line in markdown_lines(index.text):
        targets = [] if line.kind == "code" else list(link_targets(line.text))
        if [target.removeprefix("./").removeprefix(f"{index.memory.folder}/") for target in targets] == [name]:
            found.append(line.number)
    return tuple(found)


def _out(index: IndexFile, number: int, orphans: Iterable[Orphan], why_ask: str) -> CurationLine | None:
    names = ", ".join(orphan.name for orphan in orphans)
    text = index.text.split("\n")[number - 1]
    other = next((orphan for orphan in orphans if orphan.other), None)
    new = text.replace(other.name, other.other or "") if other else None
    if new == text:
        return None
    splice = splice_line(index.raw, number, new, path=index.path, root=index.label)
    title = f"line {number} names {names}, which does not exist"
    return curation_line(
        "index line",
        title=title + (f"; on disk it is {other.other}" if other else ""),
        target=index.target,
        about=text.strip(),
        grounds=(("finding", "INDEX-ORPHAN"), *((("asked", why_ask),) if why_ask else ())),
        shown=shown_diff(index.path, index.raw, (splice,)),
        forecast=is_found(other.other or names) if other else nobody_misses(names),
        splices=(splice,),
    )


def _why_ask(index: IndexFile, line: MarkdownLine, orphans: list[Orphan]) -> str:
    """Why this line may not be taken out without a word; empty: it may."""
    whole = index.text.split("\n")[line.number - 1]
    if any(orphan.other for orphan in orphans):
        return "the file has another spelling on disk"
    if any(orphan.name in index.ignored for orphan in orphans):
        return "git ignores the file, so that it may stand elsewhere"
    if line.kind == "heading" or line.text != whole or not whole.lstrip().startswith(_BULLETS):
        return "the line holds more than an entry of a list"
    dead = {orphan.target for orphan in orphans}
    if set(link_targets(line.text)) != dead or "](http" in whole or any(linked_names(line.text)):
        return "the line holds another link"
    following = index.text.split("\n")[line.number :]
    if following and following[0][:1] in (" ", "\t") and _indent(following[0]) > _indent(whole):
        return "lines below belong to it"
    return ""


def _indent(line: str) -> int:
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())


def _last_entry(text: str) -> int:
    """The line behind which an entry goes: the last one that is an entry, else the last of all."""
    lines = text.split("\n")
    entries = [line.number for line in markdown_lines(text) if line.kind == "prose" and any(link_targets(line.text))]
    if entries:
        return entries[-1]
    return len(lines) - (1 if lines[-1] == "" else 0)
