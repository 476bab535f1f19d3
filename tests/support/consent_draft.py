"""A registry and a profile as values, sound to begin with: what the changes of a generated pair start from."""

import datetime as dt
import random
from dataclasses import dataclass, field
from typing import Any

from tests.support.consent_spelling import Written

NAMES = (
    "memory-archive",
    "index-add",
    "메모리 보관",
    "기억-정리",
    "web recheck",
    "Stamp/α",
    "café",
    "記憶の整理",
    "проверка",
    "a",
    "class: odd # name",
    "O'Brien's \"own\"",
)
OWNERS = ("harvest-loop", "memory sweep", "감사관", "quench/v2")
MODES = ("archive", "read only", "stamp", "정리")
TARGETS = ("tracks/_meta", "memory/*.md", "docs 문서/**", "a b/c: d")
SAFE_WORDS = ("read", "local-write", "network", "dispatch", "repo-mutation")

WRONG: tuple[Any, ...] = (
    None,
    0,
    1,
    5,
    True,
    False,
    "",
    "  ",
    "false",
    "true",
    [],
    ["read"],
    ["read", ""],
    [None],
    {},
    {"a": "b"},
    "read",
    Written("1.5"),
    Written("yes"),
    Written("Off"),
    Written("n"),
    Written("1:30"),
    Written("08"),
    Written("1e3"),
    Written("="),
    Written("2026-01-01"),
    [["read"]],
)


@dataclass
class Draft:
    """What a pair is written from; a change alters it in place."""

    today: dt.date
    classes: Any
    grants: Any
    required: str | None = None
    registry: dict[Any, Any] = field(default_factory=dict)
    profile: dict[Any, Any] = field(default_factory=dict)
    body: str = "\nGrounds: said on the first day, standing_consent is read above.\n"
    has_registry: bool = True
    has_profile: bool = True
    edits: list[tuple[str, str]] = field(default_factory=list)

    def any_class(self, rng: random.Random) -> dict[Any, Any]:
        """One class that is a mapping; an empty one, of no effect, where there is none."""
        found = [entry for entry in self.classes if isinstance(entry, dict)] if isinstance(self.classes, list) else []
        return rng.choice(found) if found else {}

    def any_grant(self, rng: random.Random) -> dict[Any, Any]:
        """One grant that is a mapping; an empty one, of no effect, where there is none."""
        found = [grant for grant in self.grants.values() if isinstance(grant, dict)] if self.mapped else []
        return rng.choice(found) if found else {}

    @property
    def mapped(self) -> bool:
        """Whether the grants still are a mapping."""
        return isinstance(self.grants, dict)


def sound_draft(rng: random.Random) -> Draft:
    """A draft that is verified: one to four classes, at least one of them eligible and granted."""
    today = dt.date(2024, 1, 1) + dt.timedelta(days=rng.randrange(3000))
    names = rng.sample(NAMES, rng.randint(1, 4))
    classes = [_sound_class(name, rng, eligible=not at or rng.random() < 0.6) for at, name in enumerate(names)]
    eligible = [entry for entry in classes if entry["promotion_eligible"]]
    grants: dict[Any, Any] = {
        entry["name"]: sound_grant(entry, today, rng)
        for entry in eligible
        if entry is eligible[0] or rng.random() < 0.5
    }
    for entry in classes:
        if entry["name"] not in grants and rng.random() < 0.3:
            grants[entry["name"]] = rng.choice(("declined", "unset", "revoked", {"state": "declined"}))
    asked = [name for name, grant in grants.items() if isinstance(grant, dict) and "owner" in grant and " " not in name]
    return Draft(today, classes, grants, required=rng.choice((None, None, None, *asked)))


def _sound_class(name: str, rng: random.Random, *, eligible: bool) -> dict[Any, Any]:
    reach = ["publish", "release page"] if rng.random() < 0.5 else []
    return {
        "name": name,
        "owner": rng.choice(OWNERS),
        "mode": rng.choice(MODES),
        "target": rng.choice(TARGETS),
        "capabilities": rng.sample(SAFE_WORDS, rng.randint(1, 3)),
        "sinks": [] if eligible else reach,
        "feeds": [] if eligible else rng.choice(([], ["ci"])),
        "promotion_eligible": eligible,
    }


def sound_grant(entry: dict[Any, Any], today: dt.date, rng: random.Random) -> dict[Any, Any]:
    """A grant that fits its class and holds today, on the first or the last day too."""
    before, after = rng.choice(((0, 30), (30, 0), (0, 0), (7, 23), (100, 265), (0, 365), (365, 0), (182, 183)))
    effects = rng.sample(entry["capabilities"], rng.randint(1, len(entry["capabilities"])))
    return {
        "granted": a_day(today - dt.timedelta(days=before), rng),
        "expires": a_day(today + dt.timedelta(days=after), rng),
        "owner": entry["owner"],
        "mode": entry["mode"],
        "target": entry["target"],
        "effects": effects,
        "sinks": list(entry["sinks"]),
    }


def a_day(day: dt.date, rng: random.Random) -> str:
    """A date as YAML takes it for one, or as a string."""
    return Written(day.isoformat()) if rng.random() < 0.6 else day.isoformat()
