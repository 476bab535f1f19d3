"""Which items of the card are done (SPEC 4.2)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

import pytest

from harvest_loop.domain.card import check_card
from harvest_loop.errors import HubError
from harvest_loop.schemas.card import CardCheck
from harvest_loop.schemas.evidence import Commit
from harvest_loop.schemas.settings import CardSettings

TODAY = date(2026, 3, 10)
NO_WORDS = "the person's words: unknown, no transcript was read"
CARD = """---
name: reference-next-session-starter
date: 2026-03-09
---

# Next Session

### 1. Ship parser rename
- detail line
  - nested

### 2. Ship parser rename docs

- [ ] boxed item
- [x] done item

| item | state |
|---|---|
| table item | ✅ |
"""


def commit(subject: str, body: str = "", *, sha: str = "a" * 40, at: str = "2026-03-10T09:00:00+00:00") -> Commit:
    when = int(datetime.fromisoformat(at).astimezone(UTC).timestamp())
    return Commit(
        sha=sha, parents=(), committed_at=when, zone_minutes=0, authored_at=when, author="x", subject=subject, body=body
    )


def check(
    card: str | None = CARD,
    *,
    commits: Sequence[Commit] = (),
    logs: Mapping[str, str] | None = None,
    since: date = TODAY,
) -> CardCheck:
    return check_card(card, logs=logs or {}, commits=commits, today=TODAY, since=since, settings=CardSettings())


def todays_log(*lines: str) -> dict[str, str]:
    return {"fh_completed_2026-03-10.md": "".join(f"{line}\n" for line in lines)}


def named(check: CardCheck) -> tuple[list[str], list[str]]:
    return [source.item for source in check.removals], [source.item for source in check.uncertain]


def of_one_item(item: str, line: str) -> tuple[list[str], list[str]]:
    return named(check(f"## Next\n\n### 1. {item}\n", commits=[commit(line)]))


def test_only_the_item_that_equals_the_commit_is_done() -> None:
    """
    `Ship parser rename docs` says nothing for sure about `Ship parser rename`, of which it holds every word.
    """
    found = check(commits=[commit("Ship parser rename docs")])

    assert (["Ship parser rename docs"], ["Ship parser rename"]) == named(found)
    assert "aaaaaaaaaa Ship parser rename docs" == found.removals[0].detail
    assert "aaaaaaaaaa Ship parser rename docs (only part of the line)" == found.uncertain[0].detail


@pytest.mark.parametrize(
    "line",
    [
        "Ship the docs",
        "docs: Ship the docs",
        "docs(parser)!: Ship the docs",
        "Ship the docs (#12)",
        "fix: Ship the docs (#12) (#13)",
        "Ship the docs.",
        "Ship the docs (#12).",
        "- Ship the docs",
        "* feat: Ship the docs!",
        "- [x] Ship the docs",
        "- ✅ Ship the docs",
        "1. Ship the docs",
        "  ship   The DOCS  ",
        "**Ship** the `docs`",
        "## Ship the docs",
        "Ship the docs:",
    ],
)
def test_a_commit_line_equals_an_item_once_its_dress_is_off(line: str) -> None:
    """
    Prefix, issue number, list mark, case, markup and end punctuation are how a line is written, not what it says.
    """
    assert (["Ship the docs"], []) == of_one_item("Ship the docs", line)


@pytest.mark.parametrize(
    "line",
    [
        "Ship the docs and the site",
        "Start to ship the docs",
        'Revert "Ship the docs"',
        "WIP: Ship the docs",
        "todo: Ship the docs",
        "revert: Ship the docs",
        "- [ ] Ship the docs",
        "Ship the docs (part 1)",
        "Not done: Ship the docs",
    ],
)
def test_a_line_that_says_more_is_at_most_uncertain(line: str) -> None:
    """
    More words can turn the meaning round, so a person has a look.
    """
    assert ([], ["Ship the docs"]) == of_one_item("Ship the docs", line)


@pytest.mark.parametrize("line", ["Ship the document", "Worship the docs", "Ship docs", "the docs", "Unrelated"])
def test_other_words_say_nothing(line: str) -> None:
    """
    Neither a part of a word nor a part of the item names the item.
    """
    assert ([], []) == of_one_item("Ship the docs", line)


@pytest.mark.parametrize(
    ("item", "line"),
    [
        ("**Ship** the `docs`", "Ship the docs"),
        ("Fix `__init__`", "Fix __init__"),
        ("Fix snake_case names", "fix: Fix snake_case names"),
        ("Close the leak (#12)", "fix: Close the leak (#12)"),
        ("fix: close the leak", "fix: close the leak"),
        ("[Ship](http://example.invalid) it now", "Ship it now"),
        ("문서 배포하기", "docs: 문서 배포하기 (#3)"),
        ("Ünïcode names", "u\u0308nïcode names"),
        ("STRASSE fix", "straße fix"),
    ],
)
def test_case_markup_and_composition_do_not_tell_items_apart(item: str, line: str) -> None:
    """
    An item and a commit that differ only in how they are typed are the same.
    """
    assert ([], []) != of_one_item(item, line)
    assert 1 == len(of_one_item(item, line)[0])


def test_another_issue_number_is_another_item() -> None:
    """
    An item that names #12 isn't done by a commit for #13.
    """
    assert ([], []) == of_one_item("Close the leak (#12)", "fix: Close the leak (#13)")


def test_any_line_of_the_message_counts() -> None:
    """
    Merges and squashes tell in the body what they are about.
    """
    merge = commit("Merge pull request #7 from x/docs", "\nShip parser rename docs\n")
    squash = commit("Many things (#8)", "* feat: Ship parser rename\n* boxed item\n", sha="b" * 40)

    assert (["Ship parser rename", "Ship parser rename docs", "boxed item"], []) == named(
        check(commits=[merge, squash])
    )


def test_what_a_message_lists_as_still_to_do_is_not_done() -> None:
    """
    A commit that says what is left names items for the opposite reason.
    """
    message = "Remaining:\n\n- boxed item\n\nAlso shipped:\n- Ship parser rename\n"

    assert (["Ship parser rename"], ["boxed item"]) == named(check(commits=[commit("Some work", message)]))


def test_a_reverted_commit_does_not_close_its_item() -> None:
    """
    Work that was taken back in the session is open again; taking the revert back closes it after all.
    """
    done = commit("boxed item", sha="1" * 40)
    undone = commit('Revert "boxed item"', f"This reverts commit {'1' * 40}.", sha="2" * 40)
    redone = commit('Reapply "boxed item"', f"This reverts commit {'2' * 40}.", sha="3" * 40)

    assert ([], ["boxed item"]) == named(check(commits=[done, undone]))
    assert (["boxed item"], []) == named(check(commits=[done, undone, redone]))


def test_a_commit_from_before_the_card_is_only_uncertain() -> None:
    """
    Whoever wrote the card knew of that commit and listed the item all the same.
    """
    old = commit("boxed item", at="2026-03-07T09:00:00+00:00")
    same_day_far_east = commit("boxed item", at="2026-03-08T11:00:00+00:00")

    assert ([], ["boxed item"]) == named(check(commits=[old]))
    assert (["boxed item"], []) == named(check(commits=[same_day_far_east]))


def test_a_log_closes_the_item_that_it_names_exactly() -> None:
    """
    `- ✅ item — how` is how a session says so; the source is the log's line.
    """
    found = check(logs=todays_log("# Today", "- ✅ Ship parser rename — by hand", "- boxed item — no tick"))

    assert ["Ship parser rename"] == [source.item for source in found.removals]
    assert ("completion log", "fh_completed_2026-03-10.md:2") == (found.removals[0].source, found.removals[0].detail)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("- ✅ Ship it — the docs — by hand", "Ship it — the docs"),
        ("- ✅ Ship it — quickly", "Ship it"),
        ("- ✅ 2. Ship it – quickly", "Ship it"),
        ("* ✅ **ship IT**", "Ship it"),
    ],
)
def test_the_longest_name_in_a_log_line_wins(line: str, done: str) -> None:
    """
    An item may hold a dash itself; the line closes the one that it spells out, not its beginning.
    """
    card = "## Next\n\n### 1. Ship it\n\n### 2. Ship it — the docs\n"

    assert [done] == named(check(card, logs=todays_log(line)))[0]


def test_a_log_line_that_names_only_the_title_of_an_item_is_for_a_look() -> None:
    """
    `title — explanation` is one item, and its title alone is a part of it.
    """
    found = check("## Next\n- **Ship it** — when the docs stand\n", logs=todays_log("- ✅ Ship it — by hand"))

    assert ([], ["Ship it — when the docs stand"]) == named(found)
    assert "only the item's first words" in found.uncertain[0].detail


def test_a_wrapped_item_is_named_by_its_first_line_too() -> None:
    """
    Where an item runs over several lines, people name it by the first.
    """
    card = "## Next\n- Ship the docs\n  before the fair opens\n"

    assert 1 == len(named(check(card, commits=[commit("Ship the docs")]))[0])


def test_logs_are_read_from_the_cards_date_to_today() -> None:
    """
    A log from before the card says nothing about it, and neither does one from tomorrow.
    """
    line = "- ✅ boxed item — done\n"

    for day, done in (("2026-03-08", 0), ("2026-03-09", 1), ("2026-03-10", 1), ("2026-03-11", 0)):
        assert done == len(check(logs={f"fh_completed_{day}.md": line}).removals)


def test_a_card_without_a_date_is_read_from_the_sessions_start() -> None:
    """
    Without a date the session is all there is to go by, and the check says so.
    """
    card = "# Next\n\n- [ ] boxed item\n"
    logs = {"fh_completed_2026-03-09.md": "- ✅ boxed item — done\n"}

    since_yesterday = check(card, logs=logs, since=date(2026, 3, 9))

    assert ["boxed item"] == named(since_yesterday)[0]
    assert [] == named(check(card, logs=logs))[0]
    assert any("the card has no date" in note for note in since_yesterday.notes)


@pytest.mark.parametrize("written", ["2027-01-01", "2026-02-30", "soon", '"2026-13-01"'])
def test_a_wrong_date_is_named_and_gone_on_with(written: str) -> None:
    """
    A date that isn't one, or lies ahead, doesn't hide the session's own log.
    """
    card = CARD.replace("2026-03-09", written)

    found = check(card, logs=todays_log("- ✅ boxed item — done"))

    assert ["boxed item"] == named(found)[0]
    assert any("date" in note for note in found.notes)


def test_without_a_log_the_open_items_are_listed_for_a_manual_check() -> None:
    """
    A missing log is said, with the items that nothing else confirmed.
    """
    found = check(commits=[commit("boxed item")])

    assert ("Ship parser rename", "Ship parser rename docs") == found.manual
    assert any(note.startswith("real-time log missing") for note in found.notes)
    assert () == check(logs=todays_log("nothing")).manual


def test_the_check_says_that_the_persons_words_are_not_read() -> None:
    """
    The fourth source isn't there yet: unread is not the same as unsaid.
    """
    for card in (CARD, None, "prose"):
        assert NO_WORDS in check(card).notes


def test_two_items_that_read_the_same_need_two_statements() -> None:
    """
    One tick can't say which of two like items is done.
    """
    card = "## Next\n\n### 1. Update docs\n- of the parser\n\n### 2. update **docs**\n- of the site\n"
    once = todays_log("- ✅ Update docs — done")
    twice = todays_log("- ✅ Update docs — parser", "- ✅ Update docs — site")

    assert ([], ["Update docs", "update docs"]) == named(check(card, logs=once))
    assert (["Update docs", "update docs"], []) == named(check(card, logs=twice))
    assert "2 items read the same" in check(card, logs=once).uncertain[0].detail


def test_a_log_and_a_commit_for_one_job_are_one_statement() -> None:
    """
    Both speak of the same job, so they don't add up to two.
    """
    card = "## Next\n- Update docs\n- Update docs\n"

    assert [] == named(check(card, logs=todays_log("- ✅ Update docs — x"), commits=[commit("Update docs")]))[0]


def test_a_card_of_which_nothing_is_recognised_gives_no_removals() -> None:
    """
    Unknown items are said to be unknown, and nothing is taken out.
    """
    found = check("Finish the parser.\n", commits=[commit("Finish the parser.")])

    assert found.present
    assert found.items is None
    assert ([], []) == named(found)
    assert found.notes[0].startswith("items: unknown")


def test_no_card_is_an_ordinary_answer() -> None:
    """
    A hub without a card has no items to check.
    """
    assert (False, None, "no card") == (check(None).present, check(None).items, check(None).notes[0])


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", ">>>>>>> theirs", "||||||| base", "<<<<<<<"])
def test_a_card_with_merge_markers_stops_the_run(mark: str) -> None:
    """
    Half a merge means that nobody knows what the card says; the line of the first mark is named.
    """
    with pytest.raises(HubError, match=r"reference_next_session_starter\.md:3: the card holds merge markers") as error:
        check(f"# Next\n\n{mark}\n- a\n=======\n- b\n")

    assert 2 == error.value.exit_code


def test_a_rule_or_a_quote_is_no_merge_marker() -> None:
    """
    An underlined title and a quote look a little like a marker and are none.
    """
    card = "Next\n=======\n\n- a\n\n> quoted\n\n>>>> deep\n"

    assert check(card).items is not None
