"""What a person's answers about a skill come to over sessions, as a pattern of the next full run (SPEC 8.5)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from harvest_loop.domain.consent.generalization import Learning, SkillWord, learnings
from harvest_loop.domain.profile_outcomes import skill_of
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.regressed import ANSWERS
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.content_names import digest
from harvest_loop.schemas.curation import EditKind
from harvest_loop.schemas.hub import Asset, Hub, ManifestFound
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.patterns import EvidenceItem, Pattern, Pointer
from harvest_loop.schemas.records import Tombstone

_TITLE = 120
_EDITS = tuple(f"{kind.replace(' ', '-')}-" for kind in get_args(EditKind))  # how ids of the curator's lines begin


def skill_words(
    entries: Iterable[ManifestFound], tombstones: Iterable[Tombstone], skills: Sequence[Asset]
) -> Iterator[SkillWord]:
    """Yield each word on a proposal about a skill of the hub: a Y stands in the manifest, a no as a tombstone.

    What the curator asks about is no proposal about a skill, and an edit that was taken back no answer to one.
    """
    for found in entries:
        slug = found.id[len("em-0000-00-00-") :]
        name, session = skill_of(str(found.keys.get("file") or ""), skills), found.keys.get("session")
        if name is not None and isinstance(session, str) and session and not slug.startswith(_EDITS):
            yield SkillWord(name, "accepted", session, found.id)
    for stone in tombstones:
        name = skill_of(stone.target, skills)
        if name is not None and stone.id == f"ts-{stone.at[:10]}-{stone.content[:8]}":
            yield SkillWord(name, "rejected", stone.session, stone.id)


def collide_answers(
    entries: Iterable[ManifestFound], tombstones: Sequence[Tombstone], hub: Hub
) -> tuple[Collision, ...]:
    """Return a collision for each skill whose proposals are refused so often that it is to be redefined.

    It says what is so; contention, and a person's review of what comes of it, decide.
    """
    assets = {name: asset for asset in hub.skills if (name := skill_of(asset.path, hub.skills)) is not None}
    found = learnings(skill_words(entries, tombstones, hub.skills))
    due = [one for one in found if one.generality == "redefine or deprecate" and one.skill in assets]
    return tuple(_collision(one, assets[one.skill], hub) for one in due)


def _collision(one: Learning, skill: Asset, hub: Hub) -> Collision:
    counts = dict(one.counts)
    total = sum(counts.values())
    said = f"{one.skill}: {counts['rejected']} of {total} answers over {one.sessions} sessions were a no with a reason"
    print_ = digest(ANSWERS, one.skill, one.generality)
    pointer = Pointer(sha="worktree", path=skill.path, quote=one_line(said, limit=_TITLE))
    pattern = Pattern(
        fingerprint=print_,
        kind=ANSWERS,
        title=one_line(f"{said}: {one.generality}", limit=_TITLE),
        topic=tuple(plain_words(one.skill)),
        commits=(),
        paths=(),
        evidence=(EvidenceItem(role="reason", text=f"{said} (last: {one.record})", pointer=pointer),),
        absorbed_into="meta",
        impact=1,
    )
    return Collision(
        id=f"c-{print_[:10]}",
        pattern=pattern,
        relation="overlaps",
        route="enhancement",
        not_compared=len(hub.unreadable),
        reason=f"it is about {skill.path}",
    )
