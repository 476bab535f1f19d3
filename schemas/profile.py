"""The user's profile: how this person likes to work, never what they work on (SPEC 8.1)."""

from typing import Literal, NamedTuple

from pydantic import Field

from harvest_loop.schemas.base import Message

CloseRetro = Literal["granted", "declined", "unset"]
Consent = Literal["accepted", "declined", "unset"]
Depth = Literal["S", "M", "L", "XL"]
Nag = Literal["offer-full", "mid-session", "cadence", "recommend", "archive-review"]
Taken = Literal["accepted", "modified", "rejected", "sustained"]

DECLINES = 3  # in a row: the question is muted
REJECTIONS = 3  # since its last acceptance: the skill is not proposed any more


class SkillOutcomes(Message):
    """How often proposals about one skill were taken, taken with changes, refused, or left without a word."""

    accepted: int = Field(default=0, ge=0)
    modified: int = Field(default=0, ge=0)
    rejected: int = Field(default=0, ge=0)
    sustained: int = Field(default=0, ge=0)
    rejected_since_accepted: int | None = Field(
        default=None, ge=0, description="None: not counted; then all rejections count where nothing was accepted"
    )

    @property
    def refused_since(self) -> int:
        """How often the skill was refused since it was last taken."""
        counted = self.rejected_since_accepted
        return (0 if self.accepted or self.modified else self.rejected) if counted is None else counted

    @property
    def is_suppressed(self) -> bool:
        """Whether the skill was refused so often since its last acceptance that it isn't proposed."""
        return self.refused_since >= REJECTIONS


class SkillOutcome(Message):
    """What became of one proposal about a skill, and the name of the answer that it came from: always the same."""

    skill: str
    word: Taken
    answer: str


class NagAnswer(Message):
    """A question that can be muted was taken up or declined, and the name of the answer that says so."""

    nag: Nag
    taken: bool
    answer: str


class Profile(Message):
    """The machine fields of the profile; whatever else stands in the file is its person's and stays."""

    close_retro: CloseRetro = "unset"
    sidecar_consent: Consent = "unset"
    floorup_consent: Consent = "unset"
    preferred_depth: Depth | None = None
    preferred_language: str | None = Field(default=None, pattern=r"^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$")
    preferred_cadence: str | None = Field(default=None, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ]{0,19}$")
    muted_nags: tuple[Nag, ...] = ()
    declined_nags: dict[Nag, int] = Field(default_factory=dict, description="how often in a row each was declined")
    friction: dict[str, int] = Field(default_factory=dict, description="friction points by the name of their signal")
    counted: tuple[str, ...] = Field(default=(), description="answers that the counts hold and that may come again")
    skills: dict[str, SkillOutcomes] = Field(default_factory=dict, description="by the skill's name")

    @property
    def depth(self) -> Depth:
        """How deep a run goes where nobody says otherwise."""
        return self.preferred_depth or "M"

    @property
    def suppressed(self) -> tuple[str, ...]:
        """The skills that aren't proposed, by name."""
        return tuple(sorted(name for name, outcomes in self.skills.items() if outcomes.is_suppressed))


class ProfileRead(Message):
    """The profile as far as it can be read, and why it says nothing where it says nothing."""

    profile: Profile = Profile()
    absent: str = Field(default="", description="why there is none to go by; empty where there is one")
    problems: tuple[str, ...] = Field(default=(), description="keys that say nothing that is known, a line each")


class KeyChange(NamedTuple):
    """One value of the profile's block that a write changes; None: there is none."""

    path: tuple[str, ...]
    before: str | tuple[str, ...] | None
    after: str | tuple[str, ...] | None


class ProfileDiff(NamedTuple):
    """What a write would change: values, comments or anchors, and the text below the block."""

    changes: tuple[KeyChange, ...] = ()
    remarks: bool = False
    body: bool = False
    grounds: tuple[str, ...] = ()


class ProfileWrite(NamedTuple):
    """Whether the profile was written; `why_not` is empty where it was."""

    why_not: str = ""

    @property
    def is_written(self) -> bool:
        return not self.why_not
