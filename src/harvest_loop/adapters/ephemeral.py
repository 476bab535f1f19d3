"""Whether this machine is gone after its work: nothing is invented there, and nothing written (SPEC 8.1)."""

import os

_VARIABLES = ("CI", "GITHUB_ACTIONS", "CLAUDE_CODE_REMOTE", "HARVEST_EPHEMERAL")
_NO = ("", "0", "false")


def is_ephemeral() -> bool:
    """Return whether the environment says so."""
    return any(os.environ.get(name, "").lower() not in _NO for name in _VARIABLES)
