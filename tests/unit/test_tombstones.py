"""Rejections are remembered by content (SPEC 7.5)."""

from harvest_loop.domain.tombstones import is_rejected, tombstone_for
from tests.support.judged_values import make_judged, make_proposal

AT = "2026-03-10T09:00:00Z"


def test_a_rejection_binds_whatever_the_words() -> None:
    """
    The same practice under another title and text is the same rejection.
    """
    first = make_judged("a" * 64).candidate
    reworded = make_judged("b" * 64, title="Look at the changelog", proposal=make_proposal("other text")).candidate

    stone = tombstone_for(first, title="Check", reason="we use another tool", session="s", at=AT)

    assert is_rejected(reworded.pattern.fingerprint, [stone])
    assert not is_rejected("0" * 64, [stone])
    assert not is_rejected(reworded.pattern.fingerprint, [])


def test_a_tombstone_holds_its_reason_and_the_content_it_stands_for() -> None:
    """
    Two texts are two contents, and what a person typed stays one line.
    """
    one = tombstone_for(make_judged().candidate, title="a\nb", reason="no\nway", session="s", at=AT)
    other = tombstone_for(
        make_judged(proposal=make_proposal("other")).candidate, title="a", reason="r", session="s", at=AT
    )

    assert ("a b", "no way", "skills/release-notes-check/SKILL.md") == (one.title, one.reason, one.target)
    assert one.content != other.content
    assert one.id == f"ts-2026-03-10-{one.content[:8]}" != other.id


def test_a_weakness_without_a_text_can_be_refused_too() -> None:
    """
    What is refused then is the finding itself.
    """
    stone = tombstone_for(make_judged(bare=True).candidate, title="t", reason="r", session="s", at=AT)

    assert 64 == len(stone.content)
