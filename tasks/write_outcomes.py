"""What became of the run's proposals, counted in the user's profile once, and said in the record (SPEC 8.1)."""

from collections.abc import Collection, Mapping
from pathlib import Path

from harvest_loop.adapters import hub_files, hub_records
from harvest_loop.adapters.profile_file import change_profile, profile_place
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.yaml_head import frontmatter_of
from harvest_loop.adapters.yaml_splice import Value, with_value
from harvest_loop.domain.muting import nag_answers
from harvest_loop.domain.profile import profile_of, unusable_skills
from harvest_loop.domain.profile_diff import is_signal_name, refusals
from harvest_loop.domain.profile_outcomes import (
    SIGNALS_KEPT,
    count_outcomes,
    not_proposed,
    outcomes_of,
    run_of,
)
from harvest_loop.domain.quoting import count_of, one_line
from harvest_loop.domain.signals import parse_signal, signal_name
from harvest_loop.errors import ConflictError, HubError
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.profile import NagAnswer, Profile, ProfileDiff, SkillOutcome
from harvest_loop.tasks.step import step

WRITTEN = "written"


@step("profile")
def write_outcomes(
    opened: OpenedHub,
    form: Form,
    answer: FormAnswer | None,
    drafts: DraftOutcome | None = None,
    suppressed: tuple[str, ...] = (),
) -> str:
    """Count the words on a form, and the skills that were not proposed; return `written`, or why it was not.

    It ends no run: a profile that can't be written is said. An answer that the counts hold already is not counted
    again, so that a run which was cut off goes on as if it had not been.
    """
    again = {one.hash for one in drafts.commits if one.outcome == "shown again"} if drafts else set()
    said = () if answer is None else outcomes_of(form, answer, opened.hub.skills, shown_again=again)
    nags = () if answer is None else nag_answers(form, answer)
    outcomes = (*said, *not_proposed(form.run, suppressed))
    left_out: list[str] = []
    names = {skill.name for skill in opened.hub.skills} | {one.skill for one in outcomes}

    def counted(text: str | None) -> str:
        return _counted(opened, form, text or "", outcomes, nags, left_out)

    def check(diff: ProfileDiff) -> tuple[str, ...]:
        return refusals(diff, skills=names)

    try:
        done = change_profile(Path(opened.hub.root), opened.settings, counted, check=check, creates=False)
    except (HubError, ConflictError) as error:
        return redact(one_line(f"not written: {error}"))
    if not done.is_written:
        return redact(one_line(f"not written: {done.why_not}"))
    count = len(set(left_out))
    return f"{WRITTEN}, but for {count_of(count, 'skill')} whose counts can't be used" if count else WRITTEN


def _counted(
    opened: OpenedHub,
    form: Form,
    text: str,
    outcomes: tuple[SkillOutcome, ...],
    nags: tuple[NagAnswer, ...],
    left_out: list[str],
) -> str:
    place = str(profile_place(Path(opened.hub.root), opened.settings))
    head = frontmatter_of(text, where=place)
    profile = profile_of(head.keys).profile
    counts = count_outcomes(
        profile,
        outcomes,
        nags,
        unusable=unusable_skills(head.keys, profile),
        open_answers=_open_answers(opened, profile.counted, form.run),
    )
    left_out[:] = counts.left_out
    values: dict[tuple[str, ...], Value] = {**counts.values, **_friction(opened, form, profile)}
    for path, value in values.items():
        text = with_value(text, path, value, where=place, over=len(path) != 1 or path == ("friction",))
    return text


def _open_answers(opened: OpenedHub, answers: Collection[str], run: str) -> frozenset[str]:
    """The counted answers that a run which was cut off may bring again: its form isn't settled, or it has no record."""
    open_runs = {name for name in {run_of(answer) for answer in answers} if name == run or _is_open(opened, name)}
    return frozenset(answer for answer in answers if run_of(answer) in open_runs)


def _is_open(opened: OpenedHub, run: str) -> bool:
    root = Path(opened.hub.root)
    try:
        form = hub_records.read_form(root, opened.settings, run)
    except HubError:
        return True
    if form is not None:
        return not form.settled
    return not (hub_records.meta_folder(root, opened.settings) / f"harvest_{run}.md").is_file()


def _friction(opened: OpenedHub, form: Form, profile: Profile) -> Mapping[tuple[str, ...], Value]:
    """How many points of friction the day's signal tells, by its name: a count of what stands there, not one more."""
    name = signal_name(form.day, form.source)
    folder = hub_records.meta_folder(Path(opened.hub.root), opened.settings)
    try:
        found = hub_files.read_file(folder / name)
    except HubError:
        return {}
    signal = None if found is None else parse_signal(name, found.text)
    count = 0 if signal is None else sum(bool(entry.friction) for entry in signal.entries)
    stem = name.removesuffix(".md")
    if not count or not is_signal_name(stem) or profile.friction.get(stem) == count:
        return {}
    if len(profile.friction) < SIGNALS_KEPT or stem in profile.friction:
        return {("friction", stem): count}
    newest = dict(sorted({**profile.friction, stem: count}.items())[-SIGNALS_KEPT:])
    return {("friction",): newest}
