"""What a sweep learns of one session: from its transcript, else from what its marker says (SPEC 3.1)."""

from pathlib import Path

from harvest_loop.adapters.session_fields import NO_REPOSITORY, FieldFinder, SessionField
from harvest_loop.adapters.session_files import glance_at, settled_stamp
from harvest_loop.domain.inbox_sessions import has_ended
from harvest_loop.domain.standings import GOES_ON
from harvest_loop.errors import UsageError
from harvest_loop.schemas.inbox import FieldStanding, InboxSession

OURS = "the loop's own"
NO_FOLDER = "its transcript names no folder"
LATE = 10 * 60  # seconds; a transcript that is not there so long after its session's end won't come


def look_at(session: InboxSession, finder: FieldFinder, *, own: bool, now: int) -> InboxSession:
    """Return the session with what its files say now; one that still goes on, or is the loop's own, is left alone."""
    if own:
        return session.model_copy(update={"skipped": OURS})
    if not has_ended(session, now=now):
        return session.model_copy(update={"waits": GOES_ON})
    read = _read(session).model_copy(update={"waits": None})
    if read.skipped is not None:
        return read
    if read.unreadable and not read.folders and now < (read.marked or 0) + LATE:
        return read.model_copy(update={"waits": f"{read.unreadable}; it is looked for again"})
    folders = read.folders or ((read.folder,) if read.folder else ())
    return read.model_copy(update={"fields": _fields(read, finder.fields_of(folders), now=now)})


def _read(session: InboxSession) -> InboxSession:
    """Read the transcript again where it has changed since; what can't be read is said, and known things stay."""
    if not session.files:
        return session.model_copy(update={"unreadable": "no transcript was found"})
    files = [Path(file) for file in session.files]
    try:
        stamp = f"{settled_stamp(files)} {session.changed}"  # a database's own time may stand still
        if stamp == session.stamp:
            return session.model_copy(update={"unreadable": None if session.folders else NO_FOLDER})
        glance = glance_at(files, session.agent, session.session)
    except UsageError as error:
        return session.model_copy(update={"unreadable": error.what})
    return session.model_copy(
        update={
            "stamp": stamp,
            "began": glance.began,
            "last": glance.last,
            "folders": glance.folders,
            "skipped": OURS if glance.ours else None,
            "unreadable": None if glance.folders else NO_FOLDER,
        }
    )


def _fields(session: InboxSession, found: tuple[SessionField, ...], *, now: int) -> tuple[FieldStanding, ...]:
    """Return a standing for each repository; those that are known keep theirs."""
    known = {standing.place: standing for standing in session.fields}
    if any(not field.why_not for field in found):  # what could not be told before can be now
        known = {place: standing for place, standing in known.items() if not place.startswith(NO_REPOSITORY)}
    for field in found:
        standing = known.get(field.place) or FieldStanding(
            field=field.folder, repository=field.repository, name=field.name, place=field.place, root=field.root, at=now
        )
        if field.why_not:
            standing = standing.model_copy(update={"state": "skipped", "why": field.why_not})
        known[field.place] = standing
    return tuple(known.values())
