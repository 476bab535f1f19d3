"""Sentences that say what a word means: `X is a …`, `**X**: …`, `X means …`, and rows of a table of terms."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from harvest_loop.domain.drift.terms import is_label, term_key
from harvest_loop.domain.markdown import MarkdownLine, headings_in
from harvest_loop.domain.vocabulary import listed

Form = Literal["glossary", "means", "is a", "is no", "label"]

LONGEST_LINE = 2_000
_SENTENCES_A_PARAGRAPH = 12
_TERM = r"(?:[^\W_][\w./+-]*(?:[ -][\w./+-]+){0,5})"
_MARKED = r"(?:\*\*(?P<bold>[^*\n]{2,60})\*\*|`(?P<code>[^`\n]{2,60})`|[\"“](?P<quoted>[^\"”\n]{2,60})[\"”])"
_ASIDE = r"(?: \([^()]{1,60}\))?"
_MEANING = (
    r"(?P<means>means|refers to|stands for|denotes|is defined as|is short for)"
    r"|(?P<no>is|are)(?:n[’']t| not| no longer) (?=an? |the )"
    r"|(?P<is>is|are) (?=an? |the |any |one |what |how |where )"
)
_MARKED_SENTENCE = re.compile(rf"(?:An? |The )?{_MARKED}{_ASIDE} (?:{_MEANING})\b ?(?P<rest>.+)")
_PLAIN_SENTENCE = re.compile(rf"(?:An? )?(?P<plain>{_TERM}?){_ASIDE} (?:{_MEANING})\b ?(?P<rest>.+)")
_BY_IT_WE_MEAN = re.compile(rf"[Bb]y [\"“`*]*(?P<plain>{_TERM}?)[\"”`*]*,? (?:we|I) mean (?P<rest>.+)")
_LABEL = re.compile(
    r"\*\*(?P<term>[^*\n]{2,60}?)\s*(?::\*\*|\*\*\s*(?:\([^()]{1,60}\)\s*)?(?::|[—–]| - ))\s*(?P<rest>.+)"
)
_BULLET = re.compile(r"\A(?:\s*>\s?|\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\] )?)")
_ROW = re.compile(r"\s*\|(.+)\|\s*$")
_CELL_EDGE = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[\s|:-]+")
_TERM_COLUMN = re.compile(
    r"\W*(?:key )?(?:terms?|concepts?|words?|vocabulary|abbreviations?|acronyms?|용어|termos?)\W*", re.IGNORECASE
)
_MEANING_COLUMN = re.compile(
    r"\W*(?:(?:one[- ]line )?definitions?|meanings?|what it (?:is|means)|means|explanation|description"
    r"|정의|의미|뜻|definição|significado)\W*",
    re.IGNORECASE,
)
_GLOSSARY = re.compile(
    r"\b(?:glossary|terminology|vocabulary|glossário|glossario)\b|용어"
    r"|\A\W*(?:\d+\W+)?(?:(?:key|our|the|defined) )*(?:terms|definitions)(?: and (?:terms|definitions|meanings))?\W*\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?。])[\"”)*]*\s+(?=[\"“`*(]*[^\W\d_a-z])")
_POINTING = listed("""
    above again all and because below but everything he here if instead it next nothing now one otherwise she since so
    that their then there these they this those we what when where which who why you your
    """)


class Definition(NamedTuple):
    """What a text says a term is: the sentence as it stands, the part that says what, and the line it begins on."""

    key: str
    term: str
    sentence: str
    said: str
    line: int
    form: Form


def is_glossary(name: str) -> bool:
    """Whether a file or a heading of this name promises terms and what they mean."""
    return _GLOSSARY.search(name.replace("_", " ").replace("-", " ")) is not None


def defining_sentences(lines: Iterable[MarkdownLine], *, glossary: bool = False) -> Iterator[Definition]:
    """Yield the defining sentences of a Markdown text in its order; code and comments hold none."""
    in_section = glossary
    for block in _blocks(lines):
        head = block[0]
        if head.kind == "heading":
            in_section = glossary or any(is_glossary(title) for _, _, title in headings_in(block))
        elif _ROW.match(head.text):
            yield from _of_table(block, glossary=in_section)
        else:
            yield from _of_paragraph(block, glossary=in_section)


def _blocks(lines: Iterable[MarkdownLine]) -> Iterator[list[MarkdownLine]]:
    """Headings, tables and paragraphs; a list's items are paragraphs of their own."""
    block: list[MarkdownLine] = []
    for line in lines:
        if line.kind == "code" or not line.text.strip() or len(line.text) > LONGEST_LINE:
            if block:
                yield block
            block = []
            continue
        if block and (_begins_anew(line) or not _goes_on(block[-1], line)):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _begins_anew(line: MarkdownLine) -> bool:
    return line.kind == "heading" or _BULLET.match(line.text) is not None


def _goes_on(last: MarkdownLine, line: MarkdownLine) -> bool:
    rows = (_ROW.match(last.text) is None, _ROW.match(line.text) is None)
    return last.kind != "heading" and line.number == last.number + 1 and rows[0] == rows[1]


def _of_table(rows: Sequence[MarkdownLine], *, glossary: bool) -> Iterator[Definition]:
    head = _cells(rows[0].text)
    if len(rows) < 3 or len(head) < 2 or not _RULE.fullmatch(rows[1].text):
        return
    at = next((at for at, cell in enumerate(head) if at and _MEANING_COLUMN.fullmatch(cell)), None)
    if at is None or not (_TERM_COLUMN.fullmatch(head[0]) or (glossary and at == 1)):
        return
    for row in rows[2:]:
        cells = _cells(row.text)
        key = term_key(cells[0]) if len(cells) > at else ""
        if key and cells[at] and not is_label(key):
            yield Definition(key, _bare(cells[0]), f"{_bare(cells[0])}: {cells[at]}", cells[at], row.number, "glossary")


def _cells(row: str) -> list[str]:
    found = _ROW.match(row)
    return [cell.strip().replace("\\|", "|") for cell in _CELL_EDGE.split(found[1])] if found else []


def _of_paragraph(block: Sequence[MarkdownLine], *, glossary: bool) -> Iterator[Definition]:
    lines = [_BULLET.sub("", line.text, count=1).strip() for line in block]
    text = " ".join(lines)
    label = _LABEL.match(text)
    if label is not None:
        yield from _made(label["term"], text, label["rest"], block[0].number, "glossary" if glossary else "label")
        return
    at = 0
    for sentence in _SENTENCE_END.split(text)[:_SENTENCES_A_PARAGRAPH]:
        at = max(text.find(sentence, at), at)
        yield from _of_sentence(sentence, _line_at(block, lines, at), glossary=glossary)


def _line_at(block: Sequence[MarkdownLine], lines: Sequence[str], at: int) -> int:
    for line, text in zip(block, lines, strict=True):
        if at <= len(text):
            return line.number
        at -= len(text) + 1
    return block[-1].number


def _of_sentence(sentence: str, line: int, *, glossary: bool) -> Iterator[Definition]:
    found = _MARKED_SENTENCE.match(sentence) or _BY_IT_WE_MEAN.match(sentence) or _PLAIN_SENTENCE.match(sentence)
    if found is None:
        return
    named = found.groupdict()
    term = next((named[how] for how in ("bold", "code", "quoted", "plain") if named.get(how)), "")
    if term.split(" ")[0].lower() in _POINTING:
        return
    form: Form = "is no" if named.get("no") else "is a" if named.get("is") else "means"
    if form == "is a" and named.get("plain") is None:
        form = "glossary" if glossary else "is a"
    yield from _made(term, sentence, found["rest"], line, form)


def _made(term: str, sentence: str, said: str, line: int, form: Form) -> Iterator[Definition]:
    key = term_key(term)
    if key and said.strip() and not is_label(key):
        yield Definition(key, _bare(term), sentence.strip(), said.strip(), line, form)


def _bare(term: str) -> str:
    return term.strip(' *`_"“”:')
