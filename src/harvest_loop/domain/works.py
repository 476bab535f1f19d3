"""Commits as pieces of work: what each touched, what it brought into being, and what it says of itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from harvest_loop.domain.artefacts import Artefact, artefact_of, plugin_roots
from harvest_loop.domain.commands_found import commands_in
from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.subjects import Wording, read_message
from harvest_loop.domain.tools import Tool, tool_of_file, tools_in_prose
from harvest_loop.schemas.evidence import AddedLine, Commit, FileChange, GitEvidence, UncommittedChange

WORKTREE = "worktree"
# One commit that brings this many artefacts of one role is an import: its single files are content, not practices.
BULK = 7
_BRINGS = ("added", "copied", "renamed")
# Another file of such a thing is a part of it, where another rule, hook or skill is a thing of its own.
_OF_ONE_PIECE: frozenset[Role] = frozenset({"deploy", "test infrastructure"})


@dataclass(frozen=True, eq=False)
class Touch:
    """One path of an artefact, as one commit changed it; `births` says that the artefact came to be here."""

    artefact: Artefact
    change: FileChange
    births: bool

    @property
    def grows(self) -> bool:
        return self.change.status in ("added", "copied")


@dataclass(frozen=True, eq=False)
class Work:
    """One commit (or the uncommitted changes), read; `steps` are commands added to CI, hooks or recipes."""

    place: int
    sha: str
    at: int
    root: bool
    wording: Wording
    changes: tuple[FileChange, ...]
    touches: tuple[Touch, ...]
    tools: tuple[Tool, ...]
    steps: tuple[str, ...]
    bulk: frozenset[str]
    subject: str

    @property
    def focus(self) -> float:
        """Which part of the changed paths says how work is done; documents and noise aside."""
        rest = sum(role_of(change.path) in ("domain", "configuration", "test") for change in self.changes)
        return len(self.touches) / (len(self.touches) + rest) if self.touches else 0.0

    @property
    def guards(self) -> tuple[FileChange, ...]:
        """The tests that came along."""
        return tuple(c for c in self.changes if role_of(c.path) in ("test", "test infrastructure") and c.added)

    def touches_of(self, key: str) -> tuple[Touch, ...]:
        return tuple(touch for touch in self.touches if touch.artefact.key == key)


def read_works(git: GitEvidence) -> tuple[Work, ...]:
    """Read a session's commits, oldest first, and what is not committed yet as one last work (SPEC 3.2, 4.7)."""
    plugins = plugin_roots(change.path for commit in git.commits for change in commit.changes)
    there = (artefact_of(path, plugins) for path in paths_before(git))
    known = {artefact.key for artefact in there if artefact is not None and artefact.role in _OF_ONE_PIECE}
    works = [_work(place, commit, plugins, known) for place, commit in enumerate(git.commits)]
    if git.uncommitted:
        last = git.commits[-1].committed_at if git.commits else git.window.until
        works.append(_work(len(works), _as_commit(git.uncommitted, git.head_paths, last), plugins, known))
    return tuple(works)


def paths_before(git: GitEvidence) -> frozenset[str]:
    """Return the paths of HEAD that no commit of the session brought."""
    changes = (change for commit in git.commits for change in commit.changes)
    return git.head_paths.difference(change.path for change in changes if change.status in _BRINGS)


def _as_commit(changes: Sequence[UncommittedChange], head_paths: frozenset[str], at: int) -> Commit:
    merged: dict[str, tuple[AddedLine, ...]] = {}
    for change in changes:
        merged[change.path] = max(merged.get(change.path, ()), change.added_lines, key=len)
    there = head_paths.union(change.path for change in changes if change.known)
    return Commit(
        sha=WORKTREE,
        parents=(WORKTREE,),
        committed_at=at,
        zone_minutes=0,
        authored_at=at,
        author="",
        subject="",
        changes=tuple(
            FileChange(
                path=path,
                status="modified" if path in there else "added",
                added=len(lines),
                added_lines=lines,
                text_read=bool(lines),
            )
            for path, lines in sorted(merged.items())
        ),
    )


def _work(place: int, commit: Commit, plugins: frozenset[str], known: set[str]) -> Work:
    wording = read_message(commit.subject, commit.body, merges=len(commit.parents) > 1)
    touches = _touches(commit, plugins, known)
    steps = _steps(touches)
    return Work(
        place=place,
        sha=commit.sha,
        at=commit.authored_at,
        root=not commit.parents,
        wording=wording,
        changes=commit.changes,
        touches=touches,
        tools=_tools(wording, touches, steps),
        steps=steps,
        bulk=_bulk(touches),
        subject=commit.subject,
    )


def _touches(commit: Commit, plugins: frozenset[str], known: set[str]) -> tuple[Touch, ...]:
    placed = [(artefact_of(change.path, plugins), change) for change in commit.changes]
    for change in commit.changes:
        if change.status == "renamed" and change.old_path is not None:
            former = artefact_of(change.old_path, plugins)
            known.update([former.key] if former else [])
            moved = artefact_of(change.path, plugins)
            known.update([moved.key] if moved else [])
    modified = {artefact.key for artefact, change in placed if artefact and change.status not in ("added", "copied")}
    touches = tuple(
        Touch(artefact, change, births=artefact.key not in known and artefact.key not in modified)
        for artefact, change in placed
        if artefact is not None
    )
    known.update(touch.artefact.key for touch in touches)
    return touches


def _steps(touches: Sequence[Touch]) -> tuple[str, ...]:
    """Commands that were added where nothing was taken away: steps that are new, not reworded."""
    fresh = (
        t for t in touches if t.artefact.role in ("ci", "hook", "recipe") and not t.change.deleted and not t.births
    )
    return tuple(command for touch in fresh for command in _commands(touch))


def _commands(touch: Touch) -> tuple[str, ...]:
    return tuple(found.command for found in commands_in(touch.change.path, touch.change.added_lines))


def _tools(wording: Wording, touches: Sequence[Touch], steps: Sequence[str]) -> tuple[Tool, ...]:
    configured = (tool_of_file(touch.change.path) for touch in touches if touch.grows)
    run = (tool for step in steps for tool in tools_in_prose(step))
    found = (*tools_in_prose(wording.said), *(tool for tool in configured if tool is not None), *run)
    return tuple(dict.fromkeys(found))


def _bulk(touches: Sequence[Touch]) -> frozenset[str]:
    """Return the artefacts that one commit brought in, or changed, by the dozen."""
    seen = {(touch.artefact.role, touch.births, touch.artefact.key) for touch in touches}
    counts = Counter((role, births) for role, births, _ in seen)
    return frozenset(key for role, births, key in seen if counts[role, births] >= BULK)
