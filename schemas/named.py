"""The schemas that `harvest schema NAME` prints, by the name of the file or message."""

from pydantic import BaseModel

from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.explanation import Explanation
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.schemas.harvest_state import HarvestState
from harvest_loop.schemas.hub import HealthFinding
from harvest_loop.schemas.inbox import Marker, SweepReport
from harvest_loop.schemas.judgement import Attack, Candidate, CriticInput, Critique, Proposal
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.patterns import Pattern
from harvest_loop.schemas.profile import Profile
from harvest_loop.schemas.records import ManifestEntry, PatternLine, SessionLine, TombstoneLine
from harvest_loop.schemas.request import HarvestRequest, ReviewRequest
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript_plain import PlainLine
from harvest_loop.schemas.verification import Verification
from harvest_loop.schemas.waiting import WaitingForm

NAMED: dict[str, type[BaseModel]] = {
    "attack": Attack,
    "candidate": Candidate,
    "critic-input": CriticInput,
    "critique": Critique,
    "edit_manifest.entry": ManifestEntry,
    "evidence": SessionEvidence,
    "explanation": Explanation,
    "form": Form,
    "form-answer": FormAnswer,
    "harvest.toml": HubSettings,
    "harvest_state": HarvestState,
    "health-finding": HealthFinding,
    "marker": Marker,
    "outcome": RunOutcome,
    "pattern": Pattern,
    "patterns.jsonl": PatternLine,
    "pending": WaitingForm,
    "profile": Profile,
    "proposal": Proposal,
    "request": HarvestRequest,
    "review-request": ReviewRequest,
    "sessions.jsonl": SessionLine,
    "sweep": SweepReport,
    "tombstones.jsonl": TombstoneLine,
    "transcript.line": PlainLine,
    "verification": Verification,
}
