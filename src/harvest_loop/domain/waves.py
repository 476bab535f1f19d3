"""The lightweight harvest after a wave of work: when it runs, and the few lines it says (SPEC 4)."""

from harvest_loop.domain.forms import role_collisions
from harvest_loop.domain.not_built import IN_A_WAVE, NOT_BUILT
from harvest_loop.domain.quoting import one_line, plural
from harvest_loop.domain.run_record import session_record
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.records import RunRecord, StepNote, VerdictLine

NEW_FILES = 2
CHANGED_FILES = 3
_SHOWN = 2


def wave_reason(git: GitEvidence) -> str | None:
    """Why the wave is worth a harvest: two new files, or three changed ones; None: it is not.

    A must finding that the wave resolved would be a third reason; findings are not built.
    """
    status = {change.path: change.status for commit in git.commits for change in commit.changes}
    new = {path for path, word in status.items() if word in ("added", "copied")}
    new |= {change.path for change in git.uncommitted if change.state == "untracked"}
    changed = (set(status) | {change.path for change in git.uncommitted}) - new
    if len(new) >= NEW_FILES:
        return f"{len(new)} new files"
    return f"{len(changed)} changed files" if len(changed) >= CHANGED_FILES else None


def unmet_line(evidence: SessionEvidence) -> str:
    """The one line of a wave that is not worth a harvest."""
    return f"no wave in {one_line(evidence.source)}: fewer than {NEW_FILES} new and {CHANGED_FILES} changed files"


def wave_record(
    opened: OpenedHub,
    evidence: SessionEvidence,
    form: Form,
    harvest: FieldHarvest,
    collisions: tuple[Collision, ...],
    reason: str,
) -> RunRecord:
    """The record of a lightweight run: patterns and collisions, nothing proposed, the card not touched."""
    git = evidence.git
    not_built = tuple(note for note in NOT_BUILT if note.step in IN_A_WAVE)
    notes = (*git.notes, *opened.notes, "a must finding that the wave resolved is not looked for; not built")
    return session_record(form, evidence, _verdict(git, harvest, collisions)).model_copy(
        update={
            "outcome": "no session harvest targets" if harvest.held else f"lightweight, after a wave: {reason}",
            "harvest": harvest,
            "collisions": collisions,
            "measured": (StepNote(step="evidence", text=f"{len(git.commits)} commits read"),),
            "not_measured": (*not_built, *(StepNote(step="evidence", text=note) for note in notes)),
        }
    )


def wave_page(record: RunRecord, verdict: str) -> str:
    """The record's path, a summary of one to three lines, the question where patterns were found, the verdict."""
    patterns = record.harvest.patterns if record.harvest else ()
    lines = [f"record: {record.path}", f"{len(patterns)} {plural(len(patterns), 'pattern')} in {record.source}"]
    lines += [f"- {one_line(pattern.title)}" for pattern in patterns[:_SHOWN]]
    lines += ["run full harvest-loop?"] if patterns else []
    return "\n".join([*lines, verdict, ""])


def _verdict(git: GitEvidence, harvest: FieldHarvest, collisions: tuple[Collision, ...]) -> VerdictLine:
    unread = [f"{git.unreadable_commits} commits that could not be read"] if git.unreadable_commits else []
    return decide_verdict(
        escalations=tuple(role_collisions(collisions)),
        held=[pattern.title for pattern in harvest.patterns] if harvest.held else (),
        skipped=unread,
        not_built=[step.split()[0] for step in IN_A_WAVE],
    )
