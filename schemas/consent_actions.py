"""What the gate is told of an action, and what it says: plain values, as the consent check's are (SPEC 8.4)."""

from typing import Literal, NamedTuple

from harvest_loop.schemas.consent import Checked, ConsentClass, Grant

# Whatever the registry says: the yes to these is a person's, each time.
NeverLeasable = Literal[
    "proposal",
    "push",
    "pull request",
    "rule landing",
    "revert",
    "baseline overwrite",
    "registry entry",
]
ActionKind = Literal["curation", "standing edit", "undo", "set-up", NeverLeasable]
Ground = Literal["asked", "standing edit", "lease"]


class Action(NamedTuple):
    """A write outside of the product's own records, by what it does: its live fingerprint, and the literal change.

    `targets` are all the places that it writes, relative to the hub; `content` names the literal change, and is what a
    person's word is held against; `undoable`: `harvest undo` takes all of it back from local files.
    """

    kind: ActionKind
    owner: str
    mode: str
    targets: tuple[str, ...]
    effects: tuple[str, ...]
    sinks: tuple[str, ...] = ()
    content: str = ""
    undoable: bool = False


class Word(NamedTuple):
    """A person's word: how it was said, and to which literal change."""

    by: str
    content: str


class Lease(NamedTuple):
    """The class that an action falls under, and what the check for it came to, made in this process just now."""

    scope: ConsentClass
    checked: Checked


class Allowed(NamedTuple):
    """The gate's leave to make one action. Only the gate makes one; every writer of people's files asks for it."""

    action: Action
    ground: Ground
    by: str
    grant: Grant | None = None

    def is_asked_for(self, place: str) -> bool:
        """Whether a person asked for just this, and the place is one that it writes."""
        return self.ground == "asked" and place in self.action.targets


class Ask(NamedTuple):
    """The action needs a person's word: why, and what of it is wider than what was granted."""

    why: str
    widened: tuple[str, ...] = ()
