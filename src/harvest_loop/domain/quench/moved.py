"""What a text has to say instead where the session renamed a file that it names (SPEC 4.1)."""

from collections.abc import Mapping
from posixpath import normpath

from harvest_loop.domain.mentions import whole
from harvest_loop.domain.quench.world import Claim
from harvest_loop.domain.references import bases_of
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.regressions import Replacement


def repaired(asset: Asset, claim: Claim, moves: Mapping[str, str]) -> tuple[str | None, Replacement | None]:
    """Return the new name of what a claim names, as the text would write it, and its line with that name."""
    target = claim.target
    if claim.kind not in ("link", "path", "command"):
        return None, None
    for base in dict.fromkeys((*bases_of(asset.path), "")):
        old = normpath(f"{base}/{target}" if base and not target.startswith("/") else target.lstrip("/"))
        if old in moves:
            new = _seen_from(base, moves[old])
            return new, _replaced(asset, claim.line, target, new)
    return None, None


def _seen_from(base: str, path: str) -> str:
    """Return the path as it is written from a folder."""
    if not base:
        return path
    here, there = base.split("/"), path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "/".join([*[".."] * (len(here) - shared), *there[shared:]])


def _replaced(asset: Asset, number: int, old: str, new: str) -> Replacement | None:
    lines = asset.text.split("\n")
    line = lines[number - 1] if number <= len(lines) else ""
    named = whole(old)
    if len(named.findall(line)) != 1:
        return None
    return Replacement(old=line, new=named.sub(lambda _: new, line))
