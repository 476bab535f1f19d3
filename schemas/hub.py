"""The hub as it was read: skills, other assets, and what could not be read (SPEC 2)."""

from typing import Literal

from pydantic import Field

from harvest_loop.schemas.base import Message

AssetKind = Literal["skill", "skill detail", "rule", "agent", "template", "CLAUDE.md", "AGENTS.md"]
FrontmatterValue = str | list[str] | bool | int | float | None


class Frontmatter(Message):
    """The block between the fences as its text stands, and what follows it."""

    present: bool = Field(default=True, description="false: the file has no such block, and all of it is body")
    keys: dict[str, FrontmatterValue] = Field(
        default_factory=dict,
        description="scalars are the text as written, also where it looks like a date or a number; "
        "a nested mapping is flattened to dotted keys",
    )
    body: str = ""
    first_body_line: int = Field(default=1, ge=1)


class FrontmatterFailure(Message):
    """Why a block between fences could not be read, and the line of the file that says so."""

    reason: str
    line: int = Field(ge=1)

    def __str__(self) -> str:
        return f"{self.reason} (line {self.line})"


class Asset(Message):
    """A hub file that steers agents. Text is redacted and has LF line ends."""

    kind: AssetKind
    path: str = Field(description="relative to the hub root, with forward slashes")
    name: str = Field(description="frontmatter name as written, else the directory's or the file's name")
    description: str = ""
    text: str = ""
    sha256: str = Field(description="of the file's bytes as found on disk")
    readable: bool = True
    exact: bool = Field(default=True, description="whether the text, written back in the file's form, gives its bytes")
    uncommitted: bool = Field(
        default=False, description="text and sha256 are what is committed; the file on disk says something else"
    )
    reason: str | None = Field(default=None, description="why it is not readable: what, and the line")
    mirrors: tuple[str, ...] = Field(default=(), description="other paths that reach the same bytes")
    frontmatter: dict[str, FrontmatterValue] = Field(
        default_factory=dict, description="top-level keys; scalars stay the text as written, lists of text stay lists"
    )
    reason_line: int | None = Field(default=None, ge=1, description="the line that the reason speaks of")
    first_body_line: int = Field(default=1, ge=1, description="the line after the frontmatter, 1-based")


class Hub(Message):
    """A hub at one moment."""

    root: str
    is_git: bool
    head_sha: str | None = None
    assets: tuple[Asset, ...] = ()
    paths: tuple[str, ...] = Field(
        default=(),
        description="every file and folder of the hub (folders end with /), sorted; what a reference can point at",
    )
    unlisted: tuple[str, ...] = Field(
        default=(), description="folders that were not walked and whose contents are therefore unknown"
    )

    @property
    def skills(self) -> tuple[Asset, ...]:
        return tuple(asset for asset in self.assets if asset.kind == "skill")

    @property
    def unreadable(self) -> tuple[Asset, ...]:
        return tuple(asset for asset in self.assets if not asset.readable)


class ManifestFound(Message):
    """One entry of the edit manifest as its text stands, and the line it begins at (SPEC 7.1)."""

    id: str
    line: int = Field(ge=1)
    keys: dict[str, FrontmatterValue]
    parsed: bool = Field(
        default=True, description="false: too many entries need the slow parser, this one did not meet it"
    )


class MemoryPage(Message):
    """One memory as it was read."""

    file: str = Field(description="name below the memory folder")
    name: str = Field(default="", description="what its frontmatter calls it")
    text: str = ""
    reason: str | None = Field(default=None, description="why it could not be read")


class Memory(Message):
    """The memory folder as it was found: its index, and the names that stand beside it (SPEC 4.13)."""

    folder: str = Field(description="relative to the hub root")
    index: str | None = Field(default=None, description="text of MEMORY.md; None: there is no index")
    files: tuple[str, ...] = Field(default=(), description="names below the folder as on disk, the index left out")
    reason: str | None = Field(default=None, description="why the folder or its index could not be read")
    pages: tuple[MemoryPage, ...] = Field(default=(), description="the files' texts, redacted, in their order")


class NearCopy(Message):
    """Two skills of which one is largely an edited copy of the other."""

    a: str = Field(description="path of the first, in path order")
    b: str
    containment: float = Field(ge=0, le=1, description="share of the smaller side's telling shingles in the other")
    shared: int = Field(ge=0, description="how many 4-word shingles both hold")


class HealthFinding(Message):
    """One thing that `harvest doctor` found: where, what, and what to do."""

    severity: Literal["must", "should", "recommended"]
    kind: str
    path: str
    line: int | None = None
    message: str
    remedy: str = ""
