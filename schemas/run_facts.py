"""What the steps of one run found, on its way into the record."""

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.card import CardCheck, CardUpdate
from harvest_loop.schemas.curation import Curated, Curation, Hygiene
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.examination import Bidirectional
from harvest_loop.schemas.guarded import Guarded
from harvest_loop.schemas.judgement import Attack, Collision, Critique, Innovation, JudgedCandidate
from harvest_loop.schemas.judging import RoleWord
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.retrospective import RetroOutcome
from harvest_loop.schemas.verification import Verification


class Judgement(Message):
    """The candidates after the Critic, and its words, a tuple a round."""

    judged: tuple[JudgedCandidate, ...]
    rounds: tuple[tuple[Critique, ...], ...]
    words: tuple[RoleWord, ...] = Field(default=(), description="what came of the calls of models, in their order")


class RunFacts(Message):
    """One value a step, in the order of SPEC 4."""

    evidence: SessionEvidence
    verification: Verification = Verification()
    card: CardCheck
    guarded: Guarded = Guarded()
    harvest: FieldHarvest
    retro: RetroOutcome = RetroOutcome()
    collisions: tuple[Collision, ...]
    attacks: tuple[Attack, ...]
    innovation: Innovation
    judgement: Judgement
    hygiene: Hygiene = Hygiene(skipped="not run")
    curation: Curation = Curation()
    curated: tuple[Curated, ...] = ()
    card_update: CardUpdate | None = None
    signals: tuple[str, ...] = ()
    suppressed: tuple[str, ...] = Field(default=(), description="skills that were not proposed: refused too often")
    profile: str = Field(default="", description="whether the profile was written, or why not; empty: not yet")


class WaveFacts(Message):
    """What the steps of a lightweight run found, and why it was made."""

    guarded: Guarded
    harvest: FieldHarvest
    collisions: tuple[Collision, ...]
    references: Bidirectional | None = None
    reason: str
