"""Where the engine waits for the answer to a form."""

from harvest_loop.schemas.base import Message


class Suspension(Message):
    """Which run of the engine is suspended at a form, and for which of its lines it has fields."""

    flow_run: str
    asked: tuple[str, ...]
