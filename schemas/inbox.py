"""What lies in the inbox: markers that hooks left, and how far the sweep got with each session (SPEC 3.1)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.request import SESSION_KEY, HarvestRequest
from harvest_loop.schemas.suspended import Suspension
from harvest_loop.schemas.transcript import Agent

# The first words of every prompt that the loop itself gives to an agent: its sessions are never harvested (SPEC 3.1).
OWN_PROMPT = "[harvest-loop]"

FieldState = Literal["waits", "offered", "under way", "harvested", "skipped", "failed"]
RunState = Literal["under way", "ended well", "failed", "gone", "cancelled"]


class Marker(Message):
    """One file that a hook left: a session ended, or a turn of it did."""

    schema_version: Literal[1] = 1
    at: int = Field(ge=0, description="seconds since the epoch, UTC")
    hub: str | None = Field(description="what HARVEST_HUB named when the session ended")
    agent: Agent
    session: str = Field(min_length=1, max_length=500, description="the id as the host said it")
    transcript: str | None = None
    folder: str | None = Field(default=None, description="a hint only: the transcript knows better")
    event: str | None = None
    reason: str | None = None


class StartedRun(Message):
    """A run that a sweep started: in a process of this machine, or by the server."""

    request: HarvestRequest
    attempt: int = Field(default=1, ge=1)
    process: int | None = None
    process_started: str | None = Field(default=None, description="tells it from a later process of the same number")
    flow_run: str | None = Field(default=None, description="the server's id of the run")


class FieldStanding(Message):
    """How far a session is harvested in one of the repositories that it worked in."""

    field: str = Field(description="a folder of the session inside of the repository")
    repository: str = Field(description="repository id; none:{hash} where the folder is in no repository")
    name: str
    place: str = Field(description="the git common directory: two clones have one id and are two repositories")
    root: str = Field(description="the top folder that `field` is in")
    hub: str | None = None
    state: FieldState = "waits"
    why: str = ""
    at: int = Field(description="since when it is in this state; seconds since the epoch, UTC")
    covers: int | None = Field(default=None, description="up to which moment of the session it is harvested")
    run: StartedRun | None = None


class InboxSession(Message):
    """One session as the sweeps know it."""

    schema_version: Literal[1] = 1
    key: str = Field(pattern=SESSION_KEY)
    agent: Agent
    session: str
    seen: int = Field(description="when a sweep saw it first")
    marked: int | None = Field(default=None, description="the newest marker; None: found by its transcript alone")
    ended: bool = Field(default=False, description="the newest marker is of an end, not of a turn")
    hub: str | None = None
    folder: str | None = None
    files: tuple[str, ...] = ()
    changed: int | None = Field(default=None, description="up to when it went on, by a first look at its files")
    stamp: str | None = Field(default=None, description="sizes and times of its files when they were last read")
    began: int | None = Field(default=None, description="the oldest moment that its files tell of")
    last: int | None = Field(default=None, description="the newest moment that its files tell of")
    folders: tuple[str, ...] = Field(default=(), description="working directories, in order of first sight")
    fields: tuple[FieldStanding, ...] = ()
    waits: str | None = Field(default=None, description="why nothing was looked at yet")
    skipped: str | None = None
    unreadable: str | None = None
    taken_on: str | None = Field(default=None, description="the local day on which it was taken up, without a marker")


class SweepLog(Message):
    """What the sweeps remember of themselves."""

    schema_version: Literal[1] = 1
    first: int | None = Field(default=None, description="when the first sweep listed what it found; None: not yet")


class SweepRequest(Message):
    """The one parameter of the sweep's flow."""

    now: int | None = Field(default=None, description="seconds since the epoch; None: when the sweep starts")
    zone: str | None = Field(default=None, description="IANA name or fixed offset of the days; None: this machine's")


class SessionFiles(Message):
    """A session that an agent's own folder holds, whether a hook told of it or not."""

    agent: Agent
    session: str = Field(min_length=1, max_length=500)
    files: tuple[str, ...] = Field(min_length=1, description="absolute paths, the session's own file first")
    changed: int = Field(description="up to when it went on; seconds since the epoch, UTC")
    folder: str | None = Field(default=None, description="the first that a look at its ends shows; a hint only")


class Glance(Message):
    """What a sweep must know of a transcript before its harvest reads it."""

    folders: tuple[str, ...] = ()
    began: int | None = Field(default=None, description="the oldest moment that it tells of")
    last: int | None = Field(default=None, description="the newest moment that it tells of")
    ours: bool = Field(default=False, description="it begins with a prompt of the loop's own")


class SweptRun(Message):
    """A run that the sweep asks for, and whose standing it belongs to."""

    key: str
    place: str
    request: HarvestRequest


class InboxCoverage(Message):
    """How many sessions were seen, and what became of them: each is counted once (SPEC 3.1)."""

    seen: int = Field(ge=0)
    harvested: int = Field(default=0, ge=0)
    under_way: int = Field(default=0, ge=0)
    offered: int = Field(default=0, ge=0)
    waiting: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)
    unreadable: int = Field(default=0, ge=0)
    skipped: dict[str, int] = Field(default_factory=dict, description="reason and count, sorted")
    skipped_at_their_end: int = Field(default=0, ge=0, description="by hooks that the loop itself had started")
    at_least: bool = Field(default=False, description="older lines of the log of skipped sessions are gone")
    unreadable_files: tuple[str, ...] = Field(default=(), description="names of files of the inbox that are none")
    unread_transcripts: int | None = Field(
        default=None,
        ge=0,
        description="files among transcripts that could not be told; None: no one looked",
    )


class ExpiredForm(Message):
    """A form that nobody answered in time: the sweep goes on with it as `no answer` (SPEC 4.15, 10.2)."""

    hub: str = Field(description="absolute path of the hub root")
    run: str
    suspension: Suspension | None = Field(default=None, description="the engine's run that is suspended at it")


class SweepReport(Message):
    """What one sweep saw and decided."""

    sessions: tuple[InboxSession, ...]
    coverage: InboxCoverage
    runs: tuple[SweptRun, ...] = ()
    expired: tuple[ExpiredForm, ...] = ()
    notes: tuple[str, ...] = ()
