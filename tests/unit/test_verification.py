"""Did it hold? When a prediction is due, and what a measurement says of it (SPEC 7.3)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.checks import match_score
from harvest_loop.domain.verification import citation_of, conclude, gate_of, gather, set_apart, weigh
from harvest_loop.domain.verification_page import is_degrading, measured_notes, pass_verdict, unmeasured_notes
from harvest_loop.schemas.hub import ManifestFound
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.verification import DueCheck, Landing, Measurement, Prediction, Span, Standing, Verification
from tests.support.predictions import DAY, LANDED, LANDED_AT, SHA, make_check, make_due, make_prediction, make_span

TODAY = "2026-04-20"
NOW = LANDED_AT + 39 * DAY


def day_of(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def weighed(
    prediction: Prediction, spans: tuple[Span, ...] = (), *, landing: Landing = LANDED, now: int = NOW
) -> DueCheck | Standing:
    return weigh(prediction, landing, spans, now=now, today=TODAY)


def standing(prediction: Prediction, spans: tuple[Span, ...] = (), **more: Any) -> Standing:
    found = weighed(prediction, spans, **more)
    assert isinstance(found, Standing), found
    return found


def due(prediction: Prediction, spans: tuple[Span, ...] = (), **more: Any) -> DueCheck:
    found = weighed(prediction, spans, **more)
    assert isinstance(found, DueCheck), found
    return found


def concluded(check: Check | None, measurement: Measurement, **changes: Any) -> Standing:
    return conclude(make_due(check, **changes), measurement, today=TODAY, day_of=day_of)


def entry(name: str = "a", line: int = 1, **keys: str) -> ManifestFound:
    known = {"date": "2026-03-01", "validation_status": "pending", "predicted_measurable_by": "grep x", **keys}
    return ManifestFound(id=f"em-2026-03-01-{name}" if name else "", line=line, keys=dict(known))


# ---- when it is due


def test_what_has_not_landed_is_never_judged() -> None:
    """
    However long ago its window would have passed, an edit that nobody merged has had no effect.
    """
    found = standing(make_prediction(make_check(window_days=1)), landing=Landing(state="not landed"))

    assert ("not landed", True, None) == (found.word, found.late, found.score)


@pytest.mark.parametrize(("date", "late"), [("2026-03-22", False), ("2026-03-21", True)])
def test_after_thirty_days_a_person_is_asked_to_look(date: str, late: bool) -> None:
    """
    The thirtieth day counts; before it an edit on its branch is nothing unusual.
    """
    found = standing(make_prediction(make_check(), date=date), landing=Landing(state="not landed"))

    assert late == found.late


def test_where_the_history_can_not_be_read_it_is_unknown() -> None:
    """
    It stays pending, and is neither landed nor not.
    """
    found = standing(make_prediction(make_check()), landing=Landing(state="unknown", why="no repository"))

    assert ("pending", True, "unknown: no repository") == (found.word, found.unknown, found.reason)


@pytest.mark.parametrize(
    ("window", "sessions", "days", "passed"),
    [
        ({"window_sessions": 2}, 1, 30, False),
        ({"window_sessions": 2}, 2, 2, True),
        ({"window_days": 10}, 0, 9, False),
        ({"window_days": 10}, 0, 10, True),
        ({"window_sessions": 2, "window_days": 10}, 2, 9, False),
        ({"window_sessions": 2, "window_days": 10}, 1, 99, False),
        ({"window_sessions": 2, "window_days": 10}, 2, 10, True),
    ],
)
def test_a_window_passes_when_all_that_it_asks_for_has_passed(
    window: dict[str, int], sessions: int, days: int, passed: bool
) -> None:
    """
    Fewer sessions than it asks for keep an entry pending, and so do fewer days.
    """
    spans = tuple(make_span(at) for at in range(1, sessions + 1))

    found = weighed(
        make_prediction(Check(kind="grep", target="a.md:x", direction="present", **window)),
        spans,
        now=LANDED_AT + days * DAY,
    )

    assert passed == isinstance(found, DueCheck)


@pytest.mark.parametrize(
    "span",
    [
        make_span(1, days=-1),
        make_span(1, key="manual:field:1"),
        make_span(1, read=False),
    ],
    ids=["before the landing", "the one that it came from", "not read"],
)
def test_not_every_session_counts(span: Span) -> None:
    """
    Only a later one, other than its own, that was read can show an effect.
    """
    found = standing(make_prediction(make_check(window_sessions=1)), (span,))

    assert "0 of 1 sessions" == found.reason


def test_a_session_that_was_closed_twice_counts_once() -> None:
    """
    Two closes of one session are one session.
    """
    twice = (make_span(1, key="x"), make_span(2, key="x"))

    assert "1 of 2 sessions" == standing(make_prediction(make_check(window_sessions=2)), twice).reason


def test_what_comes_after_the_window_is_no_evidence() -> None:
    """
    A pass that comes late measures what a punctual one would have measured.
    """
    spans = tuple(make_span(at) for at in range(1, 6))

    found = due(make_prediction(make_check(window_sessions=3)), spans)

    assert [f"manual:field:later-{at}" for at in (1, 2, 3)] == [span.key for span in found.spans]
    assert (LANDED_AT, LANDED_AT + 3 * DAY) == (found.since, found.until)


def test_what_happens_can_only_be_counted_in_a_window() -> None:
    """
    `none so far` is true of everything at the moment of landing; a state can be looked at then.
    """
    assert "names no window" in standing(make_prediction(make_check("commits", direction="absent"))).reason
    assert isinstance(weighed(make_prediction(make_check("file_exists"))), DueCheck)


# ---- what can't be tested

UNTESTABLE = {
    "unknown kind": make_prediction(fault="'vibes' is no kind of check"),
    "entered as such": make_prediction(make_check(), kind="untestable"),
    "no check, vague": make_prediction(measurable_by="people will be happier"),
    "own file exists": make_prediction(make_check("file_exists", target="./skills/desk/SKILL.md")),
    "commits on own file": make_prediction(make_check("commits", target="skills/desk", window_days=1)),
    "text in own file": make_prediction(make_check(target="skills/desk/SKILL.md:desk")),
    "no baseline": make_prediction(make_check(direction="up", threshold=2.0)),
    "no threshold": make_prediction(make_check(direction="down", baseline=2.0)),
    "reached before": make_prediction(make_check(direction="up", threshold=2.0, baseline=2.0)),
    "the wrong way": make_prediction(make_check(direction="down", threshold=3.0, baseline=2.0)),
    "outside": make_prediction(make_check("file_exists", target="../x")),
    "absolute": make_prediction(make_check("commits", target="/etc/passwd", window_days=1)),
    "nothing to look for": make_prediction(make_check(target="docs/a.md: ")),
    "two lines": make_prediction(make_check(target="a\nb")),
}


@pytest.mark.parametrize("case", UNTESTABLE)
def test_what_nothing_could_ever_tell_is_untestable_at_once(case: str) -> None:
    """
    Landed or not: a check that the draft itself meets, or that has no scale, tells nothing about the prediction.
    """
    found = standing(UNTESTABLE[case], landing=Landing(state="not landed"))

    assert "untestable" == found.word
    assert found.change is not None
    assert ("untestable", found.reason) == (
        found.change.fields["validation_status"],
        found.change.fields["verification_note"],
    )


@pytest.mark.parametrize(
    ("untestable", "entries", "degrading"), [(3, 10, False), (4, 10, True), (0, 0, False), (1, 3, True)]
)
def test_over_thirty_percent_untestable_is_said(untestable: int, entries: int, degrading: bool) -> None:
    """
    Edits whose reasons nobody can test are a fault of the reasons.
    """
    found = Verification(entries=entries, untestable=untestable)

    assert degrading == is_degrading(found)
    assert degrading == any("edit rationale quality degrading" in note.text for note in measured_notes(found))


# ---- what a measurement says


@pytest.mark.parametrize(
    ("check", "measured", "score"),
    [
        (make_check(direction="up", baseline=0.0, threshold=4.0), 4.0, 1.0),
        (make_check(direction="up", baseline=0.0, threshold=4.0), 9.0, 1.0),
        (make_check(direction="up", baseline=0.0, threshold=4.0), 2.0, 0.5),
        (make_check(direction="up", baseline=2.0, threshold=4.0), 1.0, 0.0),
        (make_check(direction="down", baseline=4.0, threshold=0.0), 0.0, 1.0),
        (make_check(direction="down", baseline=4.0, threshold=0.0), 1.0, 0.75),
        (make_check(direction="down", baseline=4.0, threshold=0.0), 9.0, 0.0),
        (make_check(direction="present"), 1.0, 1.0),
        (make_check(direction="present"), 0.0, 0.0),
        (make_check(direction="present", threshold=2.0), 1.0, 0.0),
        (make_check(direction="absent"), 0.0, 1.0),
        (make_check(direction="absent"), 1.0, 0.0),
        (make_check(direction="absent", threshold=2.0), 2.0, 1.0),
    ],
)
def test_the_score_says_how_far_it_came_true(check: Check, measured: float, score: float) -> None:
    """
    The share of the way from baseline to threshold, clipped; present and absent know no half.
    """
    assert score == match_score(check, measured)


@given(
    st.floats(-1e6, 1e6),
    st.floats(-1e6, 1e6),
    st.floats(-1e6, 1e6),
    st.sampled_from(["up", "down"]),
)
def test_a_score_is_a_share(measured: float, baseline: float, gap: float, direction: str) -> None:
    """
    Whatever was measured, the score stays between none and all, and reaching the threshold is all.
    """
    threshold = baseline + abs(gap) + 1 if direction == "up" else baseline - abs(gap) - 1
    check = make_check(direction=direction, baseline=baseline, threshold=threshold)

    assert 0 <= match_score(check, measured) <= 1
    assert 1 == match_score(check, threshold)
    assert 0 == match_score(check, baseline)


@pytest.mark.parametrize(
    ("score", "word", "gate"),
    [
        (1.0, "verified", "accepted"),
        (0.75, "verified", "accepted"),
        (0.7499, "verified", "redefine"),
        (0.2501, "verified", "redefine"),
        (0.25, "falsified", "rejected"),
        (0.0, "falsified", "rejected"),
    ],
)
def test_the_gate_opens_at_three_quarters_and_shuts_at_one(score: float, word: str, gate: str) -> None:
    """
    Both bounds belong to their side.
    """
    assert (word, gate) == gate_of(score)


def test_what_is_to_grow_is_a_running_total() -> None:
    """
    `at least 4, 3 so far` is reached by one more; what is to fall is counted anew.
    """
    up = make_check("recurrences", target="f" * 64, direction="up", baseline=3.0, threshold=4.0, window_sessions=5)
    down = make_check("recurrences", target="f" * 64, direction="down", baseline=3.0, threshold=0.0, window_sessions=5)

    assert (4.0, 1.0) == (lambda one: (one.measured, one.score))(concluded(up, Measurement(value=1.0)))
    assert (0.0, 1.0) == (lambda one: (one.measured, one.score))(concluded(down, Measurement(value=0.0)))


def test_an_outcome_is_written_with_its_evidence() -> None:
    """
    The entry says what was measured, when, against what, and where it was seen.
    """
    check = make_check(direction="up", baseline=0.0, threshold=4.0)

    found = concluded(check, Measurement(value=1.0, seen="first docs/a.md:3: desk"))

    assert found.change is not None
    fields = found.change.fields
    assert ("falsified", 1.0, 1.0, 0.25, TODAY, "rejected", SHA) == tuple(
        fields[key]
        for key in (
            "validation_status",
            "measured_value",
            "delta",
            "match_score",
            "verified_at",
            "gate_decision",
            "commit",
        )
    )
    note = str(fields["verification_note"])
    assert "docs/a.md:3: desk" in note
    assert "2026-03-12 to 2026-03-22" in note
    assert {"validation_status": "pending"} == found.change.expected
    assert SHA == found.revert


def test_a_note_that_a_person_wrote_is_kept() -> None:
    """
    Nothing that a person wrote is lost: the outcome comes before it.
    """
    found = concluded(make_check(), Measurement(value=1.0), note="ask Ada first")

    assert found.change is not None
    assert str(found.change.fields["verification_note"]).endswith("(before: ask Ada first)")


def test_unknown_is_not_zero() -> None:
    """
    What could not be read settles nothing and changes nothing.
    """
    found = concluded(make_check("skill_uses", target="desk"), Measurement(unknown="no transcript read"))

    assert ("pending", True, "unknown: no transcript read", None) == (
        found.word,
        found.unknown,
        found.reason,
        found.score,
    )


@pytest.mark.parametrize(
    ("direction", "value", "word"),
    [
        ("present", 1.0, "verified"),
        ("present", 0.0, "pending"),
        ("absent", 0.0, "pending"),
        ("absent", 1.0, "falsified"),
        ("up", 4.0, "verified"),
        ("up", 3.0, "pending"),
        ("down", 4.0, "falsified"),
        ("down", 0.0, "pending"),
    ],
)
def test_a_count_that_may_be_too_low_settles_only_what_more_could_not_change(
    direction: str, value: float, word: str
) -> None:
    """
    With a session unread, three are at least three: enough for some outcomes and none for others.
    """
    scale = {"up": (0.0, 4.0), "down": (4.0, 0.0)}.get(direction, (None, None))
    check = make_check(
        "friction", target="desk", direction=direction, baseline=scale[0], threshold=scale[1], window_days=1
    )

    assert word == concluded(check, Measurement(value=value, at_least=True)).word


def test_what_is_judged_needs_a_cited_line() -> None:
    """
    No citation, no outcome; a cited line that this pass reads counts in full, one that isn't there for half at most.
    """
    bare = make_prediction(score=1.0)
    cited = make_prediction(score=1.0, note="see docs/a.md:12")
    read = Measurement(value=1.0, seen="read docs/a.md:12: it helps")
    gone = Measurement(value=0.0, seen="the cited line docs/a.md:12 is not there")

    assert "no line is cited" in standing(bare).reason
    assert isinstance(weighed(cited), DueCheck)
    outcomes = [concluded(None, one, score=1.0, note="see docs/a.md:12") for one in (read, gone)]
    assert [("verified", "accepted", 1.0), ("verified", "redefine", 0.5)] == [
        (one.word, one.gate, one.score) for one in outcomes
    ]
    assert "read docs/a.md:12: it helps" in outcomes[0].reason


@pytest.mark.parametrize(
    ("note", "place"),
    [
        ("see docs/a.md:12", ("docs/a.md", 12)),
        ("(./CLAUDE.md:3) says it", ("CLAUDE.md", 3)),
        ("first at 10:30, then `x.py:7`", ("x.py", 7)),
        ("at 10:30", None),
        ("https://host.example:80 said so", None),
        ("/etc/passwd.txt:1", None),
        ("v1.2:3", None),
        ("docs/a.md", None),
    ],
)
def test_a_citation_names_a_file_and_a_line(note: str, place: tuple[str, int] | None) -> None:
    """
    What only looks like one, a time or an address, cites nothing, and its entry stays pending.
    """
    assert place == citation_of(make_prediction(note=note))


def test_the_commit_is_written_down_once() -> None:
    """
    An entry that names its commit, in full or in short, is not touched for it again.
    """
    waiting = {"check": make_check(window_days=99)}

    assert standing(make_prediction(**waiting, commit=SHA[:8])).change is None
    change = standing(make_prediction(**waiting)).change
    assert change is not None
    assert {"commit": SHA} == change.fields


# ---- what is left alone


def test_duplicates_and_bad_dates_are_named_and_left_alone() -> None:
    """
    Nobody knows which of two was meant, and when a day that is none was (SPEC 10.1).
    """
    entries = (
        entry("a", 1, validation_status="predicted: soon"),
        entry("b", 5, date="someday"),
        entry("a", 9),
        entry("c", 12, date="2026-02-30"),
        entry("", 15),
        entry("d", 20),
    )

    usable, left = set_apart(entries)

    assert ["em-2026-03-01-d"] == [one.id for one in usable]
    assert [
        ("em-2026-03-01-a", "its id stands 2 times (here in line 1); its status is 'predicted: soon'"),
        ("em-2026-03-01-b", "'someday' is no date"),
        ("em-2026-03-01-a", "its id stands 2 times (here in line 9)"),
        ("em-2026-03-01-c", "'2026-02-30' is no date"),
        ("line 15", "it has no id"),
    ] == list(left)


def test_a_status_in_other_words_is_reconciled_and_kept() -> None:
    """
    One change an entry, with the outcome where it has one; what stood there goes along.
    """
    found = (entry("a", validation_status="predicted: next week"), entry("b", validation_status="Verified"))
    usable, left = set_apart(found)

    verification = gather(found, usable, left, ())

    assert [
        ("em-2026-03-01-a", "predicted: next week", "pending"),
        ("em-2026-03-01-b", "Verified", "verified"),
    ] == list(verification.reconciled)
    assert [{"validation_status": "predicted: next week"}, {"validation_status": "Verified"}] == [
        one.remarks for one in verification.changes
    ]


def test_an_outcome_takes_the_place_of_a_reconciled_status() -> None:
    """
    The entry is written once: its outcome, and what the status was.
    """
    found = (entry("a", validation_status="pending_review"),)
    usable, left = set_apart(found)
    outcome = conclude(
        DueCheck(prediction=usable[0].model_copy(update={"check": make_check()}), landed=LANDED, since=1, until=2),
        Measurement(value=1.0),
        today=TODAY,
        day_of=day_of,
    )

    (change,) = gather(found, usable, left, (outcome,)).changes

    assert "verified" == change.fields["validation_status"]
    assert {"validation_status": "pending_review"} == change.expected == change.remarks


# ---- what is said


def test_the_page_counts_every_entry_and_gives_each_reason() -> None:
    """
    Verified, falsified with its revert, pending with reasons, not landed; unknown stands under Not measured.
    """
    outcomes = (
        concluded(make_check(), Measurement(value=1.0), id="em-2026-03-10-yes"),
        concluded(make_check(), Measurement(value=0.0), id="em-2026-03-10-no"),
        concluded(make_check(), Measurement(unknown="no transcript read"), id="em-2026-03-10-dark"),
        standing(make_prediction(make_check(window_sessions=5), id="em-2026-03-10-early")),
        standing(make_prediction(make_check(), id="em-2026-03-10-branch"), landing=Landing(state="not landed")),
    )

    verification = gather([entry()] * 5, (), (), outcomes)
    said = [note.text for note in measured_notes(verification)]
    unsaid = [note.text for note in unmeasured_notes(verification)]

    assert said[0] == "5 entries: verified 1, falsified 1, untestable 0, pending 2 (1 due and unknown), not landed 1"
    assert any(line.startswith("em-2026-03-10-yes: verified, accepted, score 1.00: grep of") for line in said)
    assert f"revert proposed: em-2026-03-10-no, skills/desk/SKILL.md, commit {SHA[:10]}" in said
    assert "pending, 0 of 5 sessions: em-2026-03-10-early" in said
    assert "not landed for 30 days or more, look at it: em-2026-03-10-branch" in said
    assert ["unknown: no transcript read: em-2026-03-10-dark"] == unsaid


def test_what_asks_for_a_person_stands_on_the_verdict_line() -> None:
    """
    A revert that is proposed, a due prediction that is unknown and an entry left alone are each named (SPEC 6).
    """
    outcomes = (
        concluded(make_check(), Measurement(value=0.0), id="em-2026-03-10-no"),
        concluded(make_check(), Measurement(unknown="x"), id="em-2026-03-10-dark"),
    )
    asking = gather((), (), (("em-2026-03-10-twice", "its id stands 2 times"),) * 2, outcomes)

    assert (
        "Verdict: CONDITIONAL_PASS — 1 revert proposed (em-2026-03-10-no); "
        "1 due prediction unknown (em-2026-03-10-dark); 1 edit left alone (em-2026-03-10-twice)"
    ) == str(pass_verdict(asking))
    assert "Verdict: PASS" == str(pass_verdict(Verification()))
