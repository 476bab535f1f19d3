"""Sessions for tests of pure rules: a history is told commit by commit, as the git door would read it."""

from dataclasses import dataclass, field

from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.schemas.evidence import (
    AddedLine,
    ChangeStatus,
    Commit,
    FileChange,
    GitEvidence,
    SessionEvidence,
    UncommittedChange,
    Window,
)

DAY = 24 * 60 * 60
START = 1_772_000_000


@dataclass
class History:
    """A field that grows by commits; paths map to their text, None takes a path away."""

    files: dict[str, str] = field(default_factory=dict)
    commits: list[Commit] = field(default_factory=list)
    uncommitted: tuple[UncommittedChange, ...] = ()

    def commit(
        self, subject: str, files: dict[str, str | None] | None = None, *, body: str = "", day: float | None = None
    ) -> str:
        """Add a commit, a day after the last one unless told otherwise, and return its sha."""
        place = len(self.commits) + 1
        sha = f"{place:040x}"
        at = START + int((place if day is None else day) * DAY)
        self.commits.append(
            Commit(
                sha=sha,
                parents=(f"{place - 1:040x}",),
                committed_at=at,
                zone_minutes=0,
                authored_at=at,
                author="a1",
                subject=subject,
                body=body,
                changes=tuple(self._change(path, text) for path, text in (files or {}).items()),
            )
        )
        return sha

    def rename(self, subject: str, old: str, new: str) -> None:
        """Add a commit that moves one path."""
        self.files[new] = self.files.pop(old)
        sha = self.commit(subject)
        moved = FileChange(path=new, old_path=old, status="renamed", added=0, deleted=0)
        self.commits[-1] = self.commits[-1].model_copy(update={"changes": (moved,), "sha": sha})

    def session(self) -> SessionEvidence:
        """Return all of it as one session."""
        git = GitEvidence(
            field_root="/field",
            field_name="field",
            repository_id="r1",
            head="main",
            head_sha=self.commits[-1].sha if self.commits else None,
            window=Window(since=START, until=START + 1000 * DAY, zone="UTC", source="--since"),
            commits=tuple(self.commits),
            uncommitted=self.uncommitted,
            head_paths=frozenset(self.files),
        )
        return SessionEvidence(session_key="manual:field:1", session_id8="00000001", source="field", git=git)

    def _change(self, path: str, text: str | None) -> FileChange:
        before = self.files.get(path)
        if text is None:
            del self.files[path]
            return FileChange(path=path, status="deleted", added=0, deleted=len((before or "").splitlines()))
        old = [] if before is None else before.splitlines()
        lines = [AddedLine(number=n, text=line) for n, line in enumerate(text.splitlines(), 1) if line not in old]
        self.files[path] = text
        status: ChangeStatus = "added" if before is None else "modified"
        told = tells_how_work_is_done(path)
        return FileChange(
            path=path,
            status=status,
            added=len(lines),
            deleted=sum(line not in text.splitlines() for line in old),
            added_lines=tuple(lines) if told else (),
            text_read=told,
        )


def rewording(session: SessionEvidence, subjects: dict[str, str]) -> SessionEvidence:
    """Return the same session with other subjects."""
    commits = tuple(
        commit.model_copy(update={"subject": subjects.get(commit.subject, commit.subject)})
        for commit in session.git.commits
    )
    return session.model_copy(update={"git": session.git.model_copy(update={"commits": commits})})
