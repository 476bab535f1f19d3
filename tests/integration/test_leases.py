"""A lease in a hub: three approvals, a yes, what is then done without asking, and how it ends (SPEC 8.4)."""

import json

import pytest

from harvest_loop.adapters.consent_log import read_log
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.domain.consent.audit import audit
from harvest_loop.domain.consent.template import template
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.consent import UNMEASURED
from harvest_loop.schemas.consent_records import Audit
from harvest_loop.tasks.answer_consent import decline, grant, note_offered, offer_of, offers, revoke
from harvest_loop.tasks.consent_state import settled
from harvest_loop.tasks.in_place import InPlace
from harvest_loop.tasks.leased_changes import Leases
from harvest_loop.tasks.undo_change import undo_change
from tests.support.curated import NOW, opened
from tests.support.leased import (
    ARCHIVE,
    INDEX,
    META,
    PROFILE,
    SETTINGS,
    answer,
    approve,
    archived,
    at,
    events,
    form_with_leases,
    granted,
    outcomes,
    profile,
    run_unasked,
    runs,
    stale,
    stale_lines,
    with_classes,
)
from tests.support.repositories import Repository


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch)


def audited(hub: Repository) -> Audit:
    """What the audit says of the hub."""
    return audit(read_log(hub.path, SETTINGS), read_entries(hub.path, SETTINGS)[0])


def test_three_approvals_a_yes_and_then_nobody_is_asked(hub: Repository) -> None:
    """
    What the lease covers is on no form, is made, is in the log with its undo id, and comes back to the byte.
    """
    granted(hub)
    stale(hub, "a.md", "b.md")
    hub.write(INDEX, "# Memory\r\n\r\n- [A](a.md)\r\n- [B](b.md)\r\n")
    before = {name: (hub.path / "memory" / name).read_bytes() for name in ("a.md", "b.md", "MEMORY.md")}
    form = form_with_leases(hub)

    done = run_unasked(hub, form)

    assert () == form.lines and 2 == len(form.leased)
    assert ["written", "written"] == [one.outcome for one in done] and all(one.lease == ARCHIVE for one in done)
    assert archived(hub, "a.md") and archived(hub, "b.md")
    assert [one.undo for one in done] == [run.undo for run in runs(hub)]
    assert {"memory/a.md", "memory/.archive/a.md", INDEX} == set(runs(hub)[0].targets)
    assert audited(hub).is_clean and ["stands", "stands"] == [run.state for run in audited(hub).runs]
    for one in reversed(done):
        undo_change(hub.path, SETTINGS, one.undo or "", now=NOW)
    assert before == {name: (hub.path / "memory" / name).read_bytes() for name in before}
    assert ["undone", "undone"] == [run.state for run in audited(hub).runs]


def test_the_count_is_shown_at_each_approval(hub: Repository) -> None:
    """
    Before the answer the line says how often it was approved, after it the page says it: the offer is no surprise.
    """
    with_classes(hub)
    shown = []
    for number in range(3):
        stale(hub, f"m{number}.md")
        form = form_with_leases(hub)
        shown.append(form.curations[0].consent)
        shown += answer(hub, *(line for line in form.curations), run=f"2026-03-20_{number:08}_forced")

    assert [text.split(" in a row")[0].rpartition(" ")[2] for text in shown] == [
        "0/3",
        "1/3",
        "1/3",
        "2/3",
        "2/3",
        "3/3",
    ]
    assert "harvest consent offer memory-archive" in shown[-1]


def test_one_answer_to_many_lines_is_one_approval(hub: Repository) -> None:
    """
    Who says yes to three lines at once said yes once.
    """
    stale(with_classes(hub), "a.md", "b.md", "c.md")

    said = answer(hub, *stale_lines(hub))

    assert ("memory-archive: approved 1/3 in a row",) == said
    assert "memory/a.md" in outcomes(hub)[0].did and "memory/c.md" in outcomes(hub)[0].did
    assert said == answer(hub, *stale_lines(hub)) or ["accepted"] == events(hub)


def test_no_word_and_a_no_without_a_reason_are_no_entry(hub: Repository) -> None:
    """
    An unread form is no no: the row goes on behind it; a no with its reason breaks it.
    """
    approve(with_classes(hub), 2)
    stale(hub, "a.md")
    (line,) = stale_lines(hub)

    assert () == answer(hub, line, word="none", channel="none", run="2026-03-20_00000007_forced")
    assert () == answer(hub, line, word="N", run="2026-03-20_00000008_forced")
    assert ["accepted", "accepted"] == events(hub)
    said = answer(hub, line, word="N", reason="I read it", run="2026-03-20_00000009_forced")
    assert ("memory-archive: rejected; the count starts anew",) == said


def test_what_a_file_answers_is_attested(hub: Repository) -> None:
    """
    A script's yes is kept, and counts for nothing.
    """
    with_classes(hub)
    for number in range(4):
        stale(hub, f"m{number}.md")
        answer(hub, *stale_lines(hub), channel="file", run=f"2026-03-20_{number:08}_forced")

    assert ["attested"] * 4 == [line.channel for line in outcomes(hub)]
    assert not any(one.offer.is_due for one in offers(hub.path, SETTINGS))


def test_a_yes_that_was_not_carried_out_is_no_approval(hub: Repository) -> None:
    """
    A memory that changed in between is shown again: what was said to the old text counts for nothing.
    """
    stale(with_classes(hub), "a.md")
    (line,) = stale_lines(hub)
    hub.write("memory/a.md", "---\ntype: project\nmodified: 2026-01-01\n---\nother words\n")

    assert () == answer(hub, line) and [] == events(hub)


def test_without_a_registry_nothing_is_counted(hub: Repository) -> None:
    """
    Nobody counts against a class that isn't there, and one that a session would like is none.
    """
    stale(with_classes(hub, "classes: []\n"), "a.md")

    assert () == answer(hub, *stale_lines(hub))
    assert [] == events(hub)


def test_a_log_that_can_not_be_read_asks_everything(hub: Repository) -> None:
    """
    A lease whose runs nobody could write down covers nothing; the run itself goes on, and asks.
    """
    granted(hub)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    (hub.path / META / "consent_runs.log").mkdir()

    (done,) = run_unasked(hub, form)

    assert "held" == done.outcome and not archived(hub, "a.md")
    assert 1 == len(form_with_leases(hub).lines) and () == form_with_leases(hub).leased


def test_what_changed_since_it_was_found_waits_for_the_next_run(hub: Repository) -> None:
    """
    Nobody was shown it, so that it is not shown again: it is held, and not made.
    """
    granted(hub)
    stale(hub, "a.md")
    (line,) = stale_lines(hub)
    hub.write("memory/a.md", "---\ntype: project\nmodified: 2026-01-01\n---\nother words\n")

    done = Leases(opened(hub)).make(InPlace(opened(hub), {}, run="r", day="d", at="t"), line, run="r")

    assert "held" == done.outcome and done.automatic and not archived(hub, "a.md") and () == runs(hub)


def test_a_registry_with_a_broken_class_counts_nothing(hub: Repository) -> None:
    """
    The broken one may be the narrower one that the action falls under, and may not be leased.
    """
    broken = "  - {name: own, owner: harvest-loop, mode: archive, target: memory/a.md, promotion_eligible: no}\n"
    stale(with_classes(hub, template() + broken), "a.md")

    assert "" == form_with_leases(hub).curations[0].consent
    assert () == answer(hub, *stale_lines(hub)) and [] == events(hub)


@pytest.mark.parametrize(
    ("leads", "told"), [("notes", "notes/archive/a.md"), ("../beside", "../ (outside of the hub)")]
)
def test_a_memory_that_lies_elsewhere_is_asked(hub: Repository, leads: str, told: str) -> None:
    """
    The lease is for the hub's memory: a link that leads out of that folder, or of the hub, is no path inside of it.
    """
    granted(hub)
    stale(hub, "a.md")
    (hub.path / leads).mkdir()
    (hub.path / "memory" / ".archive").rename(hub.path / leads / "archive")
    (hub.path / "memory" / ".archive").symlink_to(f"../{leads}/archive")

    form = form_with_leases(hub)

    assert 1 == len(form.lines) and () == form.leased
    assert f"wider than the grant of memory-archive (target: {told}" in form.curations[0].consent


def test_a_revoked_lease_covers_nothing_from_that_moment(hub: Repository) -> None:
    """
    Also what was left off a form, since it was covered then, is held.
    """
    granted(hub)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    assert revoke(hub.path, SETTINGS, ARCHIVE)

    (done,) = run_unasked(hub, form)

    assert "held" == done.outcome and not archived(hub, "a.md") and () == runs(hub)
    assert "memory-archive: unset" in profile(hub)
    assert 1 == len(form_with_leases(hub).lines)
    assert not revoke(hub.path, SETTINGS, ARCHIVE)


def test_a_lease_is_ended_under_the_key_that_the_person_wrote(hub: Repository) -> None:
    """
    Blanks around a class's name are nothing: a second key beside it would break the whole profile.
    """
    granted(hub)
    (hub.path / PROFILE).write_text(profile(hub).replace("  memory-archive:", '  " memory-archive ":'))

    assert revoke(hub.path, SETTINGS, ARCHIVE)

    assert '" memory-archive ": unset' in profile(hub)
    assert UNMEASURED == settled(hub.path, SETTINGS).check().code


def test_a_wider_class_takes_its_lease_back_and_says_what_widened(hub: Repository) -> None:
    """
    A class that was changed under its lease goes back to unset when it is met, naming the field.
    """
    granted(hub)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    wider = template().replace("mode: archive\n    target: memory/", "mode: archive\n    target: ./memory/")
    hub.write(f"{META}/consent_classes.yaml", wider)

    (done,) = run_unasked(hub, form)

    assert "held" == done.outcome and "target is no longer what the class says" in done.detail
    assert "memory-archive: unset" in profile(hub) and "widened" == events(hub)[-1]


def test_what_widened_before_the_form_is_said_on_it(hub: Repository) -> None:
    """
    The line is asked again, names the field, and takes the grant back, so that it silences no other class.
    """
    granted(hub)
    stale(hub, "a.md")
    wider = template().replace("mode: archive\n    target: memory/", "mode: archive\n    target: ./memory/")
    hub.write(f"{META}/consent_classes.yaml", wider)

    form = form_with_leases(hub)

    assert () == form.leased and "target is no longer what the class says" in form.curations[0].consent
    assert "memory-archive: unset" in profile(hub) and "widened" == events(hub)[-1]


def test_effects_beyond_the_grant_take_it_back(hub: Repository) -> None:
    """
    A grant of less than what the action does is no grant of it, though the check finds nothing wrong.
    """
    granted(hub)
    registry = template().replace("[local-write]", "[read, local-write]")
    hub.write(f"{META}/consent_classes.yaml", registry)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    (hub.path / PROFILE).write_text(profile(hub).replace("effects: [local-write]", "effects: [read]"))

    (done,) = run_unasked(hub, form)

    assert "effects: local-write, granted were read" in done.detail
    assert "memory-archive: unset" in profile(hub) and "widened" == events(hub)[-1]


def test_another_broken_grant_keeps_everything_asking(hub: Repository) -> None:
    """
    What is broken anywhere in the two files is broken for each class: anything but 0 asks.
    """
    granted(hub)
    stale(hub, "a.md")
    (hub.path / PROFILE).write_text(profile(hub).replace("standing_consent:\n", "standing_consent:\n  nowhere: {}\n"))

    assert () == form_with_leases(hub).leased


def test_a_run_that_was_cut_off_is_logged_once(hub: Repository) -> None:
    """
    The line stands before the change does; when the run goes on, there is no second one.
    """
    granted(hub)
    stale(hub, "a.md")
    form = form_with_leases(hub)
    run_unasked(hub, form)
    (hub.path / "memory/.archive/a.md").rename(hub.path / "memory/a.md")  # as if it had been cut off before the move

    (done,) = run_unasked(hub, form)

    assert "written" == done.outcome and archived(hub, "a.md")
    assert [done.undo] == [run.undo for run in runs(hub)]


def test_what_was_granted_by_hand_is_seen_before_it_is_used(hub: Repository) -> None:
    """
    A person may write the lease themselves; the log then says so, and the audit finds the grant.
    """
    scope = "owner: harvest-loop, mode: archive, target: memory/, effects: [local-write], sinks: []"
    hub.write(
        PROFILE, f"---\nstanding_consent:\n  {ARCHIVE}: {{granted: 2026-03-20, expires: 2026-03-20, {scope}}}\n---\n"
    )
    stale(with_classes(hub), "a.md")

    run_unasked(hub)

    assert archived(hub, "a.md") and ["seen"] == events(hub) and audited(hub).is_clean
    hub.write(PROFILE, "---\nstanding_consent: {}\n---\n")
    assert () == form_with_leases(hub).leased
    assert ["seen", "revoked"] == events(hub)


def test_an_offer_that_is_another_by_now_is_not_granted(hub: Repository) -> None:
    """
    A yes is to what was shown: a class that was changed in between is shown again, and a row that was broken is none.
    """
    approve(with_classes(hub))
    shown = offer_of(hub.path, SETTINGS, ARCHIVE)
    hub.write(f"{META}/consent_classes.yaml", template().replace("lease_days: 30", "lease_days: 300"))
    with pytest.raises(ConflictError):
        grant(hub.path, SETTINGS, shown)
    hub.write(f"{META}/consent_classes.yaml", template())
    stale(hub, "a.md")
    answer(hub, *stale_lines(hub), word="N", reason="not this", run="2026-03-20_00000009_forced")

    with pytest.raises(UsageError, match="0/3"):
        grant(hub.path, SETTINGS, shown)

    assert not (hub.path / PROFILE).exists()


def test_where_consent_is_broken_nothing_is_offered(hub: Repository) -> None:
    """
    A grant that could not be joined is no use to anybody: the person reads what is broken, and grants nothing.
    """
    approve(with_classes(hub))
    shown = offer_of(hub.path, SETTINGS, ARCHIVE)
    hub.write(PROFILE, "---\nstanding_consent: {nowhere: {}}\n---\n")

    assert "consent is broken: R3 standing_consent/nowhere" == offer_of(hub.path, SETTINGS, ARCHIVE).offer.why_not
    with pytest.raises(UsageError, match="consent is broken"):
        grant(hub.path, SETTINGS, shown)


def test_of_two_closes_one_offers(hub: Repository) -> None:
    """
    The second finds that the offer was made, and one of another version of the class is none of this one.
    """
    approve(with_classes(hub))
    (shown,) = (one for one in offers(hub.path, SETTINGS) if one.offer.is_due)
    old = shown._replace(offer=shown.offer._replace(version="another"))

    assert [False, True, False] == [note_offered(hub.path, SETTINGS, one) for one in (old, shown, shown)]
    assert 1 == events(hub).count("offered")


def test_a_no_is_kept_and_not_asked_again(hub: Repository) -> None:
    """
    It stands in the profile and in the log with the class's version; asked for, the same offer comes again.
    """
    approve(with_classes(hub))
    decline(hub.path, SETTINGS, ARCHIVE)

    assert "memory-archive: declined" in profile(hub) and "declined" == events(hub)[-1]
    assert outcomes(hub)[-1].version == outcomes(hub)[0].version
    assert not any(one.offer.is_due for one in offers(hub.path, SETTINGS))
    grant(hub.path, SETTINGS, offer_of(hub.path, SETTINGS, ARCHIVE))
    assert "memory-archive: {granted" in profile(hub)


def test_the_audit_finds_a_run_without_a_grant(hub: Repository) -> None:
    """
    A line that tells of a run before any grant, of one after the end, or with more than was granted, is not covered.
    """
    granted(hub)
    stale(hub, "a.md")
    run_unasked(hub)
    place = hub.path / META / "consent_runs.log"
    told = json.loads(place.read_text())
    changed = (
        {"after": 1},
        {"day": "2026-04-20"},
        {"targets": ["skills/x/SKILL.md"]},
        {"effects": ["local-write", "network"]},
        {"mode": "delete"},
        {"undo": "u-none"},
        {"after": 99},
    )
    place.write_text("".join(json.dumps({**told, **each}) + "\n" for each in changed))

    found = audited(hub)

    assert [True] * len(changed) == [bool(run.wrong) for run in found.runs]
    place.write_text("not a line\n")
    assert 1 == len(audited(hub).unlogged) and 1 == audited(hub).unreadable and not audited(hub).is_clean


@pytest.mark.parametrize("torn", [b"\xff\xfe half a line", b'{"class": "memory-archive", "event": "rej'])
def test_a_line_that_can_not_be_read_breaks_the_row(hub: Repository, torn: bytes) -> None:
    """
    Nobody knows what it said, maybe it was a no: what stands above it does not count, what comes after does.
    """
    approve(with_classes(hub), 2)
    place = hub.path / META / "consent_outcomes.jsonl"
    place.write_bytes(place.read_bytes() + torn + b"\n")
    stale(hub, "a.md")
    assert "1/3" in answer(hub, *stale_lines(hub), run="2026-03-20_00000007_forced")[0]

    assert "approved 1/3 in a row" == offer_of(hub.path, SETTINGS, ARCHIVE).offer.why_not
    assert 1 == read_log(hub.path, SETTINGS).unreadable_outcomes
