"""Lines of the outcome log, for tests of what is counted in it."""

from harvest_loop.domain.consent.scopes import class_version
from harvest_loop.schemas.consent import ConsentClass
from harvest_loop.schemas.consent_records import ConsentChannel, ConsentEvent, ConsentLine

SCOPE = ConsentClass("archive", "harvest-loop", "archive", "memory/", ("local-write",), (), (), eligible=True)


def a_line(
    event: ConsentEvent = "accepted",
    *,
    number: int = 0,
    scope: ConsentClass = SCOPE,
    channel: ConsentChannel = "terminal",
    session: str | None = None,
    gesture: str | None = None,
    target: str | None = None,
    at: str = "2026-03-10T12:00:00Z",
    granted: str = "",
    expires: str = "",
) -> ConsentLine:
    """A word on a class, or what became of its lease; `number` tells operations, sessions and answers apart."""
    return ConsentLine(
        at=at,
        day=at[:10],
        name=scope.name,
        event=event,
        channel=channel,
        did=f"moved {number}",
        owner=scope.owner,
        mode=scope.mode,
        target=f"memory/{number}.md" if target is None else target,
        effects=scope.capabilities,
        sinks=scope.sinks,
        session=f"s{number}" if session is None else session,
        arguments=f"a{number}",
        gesture=f"g{number}" if gesture is None else gesture,
        version=class_version(scope),
        granted=granted,
        expires=expires,
    )


def approved(times: int, *, since: int = 0, scope: ConsentClass = SCOPE) -> list[ConsentLine]:
    """As many approvals in a row."""
    return [a_line(number=since + number, scope=scope) for number in range(times)]
