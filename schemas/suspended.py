"""A run that is suspended at its form, as the state folder remembers it."""

from harvest_loop.schemas.base import Message


class SuspendedRun(Message):
    """Which form of which hub the engine's run waits at."""

    hub: str
    run: str
