"""What git knows of a session's window in its field: SPEC 3.2 as one reading."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_attribution import Attributed, Shown, attribute
from harvest_loop.adapters.git_changes import ReadChanges, read_changes
from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_commits import read_messages
from harvest_loop.adapters.git_field import Field, find_field
from harvest_loop.adapters.git_objects import open_objects
from harvest_loop.adapters.git_reach import not_reached
from harvest_loop.adapters.git_reader import FieldReader
from harvest_loop.adapters.git_reflog import Reflogs, read_reflogs
from harvest_loop.adapters.git_repository_id import id_of
from harvest_loop.adapters.git_same_work import changes_elsewhere, keep_once, mark_earlier, mark_harvested
from harvest_loop.adapters.git_text import name_of
from harvest_loop.adapters.git_uncommitted import read_uncommitted
from harvest_loop.adapters.git_window import choose_window
from harvest_loop.schemas.evidence import Commit, FileChange, GitEvidence, Window

__all__ = ["FieldReader", "read_git_evidence"]

_MOST_TIPS = 200
_OWN_TRAILER = re.compile(r"^Harvest-Id: \S", re.MULTILINE)


def read_git_evidence(
    field: Path,
    *,
    since: str | None,
    last_close: int | None,
    marker: int | None,
    now: int,
    zone: str,
    want_text: Callable[[str], bool],
    known_tips: tuple[str, ...] = (),
    first_day: int | None = None,
    harvested: frozenset[str] = frozenset(),
    began: int | None = None,
    ended: int | None = None,
    made: frozenset[str] = frozenset(),
    edited: frozenset[str] = frozenset(),
) -> GitEvidence:
    """Return the commits and the uncommitted work of a session's window in its field (SPEC 3.2).

    What came to be here after the last close, at which branches stood at the `known_tips`, is in its window whatever
    its date says. The window starts at `first_day` while no close counts as the last; a commit that is one of the
    `harvested` shas (abbreviated) under another names it. A transcript tells when the session `began` and `ended`, by
    abbreviated sha what it `made`, and by absolute path what it `edited`.

    Raises:
        FieldError: the field is no repository, or one that can't be read.
        UsageError: `since` is neither a time nor a revision, or the zone is not known.
    """
    place = find_field(field)
    starts = {"last_close": last_close, "marker": marker, "first_day": first_day, "began": began, "ended": ended}
    window = choose_window(place.root, since=since, now=now, zone=zone, **starts)
    shown = None if began is None else Shown(made)
    known = known_tips if window.source == "last close" else ()
    return _Reading(place, window, want_text, harvested, shown, edited, known).evidence()


@dataclass(frozen=True)
class _Reading:
    """What is read of a field, and for which session."""

    place: Field
    window: Window
    want_text: Callable[[str], bool]
    harvested: frozenset[str]
    shown: Shown | None
    edited: frozenset[str]
    known_tips: tuple[str, ...] = ()

    def evidence(self) -> GitEvidence:
        """Return all that git knows of the session."""
        place, window = self.place, self.window
        reflogs = read_reflogs(place.root)
        attributed = attribute(place, window, reflogs, self.shown, self.known_tips)
        changes = _changes(place, attributed, self.want_text)
        commits = self._commits(attributed, changes, reflogs)
        uncommitted = read_uncommitted(place, window.since, self.want_text, self.edited)
        elsewhere = _off_head(place, commits)
        aside = (f"{_count(len(elsewhere))} not reached from HEAD: whether the work stands is unknown",)
        unread = (*_unread(place, attributed, changes), *uncommitted.unread)
        return GitEvidence(
            field_root=str(place.root),
            field_name=place.name,
            repository_id=id_of(place),
            head=place.head,
            head_sha=place.head_sha,
            tips=place.tips if len(place.tips) <= _MOST_TIPS else (),
            window=window,
            commits=tuple(c for c in commits if c.attribution != "others" and not _left_out(c, window)),
            others=tuple(c for c in commits if c.attribution == "others"),
            uncommitted=uncommitted.changes,
            known=self._known(commits, reflogs),
            attribution="transcript" if self.shown else "reflog" if attributed.covered else "not attributed",
            off_head=elsewhere,
            head_paths=_head_paths(place),
            notes=(*_notes(attributed, changes, commits, window), *unread, *(aside if elsewhere else ())),
            unread=unread,
            unreadable=tuple(sorted(changes.unreadable)),
            unreadable_commits=len(attributed.missing) + len(changes.unreadable),
        )

    def _commits(self, attributed: Attributed, changes: ReadChanges, reflogs: Reflogs) -> list[Commit]:
        """Return the commits, each work once, and with each what else it is."""
        root = self.place.root
        once = keep_once(root, _commits(root, attributed, changes), attributed.left)
        return mark_harvested(
            root, mark_earlier(self.place, once, self.window, reflogs, self.known_tips), reflogs, self.harvested
        )

    def _known(self, commits: Sequence[Commit], reflogs: Reflogs) -> tuple[FileChange, ...]:
        """Return the harvested changes beside HEAD, where there are commits that may repeat them."""
        if all(commit.sha[:12] in self.harvested for commit in commits):
            return ()
        return changes_elsewhere(self.place, reflogs, self.harvested, self.want_text)


def _changes(place: Field, attributed: Attributed, want_text: Callable[[str], bool]) -> ReadChanges:
    """Return what the commits changed, with text for those only that may be the session's."""
    ends = _shallow_ends(place, attributed)
    known = [step.sha for step in attributed.steps if step.sha not in ends]
    own = [sha for sha in known if attributed.whose[sha] != "others"]
    others = [sha for sha in known if attributed.whose[sha] == "others"]
    read = read_changes(place.root, own, want_text).joined(read_changes(place.root, others, lambda _: False))
    return read.joined(ReadChanges({}, cut_off=ends))


def _shallow_ends(place: Field, attributed: Attributed) -> frozenset[str]:
    """Return the commits at which a shallow clone ends: git shows their whole tree as if it were added."""
    if not place.shallow:
        return frozenset()
    with open_objects(place.root) as objects:
        first = [step.sha for step in attributed.steps if not step.parents]
        return frozenset(sha for sha in first if objects.parents(sha))


def _commits(root: Path, attributed: Attributed, changes: ReadChanges) -> list[Commit]:
    messages = read_messages(root, attributed.whose)
    return [
        Commit(
            sha=message.sha,
            parents=message.parents,
            committed_at=message.committed_at,
            zone_minutes=message.zone_minutes,
            authored_at=message.authored_at,
            author=message.author,
            subject=message.subject,
            body=message.body,
            changes=changes.of(message.sha).files,
            patch_id=changes.of(message.sha).patch_id,
            attribution=attributed.whose[message.sha],
        )
        for message in (messages[step.sha] for step in attributed.steps if step.sha in messages)
    ]


def _left_out(commit: Commit, window: Window) -> bool:
    return _harvested_before(commit, window) or _is_own_draft(commit)


def _is_own_draft(commit: Commit) -> bool:
    """Whether the loop drafted it itself: it does not harvest itself (SPEC 3.1), also where the hub is the field.

    A draft changes one file; what was squashed together with other work is somebody's work.
    """
    return len(commit.changes) <= 1 and _OWN_TRAILER.search(commit.body.rpartition("\n\n")[2]) is not None


def _harvested_before(commit: Commit, window: Window) -> bool:
    """Whether it is a copy of what was there at the last close: only new work is harvested then (SPEC 3.1)."""
    return window.source == "last close" and commit.first_made_at is not None


def _notes(attributed: Attributed, changes: ReadChanges, commits: Sequence[Commit], window: Window) -> tuple[str, ...]:
    """Say what could not be read or is only partly true."""
    own = [commit for commit in commits if commit.attribution != "others"]
    drafts = sum(_is_own_draft(commit) for commit in own)
    copies = sum(_harvested_before(commit, window) for commit in own)
    uncovered = bool(attributed.steps) and not attributed.covered
    counted = (
        (uncovered, "not attributed: no reflog reaches back to the start of the window"),
        (len(changes.without_text), "{} read by name only, for a missing object: lines are not known"),
        (len(changes.cut_off), "shallow clone: what {} at its end changed is not known"),
        (drafts, "{} drafted by a harvest left out"),
        (copies, "{} rebased or cherry-picked from before the last close left out"),
    )
    return tuple(text.format(_count(number)) for number, text in counted if number)


def _unread(place: Field, attributed: Attributed, changes: ReadChanges) -> tuple[str, ...]:
    """Say which commits could not be read at all."""
    counted = (
        (len(attributed.missing), "{} missing: what led up to it was not read"),
        (len(changes.unreadable), "{} could not be read for a missing object; what it changed is not known"),
    )
    branches = (f"branch {name} is broken: its commits were not read" for name in place.broken)
    return (*(text.format(_count(number)) for number, text in counted if number), *branches)


def _count(number: int) -> str:
    return "1 commit" if number == 1 else f"{number} commits"


def _off_head(place: Field, commits: Sequence[Commit]) -> tuple[str, ...]:
    """The commits on branches which are not checked out, also by no copy: HEAD's tree says nothing of their work."""
    away = not_reached(place, (sha for commit in commits for sha in (commit.sha, *commit.same_work_as)))
    return tuple(sorted(commit.sha for commit in commits if away.issuperset((commit.sha, *commit.same_work_as))))


def _head_paths(place: Field) -> frozenset[str]:
    if place.head_sha is None:
        return frozenset()
    try:
        listed = ask_git(place.root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", place.head_sha)
    except GitFailed:
        return frozenset()
    return frozenset(name_of(path) for path in listed.split(b"\0") if path)
