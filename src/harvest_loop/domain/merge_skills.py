"""Merge two near copies: what only the second says joins the first, the second is marked and stays (SPEC 4.13)."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.curation import curation_line, stays_unused
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.lifecycle import with_key
from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.preserved import Preserved, preserved
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.split_skill import why_not_reshaped
from harvest_loop.schemas.curation import AssetDraft, CurationLine
from harvest_loop.schemas.drafts import DraftFile
from harvest_loop.schemas.examination import Reference
from harvest_loop.schemas.hub import Asset, NearCopy

MARK = "merged_into"
_NAMED = 5
_PLAIN = re.compile(r"[\w./-]+")


def merge_line(first: Asset, second: Asset, copy: NearCopy, inbound: Sequence[Reference]) -> CurationLine | str:
    """Return the line that asks to merge the second into the first, or why a program can't.

    `inbound` are the references to the second: they go on leading to it.
    """
    for skill in (first, second):
        if why_not := why_not_reshaped(skill) or (
            "it is marked as merged already" if MARK in skill.frontmatter else ""
        ):
            return f"{skill.name}: {why_not}"
    marked = with_key(second, f"{MARK}: {_scalar(first.path)}")
    if marked is None:
        return f"{second.name} has no frontmatter that a mark could stand in"
    for skill in (first, second):
        if not _ends(_body(skill)):
            return f"{skill.name} has a code block or a comment that does not end"
    text = _with_block(first, second, added := _lacking(first, second))
    kept = preserved([first.text], [text])
    joined = preserved([_body(second)], [text], once=True)
    told = Preserved(kept.stand + joined.stand, kept.lines + joined.lines)
    if not told.whole or not preserved([second.text], [marked]).whole:
        return f"the merge would lose lines ({told})"
    return _line(first, second, copy, _Texts(text, marked), (*_grounds(second, added, inbound), ("check", str(told))))


class _Texts(NamedTuple):
    """The first skill with what it lacked, the second with its mark."""

    grown: str
    marked: str


def _line(
    first: Asset, second: Asset, copy: NearCopy, texts: _Texts, grounds: tuple[tuple[str, str], ...]
) -> CurationLine:
    shown = "".join(
        unified_diff(skill.path, skill.text, new)
        for skill, new in ((first, texts.grown), (second, texts.marked))
        if skill.text != new
    )
    subject = f"Merge {second.name} into {first.name}"
    whole = DraftFile(path=first.path, text=texts.grown, base_sha256=first.sha256)
    return curation_line(
        "merge",
        title=f"{second.name} is a near copy of {first.name}: shingle containment {copy.containment:.2f}",
        target=second.path,
        about=f"{first.path}\0{first.sha256}\0{second.sha256}",
        grounds=grounds,
        shown=shown,
        forecast=stays_unused(second.name),
        draft=AssetDraft(
            path=second.path,
            text=texts.marked,
            base_sha256=second.sha256,
            subject=subject,
            also=(whole,) if texts.grown != first.text else (),
        ),
    )


def _grounds(second: Asset, added: Sequence[str], inbound: Sequence[Reference]) -> Iterator[tuple[str, str]]:
    count = sum(bool(line.strip()) for line in added)
    yield "joins", f"{count_of(count, 'line')} that only {second.name} has"
    yield "", f"{second.path} stays where it is, with one line of frontmatter more"
    places = [f"{one.path}:{one.line}" for one in inbound]
    more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    named = ", ".join(places[:_NAMED]) + more if places else "no other asset"
    yield "referred to by", f"{named}{'; these go on leading to it' if places else ''}"


def _with_block(first: Asset, second: Asset, added: Sequence[str]) -> str:
    if not added:
        return first.text
    head = f"## Merged from {' '.join(second.name.split())}"
    return "\n".join([first.text.rstrip("\n"), "", head, "", *added]).rstrip("\n") + "\n"


def _lacking(first: Asset, second: Asset) -> list[str]:
    """The lines of the second that the first has nowhere, whole blocks of code with them."""
    known = set(first.text.split("\n"))
    found: list[str] = []
    for block in _blocks(_body(second)):
        if any(line.strip() and line not in known for line in block):
            apart = len(block) > 1 or block[0].lstrip().startswith("#")
            found += ["", *block, ""] if apart else block
        elif not block[0].strip():
            found += block
    return _squeezed(found)


def _blocks(body: str) -> Iterator[list[str]]:
    """Each line by itself, a block of code or a comment as a whole."""
    lines = body.split("\n")
    prose = {one.number for one in markdown_lines(body) if one.kind != "code" and one.text == lines[one.number - 1]}
    held: list[str] = []
    for number, line in enumerate(lines, start=1):
        if number not in prose:
            held.append(line)
            continue
        yield from ([held] if held else [])
        held = []
        yield [line]
    yield from ([held] if held else [])


def _ends(body: str) -> bool:
    """Whether what comes behind the text is prose: no block of code and no comment is open."""
    last = list(markdown_lines(f"{body}\nend"))[-1:]
    return [line.kind for line in last if line.text == "end"] == ["prose"]


def _squeezed(lines: Sequence[str]) -> list[str]:
    """The lines with one blank line at a time."""
    kept = [line for at, line in enumerate(lines) if line.strip() or (at and lines[at - 1].strip())]
    return kept if any(line.strip() for line in kept) else []


def _body(skill: Asset) -> str:
    return "\n".join(skill.text.split("\n")[skill.first_body_line - 1 :])


def _scalar(path: str) -> str:
    return path if _PLAIN.fullmatch(path) else json.dumps(path, ensure_ascii=False)
