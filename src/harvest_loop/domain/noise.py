"""Subjects that say nothing about how work is done: merges, releases, bumps, typos, upkeep."""

import re
from typing import Literal

Noise = Literal["merge", "revert", "release", "dependency bump", "typo or formatting", "housekeeping", "vague message"]

_TABLE: tuple[tuple[Noise, str], ...] = (
    ("merge", r"^merge (pull request|branch|remote|pr\b|main\b|upstream|tag|dependabot|v?\d|[\w/-]+ into )"),
    ("revert", r"^(revert|reapply|reverts?:?)\b"),
    ("release", r"^v?\d+\.\d+[\w.-]*$|^(chore )?releases?$|^(release|prepare|cut|tag|ship)\b.{0,20}\bv?\d+\.\d+"),
    ("release", r"^start(ing)? (a )?new development cycle|^(let's )?do a release"),
    ("release", r"\brelease notes?\b(?!.*\b(check|generat|workflow|skill|command))"),
    ("release", r"^(bump|set|update|fix).{0,30}\b(version|release date)\b(?! matrix)"),
    ("release", r"^(update|fix|docs?:?)? ?change ?log"),
    ("dependency bump", r"\bauto-?update\b|\bfrom v?\d+(\.\d+)+ to v?\d|^bump\b|^[\w./-]+@v?\d"),
    ("dependency bump", r"^[a-z][\w-]* v?\d+(\.\d+)*$|\b(lower|upper|version) (pins?|bounds?)\b"),
    ("dependency bump", r"^(un)?pin (?!.*\b(actions?|sha|hash|digest|images?|commit)\b)"),
    ("dependency bump", r"^(up|down)grade [\w-]+( to [\d.]+)?$|^(lock|refresh) (file|deps|dependencies)"),
    ("dependency bump", r"^(pre-commit )?updates?( & \w+)?( the| all)? ?(\S+ )?(dev|deps|dependenc\w+|packages?)\b"),
    ("dependency bump", r"^updates? (the )?[\w-]+$|^(pre-commit )?update$|^update (\w+ )?versions?\b"),
    ("dependency bump", r"\bmodel (references|versions|names|pricing)\b"),
    ("dependency bump", r"^update .{0,40}\b(lock ?file|vulnerable|pinned)\b"),
    ("typo or formatting", r"\b(typos?|white ?space|grammar|spelling|wordsmith|oxford|readability|pe(n)?dantry)\b"),
    ("typo or formatting", r"^(auto[- ]?|re)?(format|flow)(s|ted|ting)?\b(?!.*\b(check|hook|gate))"),
    ("typo or formatting", r"^apply (auto|lint)|\bpunctuation\b|\bimport sorting\b"),
    ("typo or formatting", r"^(reword|rephrase|polish|proof-?read\w*|wording|shorten|tidy|consisten\w+)\b.{0,30}$"),
    ("typo or formatting", r"\b(ruff|import|style) (format|sort|order)\w*$|^(fix|correct) (capitali|indent|link|url)"),
    ("housekeeping", r"\b(counts?|logos?|badges?|sponsor|funding|banner|star.history)\b(?!.*\b(ci|test|workflow))"),
    ("housekeeping", r"^(update|refresh|ci: ?update) (screenshots?|snapshots?)\b"),
    (
        "housekeeping",
        r"^(update|refresh|sync|compile) .*\b(messages?|translations?|catalogs?|locales?)\b(?! and valid)",
    ),
    ("housekeeping", r"^(address\w*|apply|resolve) .*\b(review|feedback|findings|comments?|nitpicks?|suggestions?)\b"),
    ("housekeeping", r"^(remove|delete|drop) (unused|dead|stale|obsolete|temporary|debug|old)\b|^clean ?-?up\b"),
)
_PATTERNS = tuple((noise, re.compile(pattern, re.IGNORECASE)) for noise, pattern in _TABLE)


def noise_in(said: str) -> Noise | None:
    """Return why a subject says nothing about how work is done; None when it may."""
    return next((noise for noise, pattern in _PATTERNS if pattern.search(said)), None)
