"""One of two closers that harvest into the same hub at the same moment, round after round.

    python -m tests.support.closer FOLDER NAME ROUNDS

FOLDER holds `hub-{round}` and `field-{NAME}`; both closers wait for each other before each round.
"""

import sys
from pathlib import Path

from filelock import FileLock


def main() -> None:
    """Close the session once a round."""
    from harvest_loop.flows.harvest_session import harvest_session
    from harvest_loop.schemas.request import HarvestRequest

    folder, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for number in range(rounds):
        request = HarvestRequest(
            hub=str(folder / f"hub-{number}"),
            field=str(folder / f"field-{name}"),
            since="2026-01-01T00:00:00Z",
            now=1_774_000_000,
            zone="UTC",
            answers=str(folder / "answers.json"),
        )
        _meet(folder, name, number)
        state = harvest_session(request, return_state=True)
        if state.name not in ("CONDITIONAL_PASS", "PASS"):
            sys.exit(f"round {number}: {state!r}")


def _meet(folder: Path, name: str, number: int) -> None:
    """Wait until the other closer has come to this round too."""
    with FileLock(folder / f"{name}-{number}.here"):
        (folder / f"{name}-{number}.came").touch()
    other = {"a": "b", "b": "a"}[name]
    while not (folder / f"{other}-{number}.came").exists():
        with FileLock(folder / f"{other}-{number}.here"):
            pass


if __name__ == "__main__":
    main()
