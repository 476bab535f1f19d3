"""What a model added to the floor's work at each step, and what came of its calls (SPEC 5)."""

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judgement import Attack, Candidate, Critique, Proposal
from harvest_loop.schemas.judging import RoleWord


class GivenAttacks(Message):
    """Of the challenger: the attacks whose citations hold."""

    attacks: tuple[Attack, ...] = ()
    word: RoleWord


class GivenProposals(Message):
    """Of the innovator: the proposals that rest on what it was offered."""

    proposals: tuple[Proposal, ...] = ()
    word: RoleWord


class GivenCritiques(Message):
    """Of the Critic: the floor's critiques with what it added."""

    critiques: tuple[Critique, ...]
    word: RoleWord


class GivenGrades(Message):
    """Of the second validator: the candidates with the grades that it lowered."""

    candidates: tuple[Candidate, ...]
    word: RoleWord | None = Field(default=None, description="None: it was not due")
