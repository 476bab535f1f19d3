"""Put together what the record of one run says (SPEC 4.15)."""

from collections import Counter
from collections.abc import Iterator

from harvest_loop.domain.browsing import said_of_before
from harvest_loop.domain.conflicts import UNSEEN
from harvest_loop.domain.cross_validation import not_validated, validated
from harvest_loop.domain.curation_notes import curation_measured, curation_unmeasured
from harvest_loop.domain.drift.page import drift_measured, drift_unmeasured
from harvest_loop.domain.examined import measured_of_candidates
from harvest_loop.domain.forms import certain_verdict, regressed_verdict, waiting_verdict
from harvest_loop.domain.judge_notes import (
    families_of,
    models_measured,
    models_unmeasured,
    models_verdict,
    spent_by,
)
from harvest_loop.domain.quench.told import quench_measured, quench_unmeasured, quench_verdict
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.record import PATHS_SHOWN
from harvest_loop.domain.regression_page import guard_measured, guard_unmeasured
from harvest_loop.domain.suppressed import profile_measured, profile_unmeasured
from harvest_loop.domain.transcript_notes import (
    retro_measured,
    retro_unmeasured,
    transcript_measured,
    transcript_unmeasured,
)
from harvest_loop.domain.verdicts import join_verdicts
from harvest_loop.domain.verification_page import measured_notes, pass_verdict, unmeasured_notes
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.form import Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.records import RunRecord, StepNote, VerdictLine
from harvest_loop.schemas.run_facts import RunFacts
from harvest_loop.schemas.waiting import WaitingForm


def waiting_form(opened: OpenedHub, form: Form, facts: RunFacts) -> WaitingForm:
    """The form with the record as it stands before the answer."""
    certain = join_verdicts(
        regressed_verdict(facts.guarded.guard.regressions, facts.judgement.judged),
        certain_verdict(facts.judgement.judged, facts.harvest, facts.collisions, facts.evidence.git),
        pass_verdict(facts.verification),
        quench_verdict(facts.guarded.quench),
        models_verdict(facts.judgement.words),
    )
    return WaitingForm(
        form=form,
        record=_record(opened, form, facts, waiting_verdict(certain, len(form.lines))),
        certain=certain,
        field=facts.evidence.git.repository_id,
    )


def session_record(form: Form, evidence: SessionEvidence, verdict: VerdictLine) -> RunRecord:
    """What every record says of its session; it names no path of this machine."""
    git = evidence.git
    committed = sorted({change.path for commit in git.commits for change in commit.changes})
    return RunRecord(
        run=form.run,
        session=form.session_key,
        mode=form.mode,
        day=form.day,
        source=form.source,
        path=form.record,
        window=git.window,
        head=git.head,
        attribution=git.attribution,
        commits=tuple(commit.sha for commit in git.commits),
        others=tuple(commit.sha for commit in git.others),
        committed=tuple(committed[:PATHS_SHOWN]),
        committed_count=len(committed),
        uncommitted=tuple(change.path for change in git.uncommitted),
        unreadable_commits=git.unreadable_commits,
        verdict=verdict,
    )


def _record(opened: OpenedHub, form: Form, facts: RunFacts, verdict: VerdictLine) -> RunRecord:
    """All that the page says before the answer."""
    return session_record(form, facts.evidence, verdict).model_copy(
        update={
            "outcome": _outcome(facts.harvest),
            "harvest": facts.harvest,
            "collisions": facts.collisions,
            "judged": facts.judgement.judged,
            "curation": form.curations,
            "card": facts.card,
            "card_update": facts.card_update,
            "suppressed": facts.suppressed,
            "models": spent_by(facts.judgement.words),
            "unreadable_assets": tuple((asset.path, asset.reason or "") for asset in opened.hub.unreadable),
            "measured": (*_measured(opened, facts), *profile_measured(opened, facts)),
            "not_measured": tuple(_not_measured(opened, facts)),
        }
    )


def _measured(opened: OpenedHub, facts: RunFacts) -> Iterator[StepNote]:
    git, attacks, innovation, asked = facts.evidence.git, facts.attacks, facts.innovation, facts.judgement.words
    commits, uncommitted = count_of(len(git.commits), "commit"), count_of(len(git.uncommitted), "uncommitted path")
    yield _note("evidence", f"{commits} and {uncommitted} read")
    yield from (_note("evidence", text) for text in said_of_before(facts.evidence))
    yield from transcript_measured(facts.evidence)
    yield from retro_measured(facts.retro)
    yield from quench_measured(facts.guarded.quench)
    yield from guard_measured(facts.guarded)
    yield from drift_measured(facts.guarded.drift)
    if again := len(facts.harvest.told_again):
        yield _note("1 field-harvest", f"{again} held before, told again by new commits with the same lines")
    yield from measured_notes(facts.verification)
    readable = sum(asset.readable for asset in opened.hub.assets)
    yield _note("2 contention", f"{readable} assets compared, {len(opened.hub.unreadable)} unreadable")
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(a.kind for a in attacks).items()))
    yield _note(
        "3a challenger", f"{count_of(len(attacks), 'attack')} ({kinds or 'none'}); {families_of(asked, 'challenger')}"
    )
    yield _note("3b innovator", f"{count_of(len(innovation.proposals), 'proposal')}; {families_of(asked, 'innovator')}")
    yield from (_note("3b innovator", f"none for {one.collision}: {one.reason}") for one in innovation.declined)
    yield from validated(facts.judgement.judged, asked)
    for number, critiques in enumerate(facts.judgement.rounds, start=1):
        words = Counter(critique.word for critique in critiques)
        said = " / ".join(f"{word} {words[word]}" for word in ("PASS", "CONDITIONAL_PASS", "FAIL"))
        if critiques:
            yield _note(f"3.75 Critic, round {number}", f"{said}; {families_of(asked, 'critic')}")
    yield from models_measured(asked)
    yield from measured_of_candidates(facts.judgement.judged)
    yield from curation_measured(facts)
    yield from (_note("signal", path) for path in facts.signals)


def _outcome(harvest: FieldHarvest) -> str | None:
    if not harvest.held:
        return None
    count = len(harvest.patterns) + len(harvest.elsewhere)
    kept = f": {count} held for next time" if count else ""
    return f"no session harvest targets{kept}"


def _not_measured(opened: OpenedHub, facts: RunFacts) -> Iterator[StepNote]:
    yield _note("2 contention", UNSEEN)
    yield from not_validated(facts.judgement.judged, opened.settings.judge, facts.judgement.words)
    yield from models_unmeasured(facts.judgement.words)
    yield from curation_unmeasured(facts)
    yield from unmeasured_notes(facts.verification)
    yield from retro_unmeasured(facts.retro)
    yield from quench_unmeasured(facts.guarded.quench)
    yield from guard_unmeasured(facts.guarded)
    yield from drift_unmeasured(facts.guarded.drift)
    yield from transcript_unmeasured(facts.evidence)
    yield from (_note("evidence", note) for note in facts.evidence.git.notes)
    yield from profile_unmeasured(opened)
    yield from (_note("hub", note) for note in opened.notes)


def _note(step: str, text: str) -> StepNote:
    return StepNote(step=step, text=text)
