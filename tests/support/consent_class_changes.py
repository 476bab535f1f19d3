"""What may be changed in the classes of a sound pair: some of it harmless, most not."""

import random
from typing import Any

from tests.support.consent_draft import WRONG, Draft
from tests.support.consent_spelling import Written

FIELDS = ("name", "owner", "mode", "target", "capabilities", "sinks", "feeds", "promotion_eligible")

DAYS: tuple[Any, ...] = (
    1,
    30,
    365,
    0,
    366,
    -1,
    True,
    "30",
    None,
    *map(Written, ("30.0", "+30", "036", "0x1f", "1:30", "9:59", "0b11", "3_0")),
)

WORDS = (
    "publish",
    "delete",
    "go-public",
    "history-rewrite",
    "unknown",
    "Delete",
    "ｐublish",
    "un\u200bknown",
    "launch",
    "reads",
    "local write",
    "\u200b",
    "READ",
    "re\u00adad",
    "ＮＥＴＷＯＲＫ",
    " dispatch ",
    "repo-mutation\n",
    "repo‑mutation",
)


def drop_class_field(draft: Draft, rng: random.Random) -> None:
    """A class lacks a field."""
    draft.any_class(rng).pop(rng.choice(FIELDS), None)


def wrong_class_field(draft: Draft, rng: random.Random) -> None:
    """A field of a class holds something of another type, or at least something else."""
    draft.any_class(rng)[rng.choice(FIELDS)] = rng.choice(WRONG)


def optional_field(draft: Draft, rng: random.Random) -> None:
    """A class has an optional field, rightly or wrongly filled, or a field of its author's own."""
    key, value = rng.choice(
        (
            ("lease_days", rng.choice(DAYS)),
            ("reason", rng.choice(("recoverable", "", None, 3, ["a"]))),
            ("reviewed_by", rng.choice(("a person", " ", 4))),
            ("excludes", rng.choice((["deleting"], [], "deleting", [""], [3]))),
            ("adversarial_examples", rng.choice((["one"], ["one", "two"], "one", [["one"]]))),
            ("note of ours", rng.choice((1, None, {"a": [1]}))),
        )
    )
    draft.any_class(rng)[key] = value


def proposed(draft: Draft, rng: random.Random) -> None:
    """Proposed by a session, reviewed as it should be, or almost."""
    entry = draft.any_class(rng)
    entry["proposed_by"] = "session 7"
    entry["excludes"] = ["deleting a note", "moving it elsewhere"][: rng.choice((1, 2, 2, 0))]
    entry["adversarial_examples"] = ["renaming it", "tagging it", "reading it"][: rng.choice((2, 3, 3, 1))]
    entry["reviewed_by"] = rng.choice(("a person", "감사관", "another session", " session 7 ", "session 7"))
    if rng.random() < 0.15:
        del entry[rng.choice(("excludes", "adversarial_examples", "reviewed_by"))]


def same_name(draft: Draft, rng: random.Random) -> None:
    """Two classes have one name, or almost."""
    if isinstance(draft.classes, list) and draft.any_class(rng):
        entry = draft.any_class(rng)
        twin = dict(entry)
        if isinstance(entry.get("name"), str):
            twin["name"] = rng.choice(
                (entry["name"], f" {entry['name']}", f"{entry['name']}\u3000", f"{entry['name']}2")
            )
        draft.classes.append(twin)


def reach(draft: Draft, rng: random.Random) -> None:
    """A class reaches or feeds something."""
    draft.any_class(rng)[rng.choice(("sinks", "feeds"))] = rng.choice(
        (["publish"], ["a page"], [""], [" "], ["unknown", "x"], [])
    )


def capability(draft: Draft, rng: random.Random) -> None:
    """A capability of another kind or spelling, sometimes granted too."""
    entry, added = draft.any_class(rng), rng.choice(WORDS)
    if isinstance(entry.get("capabilities"), list):
        entry["capabilities"] = [*entry["capabilities"], added]
        grant = draft.grants.get(entry.get("name")) if draft.mapped and isinstance(entry.get("name"), str) else None
        if isinstance(grant, dict) and isinstance(grant.get("effects"), list) and rng.random() < 0.5:
            grant["effects"] = [*grant["effects"], added]


def not_eligible(draft: Draft, rng: random.Random) -> None:
    """A class is eligible no more, or in a spelling that is no boolean."""
    draft.any_class(rng)["promotion_eligible"] = rng.choice(
        (False, False, "true", "false", 1, None, Written("NO"), Written("on"))
    )


def drift(draft: Draft, rng: random.Random) -> None:
    """The class says something else than it did when it was granted."""
    entry = draft.any_class(rng)
    if rng.random() < 0.5:
        entry[rng.choice(("owner", "mode", "target"))] = "another"
    elif isinstance(entry.get("capabilities"), list):
        entry["capabilities"] = rng.choice((entry["capabilities"][:1], [*entry["capabilities"], "read"], ["network"]))


def shape_of_classes(draft: Draft, rng: random.Random) -> None:
    """The list of classes is something else, or holds something else."""
    classes: Any = draft.classes
    draft.classes = rng.choice((None, [], {}, "", False, "none", {"a": classes}, classes, classes))
    if isinstance(classes, list) and rng.random() < 0.5:
        draft.classes = [*classes, rng.choice(("a class", None, [], {}, 5, [{}]))]
