"""Split a long skill: what is looked up moves word for word into its detail file, one link each stays (SPEC 4.13)."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from harvest_loop.domain.curation import curation_line, nobody_misses
from harvest_loop.domain.edits import unified_diff
from harvest_loop.domain.lifecycle import LONGEST_SKILL, folder_of, is_pinned
from harvest_loop.domain.preserved import Preserved, preserved
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.skill_sections import Section, anchor_of, is_reference, sections_of, stands_alone
from harvest_loop.schemas.curation import AssetDraft, CurationLine
from harvest_loop.schemas.drafts import DraftFile
from harvest_loop.schemas.hub import Asset

DETAIL = "SKILL_detail.md"
# One that stays longer than that has to lose this part at least: a second file is read, too.
_WORTH_IT = 0.25
_REDACTED = "«redacted:"
_LINK = re.compile(r"\]\(\s*<?(?P<path>[^)>#\s]+)#(?P<anchor>[^)>\s]+)")
_NO_LABEL = re.compile(r"[\[\]()<>`*_\\|!]+")


def split_line(skill: Asset, assets: Iterable[Asset]) -> CurationLine | str:
    """Return the line that asks for the split, or why the skill can't be split by a program."""
    why_not = why_not_reshaped(skill)
    if why_not:
        return why_not
    moved = _moved(skill, anchors_linked_to(skill, assets))
    if not moved:
        return "no section of it is reference material that can stand alone"
    text, detail = _without(skill, moved), _detail(skill, moved)
    before, after = len(skill.text.splitlines()), len(text.splitlines())
    if after > max(LONGEST_SKILL, (1 - _WORTH_IT) * before):
        return f"of its {before} lines {after} would stay, so little of it is reference material"
    kept = preserved([skill.text], [text, detail])
    if not kept.whole or any(section.text.rstrip("\n") not in detail for section in moved):
        return f"the split would lose lines ({kept})"
    return _line(skill, moved, text, detail, kept)


def why_not_reshaped(skill: Asset) -> str:
    """Why a skill's text is not rewritten by a program; empty: it can be."""
    if is_pinned(skill):
        return "it is pinned"
    if not skill.readable or not skill.exact:
        return "it could not be written back as it stands"
    return "it holds a secret" if _REDACTED in skill.text else ""


def anchors_linked_to(skill: Asset, assets: Iterable[Asset]) -> frozenset[str]:
    """The anchors of the skill that other assets link to."""
    places = {skill.path, *skill.mirrors}
    found: set[str] = set()
    for asset in assets:
        if asset.path not in places and "#" in asset.text:
            base = posixpath.dirname(asset.path)
            found.update(anchor for path, anchor in _links(asset.text) if _joined(base, path) in places)
            found.update(anchor for path, anchor in _links(asset.text) if path.lstrip("/") in places)
    return frozenset(found)


def _links(text: str) -> Iterator[tuple[str, str]]:
    for link in _LINK.finditer(text):
        yield unquote(link["path"]), unquote(link["anchor"]).lower()


def _joined(base: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(base, path))


def _moved(skill: Asset, linked: frozenset[str]) -> tuple[Section, ...]:
    """The sections that move, in the text's order: the longest first, until the skill is short enough."""
    fit = [one for one in sections_of(skill) if is_reference(one) and stands_alone(one, skill, linked)]
    left = len(skill.text.splitlines())
    chosen: list[Section] = []
    for section in sorted(fit, key=lambda one: (-one.size, one.start)):
        if left > LONGEST_SKILL and section.size > len(_in_place(section)):
            chosen.append(section)
            left -= section.size - len(_in_place(section))
    return tuple(sorted(chosen, key=lambda one: one.start))


def _in_place(section: Section) -> list[str]:
    """What stands where the section stood."""
    label = " ".join(_NO_LABEL.sub(" ", section.title).split()) or "Details"
    return [f"See [{label}]({DETAIL}#{anchor_of(section.title)}).", ""]


def _without(skill: Asset, moved: Sequence[Section]) -> str:
    lines = skill.text.split("\n")
    for section in reversed(moved):
        lines[section.start - 1 : section.end - 1] = _in_place(section)
    return "\n".join(lines).rstrip("\n") + "\n"


def _detail(skill: Asset, moved: Sequence[Section]) -> str:
    head = f"# Details of {' '.join(skill.name.split())}\n\nParts of [SKILL.md](SKILL.md) that are looked up.\n"
    return "\n".join([head, *(f"{section.text.rstrip(chr(10))}\n" for section in moved)])


def _line(skill: Asset, moved: Sequence[Section], text: str, detail: str, kept: Preserved) -> CurationLine:
    place = posixpath.join(folder_of(skill), DETAIL)
    before, after = len(skill.text.splitlines()), len(text.splitlines())
    named = ", ".join(f"“{section.title}” ({section.size} lines)" for section in moved)
    draft = AssetDraft(
        path=skill.path,
        text=text,
        base_sha256=skill.sha256,
        subject=f"Split {skill.name}: move reference material to its detail file",
        also=(DraftFile(path=place, text=detail, base_sha256=None, like=skill.path),),
    )
    return curation_line(
        "split",
        title=f"{skill.name} has {before} lines and no detail file; {after} stay",
        target=skill.path,
        about=skill.sha256,
        grounds=(
            ("moves", f"{count_of(len(moved), 'section')}, word for word, to {place}: {named}"),
            ("check", str(kept)),
        ),
        shown=unified_diff(skill.path, skill.text, text) + new_file_diff(place, detail),
        forecast=nobody_misses(skill.name),
        draft=draft,
    )


def new_file_diff(path: str, text: str) -> str:
    """The diff of a file that is not there yet."""
    return unified_diff(path, "", text).replace(f"--- a/{path}", "--- /dev/null", 1)
