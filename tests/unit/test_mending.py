"""What no longer stands goes through contention as patterns do, with a literal repair where there is one (SPEC 4.8)."""

from harvest_loop.domain.answers import refusals
from harvest_loop.domain.judges.challenger import challenge
from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.judges.innovator import innovate, questions_of
from harvest_loop.domain.mending import mended
from harvest_loop.domain.regressed import collide_points, collide_regressions, prints_of
from harvest_loop.domain.settlement import rebased
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.domain.tombstones import tombstone_for
from harvest_loop.schemas.form import FormAnswer, LineAnswer
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import Candidate, Change, DoneWhenTest, Innovation, JudgedCandidate
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Regression, Replacement
from harvest_loop.schemas.retrospective import RetroPoint
from harvest_loop.schemas.settings import HubSettings
from tests.support.guarded import RELEASE, make_regression
from tests.support.judged_values import make_form
from tests.support.patterns import FIRST, make_asset, make_hub, make_proposal

TEXT = "# Release\n\n- Run `scripts/old_links.sh` first.\n- `scripts/old_links.sh` was written in spring.\n"
REPAIR = Replacement(old="scripts/old_links.sh", new="scripts/check_links.py")
REPAIRABLE = make_regression(text="- Run `scripts/old_links.sh` first.", repair=REPAIR)
TURNED = DoneWhenTest(
    kind="file", path="scripts/check_links.py", text="`scripts/check_links.py` stands", true_now=True, false_before=True
)


def judged(regression: Regression, hub: Hub, rejected: frozenset[str] = frozenset()) -> tuple[Candidate, ...]:
    """The candidates of one regression, after challenger, innovator and synthesizer."""
    collisions = collide_regressions([regression], hub)
    facts = {one.pattern.fingerprint: (TURNED,) for one in collisions}
    proposals = innovate(collisions, hub, facts, HubSettings()).proposals
    return synthesize(collisions, challenge(collisions, hub), proposals, rejected)


def only(candidates: tuple[Candidate, ...]) -> Candidate:
    (candidate,) = candidates
    return candidate


def test_a_repair_is_a_literal_edit_of_that_line_which_the_critic_passes() -> None:
    """A person is shown a diff of one line, graded HIGH, and nothing of history is rewritten."""
    asset = make_asset(TEXT, RELEASE)
    candidate = only(judged(REPAIRABLE, make_hub(asset)))

    assert ("HIGH", "repair", RELEASE) == (candidate.grade, candidate.kind, candidate.target)
    assert candidate.proposal is not None
    change = candidate.proposal.change
    assert asset.sha256 == change.base_sha256
    assert ["-- Run `scripts/old_links.sh` first.", "+- Run `scripts/check_links.py` first."] == [
        line for line in change.shown.split("\n")[2:] if line[:1] in "+-" and line
    ]
    assert "PASS" == critique(critic_input(candidate)).word


def test_the_prediction_of_a_repair_can_fail() -> None:
    """It is counted where the draft itself writes nothing."""
    candidate = only(judged(REPAIRABLE, make_hub(make_asset(TEXT, RELEASE))))

    assert candidate.proposal is not None
    check = candidate.proposal.check
    assert check is not None
    assert ("grep", "scripts/old_links.sh", "absent") == (check.kind, check.target, check.direction)


def test_a_regression_without_a_repair_is_a_weakness_to_fix_now() -> None:
    """No text is made up: Y makes it a signal and a card item."""
    candidate = only(judged(make_regression(), make_hub(make_asset(TEXT, RELEASE))))

    assert ("HIGH", "weakness", None, RELEASE) == (
        candidate.grade,
        candidate.kind,
        candidate.proposal,
        candidate.target,
    )
    assert f"file renamed: {RELEASE}:3 “Run `scripts/old_links.sh` first.”" == candidate.pattern.title


def test_what_is_not_certain_is_graded_low_and_kept_off_the_form() -> None:
    """A and B lower; without a text nothing is asked."""
    assert "LOW" == only(judged(make_regression("A"), make_hub(make_asset(TEXT, RELEASE)))).grade


def test_a_rejected_regression_is_remembered_by_content() -> None:
    """The same line ended by the same thing is not asked about again; another line is."""
    hub = make_hub(make_asset(TEXT, RELEASE))
    first = only(judged(make_regression(), hub))
    stone = tombstone_for(first, title="t", reason="we keep it", session="s", at="2026-03-10T09:00:00Z")
    later = make_regression(
        against=Pointer(sha="f" * 40, path="scripts/check_links.py", quote="scripts/check_links.py")
    )

    again = only(judged(later, hub, frozenset({stone.fingerprint})))
    other = only(judged(make_regression(text="Run `scripts/old_links.sh` last."), hub, frozenset({stone.fingerprint})))

    assert ("rejected", "HIGH") == (again.grade, other.grade)


def test_a_regression_keeps_its_own_line_beside_a_proposal_for_the_same_asset() -> None:
    """An addition to the skill doesn't mend what no longer holds in it."""
    hub = make_hub(make_asset(TEXT, RELEASE))
    collisions = collide_regressions([make_regression()], hub)
    addition = make_proposal("c-other", path=RELEASE, edits=True)

    found = synthesize(collisions, challenge(collisions, hub), (addition,), frozenset())

    assert [None] == [candidate.proposal for candidate in found]


MAKE = Pointer(sha="f" * 40, path="Makefile", quote="make new")
TOOL = Pointer(sha="f" * 40, path="tools/b.sh", quote="tools/b.sh")
SECOND = make_regression(
    line=5, text="- Run `make old`.", repair=Replacement(old="make old", new="make new"), against=MAKE
)
THIRD = make_regression(
    line=6, text="- Run `tools/a.sh`.", repair=Replacement(old="tools/a.sh", new="tools/b.sh"), against=TOOL
)
LONG_TEXT = TEXT + "- Run `make old`.\n- Run `tools/a.sh`.\n"


def three(hub: Hub, rejected: frozenset[str] = frozenset()) -> tuple[Innovation, tuple[Candidate, ...]]:
    """What the innovator returns for three repairs of one asset, and the candidates that come of it."""
    collisions = collide_regressions([REPAIRABLE, SECOND, THIRD], hub)
    found = innovate(collisions, hub, {}, HubSettings(), rejected=rejected)
    return found, synthesize(collisions, challenge(collisions, hub), found.proposals, rejected)


def test_all_repairs_of_one_asset_stand_in_one_edit() -> None:
    """They were made against the same base, so that only one edit can hold them; the person reads one diff."""
    found, candidates = three(make_hub(make_asset(LONG_TEXT, RELEASE)))

    candidate = only(candidates)
    assert () == found.declined
    assert candidate.proposal is not None and candidate.proposal.change.text == (
        LONG_TEXT.replace("- Run `scripts/old_links.sh`", "- Run `scripts/check_links.py`")
        .replace("make old", "make new")
        .replace("tools/a.sh", "tools/b.sh")
    )
    assert ("HIGH", 3, 3) == (candidate.grade, len(candidate.attacks), len({*prints_of(candidate)}))
    assert "PASS" == critique(critic_input(candidate)).word


def test_a_repair_that_was_refused_joins_no_other() -> None:
    """Nobody gets by another line's Y what was refused with a reason."""
    hub = make_hub(make_asset(LONG_TEXT, RELEASE))
    refused = collide_regressions([SECOND], hub)[0].pattern.fingerprint

    _, candidates = three(hub, frozenset({refused}))

    by_grade = {candidate.grade: candidate for candidate in candidates}
    assert {"HIGH", "rejected"} == set(by_grade)
    assert (refused,) == prints_of(by_grade["rejected"])
    text = by_grade["HIGH"].proposal.change.text if by_grade["HIGH"].proposal else ""
    assert "make old" in text and "tools/b.sh" in text


def test_two_repairs_are_made_again_against_a_base_that_changed() -> None:
    """What the person reads is what will stand: all of it, or nothing where one of the old words is gone."""
    candidate = only(three(make_hub(make_asset(LONG_TEXT, RELEASE)))[1])

    again = rebased(candidate, make_asset("# New\n" + LONG_TEXT, RELEASE))
    gone = rebased(candidate, make_asset(TEXT, RELEASE))

    assert isinstance(again, Candidate) and again.proposal is not None
    assert "# New" in again.proposal.change.text and "tools/b.sh" in again.proposal.change.text
    assert isinstance(gone, str) and "make old" in gone


def test_a_record_of_one_repair_is_still_read() -> None:
    """Forms that wait were written when an edit mended one thing, or nothing."""
    candidate = only(judged(REPAIRABLE, make_hub(make_asset(TEXT, RELEASE))))
    assert candidate.proposal is not None
    written = candidate.proposal.change.model_dump(mode="json")

    of_one = Change.model_validate(written | {"mends": written["mends"][0]})
    of_none = Change.model_validate(written | {"mends": None})

    assert ((REPAIR,), ()) == (of_one.mends, of_none.mends)


def test_a_repair_is_made_again_against_a_base_that_changed() -> None:
    """What the person reads is what will stand; where the old words are gone it can't be made."""
    candidate = only(judged(REPAIRABLE, make_hub(make_asset(TEXT, RELEASE))))
    grown, mended_already = make_asset("# New\n" + TEXT, RELEASE), make_asset("# Release\n", RELEASE)

    again, gone = rebased(candidate, grown), rebased(candidate, mended_already)

    assert isinstance(again, Candidate)
    assert again.proposal is not None
    assert "# New" in again.proposal.change.text and "`scripts/check_links.py` first" in again.proposal.change.text
    assert isinstance(gone, str) and "does not say" in gone


def test_the_critic_fails_a_repair_that_says_what_no_evidence_holds_or_adds_more() -> None:
    """A repair may put in what the session shows, and nothing beside it."""
    candidate = only(judged(REPAIRABLE, make_hub(make_asset(TEXT, RELEASE))))
    given = critic_input(candidate)
    diff = given.literal_text

    foreign = diff.replace("+- Run `scripts/check_links.py`", "+- Run `scripts/wipe_all.py`")
    more = diff.replace(
        "+- Run `scripts/check_links.py` first.", "+- Run `scripts/check_links.py` first.\n+- And rest."
    )

    for changed in (foreign, more):
        assert changed != diff
        assert "FAIL" == critique(given.model_copy(update={"literal_text": changed})).word


def test_the_file_under_its_new_name_is_asked_for_in_the_field() -> None:
    """The one thing that shows that the session did what the new line says."""
    (collision,) = collide_regressions([REPAIRABLE], make_hub())
    (plain,) = collide_regressions([make_regression()], make_hub())

    (question,) = questions_of(collision)

    assert ("file", "scripts/check_links.py", FIRST) == (question.kind, question.path, question.introduced_by)
    assert () == questions_of(plain)


def test_a_retrospective_point_enters_contention_and_gets_no_text() -> None:
    """Graded like the rest: without an attack and a text there is no candidate, and the reason is on record."""
    pointer = Pointer(sha="transcript", path="s.jsonl", line=4, quote="make lint")
    point = RetroPoint(text="failed 3 times: make lint", what="make lint", pointer=pointer)
    (collision,) = collide_points([point], make_hub(), {}, "skills")

    found: Innovation = innovate([collision], make_hub(), {}, HubSettings())

    assert ("retrospective point", "not covered") == (collision.pattern.kind, collision.relation)
    assert "no text that would prevent it" in found.declined[0].reason
    assert () == synthesize([collision], challenge([collision], make_hub()), found.proposals, frozenset())


def test_words_are_put_in_the_place_of_whole_words_only() -> None:
    """A longer path is another one; a text that stands over several lines has to stand there once."""
    assert "use new.sh, a/old.sh, old.sh.bak" == mended("use old.sh, a/old.sh, old.sh.bak", _of("old.sh", "new.sh"))
    assert mended("nothing here", _of("old.sh", "new.sh")) is None
    assert mended("x", _of("", "y")) is None
    assert "c\n" == mended("a\nb\n", _of("a\nb", "c"))
    assert mended("a\nb\na\nb\n", _of("a\nb", "c")) is None


def _of(old: str, new: str) -> Replacement:
    return Replacement(old=old, new=new)


def test_a_refusal_of_several_repairs_is_remembered_for_each() -> None:
    """None of their lines is asked about again, and each remembers the same reason."""
    candidate = only(three(make_hub(make_asset(LONG_TEXT, RELEASE)))[1])
    form = make_form(JudgedCandidate(candidate=candidate, state="offered"))
    word = LineAnswer(hash=form.lines[0].hash, answer="N", reason="The old names stay until May.")

    stones = refusals(form, FormAnswer(run=form.run, lines=(word,)), at="2026-03-20T09:00:00Z")

    assert prints_of(candidate) == tuple(stone.fingerprint for stone in stones)
    assert 3 == len({stone.id for stone in stones})
    assert {"The old names stay until May."} == {stone.reason for stone in stones}
