"""Near copies, and whether an asset covers a text already."""

import time
from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.cover_index import CoverIndex
from harvest_loop.domain.overlap import covers, near_copies, rank_covers
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import Cover
from tests.support.hubs import make_asset, make_skill

CHECKS = "".join(f"Step {at}: check item {at} and note the outcome in the log.\n" for at in range(40))


def invented(seed: int, words: int = 300) -> str:
    """Text of words that no other seed has, some of them twice."""
    return " ".join(f"w{sha256(f'{seed} {at // 2}'.encode()).hexdigest()[:9]}{at % 2}" for at in range(words))


def pairs_of(skills: list[Asset]) -> list[tuple[str, str]]:
    return [(pair.a, pair.b) for pair in near_copies(skills)]


def test_an_edited_copy_is_found_and_nothing_else() -> None:
    """
    One word changed throughout still is the same skill; a small excerpt and shared headings are not (case A08).
    """
    skills = [
        make_skill("check-items", CHECKS, done_when=False),
        make_skill("check-items-v2", CHECKS.replace("outcome", "result"), done_when=False),
        make_skill("tiny", "Step 1: check item 1 and note the outcome in the log.", done_when=False),
        make_skill(
            "other-topic", "## Steps\n" + "".join(f"{at}. write section {at}\n" for at in range(40)), done_when=False
        ),
    ]

    assert [("skills/check-items-v2/SKILL.md", "skills/check-items/SKILL.md")] == pairs_of(skills)


def test_a_template_that_many_fill_in_makes_no_pair() -> None:
    """
    What ten skills share is their form; a pair needs words that few hold.
    """
    form = invented(1, words=200)
    skills = [make_skill(f"skill-{at}", f"{form}\n{invented(100 + at, words=60)}") for at in range(10)]

    assert [] == pairs_of(skills)


def test_a_copy_inside_a_longer_skill_is_found() -> None:
    """
    Containment looks at the smaller side: a merged skill holds all of its parent.
    """
    parent = make_skill("parent", invented(2))
    merged = make_skill("merged", f"{invented(2)}\n{invented(3)}\n{invented(4)}")

    assert [("skills/merged/SKILL.md", "skills/parent/SKILL.md")] == pairs_of([parent, merged, make_skill("third")])


def test_two_skills_on_one_subject_are_no_copies() -> None:
    """
    The same words in another order are another text.
    """
    words = invented(5).split()
    skills = [make_skill("one", " ".join(words)), make_skill("two", " ".join(sorted(words)))]

    assert [] == pairs_of(skills)


def test_an_unreadable_skill_is_not_compared() -> None:
    """
    Its text may be cut or another's, so nothing is said of it here; the record counts it.
    """
    broken = make_skill("broken", CHECKS).model_copy(update={"readable": False})

    assert [] == pairs_of([broken, make_skill("whole", CHECKS)])


def test_the_order_of_the_skills_changes_nothing() -> None:
    """
    Directory order differs between machines; the answer doesn't.
    """
    skills = [make_skill(f"s{at}", invented(at // 2) + f" tail {at}") for at in range(12)]

    assert near_copies(skills) == near_copies(skills[::-1])


def test_no_skills_have_no_copies() -> None:
    """
    An empty hub is an ordinary hub.
    """
    assert () == near_copies([]) and () == near_copies([make_skill("alone", CHECKS)])


@pytest.mark.bench
def test_comparing_ten_times_as_many_skills_takes_ten_times_as_long() -> None:
    """
    5,000 skills take the processor no longer than ten times 500, but for what a measurement sways (SPEC 12).
    """
    few = [make_skill(f"s{at}", invented(at, words=400)) for at in range(500)]
    many = [make_skill(f"s{at}", invented(at, words=400)) for at in range(5000)]
    near_copies(few)

    ratios = [seconds(lambda: near_copies(many)) / seconds(lambda: near_copies(few)) for _ in range(5)]

    assert sorted(ratios)[2] <= 10.5
    assert seconds(lambda: near_copies(few)) <= 2


def seconds(work: Callable[[], object]) -> float:
    """The processor's time, which others on the machine sway less than the clock's."""
    started = time.process_time()
    work()
    return time.process_time() - started


HUB = [
    make_skill(
        "failing-tool-breaker",
        "When a remote tool errors three times in a row, stop calling it.\n\nOffer a fallback and reset after a probe.",
        description="Stops retries against a remote tool that keeps failing",
    ),
    make_skill(
        "changelog-writer",
        "Collect merged pull requests since the last tag.\n\nGroup them by kind and write a changelog section.",
        description="Writes the changelog of a release from merged pull requests",
    ),
    make_skill(
        "memory-gardener",
        "List notes past their age.\n\nVerify each again or move it to the archive.",
        description="Finds stale memory notes and archives them",
    ),
    make_asset("knowledge/shared/rules/naming.md", "# Naming\n\nFiles are named in kebab case.\n"),
]


def test_a_practice_told_in_other_words_finds_its_skill() -> None:
    """
    The hub covers it although no sentence is the same, and the lines that say so are quoted with their numbers.
    """
    query = "Remote tool kept failing: after three errors retries are stopped and the fallback is used"

    found = rank_covers(query, HUB)

    assert "failing-tool-breaker" == found[0].name and covers(found[0])
    assert all(line.text in HUB[0].text.split("\n")[line.line - 1] for line in found[0].lines)
    assert any("three times" in line.text for line in found[0].lines)


def test_a_practice_that_nobody_wrote_down_is_not_covered() -> None:
    """
    Common words such as `check`, `file` and `run` alone make no cover, also in a hub of four assets.
    """
    queries = [
        "Database migrations run against a copy of production before each deploy: alembic upgrade head",
        "Coverage below ninety percent fails the build: pytest --cov --cov-fail-under=90",
        "Use the tool to check each file when you run it",
        "Translations are extracted with gettext and missing msgids fail the check",
    ]

    assert not [query for query in queries for cover in rank_covers(query, HUB) if covers(cover)]


def test_one_rare_word_alone_covers_nothing() -> None:
    """
    A short text says little, whatever it matches.
    """
    assert not any(covers(cover) for cover in rank_covers("changelog", HUB))


def test_rules_and_agents_cover_too() -> None:
    """
    Contention is against every asset, not against skills alone (SPEC 4.8).
    """
    found = rank_covers("all files must be named in kebab case, the naming check says", HUB)

    assert "knowledge/shared/rules/naming.md" == found[0].path


def test_what_shares_nothing_is_no_candidate() -> None:
    """
    An empty answer is better than three assets with a figure of zero.
    """
    assert () == rank_covers("xylophone zeppelin", HUB)
    assert () == rank_covers("", HUB)
    assert () == rank_covers("changelog", [])


def test_an_index_answers_like_its_assets() -> None:
    """
    Preparing the assets once for many questions changes no answer.
    """
    query = "stale notes are archived after they were verified"

    assert rank_covers(query, HUB) == rank_covers(query, CoverIndex(HUB)) == rank_covers(query, HUB[::-1])


def test_an_unreadable_asset_covers_nothing() -> None:
    """
    What could not be read can't be said to cover anything.
    """
    broken = HUB[1].model_copy(update={"readable": False})

    assert () == rank_covers("changelog of merged pull requests", [broken])


def test_a_containment_is_judged_by_its_own_measure() -> None:
    """
    The near-copy tier has another threshold than the cover tier.
    """
    cover = Cover(path="p", name="n", measure="shingle containment", figure=0.39)

    assert not covers(cover) and covers(cover.model_copy(update={"measure": "cover similarity"}))


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=200))
def test_any_question_has_an_answer_between_nought_and_one(query: str) -> None:
    """
    Text from outside may be anything; figures stay in their bounds and lines in their file.
    """
    for cover in rank_covers(query, HUB):
        assert 0 < cover.figure <= 1
        assert all(
            line.line <= 1 + next(a for a in HUB if a.path == cover.path).text.count("\n") for line in cover.lines
        )
