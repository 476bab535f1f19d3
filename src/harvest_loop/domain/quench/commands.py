"""Commands that a text prescribes and that its own repository has to have: scripts, make targets (SPEC 4.1)."""

import json
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from harvest_loop.domain.markdown import MarkdownLine, code_spans, markdown_lines
from harvest_loop.domain.mentions import is_made_up, is_said_to_be_there, with_context
from harvest_loop.domain.quench.world import Claim, World
from harvest_loop.domain.references import candidates
from harvest_loop.schemas.hub import Asset

MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
PACKAGE = "package.json"
# What these assets say is said of the repository that they lie in; a skill may be meant for any.
_OF_ITS_OWN_REPOSITORY = ("CLAUDE.md", "AGENTS.md", "rule")
_MAKE = re.compile(r"(?:^|&&|\|\||;|\$ )\s*make ((?:[A-Za-z][\w.-]*(?:\s+|$))+)")
_RUN = re.compile(r"(?:^|&&|\|\||;|\$ )\s*(?:npm|pnpm|yarn|bun) run ([A-Za-z][\w:.-]*)")
_SCRIPT = re.compile(
    r"(?:^|&&|\|\||;|\$ )\s*(?:(?:bash|sh|zsh|source|python3?|node|uv run(?: python)?|bun|deno run)\s+|\./)"
    r"((?:\./)?[\w.@+-]+(?:/[\w.@+-]+)+\.\w{1,5})(?=\s|$|;|&)"
)
_ELSEWHERE = re.compile(r"\bcd\s+\S|\bgit clone\b|\bmake -C\b|--prefix\b")
_TARGET = re.compile(r"^([A-Za-z][\w./ -]*?)\s*::?(?!=)", re.MULTILINE)
_UNKNOWN_TARGETS = re.compile(r"^(?:-?include\s|[^\s#:=]*%[^\s:=]*\s*:|\$\()", re.MULTILINE)
_LONGEST_LINE = 2000


def command_claims(asset: Asset, world: World) -> Iterator[Claim]:
    """Yield the commands of an asset that its repository would have to have, with whether it does."""
    own = asset.kind in _OF_ITS_OWN_REPOSITORY
    targets, scripts = _make_targets(world), _package_scripts(world)
    for line, command in _commands(asset):
        if _ELSEWHERE.search(command):
            continue
        for found in _MAKE.finditer(command):
            for name in found[1].split():
                yield _named("make", name, line, targets, own=own)
        for found in _RUN.finditer(command):
            yield _named("the script", found[1], line, scripts, own=own)
        for found in _SCRIPT.finditer(command):
            yield from _script(asset, found[1].removeprefix("./"), line, world)


def _commands(asset: Asset) -> Iterator[tuple[int, str]]:
    lines = list(markdown_lines(asset.text, asset.first_body_line))
    for at, line in enumerate(lines):
        if len(line.text) > _LONGEST_LINE:
            continue
        if line.kind == "code":
            yield line.number, line.text.split(" #")[0]
        else:
            yield from _in_backticks(line, lines, at)


def _in_backticks(line: MarkdownLine, lines: list[MarkdownLine], at: int) -> Iterator[tuple[int, str]]:
    for span in code_spans(line.text):
        if " " in span.text and is_said_to_be_there(with_context(span, lines, at)):
            yield line.number, span.text


def _named(what: str, name: str, line: int, known: frozenset[str] | None, *, own: bool) -> Claim:
    if known is None or name in known:
        return Claim("command", f"{what} {name}", line, None if known is None else True)
    near = get_close_matches(name, sorted(known), 1, 0.85) if len(name) > 3 else []
    hint = f"; is '{near[0]}' meant?" if near else ""
    where = "Makefile" if what == "make" else PACKAGE
    return Claim("command", f"{what} {name}", line, False if own or near else None, f"{where} has no '{name}'{hint}")


def _script(asset: Asset, path: str, line: int, world: World) -> Iterator[Claim]:
    if is_made_up(path) or not _speaks_of(asset, path, world):
        return
    holds = any(world.places.holds(place) for place in candidates(asset, path))
    yield Claim("command", path, line, holds, f"the command runs '{path}', which does not exist")


def _speaks_of(asset: Asset, path: str, world: World) -> bool:
    own = f"{asset.path.rpartition('/')[0]}/{path.split('/')[0]}".lstrip("/")
    return world.places.speaks_of_hub(path) or world.has_folder(own)


def _make_targets(world: World) -> frozenset[str] | None:
    text = next((found for found in map(world.text_of, MAKEFILES) if found is not None), None)
    if text is None or _UNKNOWN_TARGETS.search(text):
        return None
    return frozenset(_words(found[1] for found in _TARGET.finditer(text))) or None


def _package_scripts(world: World) -> frozenset[str] | None:
    text = world.text_of(PACKAGE)
    if text is None:
        return None
    try:
        read = json.loads(text)
    except ValueError:
        return None
    scripts = read.get("scripts") if isinstance(read, dict) else None
    return frozenset(map(str, scripts)) if isinstance(scripts, dict) else None


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (word for text in texts for word in text.split())
