"""Who judges which role in a run, what one call was, and what came of a role's calls (SPEC 5)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

Role = Literal["challenger", "innovator", "critic", "second validator"]
BackEnd = Literal["offline", "anthropic", "openai", "claude", "codex", "scripted"]


class ChosenJudge(Message):
    """A back end with its model; both are names, never a client or a key."""

    back_end: BackEnd = "offline"
    model: str = Field(default="", description="as the back end calls it; of `scripted` the file of answers")
    vendor: str = Field(default="", description="who gets what is sent; `local` for a server on this machine")
    refused: str = Field(default="", description="why it may not be called, where the run counts it as not run")
    floor: str = Field(default="", description="why it is not called by the person's own choice: no verdict is lowered")

    @property
    def shown_model(self) -> str:
        """The model as records name it: of a file of answers only its name, for they hold no path of this machine."""
        return self.model.replace("\\", "/").rpartition("/")[2] if self.back_end == "scripted" else self.model

    @property
    def named(self) -> str:
        """As records name it."""
        return f"{self.back_end} {self.shown_model}".strip()


class Spent(Message):
    """Requests, tokens and money, of one call, a run or a day."""

    requests: int = Field(default=0, ge=0)
    tokens_in: int = Field(default=0, ge=0)
    tokens_out: int = Field(default=0, ge=0)
    usd: float = Field(default=0.0, ge=0)

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            requests=self.requests + other.requests,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            usd=self.usd + other.usd,
        )


class JudgeDesk(Message):
    """Everything that the calls of one run go by; offline there is nothing to go by."""

    run: str = ""
    session: str = ""
    judges: tuple[tuple[Role, ChosenJudge], ...] = ()
    run_ceiling: Spent = Spent()
    day_ceiling: Spent = Spent()

    def judge_of(self, role: Role) -> ChosenJudge:
        """Return who judges the role besides the floor."""
        return dict(self.judges).get(role, ChosenJudge())

    def asks(self, role: Role) -> bool:
        """Whether anybody but the floor is seated for the role."""
        return self.judge_of(role).back_end != "offline"


class Usage(Message):
    """What a back end says that a call took; None is unknown."""

    requests: int = Field(default=1, ge=0)
    tokens_in: int | None = Field(default=None, ge=0)
    tokens_out: int | None = Field(default=None, ge=0)


class Prompt(Message):
    """What is sent: the role's page with the form of its answer, and the fenced input."""

    system: str
    user: str
    version: int
    sha256: str = Field(description="of the role's page")
    input_sha256: str = Field(description="of the input, before it was fenced")


class EgressLine(Message):
    """One line of egress.jsonl, written before anything is sent."""

    schema_version: Literal[1] = 1
    call: str
    at: str
    run: str
    session: str
    role: Role
    vendor: str
    model: str
    bytes: int = Field(ge=0)
    redactions: dict[str, int] = Field(default_factory=dict, description="secrets taken out of it, by kind")
    estimate: Spent = Field(description="what it may take at most; counts until the receipt tells")


class Receipt(Message):
    """One line of receipts/{run}.jsonl: who was sent what, and what came back, in hashes and numbers."""

    schema_version: Literal[1] = 1
    call: str
    at: str
    role: Role
    prompt_version: int
    prompt_sha256: str
    input_sha256: str
    back_end: BackEnd
    vendor: str
    model: str
    tools: tuple[str, ...] = ()
    spent: Spent
    tokens_known: bool = Field(description="false: the back end told no numbers, and the estimate stands in")
    price_known: bool = Field(description="false: no table has the model, and the dearest known price stands in")
    seconds: float = Field(ge=0)
    output_sha256: str | None = Field(default=None, description="None: there was no usable answer")
    failure: str = Field(default="", description="why there was none")


class RoleWord(Message):
    """What came of one role's calls in a run; the floor's own word is not told here."""

    role: Role
    judge: str = Field(default="offline", description="who judged besides the floor")
    vendor: str = Field(default="", description="the family that it is of")
    calls: int = Field(default=0, ge=0)
    spent: Spent = Spent()
    not_run: str = Field(default="", description="why it gave no usable answer")
    floor: str = Field(default="", description="why only the floor judged, by the person's own choice")
    dropped: int = Field(default=0, ge=0, description="findings whose citation did not hold, or that named nothing")
    attempts: tuple[str, ...] = Field(default=(), description="instructions in what was judged, each with its place")
