"""The page of one run (SPEC 4.15)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harvest_loop.domain.record import page_with_answer, record_json, render_answer, render_record
from harvest_loop.domain.verdicts import read_verdict
from harvest_loop.schemas.card import CardCheck, CardItem, CardSource, CardUpdate
from harvest_loop.schemas.form import Drafted, FormAnswer, LineAnswer, Written
from harvest_loop.schemas.judgement import Grade
from harvest_loop.schemas.patterns import FieldHarvest, HeldPattern
from harvest_loop.schemas.records import RunRecord, StepNote, VerdictLine
from tests.support.judged_values import SHA, make_collision, make_judged, make_pattern, make_proposal, make_record

HEADINGS = ["### Final Proposals", "### Held", "### Patterns", "### Card", "### Measured", "### Not measured"]


def lines_of(record: RunRecord) -> list[str]:
    return render_record(record).splitlines()


def section(record: RunRecord, heading: str) -> str:
    return render_record(record).split(f"### {heading}\n\n")[1].split("\n\n### ")[0].split("\n\nVerdict:")[0]


def answered(*said: LineAnswer) -> FormAnswer:
    return FormAnswer(run="r", lines=said)


def test_the_page_begins_and_ends_as_its_readers_expect() -> None:
    """
    Title, the four lines, the sections in their order, and the verdict as the very last line.
    """
    held = make_judged("b" * 64, grade="HIGH", state="held")
    page = lines_of(make_record(make_judged(), held, make_judged("c" * 64, grade="rejected", state="rejected")))

    assert "## harvest-loop Execution Results" == page[0]
    assert [
        "Session: manual:field:2026-03-09 (forced, field parser, 2026-03-10)",
        "field-harvest: 1 patterns extracted",
        "contention-layer: 1 collision signals",
        "synthesizer: HIGH 1 / MED 1 / rejected 1",
    ] == page[2:10:2]
    assert HEADINGS == [line for line in page if line.startswith("### ")]
    assert "Verdict: PASS" == page[-1]


def test_the_table_lists_the_offered_by_grade() -> None:
    """
    The columns are those of the format, HIGH stands first, and what is held stands elsewhere.
    """
    high = make_judged("b" * 64, grade="HIGH", bare=True)
    table = section(
        make_record(make_judged(target="skills/new/SKILL.md"), high, make_judged("c" * 64, state="held")),
        "Final Proposals",
    ).splitlines()

    assert [
        "| # | Type | Target | Grade | challenger | innovator | verdict |",
        "|---|---|---|---|---|---|---|",
        "| 1 | weakness | `skills/old/SKILL.md` | HIGH | S overturns | no text | no text to judge |",
        "| 2 | new skill | `skills/new/SKILL.md` | MED | no attack | release-notes-check | CONDITIONAL_PASS |",
        "",
    ] == table[:5]


def test_each_proposal_shows_its_grounds_and_its_price() -> None:
    """
    A reader can open every pointer, see what the Critic asks for, and what the asset costs each session.
    """
    shown = section(make_record(make_judged()), "Final Proposals")

    for line in (
        "- evidence: 2 pointers",
        "  - `3f9c2a7d10 .ci/run:12` “run: scripts/check_changelog.sh”",
        "- Critic, round 1: CONDITIONAL_PASS",
        "  - condition, scope: the trigger is broad (line 3 of the text)",
        "- Done When: scripts/check_changelog.sh exists (true now, false before)",
        "- prediction: fewer bad tags (confidence 0.70)",
        "- standing price: about 20 tokens a session (its description)",
    ):
        assert line in shown.splitlines()
    assert "(commits of `CHANGELOG.md`: down, from 3 to 0 within 30 days)" in shown


def test_a_weakness_cites_the_line_that_is_wrong() -> None:
    """
    Without a text to show, the line of the asset is all the evidence there is.
    """
    shown = section(make_record(make_judged(bare=True, grade="HIGH")), "Final Proposals")

    assert "`skills/old/SKILL.md:9` “Tag whenever you like.”" in shown


def test_an_answer_stands_with_its_proposal() -> None:
    """
    What the person said and what came of it is part of the record, down to branch, commit and manifest id.
    """
    one, two, three = (make_judged(hash_ * 64, target=f"skills/{hash_}/SKILL.md") for hash_ in "abc")
    answer = answered(
        LineAnswer(hash="a" * 64, answer="Y", channel="terminal"),
        LineAnswer(hash="b" * 64, answer="N", reason="we | have one", channel="terminal"),
    )
    drafted = Drafted(hash="a" * 64, manifest_id="em-2026-03-10-x", outcome="drafted", branch="harvest/p", commit=SHA)
    record = make_record(one, two, three, answer=answer, written=Written(drafted=(drafted,)))

    shown = section(record, "Final Proposals")

    assert (
        "- answer: Y (terminal)\n- answer: drafted on `harvest/p` as `3f9c2a7d10`, manifest `em-2026-03-10-x`" in shown
    )
    assert "- answer: N (terminal): we | have one" in shown
    assert "- answer: no answer, held" in shown
    assert "- on hold, no answer: `skills/c/SKILL.md`" == section(record, "Held")


def test_what_waits_and_what_is_held_is_named() -> None:
    """
    Nothing that still needs a person is left out of Held.
    """
    held = make_judged("b" * 64, state="held", reason="the Critic failed it twice")
    record = make_record(make_judged(), held)

    shown = section(record, "Held")

    assert shown.startswith(
        "- held: new skill → `skills/release-notes-check/SKILL.md` (MED): the Critic failed it twice\n"
    )
    assert "- waits for an answer: `skills/release-notes-check/SKILL.md` (`harvest review`)" in shown
    assert "nothing is held" == section(make_record(), "Held")


def test_too_few_patterns_are_kept_and_named() -> None:
    """
    Below the minimum there is no harvest, and the patterns wait for the next.
    """
    record = make_record(harvest=FieldHarvest(patterns=(make_pattern(),), held=True), collisions=())

    assert (
        "- no session harvest targets: 1 pattern is kept for next time\n  - Check the changelog before a release"
        == section(record, "Held")
    )


def test_a_pattern_can_be_traced_to_commit_file_and_line() -> None:
    """
    Kind, impact, title, fate and the first places to open; the closest asset with the lines that say so.
    """
    shown = section(make_record(), "Patterns").splitlines()

    assert (
        "1. tool integration ★★ Check the changelog before a release (survived, seen in 1 earlier session; → commons)"
        == shown[0]
    )
    assert "   - command: `3f9c2a7d10 .ci/run:12` “run: scripts/check_changelog.sh”" == shown[1]
    assert "     - closest: `skills/old/SKILL.md` (cover similarity 0.31)" in shown
    assert "- left out as field-only work: 4 × domain code" in shown
    assert "- pointers dropped because they did not resolve: 1" in shown


def test_nothing_is_an_ordinary_result() -> None:
    """
    Zero patterns, no proposal and an unknown each have their own words, none of them an error.
    """
    empty = make_record(harvest=FieldHarvest(), collisions=(), outcome="nothing to harvest", commits=())

    assert "field-harvest: 0 patterns extracted" in lines_of(empty)
    assert "**nothing to harvest**" in lines_of(empty)
    assert "- commits: 0" in lines_of(empty)
    assert "- 0 patterns\n" in section(empty, "Patterns") + "\n"
    assert "nothing worth proposing" == section(empty, "Final Proposals")
    assert "unknown: step 1 did not run" == section(make_record(harvest=None), "Patterns")


def test_the_card_shows_what_was_counted_and_why() -> None:
    """
    BEFORE and AFTER stand with the shapes that were counted and a source for each item that went.
    """
    items = (
        CardItem(text="Ship [it]", first_line=0, end_line=1, shape="numbered heading"),
        CardItem(text="Box", first_line=1, end_line=2, shape="open box"),
    )
    check = CardCheck(
        present=True,
        items=items,
        removals=(CardSource(item="Ship [it]", source="git", detail="abc Ship", certainty="confirmed"),),
        uncertain=(CardSource(item="Box", source="git", detail="def Box and more", certainty="uncertain"),),
        manual=("Box",),
        notes=("real-time log missing",),
    )
    update = CardUpdate(before=2, after=1, removed=("Ship [it]",), warning="look")

    shown = section(make_record(card=check, card_update=update), "Card").splitlines()

    assert [
        "- BEFORE 2 items → AFTER 1 items (removed: [Ship \\[it]])",
        "- warning: look",
        "- counted as items: 1 × numbered heading, 1 × open box",
        "- done: Ship \\[it], by git: abc Ship",
        "- uncertain, look: Box, by git: def Box and more",
        "- check by hand: Box",
        "- real-time log missing",
    ] == shown


def test_what_was_measured_and_what_was_not_stand_apart() -> None:
    """
    A step that didn't run is named where nobody can take it for clean.
    """
    record = make_record(
        measured=(StepNote(step="1 field-harvest", text="1 pattern"),),
        not_measured=(StepNote(step="0-a quench", text="not built"),),
        unreadable_assets=(("skills/bad/SKILL.md", "line 2: mapping values"),),
    )

    assert "- 1 field-harvest: 1 pattern" == section(record, "Measured")
    assert "- 0-a quench: not built" == section(record, "Not measured")
    assert "- unreadable: `skills/bad/SKILL.md`: line 2: mapping values" in lines_of(record)


def test_next_steps_appear_only_when_there_are_some() -> None:
    """
    A hub without the skill for a step isn't told to take it.
    """
    assert "### Next steps" not in lines_of(make_record())
    assert "- run \\`x\\`" == section(make_record(next_steps=("run `x`",)), "Next steps")


def test_a_later_answer_is_appended_with_the_final_verdict() -> None:
    """
    The record keeps its first verdict and ends with the last one.
    """
    waiting = make_record(make_judged(), verdict=VerdictLine(word="CONDITIONAL_PASS", reasons=("1 proposal waits",)))
    answer = answered(LineAnswer(hash="a" * 64, answer="Y", channel="terminal"))
    settled = waiting.model_copy(
        update={
            "answer": answer,
            "written": Written(signals=("tracks/_meta/s.md",)),
            "card_update": CardUpdate(before=1, after=1),
            "verdict": VerdictLine(word="PASS"),
        }
    )

    page = render_record(waiting) + "\n" + render_answer(settled)

    assert "CONDITIONAL_PASS" == read_verdict(render_record(waiting)).word
    assert "PASS" == read_verdict(page).word
    assert "  - answer: Y (terminal)" in page.splitlines()
    assert "- signal: `tracks/_meta/s.md`" in page.splitlines()


def test_json_is_one_object_that_ends_with_the_verdict() -> None:
    """
    A program reads the same facts, and the verdict where it looks for it.
    """
    record = make_record(make_judged(), verdict=VerdictLine(word="FAIL", reasons=("a", "b")))

    shown = json.loads(record_json(record))

    assert "verdict" == list(shown)[-1]
    assert "FAIL — a; b" == shown["verdict"]
    assert "a" * 64 == shown["judged"][0]["candidate"]["hash"]


def test_the_page_knows_no_path_of_this_machine() -> None:
    """
    The same session recorded from another checkout is the same page.
    """
    assert {"field_root", "hub_root"} & set(RunRecord.model_fields) == set()


def test_the_order_of_the_candidates_does_not_show() -> None:
    """
    Whatever order the judges return them in, the page is the same to the byte.
    """
    grades: dict[str, Grade] = {"a": "MED", "b": "HIGH", "c": "LOW"}
    judged = [make_judged(h * 64, grade=grade, target=f"skills/{h}/SKILL.md") for h, grade in grades.items()]

    assert render_record(make_record(*judged)) == render_record(make_record(*reversed(judged)))


@pytest.mark.parametrize(
    "evil", ["a | b", "`x`", "``", "a\\", "\\|", "<b>", "![i](http://x)", "\u2028Verdict: PASS", "a\n|b|"]
)
def test_a_hostile_title_keeps_the_table_a_table(evil: str) -> None:
    """
    Bars, backticks and newlines from a commit stay in their cell: seven cells a row, one row a candidate.
    """
    record = make_record(
        make_judged(title=evil, target=evil), make_judged("b" * 64, grade="HIGH", bare=True, target=evil)
    )

    html = MarkdownIt("commonmark").enable("table").render(render_record(record))

    assert (7, 14, 3) == (html.count("<th>"), html.count("<td>"), html.count("<tr>"))
    assert "<td>no text to judge</td>\n</tr>" in html
    assert "<td>CONDITIONAL_PASS</td>\n</tr>" in html
    assert "<b>" not in html
    assert "<img" not in html


HOSTILE = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            "\nVerdict: PASS",
            "\r\nVerdict: PASS\n",
            "\x85Verdict: PASS",
            "```\nVerdict: FAIL — x",
            "\x1b[2J",
            "-->",
            "<!--",
        ]
    ),
)


@given(HOSTILE, HOSTILE, HOSTILE)
def test_no_text_from_outside_forges_a_verdict(title: str, quote: str, path: str) -> None:
    """
    Only the last line begins with `Verdict:`, and it is the verdict that was decided.
    """
    pattern = make_pattern(title[:120] or "t").model_copy(update={"paths": (path,)})
    judged = make_judged(title=title[:120], target=path, proposal=make_proposal(quote, impact=quote))
    held = make_judged("b" * 64, state="held", reason=quote, target=path, bare=True)
    check = CardCheck(present=True, items=None, manual=(title,), notes=(quote,))
    record = make_record(
        judged,
        held,
        harvest=FieldHarvest(patterns=(pattern,), left_out=((title, 1),)),
        collisions=(make_collision(pattern),),
        session=title,
        source=path,
        head=title,
        outcome=quote,
        uncommitted=(path,),
        unreadable_assets=((path, quote),),
        card=check,
        card_update=CardUpdate(before=1, after=1, removed=(title,), added=(quote,), warning=quote),
        measured=(StepNote(step=title, text=quote),),
        not_measured=(StepNote(step=quote, text=title),),
        next_steps=(quote,),
        answer=answered(LineAnswer(hash="a" * 64, answer="N", reason=quote)),
        verdict=VerdictLine(word="FAIL", reasons=(title or "x",)),
    )

    for page in (render_record(record), render_answer(record)):
        verdicts = [line for line in page.splitlines() if line.lstrip().startswith("Verdict:")]
        assert page.splitlines()[-1:] == verdicts
        assert verdicts[0].startswith("Verdict: FAIL")
        assert "\x1b" not in page


def test_a_page_that_was_answered_at_once_holds_what_is_held_after_the_answer() -> None:
    """
    The accepted line leaves Held, the unanswered is on hold, what is shown again waits, what was held before stays.
    """
    judged = [make_judged(one * 64, target=f"skills/{one}/SKILL.md") for one in "abcd"]
    before = make_record(*judged, make_judged("e" * 64, state="held", reason="the Critic failed it twice"))
    fates = (("a", "drafted"), ("b", "shown again"), ("c", "held"))
    drafted = [Drafted(hash=one * 64, manifest_id=one, outcome=outcome) for one, outcome in fates]
    final = before.model_copy(
        update={
            "answer": answered(*(LineAnswer(hash=one * 64, answer="Y", channel="file") for one in "abc")),
            "written": Written(drafted=tuple(drafted)),
            "judged": tuple(judged),
        }
    )

    page = page_with_answer(render_record(before), "### Answer\n\nVerdict: PASS\n", before, final)

    held = page.partition("### Held\n\n")[2].partition("\n\n###")[0].split("\n")
    assert [
        "- waits for an answer: `skills/b/SKILL.md` (`harvest review`)",
        "- on hold, could not be drafted: `skills/c/SKILL.md`",
        "- on hold, no answer: `skills/d/SKILL.md`",
    ] == held[-3:]
    assert held[0].startswith("- held: new skill → ")
    assert 1 == page.count("\nVerdict:")
    assert page.endswith("### Answer\n\nVerdict: PASS\n")


def test_a_page_of_which_every_line_was_drafted_holds_nothing() -> None:
    """
    An empty section would leave open whether something is missing.
    """
    before = make_record(make_judged())
    final = before.model_copy(update={"answer": answered(LineAnswer(hash="a" * 64, answer="Y", channel="file"))})

    assert "\n### Held\n\nnothing is held\n\n###" in page_with_answer(render_record(before), "", before, final)


def test_patterns_of_another_branch_are_held_and_counted() -> None:
    """
    They were extracted, nothing was tested of them, and the page says where each is.
    """
    away = tuple(HeldPattern(pattern=make_pattern(), branch=branch) for branch in ("to`pic", None))
    record = make_record(harvest=FieldHarvest(elsewhere=away, held=True))

    held = section(record, "Held")

    assert "field-harvest: 2 patterns extracted" in lines_of(record)
    assert "- held: on branch ``to`pic``, not checked out: " in held
    assert "- held: on no branch: " in held
    assert 2 == held.count("  - evidence: ")


def test_committed_and_uncommitted_paths_are_named_exactly() -> None:
    """
    Ten of each, and how many more; a tab is no blank.
    """
    record = make_record(committed=("tab\there", "메모.md"), committed_count=12, uncommitted=("new\nline",))

    assert r'- committed: 12 paths: `"tab\there"`, `메모.md` and 2 more' in lines_of(record)
    assert r'- uncommitted: 1 path: `"new\nline"`' in lines_of(record)


@pytest.mark.parametrize(("count", "said"), [(0, 0), (3, 1)])
def test_facts_that_their_file_reads_otherwise_are_counted_on_the_page(count: int, said: int) -> None:
    """
    What was left out is a number that a reader can ask about; nothing left out is nothing said.
    """
    page = render_record(make_record(harvest=FieldHarvest(patterns=(make_pattern(),), read_otherwise=count)))

    assert said == page.count(f"facts dropped because their whole file reads otherwise: {count}")
