"""What the checks of the harness found before a session's patterns are weighed (SPEC 4.1, 4.6)."""

from harvest_loop.schemas.base import Message
from harvest_loop.schemas.drift import Drift
from harvest_loop.schemas.regressions import Guard, Quench, Regression


class Guarded(Message):
    """One value a check, in the order in which they ran."""

    quench: Quench = Quench()
    guard: Guard = Guard()
    drift: Drift = Drift()

    @property
    def regressions(self) -> tuple[Regression, ...]:
        """What no longer stands, in the order of the checks: all of it goes to contention (SPEC 4.8)."""
        return (*self.quench.regressions, *self.guard.regressions)
