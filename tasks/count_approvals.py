"""What a person said about classes, kept in the outcome log, and how often each was approved in a row (SPEC 8.4)."""

from pathlib import Path

from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.redaction import redact
from harvest_loop.domain.answers import words_of
from harvest_loop.domain.consent.actions import action_of_line
from harvest_loop.domain.consent.class_counts import entries_for
from harvest_loop.domain.quoting import one_line
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.curation import Curated
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.consent_state import look
from harvest_loop.tasks.keep_word import keep_word
from harvest_loop.tasks.leased_changes import real_places
from harvest_loop.tasks.step import step


@step("consent")
def count_approvals(opened: OpenedHub, form: Form, answer: FormAnswer, curated: tuple[Curated, ...]) -> tuple[str, ...]:
    """Keep the words on lines of a registered class, and return for each class how often it was approved in a row.

    It ends no run: a log that can't be written is said. A proposal is a person's yes each time and counts for none.
    """
    root, said = Path(opened.hub.root), words_of(form, answer)
    if is_ephemeral():
        return ()
    written = {one.hash for one in curated if one.outcome == "written"}
    answered = [
        (line, action_of_line(line, real=real_places(root, line)), said[line.hash])
        for line in form.curations
        if line.in_place
    ]
    gesture = f"{form.run} {answer.answered_at or form.asked_at}"
    try:
        with locked(root):
            classes = look(root, opened.settings).countable
            entries = entries_for(answered, classes, written=written, session=form.session_key, gesture=gesture)
            return tuple(keep_word(root, opened.settings, entry, run=form.run) for entry in entries)
    except HarvestError as error:
        return (redact(one_line(f"not counted: {error}")),)
