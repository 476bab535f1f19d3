"""Lines of the form that change what is there, each with its prediction, named by its content (SPEC 4.13, 7)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harvest_loop.domain.predictions import free_id
from harvest_loop.schemas.content_names import digest, hash_of_edit
from harvest_loop.schemas.curation import AssetDraft, CurationLine, EditKind, Move, Splice
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.records import Tombstone

SHOWN_OF_A_KIND = 5
WINDOW_DAYS = 28


class Forecast(NamedTuple):
    """What a change is expected to bring about, and how that is measured."""

    impact: str
    measurable_by: str
    check: Check
    confidence: float = 0.6


def nobody_misses(name: str) -> Forecast:
    """The forecast of what is put aside: no note of friction names it."""
    check = Check(kind="friction", target=name, direction="absent", threshold=0, baseline=0, window_days=WINDOW_DAYS)
    return Forecast(f"nobody misses {name}", f"notes of friction that name {name}, within {WINDOW_DAYS} days", check)


def is_found(name: str) -> Forecast:
    """The forecast of what the index names again: a session opens it."""
    check = Check(kind="citations", target=name, direction="up", threshold=1, baseline=0, window_days=WINDOW_DAYS)
    return Forecast(f"a session reads {name}", f"sessions that cite {name}, within {WINDOW_DAYS} days", check, 0.5)


def stays_unused(skill: str) -> Forecast:
    """The forecast of a mark on a skill: it goes on being unused."""
    check = Check(kind="skill_uses", target=skill, direction="absent", threshold=0, baseline=0, window_days=WINDOW_DAYS)
    return Forecast(f"{skill} stays unused", f"uses of {skill} in transcripts, within {WINDOW_DAYS} days", check)


def is_used_again(skill: str) -> Forecast:
    """The forecast of a tag that comes off: the skill goes on being used."""
    check = Check(kind="skill_uses", target=skill, direction="up", threshold=1, baseline=0, window_days=WINDOW_DAYS)
    return Forecast(f"{skill} goes on being used", f"uses of {skill} in transcripts, within {WINDOW_DAYS} days", check)


def curation_line(
    kind: EditKind,
    *,
    title: str,
    target: str,
    about: str,
    grounds: Iterable[tuple[str, str]],
    shown: str,
    forecast: Forecast,
    splices: Sequence[Splice] = (),
    moves: Sequence[Move] = (),
    draft: AssetDraft | None = None,
) -> CurationLine:
    """Return the line; `about` is the content that it is about: a refusal holds as long as that is the same."""
    line = CurationLine(
        hash="",
        kind=kind,
        title=title,
        target=target,
        grounds=tuple(grounds),
        shown=shown,
        fingerprint=digest(kind, target, about),
        splices=tuple(splices),
        moves=tuple(moves),
        draft=draft,
        predicted_impact=forecast.impact,
        predicted_measurable_by=forecast.measurable_by,
        check=forecast.check,
        confidence=forecast.confidence,
    )
    return line.model_copy(update={"hash": hash_of_edit(line)})


def not_refused(lines: Iterable[CurationLine], tombstones: Iterable[Tombstone]) -> tuple[CurationLine, ...]:
    """The lines but for those that a person refused, or took back, about the same content (SPEC 7.5)."""
    refused = {stone.fingerprint for stone in tombstones}
    return tuple(line for line in lines if line.fingerprint not in refused)


def first_of_each_kind(lines: Iterable[CurationLine]) -> tuple[tuple[CurationLine, ...], dict[EditKind, int]]:
    """The first lines of each kind, each text once, and how many more there are: a form is read by a person."""
    shown: dict[str, CurationLine] = {}
    met: dict[EditKind, int] = {}
    for line in lines:
        if line.hash in shown:
            continue
        met[line.kind] = met.get(line.kind, 0) + 1
        if met[line.kind] <= SHOWN_OF_A_KIND:
            shown[line.hash] = line
    more = {kind: count - SHOWN_OF_A_KIND for kind, count in met.items() if count > SHOWN_OF_A_KIND}
    return tuple(shown.values()), more


def with_ids(lines: Iterable[CurationLine], *, day: str, taken: Iterable[str]) -> tuple[CurationLine, ...]:
    """The lines, each with a free id of the manifest."""
    used = set(taken)
    named = []
    for line in lines:
        name = edit_id(line, day=day, taken=used)
        used.add(name)
        named.append(line.model_copy(update={"manifest_id": name}))
    return tuple(named)


def edit_id(line: CurationLine, *, day: str, taken: Iterable[str]) -> str:
    """Return an id of the form em-{day}-{slug} that no entry has yet."""
    return free_id(f"{line.kind} {line.target}", day=day, taken=taken, otherwise=line.hash[:8])
