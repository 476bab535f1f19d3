"""References that were taken out of a sentence which still stands (SPEC 4.1)."""

import re

from harvest_loop.domain.markdown import code_spans, link_targets
from harvest_loop.domain.quench.found import finding, line_of, short
from harvest_loop.domain.quench.units import Elsewhere, Unit, alike, difference, units_of
from harvest_loop.domain.quench.world import World
from harvest_loop.domain.references import candidates
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import Regression

_PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)+\.\w{1,8}|[\w-]+\.(?:md|sh|py|js|ts|json|ya?ml|toml)")
_SAME_SENTENCE = 0.8
_FEWEST_WORDS = 4


def lost_references(base: Asset, now: Asset, detail: Elsewhere, world: World) -> tuple[int, tuple[Regression, ...]]:
    """Return how many files the base named, and those whose sentence stands without the name.

    A sentence that went with its reference is an edit; one that still says "see" and no longer where is a loss.
    """
    changed = difference(units_of(base), units_of(now))
    named = {name for unit in units_of(base) for name in names_in(unit.text)}
    found = []
    for unit in changed.removed:
        for name in names_in(unit.text):
            rest = unit.text.replace(name, " ")
            heir = _heir(rest, changed.added)
            if heir is None or names_in(heir.text) or _last(name) in now.text or detail.name(_last(name)):
                continue
            if not any(world.places.holds(place) for place in candidates(base, name)):
                continue  # the file went too
            message = f"the sentence no longer names '{short(name)}': {short(heir.text)}"
            line, against = line_of(base, unit.line), line_of(now, heir.line)
            found.append(finding("regression", "reference removed", now, message, line, severity="B", against=against))
    return len(named), tuple(found)


def names_in(text: str) -> tuple[str, ...]:
    """Return the files that a sentence names by link or in backticks."""
    spans = (span.text for span in code_spans(text))
    return tuple(dict.fromkeys((*link_targets(text), *(span for span in spans if _PATH.fullmatch(span)))))


def _heir(rest: str, added: tuple[Unit, ...]) -> Unit | None:
    """Return the sentence that says the rest, where the text has one."""
    if len(rest.split()) < _FEWEST_WORDS:
        return None
    best = max(added, key=lambda unit: alike(rest, unit.text), default=None)
    return best if best is not None and alike(rest, best.text) >= _SAME_SENTENCE else None


def _last(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]
