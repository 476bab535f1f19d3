"""What `harvest explain` tells of one edit (SPEC 7.6)."""

from pydantic import Field

from harvest_loop.schemas.base import Message


class Explanation(Message):
    """One edit: what was predicted, how it is measured, what came of it; empty where nothing is written down."""

    id: str
    date: str = ""
    file: str = ""
    edit: str = ""
    predicted: str = ""
    measured_by: str = ""
    check: str = ""
    confidence: str = ""
    status: str = ""
    held: str = ""
    baseline: str = ""
    measured: str = ""
    score: str = ""
    verified_at: str = ""
    note: str = ""
    commit: str = ""
    source: str = Field(description="where this was read: the manifest, or the trailers of a commit")
