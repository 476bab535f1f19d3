"""The form as the engine's pages show it (SPEC 10.2)."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harvest_loop.domain.ui_form import describe_form, field_names, field_note, literal_page, words_in
from harvest_loop.domain.verdicts import decide_verdict
from tests.support.judged_values import make_form, make_judged, make_proposal

PAGE = "09e497d1-837e-4c9d-830f-1e9fd81a8da4"
MARKDOWN = MarkdownIt("commonmark").enable("table")
TEXT = st.text(st.characters(codec="utf-8"), max_size=200)


def test_a_word_belongs_to_the_text_it_was_said_of() -> None:
    """
    Fields carry the whole content hash: a word on another text says nothing about this line.
    """
    form = make_form(make_judged())
    word, reason = field_names(form.lines[0])

    assert form.lines[0].hash in word and form.lines[0].hash in reason
    assert ["Y"] == [one.answer for one in words_in(form, {word: "Y"})]
    assert ["none"] == [one.answer for one in words_in(form, {"answer_" + "0" * 64: "Y"})]


def test_a_field_says_that_the_text_is_without_uncommitted_work() -> None:
    """
    The note stands beside the field itself, where the word is given, and on the page with the text.
    """
    proposal = make_proposal(path="CLAUDE.md")
    change = proposal.change.model_copy(update={"kind": "edit", "uncommitted": True})
    (line,) = make_form(make_judged(proposal=proposal.model_copy(update={"change": change}))).lines

    assert "CLAUDE.md has changes that are not committed" in field_note(line, "an-id")
    assert "- **note**: CLAUDE.md has changes that are not committed" in literal_page(line)


def test_only_an_n_has_a_reason() -> None:
    """
    What was typed beside a Y is no refusal, and a reason of blanks is none.
    """
    form = make_form(make_judged())
    word, reason = field_names(form.lines[0])

    def said(answer: str, why: str) -> tuple[str, str | None, str]:
        (one,) = words_in(form, {word: answer, reason: why})
        return one.answer, one.reason, one.channel

    assert ("N", "not here", "ui") == said("N", " not\nhere ")
    assert ("N", None, "ui") == said("N", "  ")
    assert ("Y", None, "ui") == said("Y", "not here")
    assert ("none", None, "none") == said("no answer", "not here")


@given(TEXT, TEXT)
def test_a_hostile_title_or_target_stays_words_in_its_cell(title: str, path: str) -> None:
    """
    The table has one row a line and one link in it, which is ours; the note above the field has no other either.
    """
    form = make_form(make_judged(title=title, proposal=make_proposal(path=f"skills/{path}/SKILL.md")))

    for shown in (describe_form(form, decide_verdict(waiting=1), [PAGE]), field_note(form.lines[0], PAGE)):
        tokens = [inner for token in MARKDOWN.parse(shown) for inner in (token, *(token.children or ()))]
        links = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
        assert [f"/artifacts/artifact/{PAGE}"] == links
        assert not {"html_block", "html_inline", "image", "fence"} & {token.type for token in tokens}
        assert sum(token.type == "tr_open" for token in tokens) in (0, 2)


@given(TEXT)
def test_the_literal_text_can_not_leave_its_block(text: str) -> None:
    """
    Whatever fences it holds, the page has one block of code, and the text is all of it.
    """
    (line,) = make_form(make_judged(proposal=make_proposal(f"a\n{text}\n"))).lines

    blocks = [token.content for token in MARKDOWN.parse(literal_page(line)) if token.type == "fence"]

    assert 1 == len(blocks)
    assert blocks[0].startswith("a\n")


def test_the_literal_text_is_shown_as_it_is_and_hidden_marks_are_spelled_out() -> None:
    """
    Tabs and backticks are what they are; a mark that would turn or hide text is named.
    """
    (line,) = make_form(make_judged(proposal=make_proposal("run:\n\t```sh\nmake\u202e\n"))).lines

    assert "````text\nrun:\n\t```sh\nmake<U+202E>\n````\n" in literal_page(line)
