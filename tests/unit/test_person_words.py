"""The person's own words in a prompt, and what is none of them (SPEC 3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.person_words import own_lines, own_sentences, without_quotes


def own(prompt: str) -> list[str]:
    return [line for _, line in own_lines(prompt)]


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nno, that's wrong\n```",
        "~~~ text\nno, that's wrong\n~~~",
        "> no, that's wrong\n>\n> undo it",
        "    no, that's wrong",
        "<system-reminder>\nno, use tabs\n</system-reminder>",
        "<bash-stdout>no, that's wrong</bash-stdout>",
        "<never-closed>\nno, that's wrong",
        '"Subject: no\nthat is wrong, undo it\nregards"',
        "“no\nundo it",
        'Traceback (most recent call last):\n  File "a.py", line 3, in run\nValueError: no, that is wrong',
        "FAIL  test/close.spec.ts > stays open\n  expected closed to be open",
        "2031-03-04 06:10:22 ERROR no, that's wrong\nmore of it",
        "-    // do not remove\n+    // removed\n@@ -1 +1 @@",
        "npm ERR! code 1\nno, that's wrong",
        "| no | that's wrong |",
        "error: no, that's wrong",
        "src/app.ts:12:4 no, that's wrong",
        "$ git merge --abort",
    ],
)
def test_what_was_pasted_is_not_the_persons(pasted: str) -> None:
    """
    Quotes, code, logs, diffs and tagged blocks are other people's and programs' words.
    """
    assert [] == own(pasted)


def test_words_around_a_paste_are_kept() -> None:
    """
    A person says something, pastes, and goes on: both parts count, each with its line.
    """
    prompt = "look at this\n\n```\nno\n```\n\nFAIL x\nno\n\nand mend it"

    assert [(1, "look at this"), (10, "and mend it")] == list(own_lines(prompt))


@pytest.mark.parametrize("announced", ["pr feedback:\n", "from the ci log:\n", "리뷰 코멘트:\n", "o revisor disse:\n"])
def test_what_a_line_announces_is_somebody_elses(announced: str) -> None:
    """
    Whoever writes `feedback:` pastes next, whatever that looks like.
    """
    assert [announced.strip()] == own(f"{announced}\nno, that is wrong, undo it")


@pytest.mark.parametrize(
    "quoted",
    [
        'she wrote "no, undo it" again',
        "she wrote “no, undo it” again",
        "she wrote `no, undo it` again",
        "she wrote «no, undo it» again",
        "she wrote 'no, undo it' again",
        "그가 「no, undo it」 라고",
        'she wrote "no, undo it',
        "her words: the lead said: no, undo it",
    ],
)
def test_quoted_words_leave_a_mark_only(quoted: str) -> None:
    """
    The sentence stays, what is quoted in it doesn't, also where the quote is never closed.
    """
    assert "undo" not in without_quotes(quoted)


def test_apostrophes_are_no_quotes() -> None:
    """
    What stands between two contractions is not quoted.
    """
    assert "don't touch it, that isn't it" == without_quotes("don't touch it, that isn't it")


def test_sentences_are_folded_and_know_questions() -> None:
    """
    Case, typographic and left-out apostrophes don't matter; a question mark does.
    """
    found = list(own_sentences("THATS wrong. Don’t you think?\n1. next one"))

    assert ["that's wrong.", "don't you think?", "next one"] == [sentence.text for sentence in found]
    assert [False, True, False] == [sentence.asks for sentence in found]
    assert ["THATS wrong. Don’t you think?"] * 2 + ["1. next one"] == [sentence.line for sentence in found]


@given(st.text())
def test_nothing_of_a_fenced_block_is_own(text: str) -> None:
    """
    Whatever stands in a fence that it doesn't close stays in it.
    """
    fence = "`" * (3 + text.count("`"))

    assert [] == [line for line in own(f"{fence}\n{text}\n{fence}") if line.strip()]


@given(st.text())
def test_nothing_of_a_quoted_block_is_own(text: str) -> None:
    """
    A line that begins with a quote mark is no line of the person's.
    """
    assert [] == own("\n".join(f"> {line}" for line in text.split("\n")))


@given(st.text(alphabet="`~>\"'“”<>/ab:\n\t .!?", max_size=400))
def test_odd_marks_are_read_to_the_end(text: str) -> None:
    """
    Open fences, tags and quotes in any order are no error, and no line is made up.
    """
    lines = text.split("\n")

    assert all(lines[number - 1] == line for number, line in own_lines(text))
    assert all(sentence.text for sentence in own_sentences(text))
