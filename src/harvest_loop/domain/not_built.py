"""The steps of SPEC 4 that this version does not have: named in every record, so that no gap reads as a pass."""

from harvest_loop.schemas.records import StepNote

IN_A_WAVE = ("0 regression guard", "5 verify-bidirectional")
NOT_BUILT: tuple[StepNote, ...] = (
    StepNote(step="0-a quench", text="changed assets are not checked; not built"),
    StepNote(step="0-c memory hygiene", text="stale memory is not looked for; not built"),
    StepNote(step="0 regression guard", text="conflicts with validated skills and drift are unknown; not built"),
    StepNote(step="3.5-X cross validation", text="no second judge; not built"),
    StepNote(step="4 harness-doctor", text="candidates are not examined; `harvest doctor` checks the hub; not built"),
    StepNote(step="5 verify-bidirectional", text="references back are not checked; not built"),
    StepNote(step="6 curator", text="lifecycle of skills and memory index are not looked at; not built"),
)
