"""A session that a person names, by its key or its transcript, as the request for its harvest (SPEC 3.1)."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from harvest_loop.errors import UsageError

if TYPE_CHECKING:
    from harvest_loop.adapters.session_fields import SessionField
    from harvest_loop.schemas.inbox import SessionFiles
    from harvest_loop.schemas.request import HarvestRequest, Mode


def request_of_session(arguments: argparse.Namespace, *, mode: "Mode") -> "HarvestRequest":
    """Return the request for the session that --session or --transcript names, in the one field that is meant.

    Raises: UsageError when it can't be found, can't be read, or worked in several repositories and none is named.
    """
    from harvest_loop.commands.close import request_of
    from harvest_loop.domain.session_keys import session_key
    from harvest_loop.schemas.request import HarvestRequest

    session = _session(arguments)
    if arguments.field is None:
        arguments.field = _field(_folders(session))
    request = request_of(arguments, mode=mode)
    named = {
        "agent": session.agent,
        "session": session_key(session.agent, session.session),
        "transcript": session.files,
    }
    return HarvestRequest.model_validate({**request.model_dump(), **named})


def _session(arguments: argparse.Namespace) -> "SessionFiles":
    from harvest_loop.adapters.transcript_folders import list_sessions, session_of_file
    from harvest_loop.domain.session_keys import session_key

    if arguments.transcript is not None:
        return session_of_file(Path(arguments.transcript))
    sessions, _ = list_sessions(since=None)
    wanted: str = arguments.session
    found = [one for one in sessions if wanted in (one.session, session_key(one.agent, one.session))]
    if len(found) == 1:
        return found[0]
    if found:
        agents = ", ".join(sorted(f"{one.agent}:…" for one in found))
        raise UsageError(f"several agents have a session {wanted!r}", remedy=f"say whose: {agents}")
    raise UsageError(f"no session {wanted!r} has a transcript here", remedy="see `harvest sweep`, or pass --transcript")


def _folders(session: "SessionFiles") -> tuple[str, ...]:
    """Read the transcript through for them: the session may have gone elsewhere between its two ends."""
    from harvest_loop.adapters.session_files import glance_at, settled_stamp

    files = [Path(file) for file in session.files]
    settled_stamp(files)
    return glance_at(files, session.agent, session.session).folders


def _field(folders: tuple[str, ...]) -> str:
    """The repository that is meant: the one we are in, if the session worked there, else its only one."""
    from harvest_loop.adapters.session_fields import FieldFinder

    finder = FieldFinder()
    fields = finder.fields_of(folders)
    here = {field.place for field in finder.fields_of([str(Path.cwd())]) if not field.why_not}
    meant = [field for field in fields if field.place in here] or list(fields)
    if len(meant) == 1 and not meant[0].why_not:
        return meant[0].folder
    raise UsageError(_why_not(meant), remedy="name the repository with --field")


def _why_not(fields: list["SessionField"]) -> str:
    if not fields:
        return "the transcript names no folder"
    if fields[0].why_not:
        return f"{fields[0].folder}: {fields[0].why_not}"
    return f"the session worked in {len(fields)} repositories: {', '.join(field.folder for field in fields)}"
