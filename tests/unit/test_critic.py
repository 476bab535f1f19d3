"""The Critic's word on a literal text, from what it was given and nothing else (SPEC 4.11)."""

import pytest

from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.judges.innovator import innovate
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.judgement import Check, CriticFinding, CriticInput, DoneWhenTest
from harvest_loop.schemas.settings import HubSettings
from tests.support.patterns import answer, make_attack, make_collision, make_hub, make_item, make_pattern


def drafted() -> CriticInput:
    """What the Critic gets of our own draft of the link checker."""
    collision = make_collision()
    facts = {collision.pattern.fingerprint: answer(collision.pattern)}
    proposals = innovate([collision], make_hub(), facts, HubSettings()).proposals
    (candidate,) = synthesize([collision], (), proposals, frozenset())
    return critic_input(candidate)


def with_text(old: str, new: str) -> CriticInput:
    """The same, its text changed by a careless hand."""
    given = drafted()
    assert old in given.literal_text
    return given.model_copy(update={"literal_text": given.literal_text.replace(old, new, 1)})


def failures(given: CriticInput) -> list[CriticFinding]:
    return [finding for finding in critique(given).findings if finding.fails]


def messages(given: CriticInput) -> str:
    return "\n".join(f"{finding.axis}: {finding.message}" for finding in failures(given))


def test_an_honest_draft_does_not_fail() -> None:
    """What the offline innovator writes holds up to the offline Critic; what it lacks is a condition."""
    word = critique(drafted())

    assert [] == [finding for finding in word.findings if finding.fails]
    assert "CONDITIONAL_PASS" == word.word


def test_the_critic_is_sent_no_grade_attack_or_reason() -> None:
    """Isolation is structural: a candidate that was attacked reads exactly like one that wasn't."""
    collision = make_collision()
    facts = {collision.pattern.fingerprint: answer(collision.pattern)}
    proposals = innovate([collision], make_hub(), facts, HubSettings()).proposals
    attack = make_attack("A", "complicates", collision=collision.id).model_copy(update={"reason": "canary-reason"})

    (calm,) = synthesize([collision], (), proposals, frozenset())
    (attacked,) = synthesize([collision], [attack], proposals, frozenset())

    assert calm.grade != attacked.grade
    assert critic_input(calm) == critic_input(attacked)
    assert "canary-reason" not in critic_input(attacked).model_dump_json()


def test_a_weakness_has_nothing_to_judge() -> None:
    """Without a text there is no Critic's word, and asking for one is an error of the caller."""
    collision = make_collision()
    attack = make_attack("S", "overturns", collision=collision.id, asset="skills/x/SKILL.md")
    (weakness,) = synthesize([collision], [attack], (), frozenset())

    with pytest.raises(ValueError, match="no text to judge"):
        critic_input(weakness)


def test_a_text_without_done_when_fails() -> None:
    """Nobody could tell when the goal is reached."""
    assert "done when: no Done When" in messages(with_text("## Done When", "## Afterwards"))


def test_a_done_when_that_no_test_backs_fails_at_its_line() -> None:
    """`It works` can't be measured."""
    given = with_text("## Done When\n", "## Done When\n- [ ] It works as expected\n")

    (finding,) = failures(given)

    assert "done when" == finding.axis
    assert "- [ ] It works as expected" == given.literal_text.split("\n")[(finding.line or 0) - 1]


@pytest.mark.parametrize(("now", "before", "said"), [(False, True, "not reached"), (True, False, "was true before")])
def test_a_done_when_that_the_work_did_not_turn_fails(now: bool, before: bool, said: str) -> None:
    """A test that is no now, or was yes before, shows nothing about the work."""
    given = drafted()
    turned = given.done_when[0].model_copy(update={"true_now": now, "false_before": before})

    assert said in messages(given.model_copy(update={"done_when": (turned, *given.done_when[1:])}))


def test_files_alone_are_a_condition_where_commands_run() -> None:
    """That a file exists doesn't show that anything calls it."""
    given = drafted()
    only_file = tuple(test for test in given.done_when if test.kind == "file")
    kept = [line for line in given.literal_text.split("\n") if "holds the line" not in line]
    given = given.model_copy(update={"done_when": only_file, "literal_text": "\n".join(kept)})

    assert [] == failures(given)
    assert any("every test asks for a file" in finding.message for finding in critique(given).findings)


def test_a_step_without_a_place_in_the_evidence_fails() -> None:
    """A step that nobody can look up is a guess."""
    given = with_text("1. Create", "1. Think hard first\n1. Create")

    assert "claim: a step without a place in the evidence" in messages(given)


def test_a_command_that_no_quote_holds_fails() -> None:
    """The text promises what the evidence doesn't."""
    assert "nothing in the evidence says `npm run links`" in messages(
        with_text("`python scripts/check_links.py docs` (", "`npm run links` (")
    )


def test_a_command_in_the_description_is_held_to_the_same() -> None:
    """Most readers see the description and nothing else."""
    given = with_text("(`python scripts/check_links.py docs`)", "(`linkcheck --all`)")

    assert "nothing in the evidence says `linkcheck --all`" in messages(given)


def test_a_sentence_that_nobody_said_fails() -> None:
    """Quotation marks are a claim too."""
    assert "nothing in the evidence says" in messages(
        with_text("“Dead anchors broke", "“Everyone agrees: anchors broke")
    )


def test_a_dangling_citation_fails() -> None:
    """A place that is not among the pointers can't be looked up."""
    assert "dangling citation `0123456789 Makefile:12`" in messages(
        with_text("`3f2c1a9b77 Makefile:12`", "`0123456789 Makefile:12`")
    )


@pytest.mark.parametrize(
    "markup",
    ["<!-- hidden -->", "<b>loud</b>", "[here](http://x.invalid)", "see http://x.invalid", "```"],
)
def test_markup_that_came_with_the_text_fails(markup: str) -> None:
    """A comment, tag, link or fence of its own changes what a reader or an agent is shown."""
    assert "markup of its own" in messages(with_text("## Done When", f"{markup}\n\n## Done When"))


def test_our_own_marks_are_no_foreign_markup() -> None:
    """The marked block of an edit is ours."""
    given = with_text("## Done When", "<!-- harvest:begin c-1 -->\n## Done When")

    assert [] == failures(given)


@pytest.mark.parametrize(
    "check",
    [
        None,
        Check(kind="file_exists", target="skills/check-links-of-docs/SKILL.md", direction="present"),
        Check(kind="commits", target="./skills/check-links-of-docs/SKILL.md", direction="up", threshold=1),
        Check(kind="grep", target="skills/check-links-of-docs/SKILL.md: links", direction="present"),
    ],
)
def test_a_prediction_that_can_not_fail_is_refused(check: Check | None) -> None:
    """A draft that meets its own check by being written predicts nothing."""
    assert "claim:" in messages(drafted().model_copy(update={"check": check}))


def test_a_description_without_an_occasion_is_too_broad() -> None:
    """A skill that doesn't say when to use it is called always or never."""
    given = drafted()
    lines = [
        "description: Checks links" if line.startswith("description:") else line
        for line in given.literal_text.split("\n")
    ]

    assert "scope: too broad" in messages(given.model_copy(update={"literal_text": "\n".join(lines)}))


def test_triggers_that_any_task_holds_are_too_broad() -> None:
    """`code`, `file` and `the` tell no work from any other."""
    assert "scope: too broad: no trigger" in messages(drafted().model_copy(update={"triggers": ("file", "the code")}))


@pytest.mark.parametrize("particular", ["#412", "3f2c1a9b77e04d", "v1.4.2"])
def test_a_description_of_one_commit_is_too_narrow(particular: str) -> None:
    """What names one issue, hash or version fits no later task."""
    assert "scope: too narrow" in messages(with_text("Use when", f"As in {particular}. Use when"))


def test_a_step_that_destroys_without_a_warning_fails() -> None:
    """Whoever follows the steps learns it from the text or from the loss."""
    items = [
        make_item("file", "scripts/clean.sh", "scripts/clean.sh", 1, quote="# Remove what a build left behind."),
        make_item("command", "rm -rf build/out", "scripts/clean.sh", 3, quote="rm -rf build/out"),
    ]
    pattern = make_pattern("Clean the build folder", items, topic=("clean", "leftovers"))
    collision = make_collision(pattern)
    proposals = innovate([collision], make_hub(), {pattern.fingerprint: answer(pattern)}, HubSettings()).proposals
    (candidate,) = synthesize([collision], (), proposals, frozenset())
    given = critic_input(candidate)
    unwarned = [line for line in given.literal_text.split("\n") if "can't be taken back" not in line]

    assert [] == failures(given)
    assert "failure modes: `rm -rf` destroys" in messages(
        given.model_copy(update={"literal_text": "\n".join(unwarned)})
    )


def test_only_the_added_lines_of_a_diff_are_judged() -> None:
    """What stood there before is not this candidate's claim."""
    given = drafted()
    body = given.literal_text.split("---\n", 2)[2]
    added = "".join(f"+{line}\n" for line in body.split("\n"))
    diff = f"--- a/x.md\n+++ b/x.md\n@@ -1,1 +1,9 @@\n Run `an older command` as ever.\n{added}"
    given = given.model_copy(update={"literal_text": diff, "kind": "skill enhancement", "target": "x.md"})

    assert [] == failures(given)


def test_two_texts_in_one_run_are_judged_apart() -> None:
    """The same input gives the same word, whatever was judged before it."""
    bad = with_text("## Done When", "## Afterwards")

    assert critique(drafted()) == critique(drafted())
    assert (critique(bad).word, critique(drafted()).word) == ("FAIL", "CONDITIONAL_PASS")


def test_a_test_of_another_kind_counts_like_any_other() -> None:
    """A git test is evaluated both ways as well, and backs its line."""
    given = drafted()
    test = DoneWhenTest(kind="git", path=".", needle="f" * 40, text="the fix is in", true_now=True, false_before=True)
    text = given.literal_text.replace("## Done When\n\n", "## Done When\n- [ ] the fix is in\n")

    assert [] == failures(given.model_copy(update={"literal_text": text, "done_when": (*given.done_when, test)}))


def test_triggers_for_any_task_fail_the_scope() -> None:
    """A description can say `use when` and still tell this work from no other."""
    given = drafted()
    head, _, rest = given.literal_text.partition("Use when")
    broad = given.model_copy(
        update={"literal_text": f'{head}Use when there is any task."\n{rest.partition(chr(10))[2]}'}
    )

    assert "scope: the trigger fits any task: it names nothing of what the skill is about" in messages(broad)


def test_triggers_for_one_ticket_fail_the_scope() -> None:
    """Who comes with the next ticket isn't sent here."""
    given = drafted()
    head, _, rest = given.literal_text.partition("Use when")
    narrow = given.model_copy(
        update={"literal_text": f'{head}Use when ticket POT-77 is open."\n{rest.partition(chr(10))[2]}'}
    )

    assert "scope: the trigger holds for 'POT-77' alone, not for the kind of work" in messages(narrow)


def test_a_promise_that_no_step_keeps_is_a_condition() -> None:
    """It may be kept in other words, so a reader weighs it; nothing fails by it alone."""
    promising = with_text(" Use when", " It also mails invoices to the wholesalers. Use when")
    found = [each for each in critique(promising).findings if "invoices" in each.message and each.axis == "claim"]

    assert [False] == [each.fails for each in found]
