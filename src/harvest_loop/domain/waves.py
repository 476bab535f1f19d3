"""The lightweight harvest after a wave of work: when it runs, and the few lines it says (SPEC 4)."""

from harvest_loop.domain.drift.page import drift_measured, drift_unmeasured
from harvest_loop.domain.examined import measured_of_assets
from harvest_loop.domain.forms import regressed_verdict, role_collisions
from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.domain.regression_page import guard_measured, guard_unmeasured
from harvest_loop.domain.run_record import session_record
from harvest_loop.domain.transcript_notes import transcript_measured
from harvest_loop.domain.verdicts import decide_verdict, join_verdicts
from harvest_loop.schemas.evidence import GitEvidence, SessionEvidence
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.records import RunRecord, StepNote, VerdictLine
from harvest_loop.schemas.request import Mode
from harvest_loop.schemas.run_facts import WaveFacts

NEW_FILES = 2
CHANGED_FILES = 3
_SHOWN = 2
_RECORD = "record: "


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


def light_reason(mode: Mode, git: GitEvidence) -> str | None:
    """Why a lightweight run is made; None: it is not. In the middle of a session the person has said yes to it."""
    if mode == "mid-session":
        return "mid-session"
    reason = wave_reason(git)
    return None if reason is None else f"lightweight, after a wave: {reason}"


def unmet_line(evidence: SessionEvidence) -> str:
    """The one line of a wave that is not worth a harvest."""
    return f"no wave in {one_line(evidence.source)}: fewer than {NEW_FILES} new and {CHANGED_FILES} changed files"


def wave_record(
    opened: OpenedHub,
    evidence: SessionEvidence,
    form: Form,
    found: WaveFacts,
) -> RunRecord:
    """The record of a lightweight run: patterns and collisions, nothing proposed, the card not touched."""
    git = evidence.git
    notes = (*git.notes, *opened.notes, "a must finding that the wave resolved is not looked for; not built")
    of_patterns = _verdict(git, found.harvest, found.collisions)
    verdict = join_verdicts(of_patterns, regressed_verdict(found.guarded.guard.regressions))
    return session_record(form, evidence, verdict).model_copy(
        update={
            "outcome": "no session harvest targets" if found.harvest.held else found.reason,
            "harvest": found.harvest,
            "collisions": found.collisions,
            "measured": (
                StepNote(step="evidence", text=f"{count_of(len(git.commits), 'commit')} read"),
                *transcript_measured(evidence),
                *guard_measured(found.guarded),
                *drift_measured(found.guarded.drift),
                *measured_of_assets(found.references),
            ),
            "not_measured": (
                *guard_unmeasured(found.guarded),
                *drift_unmeasured(found.guarded.drift),
                *(StepNote(step="evidence", text=note) for note in notes),
            ),
        }
    )


def wave_page(record: RunRecord, verdict: str, *, offers: bool = True) -> str:
    """The record's path, a summary of one to three lines, the question where patterns were found, the verdict.

    A person who muted the offer is not asked (SPEC 8.1).
    """
    patterns = record.harvest.patterns if record.harvest else ()
    ended = sum(collision.regression is not None for collision in record.collisions)
    counts = f"{count_of(len(patterns), 'pattern')} in {record.source}"
    counts += f", {count_of(ended, 'regression')} of assets" if ended else ""
    lines = [f"{_RECORD}{record.path}", counts]
    lines += [f"- {one_line(pattern.title)}" for pattern in patterns[:_SHOWN]]
    lines += ["run full harvest-loop?"] if patterns and offers else []
    return "\n".join([*lines, verdict, ""])


def announced_page(source: str, reason: str, where: str, verdict: str) -> str:
    """What is said of a wave that the server was told of and has not harvested yet."""
    return f"wave of {one_line(source)} announced ({reason}); {where}\n{verdict}\n"


def record_named(page: str) -> str | None:
    """The record that the page of a lightweight run names in its first line."""
    first = page.partition("\n")[0]
    return first.removeprefix(_RECORD) if first.startswith(_RECORD) else None


def run_of(record: str | None) -> str | None:
    """The run that a record is named after."""
    return None if record is None else record.rpartition("/")[2].removeprefix("harvest_").removesuffix(".md")


def _verdict(git: GitEvidence, harvest: FieldHarvest, collisions: tuple[Collision, ...]) -> VerdictLine:
    return decide_verdict(
        escalations=tuple(role_collisions(collisions)),
        held=[pattern.title for pattern in harvest.patterns] if harvest.held else (),
        elsewhere=harvest.elsewhere,
        unread=git.unread,
    )
