"""This product's own classes, and the registry that `harvest consent template` prints of them (SPEC 8.2)."""

from collections.abc import Iterator

from harvest_loop.domain.consent.registry import DEFAULT_LEASE
from harvest_loop.schemas.consent import ConsentClass

OWNER = "harvest-loop"

_HEAD = """\
# Consent classes: what may be leased, so that it is done without asking you each time. A person edits this file, no
# session does; save it as consent_classes.yaml in your hub's folder of records, then run `harvest consent list`.
# A class may be leased when it says so, has no sinks and no feeds, and does nothing that can't be taken back.
# Targets are relative to the hub: where your memory lies in another folder, name that one.
classes:
"""


def _own(name: str, mode: str, target: str, *capabilities: str) -> ConsentClass:
    return ConsentClass(name, OWNER, mode, target, capabilities, (), (), eligible=True, lease_days=DEFAULT_LEASE)


MEMORY_ARCHIVE = _own("memory-archive", "archive", "memory/", "local-write")
MEMORY_STAMP = _own("memory-stamp", "stamp", "memory/", "local-write")
INDEX_ADD = _own("index-add", "append", "memory/MEMORY.md", "local-write")
WEB_RECHECK = _own("web-recheck", "recheck", "memory/", "read", "network")

OWN_CLASSES = {
    MEMORY_ARCHIVE: "moves a stale memory file to .archive/, after a snapshot",
    MEMORY_STAMP: "sets the day of a memory file that was found to be still true",
    INDEX_ADD: "adds a line to the index for a memory file that it doesn't list",
    WEB_RECHECK: "asks a web address that a memory file refers to whether it is still there",
}


def template() -> str:
    """Return a registry of our own classes, as people would write it."""
    return _HEAD + "".join(line for one, what in OWN_CLASSES.items() for line in _entry(one, what))


def _entry(one: ConsentClass, what: str) -> Iterator[str]:
    yield f"  - name: {one.name} # {what}\n"
    for key, value in (("owner", one.owner), ("mode", one.mode), ("target", one.target)):
        yield f"    {key}: {value}\n"
    for key, values in (("capabilities", one.capabilities), ("sinks", one.sinks), ("feeds", one.feeds)):
        yield f"    {key}: [{', '.join(values)}]\n"
    yield f"    promotion_eligible: {'true' if one.eligible else 'false'}\n"
    yield f"    lease_days: {one.lease_days}\n"
