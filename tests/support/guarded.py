"""Sessions that end something that an asset prescribes, and what the guard makes of them."""

from collections.abc import Mapping, Sequence

from harvest_loop.domain.guard.gone import FileTwice
from harvest_loop.domain.guard.prescribed import Prescriptions
from harvest_loop.domain.guard.probes import Looked, guard
from harvest_loop.schemas.asset_lines import AssetLine, Severity
from harvest_loop.schemas.evidence import Commit, FileChange, GitEvidence, SessionEvidence, Window
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Guard, Quench, Regression, Replacement
from harvest_loop.schemas.transcript import (
    Correction,
    FailedCommand,
    PersonPrompt,
    ReadReport,
    SkillUse,
    SkillUseKind,
    TranscriptFacts,
    TurnPlace,
)
from tests.support.patterns import FIRST

RELEASE = "plugins/p/skills/release/SKILL.md"


def commit_that(*changes: FileChange, sha: str = FIRST) -> Commit:
    """A commit with these changes."""
    return Commit(
        sha=sha, parents=(), committed_at=0, zone_minutes=0, authored_at=0, author="a", subject="s", changes=changes
    )


def evidence_of(
    *commits: Commit, facts: TranscriptFacts | None = None, head: Sequence[str] = (), off_head: Sequence[str] = ()
) -> SessionEvidence:
    """A session of these commits, with or without a transcript."""
    git = GitEvidence(
        field_root="/field",
        field_name="field",
        repository_id="r",
        head="main",
        window=Window(since=0, until=1, zone="UTC", source="--since"),
        commits=commits,
        head_paths=frozenset(head),
        off_head=tuple(off_head),
    )
    return SessionEvidence(
        session_key="k", session_id8="12345678", source="field", git=git, transcripts=facts or "unknown"
    )


def facts_of(
    *,
    failed: Sequence[FailedCommand] = (),
    skills: Sequence[SkillUse] = (),
    corrections: Sequence[Correction] = (),
) -> TranscriptFacts:
    """What a transcript shows."""
    return TranscriptFacts(
        session="s",
        agent="claude-code",
        failed_commands=tuple(failed),
        skills=tuple(skills),
        corrections=tuple(corrections),
        report=ReadReport(agent="claude-code", files=1, bytes_read=1, lines_read=1, lines_used=1),
    )


def place(line: int) -> TurnPlace:
    """A line of the transcript."""
    return TurnPlace(file="s.jsonl", line=line)


def failing(command: str, said: str = "", *, line: int = 7, later: str = "failed") -> FailedCommand:
    """A command that failed, and never succeeded after that unless `later` says so."""
    return FailedCommand.model_validate({"place": place(line), "command": command, "said": said, "later": later})


def use(name: str, kind: SkillUseKind = "called", *, turn: int = 1, line: int = 3) -> SkillUse:
    """A skill's use."""
    return SkillUse(place=place(line), name=name, kind=kind, turn=turn)


def corrected(cue: str = "no, not like that", *, turn: int = 1, line: int = 9) -> Correction:
    """The person's correction."""
    return Correction(prompt=PersonPrompt(place=place(line), text=f"{cue}: the vault"), cue=cue, turn=turn)


def guarded(
    hub: Hub,
    evidence: SessionEvidence,
    *,
    files: Sequence[FileTwice] = (),
    now: Mapping[str, str] | None = None,
    lost: Sequence[str] = (),
    added: Mapping[str, frozenset[str]] | None = None,
    own: bool = False,
    quench: Quench | None = None,
) -> Guard:
    """What the guard says of a session."""
    looked = Looked(files=tuple(files), now=now or {}, lost=tuple(lost), added=added or {}, own=own)
    return guard(hub, evidence, looked, Prescriptions(hub), quench)


def make_regression(
    severity: Severity = "S",
    *,
    asset: str = RELEASE,
    line: int = 3,
    text: str = "Run `scripts/old_links.sh` first.",
    repair: Replacement | None = None,
    against: AssetLine | Pointer | None = None,
) -> Regression:
    """A file that was renamed under the line that prescribes it."""
    renamed = Pointer(sha=FIRST, path="scripts/check_links.py", quote="scripts/check_links.py")
    return Regression(
        step="0 regression guard",
        axis="probe",
        kind="file renamed",
        asset=asset,
        line=AssetLine(path=asset, line=line, text=text),
        against=against or renamed,
        message=f"{asset}:{line} tells to use `scripts/old_links.sh`, which was renamed to scripts/check_links.py",
        severity=severity,
        repair=repair,
    )
