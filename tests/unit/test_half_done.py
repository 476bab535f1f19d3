"""What a run that has to stop half-way tells (SPEC 11-1)."""

from harvest_loop.domain.half_done import card_changed, commits_made, entries_appended, way_on
from harvest_loop.schemas.card import CardUpdate
from harvest_loop.schemas.drafts import DraftedCommit, DraftOutcome
from tests.support.judged_values import make_form, make_judged


def test_what_the_card_lost_and_got_is_named_item_by_item() -> None:
    """
    The items are in no other file yet; a card that was not written lost nothing.
    """
    update = CardUpdate(before=3, after=2, removed=("Ship\nit", "Tag it"), added=("Look again",), written=True)

    assert ("taken off the card: 'Ship it', 'Tag it'", "put on the card: 'Look again'") == card_changed(update)
    assert () == card_changed(update.model_copy(update={"written": False})) == card_changed(None)


def test_entries_and_commits_are_named_only_where_there_are_some() -> None:
    """
    A weakness has no entry, and a held draft no commit.
    """
    lines = make_form(make_judged("a" * 64), make_judged("b" * 64, bare=True)).lines
    made = (DraftedCommit(hash="a", outcome="drafted", sha="1"), DraftedCommit(hash="b", outcome="held"))

    assert ("entered in the manifest: em-2026-03-10-line-1",) == entries_appended(lines)
    assert () == entries_appended(lines[1:])
    assert ("drafted on harvest/x: 1",) == commits_made(DraftOutcome(branch="harvest/x", commits=made))
    assert () == commits_made(DraftOutcome(branch=None, commits=made[1:]))


def test_the_way_on_says_what_was_done_what_to_do_and_how_it_goes_on() -> None:
    """
    In this order, and nothing of it where there is nothing to say.
    """
    assert "done before: a; b; mend it; then c" == way_on("mend it", ("a", "b"), "then c")
    assert "mend it" == way_on("mend it", ())
    assert "then c" == way_on(None, (), "then c")
