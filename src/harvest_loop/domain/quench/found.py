"""How the axes tell what they found: both sides quoted, one sentence each (SPEC 4.1)."""

from typing import Literal, NamedTuple

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine, Severity
from harvest_loop.schemas.regressions import Regression, Replacement

QuenchAxis = Literal["regression", "steel", "phantom"]
QUOTED = 160


class Axis(NamedTuple):
    """What one axis looked at in one asset, and what it found."""

    checked: int = 0
    found: tuple[Regression, ...] = ()
    not_traceable: int = 0
    why_not: str = ""


def line_of(asset: Asset, number: int) -> AssetLine:
    """Return a line of an asset (1-based) as it stands there."""
    lines = asset.text.split("\n")
    at = min(max(number, 1), len(lines))
    return AssetLine(path=asset.path, line=at, text=one_line(lines[at - 1], limit=QUOTED))


def key_line(asset: Asset, key: str) -> AssetLine:
    """Return the line of a frontmatter key; the first where there is none."""
    head = asset.text.split("\n")[: asset.first_body_line - 1]
    found = next((at for at, line in enumerate(head, start=1) if line.startswith(f"{key}:")), 1)
    return line_of(asset, found)


def finding(
    axis: QuenchAxis,
    kind: str,
    asset: Asset,
    message: str,
    line: AssetLine,
    *,
    severity: Severity,
    against: AssetLine | None = None,
    repair: Replacement | None = None,
) -> Regression:
    """Return a finding of the quench; the line may be the base's, where it is gone from the asset."""
    return Regression(
        step="0-a quench",
        axis=axis,
        kind=kind,
        asset=asset.path,
        line=line,
        against=against,
        message=one_line(message, limit=400),
        severity=severity,
        repair=repair,
    )


def short(text: str, limit: int = 80) -> str:
    """Return a text as it is quoted inside of a sentence."""
    return one_line(text.strip().strip("|").strip(), limit=limit)
