"""Step 0, regression guard: what the session ended of that which the hub's assets prescribe (SPEC 4.6a)."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.adapters.git_own_records import own_assets
from harvest_loop.domain.guard.gone import FileTwice
from harvest_loop.domain.guard.offers import is_program, may_offer, offers_in
from harvest_loop.domain.guard.prescribed import Prescriptions
from harvest_loop.domain.guard.probes import Looked, guard
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.waiting_regressions import come_back, waiting_regressions
from harvest_loop.schemas.evidence import FileChange, GitEvidence, SessionEvidence
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Guard, Quench, Regression
from harvest_loop.tasks.step import step

WORKTREE = "worktree"
_MOST_FILES = 200


@step("0 regression guard")
def guard_session(opened: OpenedHub, evidence: SessionEvidence, quench: Quench, *, with_waiting: bool = False) -> Guard:
    """Return what no longer stands, with file and line; what the quench told is not told twice.

    `with_waiting`: with what earlier forms had no room for, for a run that asks.

    Raises: FieldError when the field can't be read.
    """
    git, hub = evidence.git, opened.hub
    own, prescribed = own_assets(Path(git.field_root), hub), Prescriptions(hub)
    with FieldReader(Path(git.field_root)) as reader:
        files, left = _read_twice(reader, git, prescribed)
        looked = Looked(
            files=files,
            now=_offering(reader, git) if any(may_offer(file.path) for file in files) else {},
            lost=tuple(change.path for change in git.uncommitted if not _stands(reader, change.path)),
            added=_added_lines(git, own),
            own=bool(own),
            notes=(f"{left} more changed files were not compared with what they offered before",) if left else (),
        )
        found = guard(hub, evidence, looked, prescribed, quench)
        waiting = waiting_regressions(opened.patterns, git.repository_id) if with_waiting else ()
        there = _standing(reader, git, waiting) if waiting else frozenset()
    return _with_waiting(found, opened, quench, waiting, there) if waiting else found


def _standing(reader: FieldReader, git: GitEvidence, waiting: tuple[Regression, ...]) -> frozenset[str]:
    """The names of all files, and of what is offered by those that offer what waits."""
    owners = {one.about.split()[0] for one in waiting if one.kind.startswith("option") and one.about}
    programs = [path for path in sorted(git.head_paths) if path.rpartition("/")[2] in owners]
    files = {**_offering(reader, git), **dict(_texts(reader, programs[:_MOST_FILES]))}
    offers = (offer.spelled for path, text in files.items() for offer in offers_in(path, text))
    return frozenset((*git.head_paths, *offers))


def _with_waiting(
    found: Guard, opened: OpenedHub, quench: Quench, waiting: tuple[Regression, ...], there: frozenset[str]
) -> Guard:
    """What was found, and what earlier forms had no room for as far as it is still so."""
    there |= frozenset(opened.hub.paths)
    back = come_back(waiting, opened.hub, there, (*quench.regressions, *found.regressions, *found.left))
    said = [f"{count_of(len(back.now), 'line')} of assets that earlier forms had no room for"] if back.now else []
    said += [f"{back.later} more of these, for later forms"] if back.later else []
    return found.model_copy(
        update={"regressions": (*found.regressions, *back.now), "measured": (*found.measured, *said)}
    )


def _read_twice(reader: FieldReader, git: GitEvidence, prescribed: Prescriptions) -> tuple[tuple[FileTwice, ...], int]:
    """Each changed file that offers something an asset may name, before and after; and how many more there were."""
    wanted = [
        (commit.sha, change)
        for commit in git.commits
        if commit.sha not in git.off_head
        for change in commit.changes
        if _is_wanted(change, prescribed)
    ]
    files = [_committed(reader, sha, change) for sha, change in wanted[:_MOST_FILES]]
    for path in (change.path for change in git.uncommitted if change.state != "untracked" and may_offer(change.path)):
        files.append(FileTwice(WORKTREE, path, reader.file_at("HEAD", path), reader.file_at(WORKTREE, path)))
    return tuple(files), max(0, len(wanted) - _MOST_FILES)


def _is_wanted(change: FileChange, prescribed: Prescriptions) -> bool:
    if change.status in ("added", "copied"):
        return False
    name = (change.old_path or change.path).rpartition("/")[2]
    return may_offer(change.path) or (is_program(change.path) and prescribed.mentions(name))


def _committed(reader: FieldReader, sha: str, change: FileChange) -> FileTwice:
    parent = reader.parent_of(sha)
    before = None if parent is None else reader.file_at(parent, change.old_path or change.path)
    return FileTwice(sha, change.path, before, reader.file_at(sha, change.path))


def _offering(reader: FieldReader, git: GitEvidence) -> dict[str, str]:
    """The files that offer anything by name, as they stand now."""
    paths = [path for path in sorted(git.head_paths) if may_offer(path)][:_MOST_FILES]
    return dict(_texts(reader, paths))


def _texts(reader: FieldReader, paths: list[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        text = reader.file_at(WORKTREE, path)
        if text is not None:
            yield path, text


def _stands(reader: FieldReader, path: str) -> bool:
    return reader.resolves(Pointer(sha=WORKTREE, path=path, quote=""))


def _added_lines(git: GitEvidence, own: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The lines that the session added to assets of the hub, by the asset's path there."""
    changes = [(change.path, change.added_lines) for commit in git.commits for change in commit.changes]
    changes += [(change.path, change.added_lines) for change in git.uncommitted]
    added: dict[str, set[str]] = {}
    for path, lines in changes:
        if path in own:
            added.setdefault(own[path], set()).update(line.text.strip() for line in lines)
    return {path: frozenset(lines) for path, lines in added.items()}
