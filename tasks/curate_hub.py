"""Step 6: the curator's changes in place, after the answer; each can be taken back by itself (SPEC 4.13, 11-3)."""

import gzip
import io
import tarfile
from collections.abc import Iterable
from pathlib import Path

from harvest_loop.adapters import clock, hub_files
from harvest_loop.adapters.hub_records import meta_folder
from harvest_loop.adapters.hub_walk import files_below
from harvest_loop.adapters.memory_roots import find_roots
from harvest_loop.domain.consent.actions import action_of_line
from harvest_loop.domain.consent.gate import asked_for, may_write
from harvest_loop.domain.splices import sha_of
from harvest_loop.errors import HarvestError, HubError
from harvest_loop.schemas.consent_actions import Allowed
from harvest_loop.schemas.curation import Curated, Curation, CurationLine, MemoryRoot
from harvest_loop.schemas.form import AnyLine, Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.in_place import InPlace
from harvest_loop.tasks.leased_changes import Leases
from harvest_loop.tasks.memory_lines import look_at_memory
from harvest_loop.tasks.record_run import moment
from harvest_loop.tasks.scan_hub import HubScan
from harvest_loop.tasks.step import step

NO_SNAPSHOT = "no memory is moved without a snapshot of all of it"


@step("6 curator")
def curate_hub(opened: OpenedHub, form: Form, accepted: tuple[AnyLine, ...], *, now: int) -> tuple[Curated, ...]:
    """Make the changes in place that got a Y, then those that need none, and return what became of each.

    What needs no word, or is covered by a lease, is looked for anew: the form may have waited for days.

    Raises: HubError when the hub can't be read.
    """
    asked = tuple(line for line in accepted if isinstance(line, CurationLine) and line.in_place)
    field = Path(form.field_root)
    roots = find_roots(Path(opened.hub.root), field, opened.settings)[0]
    places = {root.label: Path(root.root) for root in roots if root.in_hub is None}
    desk = InPlace(opened, places, run=form.run, day=form.day, at=moment(now))
    done = [_written(desk, line) for line in _from_the_end(line for line in asked if not line.moves)]
    done += _archived(opened, desk, roots, [line for line in asked if line.moves], form)
    scan = HubScan(opened, field, now=now, zone=clock.local_zone(), session_read=_was_read(opened, form))
    anew = InPlace(opened, {}, run=form.run, day=form.day, at=moment(now))
    done += _made(anew, _from_the_end(scan.curation().automatic))
    done += _leased(opened, roots, form, now=now)
    return tuple(done)


@step("6 curator")
def curate_unasked(opened: OpenedHub, form: Form, curation: Curation, *, now: int) -> tuple[Curated, ...]:
    """Make the changes that need no word, or that a lease covers, where the run has nothing to ask.

    Raises: HubError when the hub can't be read, or an entry for `harvest undo` can't be written.
    """
    desk = InPlace(opened, {}, run=form.run, day=form.day, at=moment(now))
    done = _made(desk, _from_the_end(curation.automatic))
    roots = find_roots(Path(opened.hub.root), Path(form.field_root), opened.settings)[0] if form.leased else ()
    return (*done, *_leased(opened, roots, form, now=now))


@step("6 curator scan again")
def scan_again(opened: OpenedHub, form: Form, *, now: int) -> tuple[CurationLine, ...]:
    """Return what the curator would ask now: a line whose file was changed is shown again as it then reads.

    Raises: as scan_hub.
    """
    return _looked_anew(opened, form, now=now)


def _looked_anew(opened: OpenedHub, form: Form, *, now: int) -> tuple[CurationLine, ...]:
    field, zone = Path(form.field_root), clock.local_zone()
    scan = HubScan(opened, field, now=now, zone=zone, session_read=_was_read(opened, form))
    return (*scan.curation().lines, *look_at_memory(opened, field, now=now, zone=zone).stale)


def _written(desk: InPlace, line: CurationLine) -> Curated:
    """What became of a line with a Y."""
    return desk.write(line, asked_for(action_of_line(line), by="Y"))


def _made(desk: InPlace, lines: Iterable[CurationLine]) -> list[Curated]:
    """What was made without a word; what could not be is left for the next run, which looks anew."""
    leaves = ((line, may_write(action_of_line(line, automatic=True))) for line in lines)
    written = (desk.write(line, leave) for line, leave in leaves if isinstance(leave, Allowed))
    return [one.model_copy(update={"outcome": "held"}) if one.outcome == "shown again" else one for one in written]


def _leased(opened: OpenedHub, roots: tuple[MemoryRoot, ...], form: Form, *, now: int) -> list[Curated]:
    """What became of the lines that the form did not ask about, since a lease covered them; each is asked for anew."""
    if not form.leased:
        return []
    leases, desk = Leases(opened), InPlace(opened, {}, run=form.run, day=form.day, at=moment(now))
    wanted = set(form.leased)
    lines = [line for line in _looked_anew(opened, form, now=now) if line.fingerprint in wanted]
    if any(line.moves for line in lines):
        why = _why_no_snapshot(opened, roots, form)
        if why:
            return [
                Curated(hash=one.hash, title=one.title, outcome="held", automatic=True, detail=why) for one in lines
            ]
    done = []
    while lines:  # each change moves the places of those that are left
        line, wanted = lines[0], wanted - {lines[0].fingerprint}
        done.append(leases.make(desk, line, run=form.run))
        fresh = _looked_anew(opened, form, now=now) if len(lines) > 1 else ()
        lines = [line for line in fresh if line.fingerprint in wanted]
    return done


def _archived(
    opened: OpenedHub, desk: InPlace, roots: tuple[MemoryRoot, ...], lines: list[CurationLine], form: Form
) -> list[Curated]:
    why = _why_no_snapshot(opened, roots, form) if lines else ""
    if why:
        return [Curated(hash=line.hash, title=line.title, outcome="held", detail=why) for line in lines]
    return [_written(desk, line) for line in _from_the_end(lines)]


def _why_no_snapshot(opened: OpenedHub, roots: tuple[MemoryRoot, ...], form: Form) -> str:
    """Take the snapshot; return why there is none, or nothing."""
    try:
        _take_snapshot(opened, roots, form)
    except (HarvestError, OSError, tarfile.TarError) as error:
        return f"{NO_SNAPSHOT} ({error})"
    return ""


def _take_snapshot(opened: OpenedHub, roots: tuple[MemoryRoot, ...], form: Form) -> None:
    """Keep every existing memory folder in one archive, and read it back before anything is moved (SPEC 4.4)."""
    root = Path(opened.hub.root)
    path = meta_folder(root, opened.settings) / f"memory_snapshot_{form.run}.tgz"
    if path.exists():  # of a run that was cut off here: what it moved already is not in the folders any more
        _read_back(path.read_bytes())
        return
    kept = [one for one in roots if one.count is not None]
    if any(one.why for one in kept):
        raise HubError("a memory folder can't be read", where=next(one.label for one in kept if one.why))
    files = {f"{one.label}/{name}": data for one in kept for name, data in _files(Path(one.root))}
    packed = _packed(files)
    hub_files.write_bytes(root, path, packed)
    if _read_back(path.read_bytes()) != {name: sha_of(data) for name, data in files.items()}:
        raise HubError("the snapshot doesn't hold what was read", where=path.name)


def _files(place: Path) -> list[tuple[str, bytes]]:
    found = []
    for path in files_below(place, frozenset({".md"})):
        if path.is_file():
            found.append((path.relative_to(place).as_posix(), path.read_bytes()))
    return found


def _packed(files: dict[str, bytes]) -> bytes:
    """The archive; its bytes depend on names and contents alone."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), hub_files.PRIVATE
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(whole.getvalue(), mtime=0)


def _read_back(packed: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        files = ((member.name, archive.extractfile(member)) for member in archive.getmembers())
        return {name: sha_of(file.read()) for name, file in files if file is not None}


def _was_read(opened: OpenedHub, form: Form) -> bool:
    """Whether the session that the form is of was read; a later line of the same session counts."""
    lines = [line for line in opened.sessions if line.key == form.session_key]
    return bool(lines) and lines[-1].read


def _from_the_end(lines: Iterable[CurationLine]) -> list[CurationLine]:
    """The lines in an order in which none moves the place of one that is still to come."""
    return sorted(lines, key=lambda line: max((one.at for one in line.splices), default=0), reverse=True)
