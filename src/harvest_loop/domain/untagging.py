"""A skill that was tagged for the archive is used again: the tag that the loop set comes off at a Y (SPEC 4.13)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from harvest_loop.domain.curation import curation_line, is_used_again
from harvest_loop.domain.lifecycle import TAG, Catalog, entries_of, folder_of, is_pinned
from harvest_loop.domain.splices import shown_diff, splice_line
from harvest_loop.schemas.curation import CurationLine, UndoEntry
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.skill_usage import SkillStanding


class OwnTag(NamedTuple):
    """A change in place that set a tag and was not taken back, and the local day on which it was made."""

    entry: UndoEntry
    day: str


def tags_off(
    skills: Iterable[Asset], standings: Iterable[SkillStanding], tags: Iterable[OwnTag], catalog: Catalog
) -> Iterator[CurationLine]:
    """Yield a line for each tag of ours whose skill was used since it was set.

    The line of the catalog must be as we left it: one that was edited since is a person's.
    """
    by_name = {one.skill: one for one in standings}
    own = {one.entry.splices[0].new.strip(): one for one in tags if one.entry.splices}
    places = {place: skill for skill in skills for place in (skill.path, folder_of(skill))}
    texts = catalog.text.split("\n")
    for number, targets in entries_of(catalog).items():
        tag, skill = own.get(texts[number - 1].strip()), places.get(next(iter(targets)))
        if tag is None or skill is None or len(targets) > 1 or number in catalog.secret or is_pinned(skill):
            continue
        standing = by_name.get(skill.name)
        if standing is not None and standing.uses and (standing.last_used or "") >= tag.day:
            yield _line(skill, standing, tag, number, catalog)


def _line(skill: Asset, standing: SkillStanding, tag: OwnTag, number: int, catalog: Catalog) -> CurationLine:
    entry = tag.entry
    old = catalog.text.split("\n")[number - 1]
    before = entry.splices[0].old.rstrip("\r\n")
    splice = splice_line(catalog.raw, number, before, path=catalog.path)
    least = "at least " if standing.at_least else ""
    return curation_line(
        "archive tag off",
        title=f"{skill.name} has the tag {TAG} since {tag.day}, and was used again on {standing.last_used}",
        target=catalog.path,
        about=f"{skill.path}\0{entry.id}\0{old}",
        grounds=(
            ("used", f"{least}{standing.uses} in the last 30 days, as the transcripts tell"),
            ("tag", f"set by the loop, {entry.id}; the entry is as it was before it"),
        ),
        shown=shown_diff(catalog.path, catalog.raw, (splice,)),
        forecast=is_used_again(skill.name),
        splices=(splice,),
    )
