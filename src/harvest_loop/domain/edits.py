"""An addition to an existing asset: a marked block at its end, every byte before it kept."""

import difflib
import re
from collections.abc import Sequence

from harvest_loop.domain.drafts import body_of
from harvest_loop.domain.facts import usable_facts
from harvest_loop.domain.naming import title_of
from harvest_loop.domain.phrases import without_loose_end
from harvest_loop.domain.steps import Step, steps_of
from harvest_loop.domain.verbatim import code_span, is_quotable
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine, Change, DoneWhenTest
from harvest_loop.schemas.patterns import Pattern

_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
_REDACTED = "«redacted:"


def begin_mark(block: str) -> str:
    return f"<!-- harvest:begin {block} -->"


def end_mark(block: str) -> str:
    return f"<!-- harvest:end {block} -->"


def why_not_editable(asset: Asset, block: str) -> str | None:
    """Say why no block can be put at the end of this asset without touching what is there; None: it can."""
    if not asset.readable:
        return f"{asset.path} can't be read: {asset.reason or 'its frontmatter does not parse'}"
    if not is_quotable(asset.path):
        return "the path of the closest asset can't be shown on one line"
    if asset.kind == "template":
        return f"{asset.path} is a template, and what stands in it is copied elsewhere"
    if not asset.exact:
        return f"{asset.path} has line ends that can't be kept as they are"
    if _REDACTED in asset.text:
        return f"{asset.path} holds a secret that was redacted as it was read, so it can't be written back whole"
    if begin_mark(block) in asset.text:
        return f"{asset.path} holds this practice already, in the block {block}"
    if _ends_inside(asset.text):
        return f"{asset.path} ends inside a code fence or a comment that nothing closes"
    return None


def draft_block(
    pattern: Pattern, block: str, steps: Sequence[Step], tests: Sequence[DoneWhenTest], *, against: Sequence[AssetLine]
) -> str:
    """Return the marked block for one practice; `against` are lines elsewhere that say the opposite (SPEC 4.8)."""
    lines = [begin_mark(block), f"## {without_loose_end(title_of(pattern))}"]
    for line in against:
        if is_quotable(line.text.strip()):
            place = code_span(f"{line.path}:{line.line}")
            lines.append(f"This is at odds with {place}, which says {code_span(line.text.strip())}.")
    lines += [*body_of(pattern, steps, tests, level=3), end_mark(block)]
    return "\n".join(lines)


def append_block(text: str, block: str) -> str:
    """The asset's text with the block after it; what was there stays a prefix of the result."""
    if not text:
        return block + "\n"
    gap = "\n" if text.endswith("\n") else "\n\n"
    return text + gap + block + ("\n" if text.endswith("\n") else "")


def split_block(text: str) -> tuple[str, str]:
    """Undo `append_block`: what stood before, and the last block."""
    at = text.rfind("<!-- harvest:begin ")
    if at <= 0:
        return "", text.removesuffix("\n")
    gap = 1 if text.endswith("\n") else 2
    return text[: at - gap], text[at:].removesuffix("\n")


def unified_diff(path: str, before: str, after: str) -> str:
    """The change as a unified diff that `git apply` takes."""
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def edit_of(asset: Asset, text: str) -> Change:
    """The change of an asset, as it stands, to a text."""
    return Change(
        kind="edit",
        path=asset.path,
        base_sha256=asset.sha256,
        uncommitted=asset.uncommitted,
        text=text,
        shown=unified_diff(asset.path, asset.text, text),
    )


def new_steps(pattern: Pattern, born: frozenset[str], asset: Asset) -> tuple[Step, ...]:
    """The steps that the asset doesn't state already, word for word."""
    stated = _squeezed(asset.text)
    said = frozenset(item.text for item in usable_facts(pattern) if _squeezed(item.text) in stated)
    return steps_of(pattern, born, without=said)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _lines(text: str) -> list[str]:
    """Lines as git counts them; Python's splitlines also breaks at form feeds and U+2028."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _ends_inside(text: str) -> bool:
    fence: str | None = None
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found is None or (found["fence"][0] == "`" and "`" in found["info"]):
            continue
        if fence is None:
            fence = found["fence"]
        elif found["fence"].startswith(fence) and not found["info"].strip():
            fence = None
    last_opened, last_closed = text.rfind("<!--"), text.rfind("-->")
    return fence is not None or last_opened > last_closed
