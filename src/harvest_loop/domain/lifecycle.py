"""Skills that fade: a mark where nobody changed or used one, a tag on its catalog entry (SPEC 4.13, 6-1, 6-1-a)."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from harvest_loop.domain.curation import curation_line, stays_unused
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.markdown import link_targets, markdown_lines
from harvest_loop.domain.splices import shown_diff, splice_line
from harvest_loop.schemas.curation import AssetDraft, CurationLine
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.skill_usage import SkillStanding

STALE_DAYS = 30
LONGEST_SKILL = 300
MARK = "stale_since"
TAG = "#archive-candidate"
_REDACTED = "«redacted:"


class Catalog(NamedTuple):
    """The catalog as it stands on disk; `secret`: lines that are never written anew."""

    path: str
    raw: str
    secret: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        return self.raw.removeprefix("\ufeff").replace("\r\n", "\n")


def folder_of(skill: Asset) -> str:
    """Return the folder that a skill lies in."""
    return posixpath.dirname(skill.path)


def is_pinned(skill: Asset) -> bool:
    """Say whether a person pinned it: it is never touched."""
    value = skill.frontmatter.get("pinned")
    return value is True or (isinstance(value, str) and value.strip().casefold() in ("true", "yes", "on"))


def measured_zero(skills: Iterable[Asset], standings: Iterable[SkillStanding]) -> tuple[Asset, ...]:
    """Return the skills that no session of the last 30 days used, where every one of those was read."""
    unused = {one.skill for one in standings if one.uses == 0 and not one.at_least}
    names = [skill.name for skill in skills]
    return tuple(
        skill
        for skill in skills
        if skill.name in unused and skill.readable and not is_pinned(skill) and names.count(skill.name) == 1
    )


def stale_marks(unused: Iterable[Asset], changed: Mapping[str, str], *, today: str) -> Iterator[CurationLine]:
    """Yield the mark for each unused skill that nobody changed in 30 days; `changed`: its folder's last local day."""
    for skill in unused:
        day = changed.get(folder_of(skill))
        if day is None or (date.fromisoformat(today) - date.fromisoformat(day)).days < STALE_DAYS:
            continue
        text = None if MARK in skill.frontmatter else with_key(skill, f"{MARK}: {today}")
        if text is None:
            continue
        yield curation_line(
            "stale mark",
            title=f"{skill.name} was not changed since {day}, and no session of the last {STALE_DAYS} days used it",
            target=skill.path,
            about=skill.sha256,
            grounds=(("finding", "STALE"), ("", "the mark is one line of the frontmatter; the skill stays as it is")),
            shown=unified_diff(skill.path, skill.text, text),
            forecast=stays_unused(skill.name),
            draft=AssetDraft(
                path=skill.path, text=text, base_sha256=skill.sha256, subject=f"Mark {skill.name} as stale"
            ),
        )


def archive_tags(unused: Iterable[Asset], catalog: Catalog) -> tuple[tuple[CurationLine, ...], tuple[str, ...]]:
    """Return the tags that unused skills' entries of the catalog get, and the skills without an entry of their own."""
    lines, without = [], []
    entries = entries_of(catalog)
    for skill in unused:
        own = [
            number for number, targets in entries.items() if targets == {skill.path} or targets == {folder_of(skill)}
        ]
        if len(own) != 1 or own[0] in catalog.secret:
            without.append(skill.name)
            continue
        old = catalog.text.split("\n")[own[0] - 1]
        if TAG in old:
            continue
        splice = splice_line(catalog.raw, own[0], _tagged(old), path=catalog.path)
        lines.append(
            curation_line(
                "archive tag",
                title=f"{skill.name} was used by no session of the last {STALE_DAYS} days",
                target=catalog.path,
                about=f"{skill.path}\0{skill.sha256}",
                grounds=(),
                shown=shown_diff(catalog.path, catalog.raw, (splice,)),
                forecast=stays_unused(skill.name),
                splices=(splice,),
            )
        )
    return tuple(lines), tuple(without)


def too_long(skills: Iterable[Asset], paths: Sequence[str]) -> tuple[tuple[Asset, int], ...]:
    """Return the skills of more than 300 lines that have no detail file beside them, and their lines."""
    known = set(paths)
    found = []
    for skill in skills:
        count = len(skill.text.splitlines())
        if count > LONGEST_SKILL and f"{folder_of(skill)}/SKILL_detail.md" not in known and not is_pinned(skill):
            found.append((skill, count))
    return tuple(found)


def with_key(skill: Asset, line: str) -> str | None:
    """Return the skill's text with a last line of its frontmatter; None where it can't be written back whole."""
    if not skill.exact or _REDACTED in skill.text or skill.first_body_line < len(("---", "---")) + 1:
        return None
    lines = skill.text.split("\n")
    closing = skill.first_body_line - 2
    if closing < 1 or not lines[closing].startswith(("---", "...")):
        return None
    return "\n".join([*lines[:closing], line, *lines[closing:]])


def entries_of(catalog: Catalog) -> dict[int, set[str]]:
    """Return where the links of each line of the catalog lead, without a slash at the end."""
    base = posixpath.dirname(catalog.path)
    found: dict[int, set[str]] = {}
    for line in markdown_lines(catalog.text):
        targets = [] if line.kind == "code" else list(link_targets(line.text))
        if targets:
            found[line.number] = {posixpath.normpath(posixpath.join(base, target.lstrip("/"))) for target in targets}
    return found


def _tagged(line: str) -> str:
    """The entry with the tag at its end, inside of its last cell where it is a row of a table."""
    bare = line.rstrip()
    if bare.startswith("|") and bare.endswith("|") and len(bare) > 1:
        return f"{bare[:-1].rstrip()} {TAG} |"
    return f"{bare} {TAG}"
