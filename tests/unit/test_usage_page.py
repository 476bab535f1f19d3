"""The page of skill usage: written anew between its marks, and nothing of a person's is lost (SPEC 2, 4.13)."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.usage_page import BEGIN, END, read_log, usage_page
from harvest_loop.schemas.skill_usage import SessionSeen, SessionUsage, SkillCount, UsagePage

TODAY = date(2026, 3, 31)
USED = SessionUsage(
    key="claude-code:one",
    day="2026-03-30",
    skills=(SkillCount(name="look", quoted=3), SkillCount(name="p:check", called=2, typed=1, failed=1)),
)
UNREAD = SessionUsage(key="codex:two", day="2026-03-31", why_not="no such file")


def page(existing: str | None, session: SessionUsage | None = USED) -> UsagePage:
    known = [SessionSeen(key="claude-code:one", day="2026-03-30", state="harvested")]
    told = () if session is None else (session,)
    return usage_page(existing, told=told, seen=known, skills=["check", "look"], today=TODAY)


def test_a_new_page_has_a_leaderboard_and_a_log() -> None:
    """
    What was not measured reads unknown, and never 0.
    """
    lines = page(None).text.split("\n")

    assert "| `check` | 2026-03-30 | at least 3 | 2026-03-31 | active |" in lines
    assert "| `look` | unknown | unknown | 2026-03-31 | unknown |" in lines
    assert "| 2026-03-30 | `claude-code:one` | `p:check` ×3 (2 called, 1 typed) | `p:check` ×1 | `look` ×3 |" in lines
    assert "Sessions, 2026-03-02 to 2026-03-31: 1 session seen, 1 harvested, 0 skipped, 0 unreadable." in lines


def test_the_log_is_newest_first_and_keeps_what_was_unread() -> None:
    """
    A session without transcript used an unknown number of skills, also when the page is read again.
    """
    text = page(page(None).text, UNREAD).text

    assert (UNREAD, USED) == read_log(text)
    assert "| 2026-03-31 | `codex:two` | unknown: no such file | unknown | unknown |" in text


def test_a_session_closed_again_takes_the_place_of_its_line() -> None:
    """
    The later reading of the same transcript holds all of the earlier one.
    """
    again = USED.model_copy(update={"skills": (SkillCount(name="look", typed=1),)})
    log = read_log(page(page(None).text, again).text)

    assert (again,) == log


def test_writing_again_changes_nothing() -> None:
    """
    The page is a function of what is known: the same facts give the same bytes.
    """
    once = page(page(None).text, UNREAD).text

    assert once == page(once, UNREAD).text == page(once, None).text


def test_the_day_of_listing_stays() -> None:
    """
    A skill counts as unused only from the day on which it was listed.
    """
    later = usage_page(page(None).text, seen=[], skills=["check", "new"], today=date(2026, 4, 9))

    assert {"check": "2026-03-31", "new": "2026-04-09"} == {row.skill: row.listed_since for row in later.standings}


def test_a_page_that_people_kept_by_hand_stays_above() -> None:
    """
    Their table is not measured, so it is not read; it is not touched either.
    """
    by_hand = "---\nname: usage\n---\n\n# Usage\n\n| Skill | Last Used |\n|---|---|\n| check | 2026-01-01 |\n"
    text = page(by_hand).text

    assert text.startswith(by_hand)
    assert text == page(text).text


def test_a_line_of_the_log_that_is_not_understood_stays_and_is_named() -> None:
    """
    Somebody wrote it; dropping it would lose their words.
    """
    strange = "| yesterday | `x` | a lot | | |"
    text = page(None).text.replace("\n\n" + END, "\n" + strange + "\n\n" + END)
    again = page(text)

    assert strange in again.text
    assert 1 == len(again.problems)
    assert again.text == page(again.text).text


def test_a_cut_off_block_is_left_alone() -> None:
    """
    Without its end mark nobody knows where the block ends: a new one follows.
    """
    cut = f"{BEGIN}\n| a person's words |\n"
    text = page(cut).text

    assert text.startswith(cut)
    assert 2 == text.count(BEGIN)
    assert text == page(text).text


NAMES = st.text(max_size=20)
COUNTS = st.builds(
    SkillCount,
    name=NAMES,
    called=st.integers(0, 3),
    typed=st.integers(0, 3),
    failed=st.integers(0, 3),
    quoted=st.integers(0, 3),
)


@given(
    st.text(max_size=200), NAMES, st.none() | st.lists(COUNTS, max_size=3, unique_by=lambda count: count.name), NAMES
)
def test_any_text_is_kept_and_any_session_is_written(
    text: str, key: str, skills: list[SkillCount] | None, why: str
) -> None:
    """
    Names and reasons come from outside: none of them can end a cell, a line or the block.
    """
    session = SessionUsage(key=key, day="2026-03-30", skills=None if skills is None else tuple(skills), why_not=why)
    first = page(text, session)
    again = page(first.text, None)

    assert first.text.startswith(text)
    assert 1 == first.text.count(END) - text.count(END)
    assert first.text == again.text
    assert [session.skills is None] == [line.skills is None for line in read_log(first.text)]
