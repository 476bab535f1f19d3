"""What a reflog's words say was done."""

import pytest

from harvest_loop.adapters.git_reflog import Deed, Entry, Reflogs, deed_of


@pytest.mark.parametrize(
    ("message", "deed"),
    [
        ("commit: feat: parse names", "made"),
        ("commit (initial): one", "made"),
        ("commit (merge): Merge branch 'x'", "made"),
        ("commit (cherry-pick): fix: it", "made"),
        ("commit (amend): feat: parse names", "amended"),
        ("commit: Fast-forward", "made"),
        ("cherry-pick: fix: it", "made"),
        ("cherry-pick: fast-forward", "brought"),
        ('revert: Revert "fix: it"', "made"),
        ("am: fix: mailed in", "made"),
        ("rebase (start): checkout main", "rebase begun"),
        ("rebase (pick): fix: it", "made"),
        ("rebase -i (pick): fix: it", "made"),
        ("rebase (squash): fix: it", "made"),
        ("rebase (fixup): fix: it", "made"),
        ("rebase (reword): fix: it", "made"),
        ("rebase (continue): fix: it", "made"),
        ("rebase (finish): returning to refs/heads/topic", "rebase ended"),
        ("rebase -i (finish): refs/heads/topic onto 1234", "rebase ended"),
        ("rebase (abort): updating HEAD", "rebase ended"),
        ("rebase finished: returning to refs/heads/topic", "rebase ended"),
        ("rebase: fast-forward", "brought"),
        ("merge topic: Merge made by the 'ort' strategy.", "made"),
        ("merge origin/main: Merge made by the 'recursive' strategy.", "made"),
        ("merge topic: Fast-forward", "brought"),
        ("pull: Fast-forward", "brought"),
        ("pull origin main: Fast-forward", "brought"),
        ("pull: Merge made by the 'ort' strategy.", "brought"),
        ("pull --rebase (start): checkout 1234", "rebase begun"),
        ("pull --rebase origin main (pick): fix: it", "made"),
        ("pull --rebase (finish): returning to refs/heads/main", "rebase ended"),
        ("pull --rebase: Fast-forward", "brought"),
        ("fetch origin main:main: fast-forward", "brought"),
        ("fetch: fast-forward", "brought"),
        ("clone: from https://example.invalid/x.git", "moved"),
        ("checkout: moving from main to topic", "moved"),
        ("branch: Created from HEAD", "moved"),
        ("reset: moving to HEAD~1", "reset"),
        ("", "moved"),
        ("export from another tool", "unknown"),
    ],
)
def test_every_kind_of_entry_has_its_deed(message: str, deed: Deed) -> None:
    """
    What was made here is the session's, what was brought is not, and no wording of git's is taken for the other.
    """
    assert deed == deed_of(message)


def entry(message: str, *, at: int, ref: str = "HEAD") -> Entry:
    return Entry(ref, "a" * 40, at, deed_of(message), message, None)


def test_a_reflog_covers_what_came_after_its_first_entry() -> None:
    """
    A clone knows nothing of what was done before it was made.
    """
    reflogs = Reflogs((entry("commit: b", at=200), entry("clone: from /x", at=100)))

    assert reflogs.cover(100) and not reflogs.cover(99)


def test_the_first_commit_of_a_repository_covers_everything() -> None:
    """
    Before the first commit there was nothing that a reflog could have missed.
    """
    assert Reflogs((entry("commit (initial): a", at=100),)).cover(0)


def test_a_worktree_that_was_made_in_the_window_leaves_no_gap() -> None:
    """
    A new linked worktree starts with an entry without words; nothing was done in it before.
    """
    main = (entry("commit: b", at=50), entry("clone: from /x", at=10))
    linked = (entry("commit: c", at=120, ref="worktrees/w/HEAD"), entry("", at=110, ref="worktrees/w/HEAD"))

    assert Reflogs((*linked, *main)).cover(60)


def test_the_head_of_another_repository_is_none_of_ours() -> None:
    """
    Where the remote's HEAD points was learnt some day; it says nothing of when work here began.
    """
    here = (entry("commit: b", at=50), entry("commit: a", at=10))
    learnt = (entry("remote set-head", at=120, ref="refs/remotes/origin/HEAD"),)
    branch = (entry("branch: Created from main", at=130, ref="refs/heads/topic/HEAD"),)

    assert Reflogs((*branch, *learnt, *here)).cover(60)


def test_without_a_reflog_of_this_head_nothing_is_covered() -> None:
    """
    Branches remember some deeds, but not what was done on no branch.
    """
    assert not Reflogs((entry("commit (initial): a", at=1, ref="refs/heads/main"),)).cover(100)
    assert not Reflogs().cover(100)
