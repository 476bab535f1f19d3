"""The third axis: what the changed text names exists (SPEC 4.1)."""

import re
from collections.abc import Collection, Iterator, Mapping

from harvest_loop.domain.markdown import MarkdownLine, code_spans, link_targets, markdown_lines
from harvest_loop.domain.quench.anchors import anchor_claims, anchored_files
from harvest_loop.domain.quench.commands import MAKEFILES, PACKAGE, command_claims
from harvest_loop.domain.quench.figures import cited_files, figure_claims
from harvest_loop.domain.quench.found import Axis, finding, line_of
from harvest_loop.domain.quench.moved import repaired
from harvest_loop.domain.quench.named import name_claims
from harvest_loop.domain.quench.world import Claim, ClaimKind, World
from harvest_loop.domain.references import broken_references, candidates
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Severity
from harvest_loop.schemas.regressions import Regression

_KINDS: dict[ClaimKind, tuple[str, Severity]] = {
    "link": ("link to nothing", "S"),
    "path": ("path that does not exist", "S"),
    "name": ("name that does not exist", "S"),
    "skill": ("skill that does not exist", "A"),
    "agent": ("agent that does not exist", "A"),
    "command": ("command that does not exist", "A"),
    "anchor": ("heading that does not exist", "S"),
    "figure": ("number not found where it is said to stand", "B"),
    "web": ("", "B"),
}
_WEB = re.compile(r"https?://[^\s<>()\[\]`\"']+")
_QUOTED = re.compile(r"'([^']+)'")


def files_asked(asset: Asset) -> frozenset[str]:
    """Return the files whose text the axis has to know, as they may be meant."""
    return anchored_files(asset) | cited_files(asset) | {*MAKEFILES, PACKAGE}


def phantoms(base: Asset | None, now: Asset, world: World, earlier: World, moves: Mapping[str, str]) -> Axis:
    """Return what the asset names and is not there, unless it was named before the session and missing then too.

    `moves` says what the session renamed, old name to new one: that is repaired by a program.
    """
    if not now.readable:
        return Axis(why_not=f"it can't be read: {now.reason}")
    known = _known(base, earlier)
    new = [claim for claim in claims_of(now, world) if known.get((claim.kind, claim.target), "unsaid") != claim.holds]
    found = tuple(_said(now, claim, moves) for claim in new if claim.holds is False)
    return Axis(len(new), tuple(dict.fromkeys(found)), sum(claim.holds is None for claim in new))


def claims_of(asset: Asset, world: World) -> Iterator[Claim]:
    """Yield everything that an asset's text names, with whether it is there."""
    yield from _references(asset, world)
    yield from anchor_claims(asset, world)
    yield from command_claims(asset, world)
    yield from name_claims(asset, world)
    yield from figure_claims(asset, world)


def _known(base: Asset | None, earlier: World) -> Mapping[tuple[ClaimKind, str], bool | None]:
    """Return what the text named before the session, and whether it was there then; a lack anywhere counts."""
    known: dict[tuple[ClaimKind, str], bool | None] = {}
    for claim in claims_of(base, earlier) if base is not None and base.readable else ():
        key = (claim.kind, claim.target)
        known[key] = claim.holds if known.get(key) is not False else False
    return known


def _references(asset: Asset, world: World) -> Iterator[Claim]:
    broken: set[tuple[int, str]] = set()
    for each in broken_references(asset, world.places):
        quoted = _QUOTED.search(each.message)
        target = quoted[1] if quoted else each.message
        broken.add((each.line or 1, target))
        kind: ClaimKind = "link" if each.severity == "must" else "path" if "/" in target else "name"
        yield Claim(kind, target, each.line or 1, holds=False, message=each.message)
    for line in markdown_lines(asset.text, asset.first_body_line):
        if line.kind == "code":
            continue
        yield from _others(asset, line, broken, world)
        yield from (Claim("web", url[0], line.number, None) for url in _WEB.finditer(line.text))


def _others(asset: Asset, line: MarkdownLine, broken: Collection[tuple[int, str]], world: World) -> Iterator[Claim]:
    """Yield what a line names and is there, or is named so that nobody can say whether it has to be."""
    named: list[tuple[ClaimKind, str]] = [("link", target) for target in link_targets(line.text)]
    for kind, target in (*named, *_paths(line.text)):
        if (line.number, target) not in broken:
            there = any(world.places.holds(place) for place in candidates(asset, target))
            yield Claim(kind, target, line.number, True if there else None)


def _paths(text: str) -> Iterator[tuple[ClaimKind, str]]:
    for span in code_spans(text):
        if "/" in span.text.strip("/") and re.fullmatch(r"[\w.@+/-]+", span.text):
            yield "path", span.text.rstrip("/")


def _said(now: Asset, claim: Claim, moves: Mapping[str, str]) -> Regression:
    kind, severity = _KINDS[claim.kind]
    new, repair = repaired(now, claim, moves)
    message = f"{now.name}: {claim.message}"
    if new is not None:
        kind, message = "file renamed", f"{now.name}: '{claim.target}' was renamed to '{new}' in the session"
    line = line_of(now, claim.line)
    return finding("phantom", kind, now, message, line, severity="S" if new else severity, repair=repair)
