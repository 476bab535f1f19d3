"""Counts work once that was rebased, cherry-picked or merged again: another sha, but the same patch (SPEC 3.2)."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from harvest_loop.adapters.git_changes import merge_patch_ids, read_changes
from harvest_loop.adapters.git_commits import Step
from harvest_loop.adapters.git_diff import WantText
from harvest_loop.adapters.git_field import Field
from harvest_loop.adapters.git_holes import find_step, walk_past_holes
from harvest_loop.adapters.git_objects import open_objects
from harvest_loop.adapters.git_reflog import Reflogs
from harvest_loop.schemas.evidence import Commit, FileChange, Window

# Newest first: what was squashed is seldom older than this.
_MOST_ELSEWHERE = 500
_REAPPLIED = re.compile(r'reapply "', re.IGNORECASE)


def keep_once(root: Path, commits: Sequence[Commit], left: frozenset[str]) -> list[Commit]:
    """Keep one of the commits that are the same work: of the session first, then on a branch, then the oldest."""
    by_merge = merge_patch_ids(root, _merged_twice(commits))
    brought = {(by_merge[commit.sha], commit.subject) for commit in commits if commit.sha in by_merge}
    alike: dict[object, list[Commit]] = defaultdict(list)
    for commit in commits:
        # A merge of one commit brings the patch of that commit; it repeats only what bears its own subject.
        patch = (by_merge.get(commit.sha) or commit.patch_id or "", commit.subject)
        again = _REAPPLIED.match(commit.subject)  # the work was taken back in between: this is no copy of it
        alike[commit.sha if again else patch if patch in brought else commit.patch_id or commit.sha].append(commit)
    copies: dict[str, tuple[str, ...]] = {}
    for same in alike.values():
        kept = min(same, key=lambda commit: (commit.attribution == "others", commit.sha in left))
        copies[kept.sha] = tuple(commit.sha for commit in same if commit is not kept)
    return [
        commit.model_copy(update={"same_work_as": copies[commit.sha]}) for commit in commits if commit.sha in copies
    ]


def mark_earlier(
    place: Field, commits: Sequence[Commit], window: Window, reflogs: Reflogs, known_tips: tuple[str, ...] = ()
) -> list[Commit]:
    """Name with each commit those from before the window that were the same work already, made here.

    A rebase and a cherry-pick keep the author's date, so that only commits with an old one need a look. What was
    taken over from somebody else only now is work of now. Where it is known at which tips branches stood before the
    window, only what these reach is earlier: dates are set back.
    """
    dates = {commit.authored_at for commit in commits if commit.authored_at < window.since}
    if not dates or window.revision is not None:
        return list(commits)
    made, own = reflogs.made(), {commit.sha for commit in commits}
    tips = known_tips or (*place.tips, *made)
    before = [
        step
        for step in walk_past_holes(place.root, tips, set())
        if step.authored_at in dates
        and step.committed_at < window.since
        and step.sha not in own
        and (step.sha in made or not reflogs.cover(step.committed_at))
    ]
    changes = read_changes(place.root, [step.sha for step in before], lambda _: False)
    earlier: dict[str | None, list[Step]] = defaultdict(list)
    for step in before:
        earlier[changes.of(step.sha).patch_id].append(step)
    return [commit if commit.patch_id is None else _marked(commit, earlier[commit.patch_id]) for commit in commits]


def mark_harvested(root: Path, commits: Sequence[Commit], reflogs: Reflogs, harvested: frozenset[str]) -> list[Commit]:
    """Name with each commit those that were harvested and that it came in place of, unchanged: by a rebase, say.

    They may be on no branch any more, so that only the reflogs tell of them; the author's date is kept.
    """
    here = {sha for commit in commits for sha in (commit.sha, *commit.same_work_as)}
    dates = {commit.authored_at for commit in commits if commit.sha[:12] not in harvested}
    left = sorted(sha for sha in reflogs.made() - here if sha[:12] in harvested) if dates else []
    with open_objects(root) as objects:
        steps = [step for sha in left if (step := find_step(objects, sha)) is not None]
    gone = [step.sha for step in steps if step.authored_at in dates]
    if not gone:
        return list(commits)
    changes = read_changes(root, gone, lambda _: False)
    was: dict[str | None, list[str]] = defaultdict(list)
    for sha in gone:
        was[changes.of(sha).patch_id].append(sha)
    return [
        commit
        if commit.patch_id is None or _REAPPLIED.match(commit.subject)
        else commit.model_copy(update={"same_work_as": (*commit.same_work_as, *was[commit.patch_id])})
        for commit in commits
    ]


def changes_elsewhere(
    place: Field, reflogs: Reflogs, harvested: frozenset[str], want_text: WantText
) -> tuple[FileChange, ...]:
    """Return what harvested commits changed that HEAD does not reach: amended since, squashed, or on other branches."""
    if not harvested or place.head_sha is None:
        return ()
    there = walk_past_holes(place.root, (*place.tips, *reflogs.made()), set(), without=(place.head_sha,))
    shas = [step.sha for step in there if step.sha[:12] in harvested][:_MOST_ELSEWHERE]
    changes = read_changes(place.root, shas, want_text)
    return tuple(change for sha in shas for change in changes.of(sha).files)


def _marked(commit: Commit, earlier: Sequence[Step]) -> Commit:
    if not earlier:
        return commit
    shas = tuple(sorted(step.sha for step in earlier))
    return commit.model_copy(
        update={
            "same_work_as": (*commit.same_work_as, *shas),
            "first_made_at": min(step.committed_at for step in earlier),
        }
    )


def _merged_twice(commits: Sequence[Commit]) -> dict[str, str]:
    """Return the merges (with their first parents) that another commit may repeat: it would have the same subject."""
    subjects = Counter(commit.subject for commit in commits)
    return {
        commit.sha: commit.parents[0] for commit in commits if len(commit.parents) > 1 and subjects[commit.subject] > 1
    }
