"""Step 6, the scan: what the curator would change, found before the form and, at its answer, once more (SPEC 4.13)."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.clock import local_day
from harvest_loop.adapters.git_ages import last_changes
from harvest_loop.adapters.git_committed import as_committed
from harvest_loop.adapters.git_landings import Sought, find_landings
from harvest_loop.adapters.git_revert import without_commit_of
from harvest_loop.adapters.hub_records import meta_folder, read_sessions
from harvest_loop.adapters.memory_roots import read_raw, secret_lines
from harvest_loop.adapters.redaction import redact_model
from harvest_loop.adapters.undo_entries import read_entries
from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.domain import lifecycle
from harvest_loop.domain.curation import first_of_each_kind, not_refused
from harvest_loop.domain.muting import not_muted
from harvest_loop.domain.predictions import in_place_since
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.reverts import revert_line, reverts_due
from harvest_loop.domain.sessions_seen import sessions_seen
from harvest_loop.domain.untagging import OwnTag, tags_off
from harvest_loop.domain.usage_page import usage_page
from harvest_loop.errors import HubError
from harvest_loop.schemas.curation import Curation, CurationLine, Hygiene
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.request import PinnedRequest
from harvest_loop.schemas.skill_usage import SkillStanding
from harvest_loop.tasks.memory_lines import look_at_index
from harvest_loop.tasks.reshape_skills import reshape_skills
from harvest_loop.tasks.step import step
from harvest_loop.tasks.usage_log import USAGE

_NAMED = 5


@step("6 curator scan")
def scan_hub(request: PinnedRequest, opened: OpenedHub, evidence: SessionEvidence, hygiene: Hygiene) -> Curation:
    """Return the curator's lines for the form and the changes that need no word; nothing is written.

    Raises: ManifestError when the manifest doesn't parse, HubError when the usage log can't be read.
    """
    read = evidence.transcripts != "unknown"
    field = Path(evidence.git.field_root)
    scan = HubScan(opened, field, now=request.now, zone=request.zone, session_read=read)
    found = scan.curation()
    asked, unasked = not_muted((*found.lines, *hygiene.lines), opened.profile.profile)
    lines, more = first_of_each_kind(asked)
    left = tuple(f"{count} more of the kind {kind}, for a later form" for kind, count in sorted(more.items()))
    said = {"lines": lines, "left_out": left, "measured": (*found.measured, *left, *unasked)}
    return redact_model(found.model_copy(update=said))


class HubScan:
    """One look at the hub; `session_read`: whether the session that is being closed was read."""

    def __init__(self, opened: OpenedHub, field: Path, *, now: int, zone: str, session_read: bool = True) -> None:
        self._opened, self._field = opened, field
        self._root = Path(opened.hub.root)
        self._day_of = partial(local_day, zone=zone)
        self._today = self._day_of(now)
        self._session_read = session_read

    def curation(self) -> Curation:
        """Return everything that the scan found, but for what a person refused or took back."""
        unused, why_unknown = self._unused()
        index = look_at_index(self._opened, self._field)
        changed, why_no_age = last_changes(self._root, [lifecycle.folder_of(skill) for skill in unused])
        days = {folder: self._day_of(moment) for folder, moment in changed.items()}
        marks = tuple(lifecycle.stale_marks(self._committed(unused), days, today=self._today))
        tags, without, no_catalog = self._tags(unused)
        off, unread = self._tags_off()
        reverts, not_reverted = self._reverts()
        stones = self._opened.tombstones
        automatic = not_refused((*index.automatic, *tags), stones)
        reshaped = reshape_skills(self._opened)
        lines = not_refused((*reverts, *marks, *off, *index.asked, *reshaped.lines), stones)
        measured = (*self._measured(unused, lines, automatic), *reshaped.measured, *index.refused)
        why_not = dict.fromkeys(filter(None, (why_no_age if unused else "", no_catalog, unread)))
        unmeasured = (*why_unknown, *why_not, *without, *not_reverted)
        return Curation(lines=lines, automatic=automatic, measured=measured, unmeasured=unmeasured)

    def _unused(self) -> tuple[tuple[Asset, ...], tuple[str, ...]]:
        """The skills at a measured zero, and what of the others is unknown."""
        standings = self._standings()
        unknown = sum(one.uses is None for one in standings)
        if not self._session_read:
            return (), ("use of skills: this session's transcript was not read, so no zero is measured",)
        why = (
            f"use of {unknown} of {count_of(len(standings), 'skill')} is unknown: not every session of 30 days was read"
        )
        return lifecycle.measured_zero(self._opened.hub.skills, standings), (why,) if unknown else ()

    def _standings(self) -> tuple[SkillStanding, ...]:
        found = hub_files.read_file(meta_folder(self._root, self._opened.settings) / USAGE)
        seen = sessions_seen(read_sessions(self._root, self._opened.settings)[0], self._day_of)
        names = tuple(asset.name for asset in self._opened.hub.skills)
        text, today = None if found is None else found.text, date.fromisoformat(self._today)
        return usage_page(text, seen=seen, skills=names, today=today).standings

    def _committed(self, skills: tuple[Asset, ...]) -> Iterator[Asset]:
        """The skills as they are committed: only that can be changed on a branch."""
        if self._opened.hub.head_sha is not None:
            yield from (base for skill in skills if (base := as_committed(self._root, skill)) is not None)

    def _tags(self, unused: tuple[Asset, ...]) -> tuple[tuple[CurationLine, ...], tuple[str, ...], str]:
        path = self._opened.settings.paths.catalog
        if not unused:
            return (), (), ""
        try:
            raw = read_raw(self._root, path)
        except HubError as error:
            return (), (), f"{path}: {error.what}"
        if raw is None:
            return (), (), f"{path} is absent: no skill can be tagged"
        tags, without = lifecycle.archive_tags(unused, lifecycle.Catalog(path, raw.text, secret_lines(raw.text)))
        said = (f"no entry of their own in {path}: {_named(without)}",) if without else ()
        return tags, said, ""

    def _tags_off(self) -> tuple[tuple[CurationLine, ...], str]:
        """The tags of ours whose skills are used again; what was tagged by a person stays."""
        entries, torn = read_entries(self._root, self._opened.settings)
        unread = (
            f"{count_of(torn, 'entry')} of `harvest undo` can't be read: whose tags those are is unknown"
            if torn
            else ""
        )
        set_by_us = [one for one, end in entries if end is None and one.kind == "archive tag"]
        tags = [OwnTag(one, in_place_since(one.id) or one.at[:10]) for one in set_by_us]
        path = self._opened.settings.paths.catalog
        try:
            raw = read_raw(self._root, path) if tags else None
        except HubError as error:
            return (), f"{path}: {error.what}"
        if raw is None:
            return (), unread
        catalog = lifecycle.Catalog(path, raw.text, secret_lines(raw.text))
        return tuple(tags_off(self._opened.hub.skills, self._standings(), tags, catalog)), unread

    def _reverts(self) -> tuple[tuple[CurationLine, ...], tuple[str, ...]]:
        """The reverts that can be drafted, and why others can't."""
        due = reverts_due(read_manifest(self._root, self._opened.settings))
        lines, without = [], []
        landings = find_landings(self._root, [Sought(one.id, one.file, one.commit) for one in due])
        for one in due:
            if in_place_since(one.commit):
                without.append(
                    f"revert of {one.id}: it was changed in place, `harvest undo {one.commit}` takes it back"
                )
            landed = landings[one.id]
            if landed.state != "landed" or landed.sha is None:
                continue
            made = without_commit_of(self._root, landed.sha, one.file)
            if made.why_not:
                without.append(f"revert of {one.id} held: {made.why_not}")
                continue
            given = {"now": made.now, "base_sha256": made.base_sha256, "note": one.note}
            lines.append(revert_line(one, landed.sha, text=made.text, **given))
        return tuple(lines), tuple(without)

    def _measured(
        self, unused: tuple[Asset, ...], lines: tuple[CurationLine, ...], automatic: tuple[CurationLine, ...]
    ) -> Iterator[str]:
        skills = self._opened.hub.skills
        kinds = Counter(line.kind for line in lines)
        found = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "nothing"
        yield f"{count_of(len(skills), 'skill')}, {len(unused)} at a measured zero in 30 days; to ask about: {found}"
        yield from (f"needs no word: {line.title}" for line in automatic)


def _named(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
