"""Links to a heading: whether the text that they lead into has it (SPEC 4.1)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

from harvest_loop.domain.markdown import headings_in, markdown_lines
from harvest_loop.domain.mentions import is_made_up
from harvest_loop.domain.quench.world import Claim, World
from harvest_loop.domain.references import candidates
from harvest_loop.domain.verbatim import without_code
from harvest_loop.schemas.hub import Asset

_LINK = re.compile(r"(?<!!)\[[^\[\]]{0,300}\]\(\s*<?([^()\s#<>]{0,300})#([^()\s<>]{1,200})>?\s*\)")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_EXPLICIT = re.compile(r"<[^<>]*\b(?:id|name)\s*=\s*[\"']?([^\"'\s<>]+)|\{#([\w-]+)\}")
_LINK_TEXT = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_NOT_IN_SLUG = re.compile(r"[\W_]+")
_AGAIN = re.compile(r"-\d+$")
_LONGEST_LINE = 10_000
_TEXTS = (".md", ".mdc", ".markdown")


def anchored_files(asset: Asset) -> frozenset[str]:
    """Return the files, as they may be meant, into which the asset's links lead."""
    return frozenset(
        place for _, path, _ in _links(asset) if path.endswith(_TEXTS) for place in candidates(asset, path)
    )


def anchor_claims(asset: Asset, world: World) -> Iterator[Claim]:
    """Yield each link to a heading, with whether the heading is there."""
    for line, path, anchor in _links(asset):
        if is_made_up(f"{path}#{anchor}") or anchor.startswith(("L", ":~:")):
            continue
        places = candidates(asset, path) if path else (asset.path,)
        place = next((each for each in places if each == asset.path or world.text_of(each) is not None), None)
        text = asset.text if place == asset.path else world.text_of(place) if place else None
        holds = None if text is None else _has(text, anchor)
        message = f"'{path or asset.path.rsplit('/', 1)[-1]}' has no heading for '#{anchor}'"
        yield Claim("anchor", f"{place or path}#{anchor}", line, holds, message)


def _links(asset: Asset) -> Iterator[tuple[int, str, str]]:
    for line in markdown_lines(asset.text, asset.first_body_line):
        if line.kind == "code" or "#" not in line.text or len(line.text) > _LONGEST_LINE:
            continue
        for found in _LINK.finditer(without_code(line.text)):
            if not _SCHEME.match(found[1]) and not found[1].startswith("//"):
                yield line.number, unquote(found[1].split("?")[0]), unquote(found[2])


def _has(text: str, anchor: str) -> bool:
    there = _anchors(text)
    return _bare(anchor) in there or _bare(_AGAIN.sub("", anchor)) in there


@lru_cache(maxsize=256)
def _anchors(text: str) -> frozenset[str]:
    """Return the anchors of a text by their letters and digits alone: renderers differ in the rest."""
    explicit = (found[1] or found[2] for found in _EXPLICIT.finditer(text))
    titles = (_LINK_TEXT.sub(r"\1", title) for _, _, title in headings_in(markdown_lines(text)))
    return frozenset(map(_bare, (*explicit, *titles)))


def _bare(text: str) -> str:
    return _NOT_IN_SLUG.sub("", text).casefold()
