"""Runs the probes of the regression guard and says what each looked at (SPEC 4.6a)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.domain.conflicts import conflicts_in
from harvest_loop.domain.guard.failing import commands_failing
from harvest_loop.domain.guard.gone import FileTwice, Gone, files_gone, offers_gone
from harvest_loop.domain.guard.prescribed import Prescriptions
from harvest_loop.domain.guard.regressions import (
    contradicted,
    corrected_skill,
    failed_skill,
    prescribed_but_failing,
    prescribed_but_gone,
)
from harvest_loop.domain.guard.skills_in_use import corrected_skills, failed_skills
from harvest_loop.domain.quoting import count_of, plural
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.regressions import Guard, Quench, Regression
from harvest_loop.schemas.transcript import TranscriptFacts

_MOST = 30


class Looked(NamedTuple):
    """What was read of the field for the probes."""

    files: tuple[FileTwice, ...] = ()
    now: Mapping[str, str] = {}
    lost: tuple[str, ...] = ()
    added: Mapping[str, frozenset[str]] = {}
    own: bool = False
    notes: tuple[str, ...] = ()


class Named(NamedTuple):
    """A regression, and the name of what it is about."""

    name: str
    regression: Regression

    @property
    def place(self) -> tuple[str, int]:
        return self.regression.asset, self.regression.line.line


def guard(
    hub: Hub, evidence: SessionEvidence, looked: Looked, prescribed: Prescriptions, quench: Quench | None = None
) -> Guard:
    """Return what the session ended, gravest first; what the quench tells of a line already is not told again.

    `looked.added` holds, by the path of a hub's asset, the lines that this session added to it.
    """
    facts = None if evidence.transcripts == "unknown" else evidence.transcripts
    gone = (
        *files_gone(evidence.git, frozenset(hub.paths), looked.lost, own=looked.own),
        *offers_gone(looked.files, looked.now, own=looked.own),
    )
    found = [
        *(Named(each.name, one) for each in gone for one in prescribed_but_gone(each, prescribed)),
        *(_of_transcript(facts, hub, evidence, prescribed) if facts is not None else ()),
        *_of_new_lines(hub, looked.added),
    ]
    told = {(one.asset, one.line.line) for one in (quench.regressions if quench else ())}
    fresh = _once([one for one in found if one.place not in told])
    return Guard(
        regressions=fresh[:_MOST],
        left=fresh[_MOST:],
        measured=tuple(_measured(prescribed, gone, facts, fresh)),
        not_measured=tuple(_not_measured(evidence, looked, fresh)),
    )


def _of_transcript(
    facts: TranscriptFacts, hub: Hub, evidence: SessionEvidence, prescribed: Prescriptions
) -> Iterator[Named]:
    there = evidence.git.head_paths | frozenset(hub.paths)
    for failing in commands_failing(facts, there):
        yield from (Named(failing.name, one) for one in prescribed_but_failing(failing, prescribed))
    yield from (Named("failed skill", failed_skill(one)) for one in failed_skills(facts, hub))
    yield from (Named("corrected skill", corrected_skill(one)) for one in corrected_skills(facts, hub))


def _of_new_lines(hub: Hub, added: Mapping[str, frozenset[str]]) -> Iterator[Named]:
    for conflict in conflicts_in(hub.assets) if added else ():
        new = [line for line in (conflict.a, conflict.b) if line.text in added.get(line.path, frozenset())]
        if new:
            yield Named(" ".join(conflict.about), contradicted(conflict, new[-1]))


def _once(found: Sequence[Named]) -> tuple[Regression, ...]:
    """The regressions, gravest first; of several of one line about one thing, such as a file and its command, one."""
    kept: dict[tuple[str, int], list[Named]] = {}
    for one in sorted(found, key=lambda one: (one.regression.severity != "S", one.regression.severity)):
        others = kept.setdefault(one.place, [])
        if not any(one.name in other.name or other.name in one.name for other in others):
            others.append(one)
    once = [one.regression for others in kept.values() for one in others]
    return tuple(sorted(once, key=lambda one: one.severity != "S"))


def _measured(
    prescribed: Prescriptions, gone: Sequence[Gone], facts: TranscriptFacts | None, found: Sequence[Regression]
) -> Iterator[str]:
    said = f"{count_of(len(found), 'line')} of assets no longer {'holds' if len(found) == 1 else 'hold'}"
    head = said if found else "nothing that an asset prescribes ended"
    looked = f"{len(gone)} of the field's files, targets and options gone"
    if facts is not None:
        failed, named = len(facts.failed_commands), len(facts.skills)
        looked += f", {failed} failed {plural(failed, 'command')}, {count_of(named, 'mention')} of skills"
    yield f"{head}: {looked}, held against {count_of(prescribed.count, 'line')} of code in assets"


def _not_measured(evidence: SessionEvidence, looked: Looked, found: Sequence[Regression]) -> Iterator[str]:
    if evidence.transcripts == "unknown":
        yield "whether prescribed commands failed or skills were corrected: no transcript was read"
    if len(found) > _MOST:
        yield f"{len(found) - _MOST} more of what ended are not on this page: they come with later forms"
    yield from looked.notes
