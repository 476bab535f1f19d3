"""What each judged role is given and what it may answer, typed (SPEC 5); a field that is not here is never sent."""

from typing import Self

from pydantic import Field, model_validator

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judgement import AttackKind, CriticFinding, CriticWord, Severity

_LONGEST = 2_000
_MOST = 40


class ShownAsset(Message):
    """A hub asset as a role reads it."""

    path: str
    name: str
    text: str = Field(description="its lines, each behind its number")


class ShownFact(Message):
    """One fact of the evidence: what kind, the words, and where they stand."""

    role: str
    text: str
    place: str


class ShownCollision(Message):
    """A pattern set against the hub, as challenger and innovator read it."""

    id: str
    kind: str
    title: str
    relation: str = Field(description="overlaps, not covered, or at odds")
    route: str
    facts: tuple[ShownFact, ...]
    closest: tuple[str, ...] = Field(description="paths of the assets that cover it most, closest first")


class ChallengerInput(Message):
    """All that the challenger is given (SPEC 4.9)."""

    collisions: tuple[ShownCollision, ...]
    assets: tuple[ShownAsset, ...]


class GivenAttack(Message):
    """One attack in the challenger's words; the cited line is looked up before it counts."""

    collision: str = Field(description="id of the collision")
    kind: AttackKind
    severity: Severity
    cited_path: str = Field(description="path of a given asset")
    cited_line: int = Field(ge=1)
    cited_text: str = Field(min_length=1, max_length=_LONGEST, description="that line, word for word")
    reason: str = Field(min_length=1, max_length=_LONGEST)


class ChallengerAnswer(Message):
    """What the challenger returns; an empty list is a valid answer."""

    attacks: tuple[GivenAttack, ...] = Field(max_length=_MOST)


class OfferedTest(Message):
    """A Done When test that was evaluated in the field, before and after the work."""

    number: int = Field(ge=1)
    text: str


class OpenCollision(Message):
    """A collision that no change was found for yet, with the tests that its text may rest on."""

    collision: ShownCollision
    tests: tuple[OfferedTest, ...]


class InnovatorInput(Message):
    """All that the innovator is given: collisions without a change, and the closest assets (SPEC 4.9)."""

    open: tuple[OpenCollision, ...]
    assets: tuple[ShownAsset, ...]


class GivenProposal(Message):
    """One new skill in the innovator's words; the path, the check and the evidence are not its to say."""

    collision: str = Field(description="id of an open collision whose route is `new skill`")
    abstraction: str = Field(min_length=1, max_length=200)
    names: tuple[str, ...] = Field(min_length=2, max_length=3)
    triggers: tuple[str, ...] = Field(min_length=1, max_length=8)
    tests: tuple[int, ...] = Field(min_length=1, description="numbers of the offered tests that its Done When lists")
    text: str = Field(min_length=1, max_length=12_000, description="the whole SKILL.md, under the first of the names")


class InnovatorAnswer(Message):
    """What the innovator returns; an empty list is a valid answer."""

    proposals: tuple[GivenProposal, ...] = Field(max_length=5)


class CriticAnswer(Message):
    """The Critic's word on one candidate; it has to agree with its findings."""

    word: CriticWord
    findings: tuple[CriticFinding, ...] = Field(max_length=_MOST)

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        """A word that its own findings contradict is no word."""
        fails = any(finding.fails for finding in self.findings)
        asked: CriticWord = "FAIL" if fails else "CONDITIONAL_PASS" if self.findings else "PASS"
        if self.word != asked:
            raise ValueError(f"word is {self.word}, but its findings ask for {asked}")
        return self


class GradedItem(Message):
    """One candidate that was graded HIGH, and the row of the matrix that says so."""

    hash: str
    kind: str
    target: str
    literal_text: str
    triggers: tuple[str, ...]
    facts: tuple[str, ...]
    row: str


class ValidatorInput(Message):
    """All that the second validator is given: what was graded HIGH (SPEC 4.10)."""

    items: tuple[GradedItem, ...]


class OverPromoted(Message):
    """One item whose grade its evidence does not carry."""

    hash: str = Field(description="of a given item")
    reason: str = Field(min_length=1, max_length=_LONGEST)


class ValidatorAnswer(Message):
    """What the second validator returns; an empty list is a valid answer."""

    over_promoted: tuple[OverPromoted, ...] = Field(max_length=_MOST)
