"""What the consent check is told and what it says: plain values, so that its way stays light (SPEC 8.3, 12)."""

from typing import Literal, NamedTuple

VERIFIED: Literal[0] = 0
BROKEN: Literal[1] = 1
UNMEASURED: Literal[3] = 3

CheckCode = Literal[0, 1, 3]


class Stamp(NamedTuple):
    """A bare day or moment of a YAML file, as it is written there: it is no text, and not yet a day."""

    text: str


class RegistryFile(NamedTuple):
    """The consent registry as its file was read: what it holds, why there is none, or why it can't be used."""

    content: object = None
    absent: str = ""
    problem: str = ""


class ProfileFile(NamedTuple):
    """The profile as the consent check sees it: its block's values, and the text around, which no machine reads."""

    content: object = None
    absent: str = ""
    problem: str = ""
    rest: str = ""
    first_line: int = 1


class Finding(NamedTuple):
    """One thing that is wrong: the rule's id (empty where none has it), the place as class/key, and what is there."""

    rule: str
    place: str
    what: str


class Grant(NamedTuple):
    """A standing consent that is active: the lease and the five fields of its scope, as they are recorded."""

    name: str
    granted: str
    expires: str
    owner: str
    mode: str
    target: str
    effects: tuple[str, ...]
    sinks: tuple[str, ...]


class ConsentClass(NamedTuple):
    """One kind of action of the registry, its entry free of findings."""

    name: str
    owner: str
    mode: str
    target: str
    capabilities: tuple[str, ...]
    sinks: tuple[str, ...]
    feeds: tuple[str, ...]
    eligible: bool
    lease_days: int = 30
    reason: str = ""
    proposed_by: str = ""
    reviewed_by: str = ""
    excludes: tuple[str, ...] = ()
    adversarial_examples: tuple[str, ...] = ()


class Checked(NamedTuple):
    """The answer of the check; only the code decides, and only 0 lets a prompt be skipped (SPEC 8.3)."""

    code: CheckCode
    findings: tuple[Finding, ...]
    summary: str
    grants: tuple[Grant, ...] = ()


class ListedClass(NamedTuple):
    """A row of `harvest consent list`; without a scope where the registry has no such class, or none that is one."""

    name: str
    scope: ConsentClass | None = None
    eligible: bool = False
    why_not: tuple[str, ...] = ()
    state: str = "unset"
    days_left: int | None = None
    wrong: tuple[str, ...] = ()
