"""Judge the hub's health: what can't be read, what repeats, what dangles, what is missing (SPEC 4.12, 10.1)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from harvest_loop.domain.markdown import markdown_lines
from harvest_loop.domain.memory_index import check_memory, check_names
from harvest_loop.domain.overlap import near_copies
from harvest_loop.domain.references import HubPlaces, broken_references
from harvest_loop.schemas.hub import Asset, HealthFinding, Hub, Memory, NearCopy
from harvest_loop.schemas.settings import HubSettings

LONGEST_SKILL = 300

_DONE_REMEDY = "add a section 'Done When' with a test that can be checked"
_ORDER = {"must": 0, "should": 1, "recommended": 2}
_DONE_WHEN = re.compile(
    r"(?i)\W*(?:\d+\.\s*)?(?:done when|definition of done|(?:success|completion|acceptance|exit) criteria|완료 조건)"
)


def check_health(
    hub: Hub,
    settings: HubSettings,
    *,
    memory: Memory | None = None,
    tracked: Sequence[str] = (),
    manifest: Sequence[HealthFinding] = (),
) -> tuple[HealthFinding, ...]:
    """Return everything that doctor finds in a hub, gravest first, then by kind and path.

    `tracked` are the personal files that git tracks; `manifest` is what reading the manifest brought up.
    """
    places = HubPlaces(hub, kept_local=_local_folders(settings), memory=memory)
    copies = near_copies(hub.skills)
    found = [
        *(finding for asset in hub.assets for finding in _check_one(asset, places)),
        *_without_done_when(hub.skills),
        *(_copied(copy) for copy in copies),
        *_same_names(hub.skills, copies),
        *_out_of_reach(hub),
        *(_tracked(path) for path in tracked),
        *(check_memory(memory) if memory is not None else ()),
        *(check_names(memory, places.memories) if memory is not None else ()),
        *manifest,
    ]
    return in_order(found)


def check_asset(
    asset: Asset, hub: Hub, settings: HubSettings | None = None, *, copies: Sequence[NearCopy] | None = None
) -> tuple[HealthFinding, ...]:
    """Judge one text, such as a draft, as the asset it would be in this hub; a must finding takes it out (SPEC 4.12).

    What stands in the hub at the same path is what the text would replace, and no rival of it. `copies` are the near
    copies among the skills where they were looked for already.
    """
    others = tuple(skill for skill in hub.skills if skill.path != asset.path and asset.path not in skill.mirrors)
    found = list(_check_one(asset, HubPlaces(hub, kept_local=_local_folders(settings or HubSettings()))))
    if asset.kind == "skill" and asset.readable:
        pairs = near_copies((*others, asset)) if copies is None else copies
        its_own = [copy for copy in pairs if asset.path in (copy.a, copy.b)]
        rivals = [*(_copied(copy, seen_from=asset.path) for copy in its_own), *_same_names((*others, asset), ())]
        found += [rival.model_copy(update={"severity": "must"}) for rival in rivals if rival.path == asset.path]
        found += [] if says_when_done(asset) else [_no_done_when(asset, "must")]
    return in_order(found)


def check_references(asset: Asset, hub: Hub, settings: HubSettings) -> tuple[HealthFinding, ...]:
    """Return what the text points at and the hub lacks."""
    return in_order(broken_references(asset, HubPlaces(hub, kept_local=_local_folders(settings))))


def says_when_done(asset: Asset) -> bool:
    """Say whether a heading or the start of a line announces when the work is done."""
    lines = markdown_lines(asset.text, asset.first_body_line)
    return any(line.kind != "code" and _DONE_WHEN.match(line.text) for line in lines)


def in_order(findings: Iterable[HealthFinding]) -> tuple[HealthFinding, ...]:
    """Return each finding once, gravest first, then by kind, path and line."""
    once = dict.fromkeys(findings)
    return tuple(sorted(once, key=lambda each: (_ORDER[each.severity], each.kind, each.path, each.line or 0)))


def _local_folders(settings: HubSettings) -> tuple[str, ...]:
    """Folders whose files are local by default, so that their absence tells nothing (SPEC 2)."""
    return tuple(f"{folder.rstrip('/')}/" for folder in (settings.paths.meta.split("/")[0], settings.paths.memory))


def _check_one(asset: Asset, places: HubPlaces) -> Iterator[HealthFinding]:
    if not asset.readable:
        yield _unreadable(asset)
    elif asset.kind in ("skill", "agent"):
        yield from _nameless(asset)
    if asset.kind == "skill":
        yield from _too_long(asset, places)
    yield from broken_references(asset, places)


def _unreadable(asset: Asset) -> HealthFinding:
    reason = (asset.reason or "").removesuffix(f" (line {asset.reason_line})")
    return HealthFinding(
        severity="must",
        kind="unreadable",
        path=asset.path,
        line=asset.reason_line,
        message=f"the {asset.kind} '{asset.name}' can't be read: {reason}",
        remedy="mend it; until then it is compared with nothing",
    )


def _nameless(asset: Asset) -> Iterator[HealthFinding]:
    if not asset.frontmatter:
        message = f"the {asset.kind} '{asset.name}' has no frontmatter: it must begin with '---' on line 1"
        yield HealthFinding(severity="must", kind="no frontmatter", path=asset.path, line=1, message=message)
        return
    for key in ("name", "description"):
        value = asset.frontmatter.get(key)
        if not isinstance(value, str) or not value.strip():
            what = f"its {key} is a list, not text" if isinstance(value, list) else f"it has no {key}"
            message = f"the {asset.kind} '{asset.name}': {what}; hosts list it by that"
            yield HealthFinding(severity="must", kind=f"no {key}", path=asset.path, line=1, message=message)


def _too_long(asset: Asset, places: HubPlaces) -> Iterator[HealthFinding]:
    lines = asset.text.count("\n")
    if lines > LONGEST_SKILL and not places.has_detail_beside(asset.path):
        yield HealthFinding(
            severity="should",
            kind="long",
            path=asset.path,
            message=f"{lines} lines and no detail file beside it",
            remedy="move what is seldom needed into SKILL_detail.md",
        )


def _without_done_when(skills: Sequence[Asset]) -> Iterator[HealthFinding]:
    """Each skill that lacks it; where most do it is no custom of the hub, and one finding says so."""
    readable = [skill for skill in skills if skill.readable]
    lacking = [skill for skill in readable if not says_when_done(skill)]
    if len(lacking) > 1 and len(lacking) > len(readable) / 2:
        message = f"{len(lacking)} of the {len(readable)} skills that could be read do not say when their work is done"
        yield HealthFinding(
            severity="recommended",
            kind="no Done When",
            path=_common_folder(lacking),
            message=message,
            remedy=_DONE_REMEDY,
        )
        return
    yield from (_no_done_when(skill, "should") for skill in lacking)


def _no_done_when(asset: Asset, severity: str) -> HealthFinding:
    return HealthFinding(
        severity="must" if severity == "must" else "should",
        kind="no Done When",
        path=asset.path,
        message=f"the skill '{asset.name}' does not say when its work is done",
        remedy=_DONE_REMEDY,
    )


def _common_folder(skills: Sequence[Asset]) -> str:
    tops = sorted({skill.path.split("/")[0] for skill in skills})
    return f"{tops[0]}/" if len(tops) == 1 else "./"


def _copied(copy: NearCopy, seen_from: str | None = None) -> HealthFinding:
    here, there = (copy.b, copy.a) if seen_from == copy.b else (copy.a, copy.b)
    share = f"{copy.containment:.0%} of the smaller one's telling word sequences, {copy.shared} in all"
    return HealthFinding(
        severity="should",
        kind="near copy",
        path=here,
        message=f"largely the same as {there} ({share})",
        remedy="merge them, or say in each what sets it apart",
    )


def _same_names(skills: Sequence[Asset], copies: Sequence[NearCopy]) -> Iterator[HealthFinding]:
    """Different skills by one name: a host takes one of them. Near copies are named as such already."""
    known = {(copy.a, copy.b) for copy in copies}
    by_name: dict[str, list[str]] = {}
    for skill in skills:
        by_name.setdefault(skill.name, []).append(skill.path)
    for name, paths in sorted(by_name.items()):
        first, *others = sorted(paths)
        for path in others:
            if (first, path) not in known:
                yield from _named_twice(name, first, path)


def _named_twice(name: str, first: str, second: str) -> Iterator[HealthFinding]:
    for here, there in ((first, second), (second, first)):
        message = f"the name '{name}' is also that of {there}; a host that reads both takes one"
        yield HealthFinding(
            severity="should", kind="same name", path=here, message=message, remedy="rename one of them"
        )


def _out_of_reach(hub: Hub) -> Iterator[HealthFinding]:
    """A SKILL.md that no glob reaches is neither compared nor loaded; unread is not absent."""
    reached = {path for asset in hub.assets for path in (asset.path, *asset.mirrors)}
    for path in hub.paths:
        if path.endswith("/SKILL.md") and path not in reached:
            yield HealthFinding(
                severity="recommended",
                kind="out of reach",
                path=path,
                message="no glob of [paths] skills reaches it, so it was not looked at",
                remedy="add its folder to [paths] skills in harvest.toml, or move it",
            )


def _tracked(path: str) -> HealthFinding:
    return HealthFinding(
        severity="must",
        kind="tracked personal file",
        path=path,
        message="git tracks this personal file, so it will be published with the hub",
        remedy="run 'git rm --cached' on it; 'harvest init' writes the ignore rules",
    )
