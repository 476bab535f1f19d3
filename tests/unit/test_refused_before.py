"""What was refused is proposed again only where something new speaks to the reason, and then says so (SPEC 7.5)."""

from datetime import datetime

import pytest

from harvest_loop.domain.form_page import facts_of
from harvest_loop.domain.record import render_record
from harvest_loop.domain.refused_before import refused_before, still_rejecting, told_of_refusals
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.evidence import Commit, GitEvidence, SessionEvidence, Window
from harvest_loop.schemas.judgement import Candidate, JudgedCandidate
from harvest_loop.schemas.patterns import Pattern, PatternKind
from harvest_loop.schemas.records import PatternLine, Tombstone
from tests.support.judged_values import make_record
from tests.support.patterns import SECOND, make_collision, make_item, make_pattern, make_proposal

REFUSED_AT = "2026-03-10T09:00:00Z"
DAY = 86_400
AFTER = int(datetime.fromisoformat(REFUSED_AT).timestamp()) + DAY
NIGHTLY = "the nightly job does that already"


def met(kind: PatternKind = "new workflow") -> Pattern:
    """The pattern as a later session shows it."""
    return make_pattern(evidence=[make_item("command", "python check_links.py", "Makefile", 4, sha=SECOND)], kind=kind)


def refusal(reason: str = NIGHTLY, *, session: str = "s:first") -> Tombstone:
    return Tombstone(
        id="ts-2026-03-10-aaaaaaaa",
        at=REFUSED_AT,
        fingerprint=met().fingerprint,
        content="c" * 64,
        target="skills/links/SKILL.md",
        title="Check the links of the docs",
        reason=reason,
        session=session,
    )


def seen(session: str, *, at: str = "2026-03-12T09:00:00Z", commit: str = "c" * 12) -> PatternLine:
    """The pattern as a session in between met it."""
    fingerprint = met().fingerprint
    return PatternLine(
        fingerprint=fingerprint, at=at, session=session, field="f", title="t", kind="k", commits=(commit,), held=False
    )


def graded(
    commit: Commit,
    *stones: Tombstone,
    pattern: Pattern | None = None,
    lines: tuple[PatternLine, ...] = (),
    session: str = "s:later",
) -> Candidate:
    """The candidate of the pattern met again in this commit."""
    collision = make_collision(pattern or met())
    evidence = make_evidence(commit, session=session)
    refused = refused_before([collision.pattern], stones, lines, evidence)
    found = synthesize([collision], (), [make_proposal(collision.id)], still_rejecting(refused))
    (candidate,) = told_of_refusals(found, refused)
    return candidate


def make_evidence(commit: Commit, *, session: str) -> SessionEvidence:
    window = Window(since=0, until=AFTER + DAY, zone="UTC", source="--since")
    named = {"field_root": "/field", "field_name": "field", "repository_id": "f", "head": "main"}
    git = GitEvidence(window=window, commits=(commit,), **named)
    return SessionEvidence(session_key=session, session_id8="12345678", source="field", git=git)


def later(subject: str, *, at: int = AFTER) -> Commit:
    dated = {"committed_at": at, "authored_at": at, "zone_minutes": 0}
    return Commit(sha=SECOND, parents=(), author="a", subject=subject, **dated)


def test_new_commits_that_speak_of_the_reason_bring_it_back_and_it_says_so() -> None:
    """
    The form and the record name the refusal, its reason, and the commit that speaks to it.
    """
    candidate = graded(later("Drop the nightly job, it was never run"), refusal())

    said = f"refused on 2026-03-10: {NIGHTLY}; since then: {SECOND[:10]} “Drop the nightly job, it was never run”"
    assert ("MED", f"{said} speaks of nightly, job") == (candidate.grade, candidate.refused)
    judged = JudgedCandidate(candidate=candidate, state="offered")
    assert ("refused", candidate.refused.removeprefix("refused ")) in list(facts_of(judged))
    assert f"- refused on 2026-03-10: {NIGHTLY}; since then: " in render_record(make_record(judged))


@pytest.mark.parametrize(
    ("subject", "at", "reason"),
    [
        ("Check the links of the docs once more", AFTER, NIGHTLY),  # the same thing in other words
        ("Drop the nightly job", AFTER - 2 * DAY, NIGHTLY),  # it was there when it was refused
        ("Check the job of the docs", AFTER, NIGHTLY),  # one word of several is met by chance
        ("We do not want the links any more", AFTER, "we do not want the links"),  # says only what it is about
        ("It is not needed", AFTER, "not needed"),  # words that tell nothing
    ],
)
def test_anything_else_is_rejected_by_the_record_that_is_named(subject: str, at: int, reason: str) -> None:
    """
    Neither other words, nor old work, nor words that any commit holds are news on the reason.
    """
    candidate = graded(later(subject, at=at), refusal(reason))

    assert ("rejected", "") == (candidate.grade, candidate.refused)
    record = f"(ts-2026-03-10-aaaaaaaa, refused on 2026-03-10: {reason})"
    assert f"the same pattern was rejected earlier {record}" == candidate.why


def test_old_work_that_was_rebased_is_not_new() -> None:
    """
    A rebase dates a commit anew; when it was written stays.
    """
    rebased = later("Drop the nightly job").model_copy(update={"authored_at": AFTER - 2 * DAY})

    assert "rejected" == graded(rebased, refusal()).grade


def test_the_session_that_was_refused_brings_nothing_new() -> None:
    """
    What it went on to do was before the person's eyes.
    """
    assert "rejected" == graded(later("Drop the nightly job"), refusal(), session="s:first").grade


def test_a_fault_that_came_back_after_the_refusal_speaks_to_any_reason() -> None:
    """
    Each later session that met it in other work counts once, those before the refusal not at all.
    """
    lines = (seen("s:old", at="2026-03-09T09:00:00Z"), seen("s:b"), seen("s:b", commit="d" * 12), seen("s:first"))

    fault = graded(later("Mend it"), refusal("it stays away"), pattern=met("error → solution"), lines=lines)
    practice = graded(later("Mend it"), refusal("it stays away"), pattern=met(), lines=lines)
    old = graded(later("Mend it", at=AFTER - 2 * DAY), refusal(), pattern=met("error → solution"), lines=lines)

    since = f"the fault was met again in 2 later sessions, now in {SECOND[:10]}"
    assert f"refused on 2026-03-10: it stays away; since then: {since}" == fault.refused
    assert ["MED", "rejected", "rejected"] == [fault.grade, practice.grade, old.grade]


def test_a_second_refusal_asks_for_news_of_its_own() -> None:
    """
    It was given in view of what spoke to the first.
    """
    second = refusal("the runners are too small for it").model_copy(update={"at": "2026-03-12T09:00:00Z"})

    assert "rejected" == graded(later("Drop the nightly job"), refusal(), second).grade


def test_what_was_not_refused_is_as_it_was() -> None:
    """
    Another practice's refusal is of no matter.
    """
    other = refusal().model_copy(update={"fingerprint": "0" * 64})

    assert ("MED", "") == (graded(later("Drop it"), other).grade, graded(later("Drop it"), other).refused)
