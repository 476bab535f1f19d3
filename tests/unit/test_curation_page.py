"""Lines of the form that are no proposal, as they are shown, answered and remembered."""

from harvest_loop.adapters.scripted_answers import ScriptedAnswer, answer_form
from harvest_loop.domain.answers import accepted, kept_notes, refusals
from harvest_loop.domain.curation import curation_line, first_of_each_kind, nobody_misses, not_refused, with_ids
from harvest_loop.domain.form_page import write_form
from harvest_loop.domain.predictions import entry_for, in_place_since
from harvest_loop.domain.record import render_record
from harvest_loop.domain.splices import shown_diff, splice_line
from harvest_loop.domain.ui_form import describe_form, field_names, literal_page
from harvest_loop.domain.verdicts import decide_verdict
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.form import Form
from tests.support.judged_values import make_form, make_judged, make_record


def make_line(name: str = "gone.md", *, about: str = "") -> CurationLine:
    """A dead line of the index."""
    raw = f"- [A](a.md)\n- [Gone]({name})\n"
    splice = splice_line(raw, 2, None, path="memory/MEMORY.md")
    (line,) = with_ids(
        [
            curation_line(
                "index line",
                title=f"line 2 names {name}, which does not exist",
                target="memory/MEMORY.md",
                about=about or name,
                grounds=(("finding", "INDEX-ORPHAN"),),
                shown=shown_diff("memory/MEMORY.md", raw, (splice,)),
                forecast=nobody_misses(name),
                splices=(splice,),
            )
        ],
        day="2026-03-10",
        taken=(),
    )
    return line


def both() -> Form:
    """A form with a proposal and a dead line."""
    form = make_form(make_judged())
    return form.model_copy(update={"lines": (*form.lines, make_line())})


def test_the_literal_change_stands_in_the_terminal_s_form() -> None:
    """
    A person sees the diff, where it is written, and how it is taken back, before they say Y.
    """
    page = write_form(both())

    assert "2 of 2: index line → memory/MEMORY.md" in page.lines[1]
    assert " │ -- [Gone](gone.md)\n" in page.lines[1]
    assert "in place" in page.lines[1] and "harvest undo" in page.head
    assert "harvest undo" not in write_form(make_form(make_judged())).head


def test_the_line_stands_in_the_ui_s_form_under_its_hash() -> None:
    """
    The UI names the fields by the line's content and shows the same literal change.
    """
    line = make_line()

    assert line.hash in field_names(line)[0]
    assert "-- [Gone](gone.md)" in literal_page(line)
    assert "index line" in describe_form(both(), decide_verdict(waiting=2), ["a", "b"])


def test_the_record_tells_the_line_its_grounds_and_its_change() -> None:
    """
    Whoever reads the record sees what was asked, and that it waits.
    """
    page = render_record(make_record(make_judged(), curation=(make_line(),)))

    assert "\n### Curation\n" in page and "INDEX-ORPHAN" in page and "`-- [Gone](gone.md)`" in page
    assert "waits for an answer: line 2 names gone.md" in page


def test_a_refusal_with_a_reason_is_remembered_by_what_it_was_about() -> None:
    """
    The same question about the same content is not asked again; about other content it is.
    """
    form = both()
    answer = answer_form(form, {"memory/MEMORY.md": ScriptedAnswer(answer="N", reason="it comes back in May")})

    (stone,) = refusals(form, answer, at="2026-03-10T09:00:00Z")

    assert () == accepted(form, answer)
    assert () == not_refused([make_line()], [stone])
    assert 1 == len(not_refused([make_line(about="another line")], [stone]))


def test_an_unanswered_line_leaves_no_note() -> None:
    """
    What is held is found again as long as it is so; a note of it would be a second copy.
    """
    form = make_form().model_copy(update={"lines": (make_line(),)})

    assert () == kept_notes(form, answer_form(form, {}), {})


def test_an_accepted_line_has_an_entry_with_its_prediction() -> None:
    """
    The curator's changes are predictions too.
    """
    entry = entry_for(make_line(), day="2026-03-10", session="s")

    assert entry is not None
    assert ("memory/MEMORY.md", "mechanical", "pending") == (entry.file, entry.validation_type, entry.validation_status)
    assert entry.check is not None and "gone.md" == entry.check.target


def test_a_change_in_place_stands_since_the_day_of_its_undo() -> None:
    """
    The id of the way back tells since when the window runs; a commit is no such id.
    """
    assert "2026-03-20" == in_place_since("u-2026-03-20-0a1b2c3d-2")
    assert in_place_since("0a1b2c3d" * 5) is None
    assert in_place_since(None) is None


def test_a_form_shows_the_first_of_a_kind_and_counts_the_others() -> None:
    """
    A person reads the form: five of a kind at most, and nobody is told that there are no more.
    """
    shown, more = first_of_each_kind(make_line(f"m{number}.md") for number in range(8))

    assert (5, {"index line": 3}) == (len(shown), more)


def test_a_form_with_both_kinds_of_lines_comes_back_from_its_file() -> None:
    """
    The waiting form is JSON; each line is read back as what it was.
    """
    form = both()

    assert form == Form.model_validate_json(form.model_dump_json())
