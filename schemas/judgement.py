"""What passes between contention, the judged roles and the synthesizer (SPEC 4.8-4.12)."""

from typing import Literal

from pydantic import Field, field_validator

from harvest_loop.schemas.asset_lines import AssetLine as AssetLine
from harvest_loop.schemas.asset_lines import Severity as Severity
from harvest_loop.schemas.base import Message
from harvest_loop.schemas.examination import Bidirectional, Examination
from harvest_loop.schemas.patterns import Pattern, Pointer
from harvest_loop.schemas.regressions import Regression, Replacement

ConflictType = Literal["criteria", "scope", "order", "philosophy", "track"]
Relation = Literal["overlaps", "not covered", "at odds"]
Route = Literal["enhancement", "new skill", "mediation", "field signal"]
AttackKind = Literal["overturns", "handled", "complicates"]
Grade = Literal["HIGH", "MED", "LOW", "rejected"]
Axis = Literal["done when", "failure modes", "claim", "scope"]
CriticWord = Literal["PASS", "CONDITIONAL_PASS", "FAIL"]


class Cover(Message):
    """How far an asset already covers a pattern, with the figure behind the word."""

    path: str
    name: str
    measure: Literal["shingle containment", "cover similarity"]
    figure: float = Field(ge=0, le=1)
    lines: tuple[AssetLine, ...] = Field(default=(), description="the lines that say so")


class Collision(Message):
    """A pattern set against the hub's assets."""

    id: str = Field(description="c-<first 10 of the pattern's fingerprint>")
    pattern: Pattern
    relation: Relation
    route: Route
    covers: tuple[Cover, ...] = Field(default=(), description="closest assets, closest first, at most three")
    conflict: ConflictType | None = None
    not_compared: int = Field(default=0, ge=0, description="unreadable assets that could not be compared")
    folder: str = Field(default="skills", description="where a new skill would stand (SPEC 4.8, [routes])")
    claimed_by: tuple[str, ...] = Field(default=(), description="skills that both claim it: a role collision, ESCALATE")
    reason: str = Field(default="", description="which question of the harvest gate chose the route, in words")
    at_odds: tuple[AssetLine, ...] = Field(default=(), description="the two lines that the conflict is between")
    regression: Regression | None = Field(default=None, description="what no longer stands; None: a pattern or a point")


class Attack(Message):
    """What the challenger returns."""

    collision: str
    kind: AttackKind
    severity: Severity
    asset: str | None = Field(default=None, description="path of the asset it names")
    citation: AssetLine | Pointer
    reason: str


class Check(Message):
    """How a prediction is measured (SPEC 7.2)."""

    kind: Literal["skill_uses", "corrections", "recurrences", "friction", "grep", "commits", "file_exists", "citations"]
    target: str
    direction: Literal["up", "down", "present", "absent"]
    threshold: float | None = None
    baseline: float | None = Field(default=None, description="measured when the proposal was made; None is unknown")
    window_sessions: int | None = Field(default=None, ge=1)
    window_days: int | None = Field(default=None, ge=1)


class DoneWhenQuestion(Message):
    """A test that is still to be evaluated against the field."""

    kind: Literal["file", "grep", "git"]
    path: str
    needle: str | None = Field(default=None, description="grep: the exact line; git: the sha")
    text: str = Field(description="the sentence that will stand in the asset")
    introduced_by: str = Field(description="the commit before which the answer must be no; 'worktree' for uncommitted")


class DoneWhenTest(Message):
    """A file, grep or git test, evaluated both ways against the field and never executed."""

    kind: Literal["file", "grep", "git"]
    path: str
    needle: str | None = Field(default=None, description="grep: the exact line; git: the sha")
    text: str = Field(description="the sentence that stands in the asset")
    true_now: bool
    false_before: bool


class Change(Message):
    """The literal change of one asset."""

    kind: Literal["new file", "edit"]
    path: str
    base_sha256: str | None = Field(default=None, description="of the bytes the edit was made against; None: new file")
    uncommitted: bool = Field(
        default=False, description="the file on disk has changes that are not committed, and that the text is without"
    )
    text: str = Field(description="the whole file as it will stand")
    shown: str = Field(description="what the person is shown: the new file, or a unified diff")
    mends: tuple[Replacement, ...] = Field(
        default=(), description="the edit puts these new words for old ones, in this order, and adds none"
    )

    @field_validator("mends", mode="before")
    @classmethod
    def _one_or_none(cls, value: object) -> object:
        """Older records hold one replacement, or null."""
        if value is None:
            return ()
        return (value,) if isinstance(value, (dict, Replacement)) else value


class Proposal(Message):
    """What the innovator returns for one collision."""

    collision: str
    abstraction: str
    names: tuple[str, ...] = Field(min_length=2, max_length=3)
    triggers: tuple[str, ...]
    done_when: tuple[DoneWhenTest, ...]
    displaces: str | None = None
    predicted_impact: str
    predicted_measurable_by: str
    check: Check | None
    confidence: float = Field(ge=0, le=1)
    change: Change
    also: tuple[str, ...] = Field(default=(), description="further collisions whose repairs stand in the same edit")
    companions: tuple[Change, ...] = Field(
        default=(), description="references back from the assets that the text refers to, in the same commit"
    )
    pointers: tuple[Pointer, ...]
    sentences: tuple[str, ...] = Field(default=(), description="what the commits' messages say and the text may quote")
    asset_lines: tuple[AssetLine, ...] = Field(default=(), description="lines of hub assets that the text quotes")
    source: str = Field(default="", description="the repository that the evidence lies in, which the text may name")


class Declined(Message):
    """A collision for which nothing is proposed, and why."""

    collision: str
    reason: str
    suppressed: str = Field(default="", description="the skill that isn't proposed any more, if that is why")


class Innovation(Message):
    """All that the innovator returns: proposals, best first, and what it left out (SPEC 4.9)."""

    proposals: tuple[Proposal, ...] = ()
    declined: tuple[Declined, ...] = ()


class Candidate(Message):
    """A proposal (or a bare weakness) with its grade."""

    hash: str = Field(description="sha256 of the literal change and target: names the form's field")
    kind: Literal["new skill", "skill enhancement", "mediation", "weakness", "repair"]
    target: str
    grade: Grade
    proposal: Proposal | None
    attacks: tuple[Attack, ...] = ()
    pattern: Pattern
    beside: tuple[Pattern, ...] = Field(default=(), description="what else the same edit mends")
    why: str = Field(description="which row of the matrix gave the grade")
    refused: str = Field(
        default="", description="a refusal of the same pattern, and what has come up since that speaks to its reason"
    )


class CriticInput(Message):
    """All that the Critic is given: nothing of grade, attack or reasoning (SPEC 4.11)."""

    hash: str
    kind: str
    name: str
    target: str
    literal_text: str
    done_when: tuple[DoneWhenTest, ...]
    triggers: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    sentences: tuple[str, ...] = Field(default=(), description="what the commits' messages say and the text may quote")
    asset_lines: tuple[AssetLine, ...] = Field(default=(), description="lines of hub assets that the text quotes")
    source: str = Field(default="", description="the repository that the evidence lies in, which the text may name")
    predicted_impact: str
    predicted_measurable_by: str
    check: Check | None


class CriticFinding(Message):
    """One thing the Critic found: which axis, what, where."""

    axis: Axis
    fails: bool = Field(description="true fails the candidate, false is a condition")
    message: str
    line: int | None = Field(default=None, description="line of the literal text")


class Critique(Message):
    """The Critic's word on one candidate."""

    hash: str
    word: CriticWord
    findings: tuple[CriticFinding, ...] = ()


class JudgedCandidate(Message):
    """A candidate after the Critic and steps 4 and 5: offered, held, rejected, or to be made anew."""

    candidate: Candidate
    critique: Critique | None = Field(default=None, description="None: rejected or text-less, nothing to judge")
    examination: Examination | None = Field(default=None, description="step 4's; None: it was not examined")
    references: Bidirectional | None = Field(default=None, description="step 5's; None: it was not looked at")
    rounds: int = Field(default=0, ge=0, le=2)
    state: Literal["offered", "held", "rejected", "redesign"]
    reason: str = ""
    escalates: str = Field(default="", description="what a person must decide of it; such a one is held")
