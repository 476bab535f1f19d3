"""The example's field, made by the script that the demo runs."""

import subprocess
import sys
from pathlib import Path

_SCRIPT = Path(__file__).parents[2] / "examples" / "make_field.py"


def make_field(place: Path, *options: str) -> Path:
    """Make it, forty commits of real kinds of work, and return where."""
    subprocess.run([sys.executable, str(_SCRIPT), str(place), *options], check=True, capture_output=True)
    return place
