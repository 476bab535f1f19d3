"""Harvest lightly after a wave of work: steps 0, 1, 2 and 5 only, and never the card."""

from prefect import flow
from prefect.client.schemas.objects import State

from harvest_loop.domain import step_pages as pages
from harvest_loop.domain.waves import light_reason, wave_record
from harvest_loop.flows.guarding import guard_harness
from harvest_loop.schemas.outcome import RunOutcome
from harvest_loop.schemas.regressions import Quench
from harvest_loop.schemas.request import HarvestRequest, PinnedRequest
from harvest_loop.schemas.run_facts import WaveFacts
from harvest_loop.tasks.check_bidirectional import check_changed_assets
from harvest_loop.tasks.conclude_run import conclude_no_wave, state_of
from harvest_loop.tasks.contend_patterns import contend_patterns
from harvest_loop.tasks.gather_evidence import gather_evidence
from harvest_loop.tasks.harvest_field import harvest_field
from harvest_loop.tasks.make_form import make_form
from harvest_loop.tasks.name_run import name_of_run
from harvest_loop.tasks.pin_request import pin_request, session_of
from harvest_loop.tasks.read_hub import read_hub
from harvest_loop.tasks.read_transcript import read_transcript
from harvest_loop.tasks.record_run import record_wave
from harvest_loop.tasks.record_usage import record_usage
from harvest_loop.tasks.run_token import run_token
from harvest_loop.tasks.show_progress import begin_progress, show_step


@flow(name="lightweight-harvest", flow_run_name=name_of_run, persist_result=False)
def harvest_wave(request: HarvestRequest) -> State:
    """Run the lightweight mode of SPEC 4; the state's name is the verdict, its data the outcome."""
    with run_token(session_of(request)):
        return state_of(harvest_lightly(pin_request(request)))


def harvest_lightly(request: PinnedRequest) -> RunOutcome:
    """What was worth keeping of the wave, recorded at once; nothing is proposed."""
    opened = read_hub(request.hub)
    read = read_transcript(request, opened)
    evidence = gather_evidence(request, opened, read)
    if request.transcript:
        record_usage(request, opened, evidence)  # 6-a, of every session that is read
    reason = light_reason(request.mode, evidence.git)
    if reason is None:
        return conclude_no_wave(evidence)
    progress = begin_progress(f"{evidence.source} {evidence.session_key}")
    guarded = guard_harness(opened, evidence, read, Quench(), progress, with_waiting=False)  # 0
    harvest = harvest_field(opened, evidence)  # 1
    show_step(progress, "patterns", pages.patterns_page(harvest))
    collisions = contend_patterns(opened, evidence, harvest, guarded.regressions)  # 2
    show_step(progress, "collisions", pages.collisions_page(collisions))
    references = check_changed_assets(opened, evidence, collisions)  # 5: said, nothing is drafted
    show_step(progress, "references", pages.changed_references_page(references))
    form = make_form(request, opened, evidence, ())
    found = WaveFacts(guarded=guarded, harvest=harvest, collisions=collisions, references=references, reason=reason)
    outcome = record_wave(opened, wave_record(opened, evidence, form, found))
    show_step(progress, "record", outcome.page)
    return outcome
