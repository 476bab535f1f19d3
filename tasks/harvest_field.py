"""Step 1, field-harvest: patterns whose evidence was read again (SPEC 4.7)."""

from pathlib import Path

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.adapters.git_reach import branches_with
from harvest_loop.domain.held_patterns import earlier_sessions, is_away, join_waiting, set_aside
from harvest_loop.domain.over_limit import within_limit
from harvest_loop.domain.patterns import find_patterns, keep_resolved, with_recurrence
from harvest_loop.domain.sessions import patterns_under_one_id
from harvest_loop.domain.standing import mark_standing, places_asked, settle
from harvest_loop.domain.whole_files import files_asked, read_again
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.tasks.step import step


@step("1 field-harvest")
def harvest_field(opened: OpenedHub, evidence: SessionEvidence) -> FieldHarvest:
    """Return the session's patterns and those that waited; too few, and those HEAD does not hold, are marked as held.

    Raises: FieldError when the field can't be read any more.
    """
    git = evidence.git
    told = patterns_under_one_id(opened.patterns, opened.sessions, git.repository_id, git.field_root)
    found = within_limit(join_waiting(find_patterns(evidence), evidence), told, git.repository_id)
    field = Path(git.field_root)
    with FieldReader(field) as reader:
        settled = settle(found, evidence, reader.standing(places_asked(found, evidence)))
        read = read_again(settled, {file: reader.file_at(*file) for file in sorted(files_asked(settled))})
        marked = mark_standing(read, evidence, reader.standing(places_asked(read, evidence)))
        kept = keep_resolved(marked, reader.opened(marked.patterns))
    aged = tuple(pattern.model_copy(update={"source": pattern.source or evidence.source}) for pattern in kept.patterns)
    earlier = earlier_sessions(told, kept.patterns, evidence)
    counted = with_recurrence(kept.model_copy(update={"patterns": aged}), earlier)
    away = {pattern.commits[0] for pattern in aged if is_away(pattern, evidence)}
    here = set_aside(counted, evidence, branches_with(field, away))
    return here.model_copy(update={"held": len(here.patterns) < opened.settings.loop.min_patterns})
