"""Pairs of a registry and a profile by the thousand: sound ones, then up to three things changed in each."""

import datetime as dt
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.support.consent_changes import CHANGES
from tests.support.consent_draft import Draft, sound_draft
from tests.support.consent_spelling import share, spell


class Pair(NamedTuple):
    """Two texts (None: no such file), the day, the class asked for, and the names of what was changed."""

    registry: str | None
    profile: str | None
    today: dt.date
    required: str | None
    changed: tuple[str, ...]


def pairs(seed: int, count: int) -> Iterator[Pair]:
    """Yield pairs, the same for the same seed; about a third of them unchanged but for how they are written."""
    rng = random.Random(seed)  # noqa: S311 - pairs are to come out alike each time
    for _ in range(count):
        yield make_pair(rng)


def make_pair(rng: random.Random) -> Pair:
    """One pair."""
    draft = sound_draft(rng)
    changes = rng.sample(CHANGES, rng.choices((0, 1, 2, 3), (30, 35, 20, 15))[0])
    for change in changes:
        change(draft, rng)
    registry = _ended(_registry(draft, rng), rng) if draft.has_registry else None
    profile = _ended(_profile(draft, rng), rng) if draft.has_profile else None
    return Pair(registry, profile, draft.today, draft.required, tuple(change.__name__ for change in changes))


def _registry(draft: Draft, rng: random.Random) -> str:
    classes, lines = draft.classes, list[str]()
    if isinstance(classes, list) and rng.random() < 0.4:
        lines, classes = share(classes, "base", rng)
    text = "".join(f"{line}\n" for line in lines) + spell({**draft.registry, "classes": classes}, rng)
    for edit in _edits_of("registry", draft):
        text = EDITS[edit](text)
    head = rng.choice(("", "", "", "---\n", "--- # the classes\n", "# first a word\n---\n", "%YAML 1.2\n---\n"))
    return head + text + (rng.choice(("", "...\n", "... # that is all\n")) if head else "")


def _profile(draft: Draft, rng: random.Random) -> str:
    grants, lines = draft.grants, list[str]()
    if isinstance(grants, dict) and type(grants) is dict and rng.random() < 0.4:
        lines, values = share(list(grants.values()), "scope", rng)
        grants = dict(zip(grants, values, strict=True))
    text = "".join(f"{line}\n" for line in lines) + spell({**draft.profile, "standing_consent": grants}, rng)
    fences = ("---", rng.choice(("---", "---", "---  ", "...", "--- # end")))
    for edit in _edits_of("profile", draft):
        if edit in EDITS:
            text = EDITS[edit](text)
        else:
            fences = FENCES[edit]
    return f"{fences[0]}\n{text}{fences[1]}\n{draft.body}"


def _edits_of(file: str, draft: Draft) -> Iterator[str]:
    return (edit for of, edit in draft.edits if of == file)


def _ended(text: str, rng: random.Random) -> str:
    """With a mark at its head, with other line ends, without the last one, or as it is."""
    marked = rng.choice(("", "", "", "\ufeff")) + text
    return (
        marked.replace("\n", "\r\n") if rng.random() < 0.2 else marked.removesuffix("\n" if rng.random() < 0.1 else "")
    )


EDITS: dict[str, Callable[[str], str]] = {
    "cut": lambda text: text[: len(text) * 2 // 3],
    "tab": lambda text: text.replace("\n ", "\n\t", 1),
    "colon": lambda text: text + "a: b: c\n",
    "empty": lambda _: "",
    "root": lambda _: "- a\n- b\n",
    "twice": lambda text: text + text,
    "tag": lambda text: text + "tagged: !ours x\n",
    "cycle": lambda text: text + "round: &round [*round]\n",
    "comment": lambda text: "# standing_consent: {}\n" + text.replace("\n", "\n# more\n", 1),
}
FENCES: dict[str, tuple[str, str]] = {
    "dots": ("---", "..."),
    "commented": ("---   # machine-read", "--- # end of it"),
    "open": ("---", ""),
    "unfenced": ("", ""),
    "late": ("Some words first.\n---", "---"),
    "glued": ("---# no fence", "---"),
    "directive": ("%YAML 1.2\n---", "---"),
    "blank first": ("\n---", "---"),
}
