"""Asking a person in a terminal, and answers from a file (SPEC 4.15)."""

import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.scripted_answers import answer_form, read_answers
from harvest_loop.adapters.terminal import Streams, ask_form, open_terminal
from harvest_loop.domain.form_page import write_form
from harvest_loop.errors import UsageError
from harvest_loop.schemas.form import Form, FormAnswer
from tests.support.judged_values import make_form, make_judged, make_proposal
from tests.support.terminals import a_terminal

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


def three_lines() -> Form:
    return make_form(
        make_judged("a" * 64, grade="HIGH"),
        make_judged("b" * 64, target="skills/b/SKILL.md"),
        make_judged("c" * 64, bare=True),
    )


def ask(typed: str, form: Form | None = None) -> tuple[FormAnswer, str]:
    form = form or three_lines()
    shown = io.StringIO()
    answer = ask_form(form, write_form(form), Streams(io.StringIO(typed), shown))
    return answer, shown.getvalue()


def words(typed: str) -> list[str]:
    return [line.answer for line in ask(typed)[0].lines]


def reasons(typed: str) -> list[str | None]:
    return [line.reason for line in ask(typed)[0].lines]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("a\n", ["Y", "Y", "Y"]),
        ("ALL\n", ["Y", "Y", "Y"]),
        ("\n", ["none", "none", "none"]),
        ("", ["none", "none", "none"]),
        ("n\nnot now\n", ["N", "N", "N"]),
        ("n not now\n", ["N", "N", "N"]),
        ("1y\n", ["Y", "none", "none"]),
        ("1y 3Y\n", ["Y", "none", "Y"]),
        ("1y,2y\n", ["Y", "Y", "none"]),
        ("1y 2n too broad\n", ["Y", "N", "none"]),
        ("2n too broad; 1y\n", ["Y", "N", "none"]),
        ("1n 2n both bad\nthe first\n", ["N", "N", "none"]),
        ("2n 3y\nno\n", ["none", "N", "Y"]),
        ("l\ny\n\nn\nbad\n", ["Y", "none", "N"]),
        ("l\ny\n", ["Y", "none", "none"]),
        ("l\nn too broad\nyes\nno way\n", ["N", "Y", "N"]),
    ],
)
def test_all_none_or_each_can_be_answered(typed: str, expected: list[str]) -> None:
    """
    Each way to answer reaches exactly the lines it names; the rest stays without an answer.
    """
    assert expected == words(typed)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("n\nnot now\n", ["not now"] * 3),
        ("n\n\n", [None] * 3),
        ("n", [None] * 3),
        ("2n  too   broad;1y\n", [None, "too   broad", None]),
        ("2n\ntoo broad\n", [None, "too broad", None]),
        ("1n first; 2n second\n", ["first", "second", None]),
        ("l\nn\nfirst\nn second\n\n", ["first", "second", None]),
    ],
)
def test_a_no_is_asked_for_its_reason(typed: str, expected: list[str | None]) -> None:
    """
    Only a reason makes a no a rejection, so a bare one is asked for it once.
    """
    assert expected == reasons(typed)


@pytest.mark.parametrize(
    "wrong", ["maybe", "4y", "0y", "1y 1n", "1y2n", "y 1", "1", "1z", "2n 1y old already", ";", "1y please"]
)
def test_what_is_no_answer_is_asked_again(wrong: str) -> None:
    """
    A slip answers nothing, least of all with a yes.
    """
    answer, shown = ask(f"{wrong}\n1y\n")

    assert ["Y", "none", "none"] == [line.answer for line in answer.lines]
    assert 2 == shown.count("or each by its number")


def test_a_reason_that_looks_like_an_answer_stays_a_reason() -> None:
    """
    Once a reason has begun, nothing before the next semicolon can become a yes.
    """
    assert ["none", "N", "none"] == words("2n said so before 1y 3y\n")
    assert [None, "said so before 1y 3y", None] == reasons("2n said so before 1y 3y\n")


def test_the_end_of_the_input_keeps_what_was_said_before() -> None:
    """
    A person who leaves after the second of three lines has answered two.
    """
    answer, shown = ask("l\ny\nn because\n")

    assert [("Y", "terminal"), ("N", "terminal"), ("none", "none")] == [
        (one.answer, one.channel) for one in answer.lines
    ]
    assert shown.endswith("1: Y\n2: N, because\n3: no answer, held\n")


def test_a_secret_in_a_reason_is_taken_out_as_it_is_typed() -> None:
    """
    A reason goes into files and records, so it passes the same door as everything else.
    """
    answer, shown = ask(f"2n it leaks {SECRET}\n")

    assert SECRET not in str(answer)
    assert SECRET not in shown
    assert (answer.lines[1].reason or "").startswith("it leaks «redacted")


def test_a_form_without_lines_asks_nothing() -> None:
    """
    Nothing to decide is no question.
    """
    answer, shown = ask("a\n", make_form())

    assert () == answer.lines
    assert ">" not in shown


def test_a_bare_y_on_several_lines_is_asked_about() -> None:
    """
    Who types Y may mean the line just read; only `a` says all of them.
    """
    answer, shown = ask("y\n1y\n")

    assert ["Y", "none", "none"] == [line.answer for line in answer.lines]
    assert "Y to all 3?" in shown


def test_a_bare_y_answers_a_form_of_one_line() -> None:
    """
    Where one line is asked there is nothing else that it could mean.
    """
    answer, _ = ask("Y\n", make_form(make_judged("a" * 64)))

    assert ["Y"] == [line.answer for line in answer.lines]


def test_every_line_is_named_by_its_content() -> None:
    """
    The answers carry the hashes of what was shown, not its place on the page.
    """
    assert ["a" * 64, "b" * 64, "c" * 64] == [line.hash for line in ask("a\n")[0].lines]


@given(st.text(alphabet="123ynal ;,\n\tNY", max_size=40))
def test_whatever_is_typed_ends_in_an_answer(typed: str) -> None:
    """
    No input stops the run, and no line gets a yes that no `y` or `a` was typed for.
    """
    answer, _ = ask(typed)

    assert 3 == len(answer.lines)
    assert all(line.answer != "Y" for line in answer.lines) or set(typed.casefold()) & {"y", "a"}


def test_a_person_at_a_real_terminal_is_asked_there() -> None:
    """
    The question and the answer go through the terminal, whatever stdin and stdout are; Ctrl-D ends it.
    """
    form = make_form(make_judged("a" * 64), make_judged("b" * 64))
    with a_terminal(b"l\ny\n\x04") as (path, keyboard), open_terminal(path) as streams:
        assert streams is not None
        answer = ask_form(form, write_form(form), streams)
        shown = os.read(keyboard, 65536).decode()

    assert ["Y", "none"] == [line.answer for line in answer.lines]
    assert "1 of 2: MED new skill → skills/release-notes-check/SKILL.md" in shown


def test_without_a_terminal_there_is_nobody_to_ask(tmp_path: Path) -> None:
    """
    A hook or a scheduler has no terminal, and that is no error.
    """
    with open_terminal(tmp_path / "none") as streams:
        assert streams is None


def test_bytes_that_are_no_text_do_not_stop_the_form() -> None:
    """
    A terminal in another encoding can type anything.
    """
    form = make_form(make_judged("a" * 64))
    with a_terminal(b"n \xff\xfe no\n") as (path, _), open_terminal(path) as streams:
        assert streams is not None
        answer = ask_form(form, write_form(form), streams)

    assert ("N", True) == (answer.lines[0].answer, (answer.lines[0].reason or "").endswith("no"))


def write(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_scripted_answers_go_by_target_and_then_by_star(tmp_path: Path) -> None:
    """
    A dry run says once what to answer to a target, and what to all others.
    """
    file = write(tmp_path / "a.json", {"skills/b/SKILL.md": {"answer": "N", "reason": "have it"}, "*": "Y"})

    answer = answer_form(three_lines(), read_answers(file))

    assert [("Y", None, "file"), ("N", "have it", "file"), ("Y", None, "file")] == [
        (line.answer, line.reason, line.channel) for line in answer.lines
    ]


def test_a_target_that_no_answer_names_is_held(tmp_path: Path) -> None:
    """
    Silence in the file is silence on the form.
    """
    answer = answer_form(three_lines(), read_answers(write(tmp_path / "a.json", {"skills/b/SKILL.md": "none"})))

    assert [("none", "none")] * 3 == [(line.answer, line.channel) for line in answer.lines]


@pytest.mark.parametrize(
    "wrong", ["", "[]", "{", '"Y"', '{"*": "yes"}', '{"*": 1}', '{"*": {"answer": "Y", "x": 1}}', '{"*": {}}']
)
def test_a_file_that_holds_no_answers_is_wrong_use(tmp_path: Path, wrong: str) -> None:
    """
    A script that can't be read must not be taken for one that says nothing.
    """
    with pytest.raises(UsageError, match=r"a\.json") as error:
        read_answers(write(tmp_path / "a.json", wrong))

    assert (2, 1) == (error.value.exit_code, len(str(error.value).splitlines()))


def test_a_missing_file_of_answers_is_wrong_use(tmp_path: Path) -> None:
    """
    The error names the file that isn't there.
    """
    with pytest.raises(UsageError, match=r"none\.json: the answers can't be read"):
        read_answers(tmp_path / "none.json")


def test_a_secret_in_a_scripted_reason_is_taken_out(tmp_path: Path) -> None:
    """
    A file of answers is text from outside like any other.
    """
    answers = read_answers(write(tmp_path / "a.json", {"*": {"answer": "N", "reason": f"leaks {SECRET}"}}))

    assert SECRET not in str(answers)


def test_what_is_shown_is_what_a_yes_would_write() -> None:
    """
    Behind its bar every line of the literal text stands in full, cut only where the page ends.
    """
    text = "---\nname: a\n---\n" + "word " * 40 + "\n" + "한" * 100 + "\n\ttab and trailing space \n"
    form = make_form(make_judged(proposal=make_proposal(text)))

    shown = write_form(form).lines[0].split("The text")[1].split("\n")[1:-1]

    joined = "".join(f"\n{line[3:]}" if line.startswith(" │") else line[3:] for line in shown)
    assert text.replace("\t", "    ") == f"{joined[1:]}\n"
