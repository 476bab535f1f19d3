"""The key of a session, made of what a host calls it (SPEC 3.1)."""

import hashlib
import re

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


def session_key(agent: str, session: str) -> str:
    """Return {agent}:{session id}; an id that is no plain word is stood in for by its hash."""
    if _PLAIN.fullmatch(session):
        return f"{agent}:{session}"
    return f"{agent}:x{hashlib.sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:31]}"
