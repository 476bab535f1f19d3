"""Count what became of proposals about skills: which skill, which word, and each answer once (SPEC 8.1)."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.answers import is_refusal, words_of
from harvest_loop.domain.profile_answers import declined_once, taken_up
from harvest_loop.domain.profile_diff import is_skill_name
from harvest_loop.domain.regressed import is_matter
from harvest_loop.schemas.form import Form, FormAnswer, LineAnswer
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.profile import NagAnswer, Profile, SkillOutcome, SkillOutcomes, Taken

SIGNALS_KEPT = 100
_ANSWERS_KEPT = 64
_PAGE = "SKILL.md"


class Counts(NamedTuple):
    """The profile's values after counting, by their path of keys, and the skills that could not be counted."""

    values: dict[tuple[str, ...], int | tuple[str, ...]]
    left_out: tuple[str, ...] = ()


def skill_of(path: str, skills: Sequence[Asset]) -> str | None:
    """Return the name of the skill that a file belongs to, as the profile may hold it; None: it belongs to none."""
    for skill in skills:
        folder = skill.path.rpartition("/")[0]
        if path == skill.path or (folder and path.startswith(f"{folder}/")):
            names = (skill.name, folder.rpartition("/")[2])
            return next((name for name in names if is_skill_name(name)), None)
    folder, _, name = path.rpartition("/")
    new = folder.rpartition("/")[2]
    return new if name == _PAGE and is_skill_name(new) else None


def outcomes_of(
    form: Form, answer: FormAnswer, skills: Sequence[Asset], *, shown_again: Collection[str]
) -> tuple[SkillOutcome, ...]:
    """Return the word on each proposal about a skill; one whose text is shown again has none yet."""
    words = words_of(form, answer)
    found = []
    for line in form.proposals:
        name = skill_of(line.target, skills)
        if name is None or line.hash in shown_again or is_matter(line.judged.candidate.pattern):
            continue
        found.append(SkillOutcome(skill=name, word=_word(words[line.hash]), answer=answer_name(form.run, line.hash)))
    return tuple(found)


def not_proposed(run: str, suppressed: Iterable[str]) -> tuple[SkillOutcome, ...]:
    """Return the outcome of each skill that the run would have proposed, were it not refused so often."""
    return tuple(SkillOutcome(skill=name, word="sustained", answer=answer_name(run, name)) for name in suppressed)


def count_outcomes(
    profile: Profile,
    outcomes: Sequence[SkillOutcome],
    nags: Sequence[NagAnswer] = (),
    *,
    unusable: Collection[str] = (),
    open_answers: Collection[str] = (),
) -> Counts:
    """Return the counts with these outcomes in them, each once however often it comes.

    `unusable` are skills whose counts can't be read, `open_answers` those counted ones that may come again.
    """
    new = [one for one in outcomes if one.answer not in profile.counted]
    left_out = tuple(sorted({one.skill for one in new if one.skill in unusable}))
    new = [one for one in new if one.skill not in unusable]
    heard = [one for one in nags if one.answer not in profile.counted]
    values: dict[tuple[str, ...], int | tuple[str, ...]] = {}
    if not new and not heard:
        return Counts(values, left_out)
    skills = dict(profile.skills)
    for one in new:
        before = skills.get(one.skill, SkillOutcomes())
        skills[one.skill] = counted(before, one.word)
    for name in sorted({one.skill for one in new}):
        values.update(_changes(name, profile.skills.get(name), skills[name]))
    for nag in heard:
        values.update(taken_up(profile, nag.nag) if nag.taken else declined_once(profile, nag.nag))
    kept = (name for name in profile.counted if name in open_answers)
    answers = (*kept, *(one.answer for one in new), *(one.answer for one in heard))
    values[("counted",)] = tuple(dict.fromkeys(answers))[-_ANSWERS_KEPT:]
    return Counts(values, left_out)


def counted(before: SkillOutcomes, word: Taken) -> SkillOutcomes:
    """Return the counts of one skill after one more outcome; what is taken forgives what was refused before."""
    since = before.refused_since
    after = 0 if word in ("accepted", "modified") else since + 1 if word == "rejected" else since
    return before.model_copy(update={word: getattr(before, word) + 1, "rejected_since_accepted": after})


def answer_name(run: str, content: str) -> str:
    """Return the name of one answer of a run: the same however often the run brings it."""
    return f"{run}.{hashlib.sha256(content.encode()).hexdigest()[:8]}"


def run_of(answer: str) -> str:
    """The run whose form an answer's name is about."""
    return answer.rpartition(".")[0]


def _word(word: LineAnswer) -> Taken:
    if word.answer == "Y":
        return "accepted"
    return "rejected" if is_refusal(word) else "sustained"


def _changes(name: str, before: SkillOutcomes | None, after: SkillOutcomes) -> Iterator[tuple[tuple[str, ...], int]]:
    told: Mapping[str, int | None] = {} if before is None else before.model_dump(exclude_unset=True)
    for key, value in after.model_dump().items():
        if value is not None and told.get(key, 0 if key != "rejected_since_accepted" else None) != value:
            yield ("skills", name, key), value
