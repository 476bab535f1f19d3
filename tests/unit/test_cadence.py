"""Every four weeks: a route that nothing shows is only one to remove where everything was read (SPEC 4.13, 6-b)."""

from datetime import date

import pytest

from harvest_loop.domain.cadence import review_cycle, routed_skills
from harvest_loop.domain.cadence_page import cadence_line, cadence_page
from harvest_loop.schemas.cadence import CadenceReview, RoutedSkill, SessionRoutes
from harvest_loop.schemas.hub import Asset, FrontmatterValue

TODAY = date(2026, 4, 20)
DESK = RoutedSkill(name="desk", path="skills/desk/SKILL.md", high="opus", conditions=("cold_start",))
READ = SessionRoutes(key="claude-code:1", skills=("tools:desk",), models=("small-one",))


def skill(name: str, **front: FrontmatterValue) -> Asset:
    path = f"skills/{name}/SKILL.md"
    return Asset(kind="skill", path=path, name=name, sha256="0" * 64, frontmatter={"name": name, **front})


def signal(day: str, words: str, *, pattern: str = "f1", source: str = "x") -> tuple[str, str]:
    text = f"## Friction Point\n\n{words}\n\n## Status\n\n- status: open\n- pattern: {pattern}\n"
    return f"fh_signal_{day}_{source}.md", text


def review(*sessions: SessionRoutes, signals: tuple[tuple[str, str], ...] = ()) -> CadenceReview:
    return review_cycle((DESK,), signals, sessions, today=TODAY)


def words(*sessions: SessionRoutes, signals: tuple[tuple[str, str], ...] = ()) -> str:
    (standing,) = review(*sessions, signals=signals).standings
    return standing.word


def test_only_skills_that_name_a_higher_route_are_looked_at() -> None:
    """The route's model and its conditions are the frontmatter's; a skill without any has nothing to take away."""
    front: dict[str, FrontmatterValue] = {
        "complexity_routing.base": "sonnet",
        "complexity_routing.high": "opus",
        "complexity_routing.escalate_when": ["cold_start"],
    }
    assert (DESK,) == routed_skills([skill("plain"), skill("desk", **front)])


@pytest.mark.parametrize(
    "line",
    [
        "[Model routing] desk: cold_start → opus",
        "the desk escalated twice",
        "Desk had to run with opus",
    ],
)
def test_an_escalation_in_a_signal_keeps_the_route(line: str) -> None:
    """One line that names the skill and the way is enough, and it is quoted with its place."""
    (standing,) = review(READ, signals=(signal("2026-04-01", line),)).standings

    assert "keep" == standing.word
    assert standing.seen[0].startswith("fh_signal_2026-04-01_x.md:3 “")


@pytest.mark.parametrize(
    ("day", "line"),
    [
        ("2026-04-01", "desk was slow"),
        ("2026-04-01", "desktop escalated"),
        ("2026-03-20", "desk escalated"),
        ("2026-04-21", "desk escalated"),
    ],
)
def test_what_names_no_way_or_lies_outside_the_cycle_is_none(day: str, line: str) -> None:
    """Another word that holds the skill's name is another thing, and the cycle has 28 days."""
    assert "removal candidate" == words(READ, signals=(signal(day, line),))


def test_a_session_that_used_the_skill_with_the_higher_model_keeps_it() -> None:
    """The model alone is not enough: it answered for something else."""
    taken = READ.model_copy(update={"models": ("small-one", "claude-opus-9")})
    other = taken.model_copy(update={"skills": ("shelf",)})

    assert "keep" == words(taken)
    assert "removal candidate" == words(other)


def test_unread_is_not_unused() -> None:
    """One session of the cycle that was not read leaves it unknown; so does a cycle without sessions."""
    assert "unknown" == words(READ, SessionRoutes(key="claude-code:2"))
    assert "unknown" == words()


def test_a_pattern_that_signals_repeat_is_an_addition_candidate() -> None:
    """Twice in one file is once told; two files of the cycle are two."""
    twice = signal("2026-04-02", "the drawer jams")
    again = signal("2026-04-09", "The drawer jams", source="y")
    once = signal("2026-04-09", "dust", pattern="f2")
    old = signal("2026-02-09", "dust", pattern="f2")

    found = review(READ, signals=(twice, again, once, old)).additions

    assert [("f1", (twice[0], again[0]))] == [(one.fingerprint, one.signals) for one in found]


def test_the_page_says_what_it_rests_on() -> None:
    """Nothing is changed, and what was not read is counted beside what was."""
    page = cadence_page(review(READ, SessionRoutes(key="claude-code:2")))

    assert "2 sessions, 1 of them not read" in page
    assert "Nothing was changed." in page
    assert "- **unknown** `skills/desk/SKILL.md`: 1 of 2 sessions could not be read" in page
    assert cadence_line(review(READ)).endswith("1 removal candidate; 0 addition candidates")
