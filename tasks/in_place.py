"""Make a change in place and take it back: written down first, each file old or new at any moment (SPEC 4.13)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from harvest_loop.adapters import hub_files, undo_entries
from harvest_loop.adapters.hub_folders import missing_folders, remove_empty_folder
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.domain.splices import put_at, settled_at, sha_of, state_of, taken_back
from harvest_loop.errors import ConflictError, HarvestError, HubError
from harvest_loop.schemas.consent_actions import Allowed
from harvest_loop.schemas.curation import Curated, CurationLine, Move, Splice, UndoEnd, UndoEntry
from harvest_loop.schemas.opened_hub import OpenedHub

AGAIN = "has changed since it was shown"


class InPlace:
    """The changes of one answer: several of them may lie in one file, and each is an entry of its own."""

    def __init__(self, opened: OpenedHub, roots: Mapping[str, Path], *, run: str, day: str, at: str) -> None:
        self._root, self._settings = Path(opened.hub.root), opened.settings
        self._roots = {"": self._root, **roots}
        self._run, self._day, self._at = run, day, at
        self._stands: dict[tuple[str, str], str] = {}
        self._moved: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def write(
        self, line: CurationLine, leave: Allowed, *, before: Callable[[UndoEntry], None] = lambda _: None
    ) -> Curated:
        """Make the change of a line, or say why not; one that a run cut off here made already is not made again.

        `before` is called with the entry that is written down, when nothing is changed yet.
        """
        by = leave.by if leave.ground == "lease" else ""
        automatic = leave.ground != "asked"
        said = Curated(hash=line.hash, title=line.title, outcome="written", automatic=automatic, lease=by)
        if leave.action.content != line.hash:
            return said.model_copy(update={"outcome": "held", "detail": "the leave is for another change"})
        try:
            with locked(self._root):
                return said.model_copy(update={"undo": self._write(line, said, before)})
        except ConflictError as error:
            return said.model_copy(update={"outcome": "shown again", "detail": error.what})
        except HubError as error:
            return said.model_copy(update={"outcome": "held", "detail": error.what})

    def _write(self, line: CurationLine, said: Curated, before: Callable[[UndoEntry], None]) -> str:
        known = self._known(line)
        if known is None:
            self._need_shown(line)
            known = self._entry(line, said)
            undo_entries.write_entry(self._root, self._settings, known)
        before(known)
        try:
            for asked, planned in zip(_from_the_end(line.splices), known.splices, strict=True):
                self._make(asked, planned)
            for move in known.moves:
                _move(move)
        except HarvestError as error:
            if not any(made(part) for part in known.parts):
                end = UndoEnd(at=self._at, end="not made", why=error.what)
                undo_entries.end_entry(self._root, self._settings, known.id, end)
            raise
        return known.id

    def _known(self, line: CurationLine) -> UndoEntry | None:
        """The entry that this run wrote for the line before it was cut off."""
        entries, _ = undo_entries.read_entries(self._root, self._settings)
        same = (one for one, end in entries if end is None and one.run == self._run and one.content == line.hash)
        return next(same, None)

    def _entry(self, line: CurationLine, said: Curated) -> UndoEntry:
        return UndoEntry(
            number=len(undo_entries.read_entries(self._root, self._settings)[0]),
            id=undo_entries.free_undo_id(self._root, self._settings, day=self._day, content=line.hash),
            at=self._at,
            run=self._run,
            kind=line.kind,
            title=line.title,
            target=line.target,
            fingerprint=line.fingerprint,
            content=line.hash,
            automatic=said.automatic,
            lease=said.lease,
            manifest_id=line.manifest_id or None,
            splices=tuple(self._planned(line)),
            moves=tuple(self._planned_move(move) for move in line.moves),
        )

    def _planned(self, line: CurationLine) -> Iterator[Splice]:
        """The line's changes as they will be made, from the end of a file: each against what the one before leaves."""
        present: dict[tuple[str, str], bytes] = {}
        for one in _from_the_end(line.splices):
            place = (one.root, one.path)
            data = present[place] if place in present else self._bytes(one)
            at = one.at + sum(by for before, by in self._moved.get(place, ()) if before < one.at)
            old = one.old.encode()
            if data[at : at + len(old)] != old:
                raise ConflictError(AGAIN, where=one.path)
            settled = settled_at(data, one, at)
            present[place] = put_at(data, settled, at)
            yield settled.model_copy(update={"root": str(self._roots[one.root])})

    def _planned_move(self, move: Move) -> Move:
        root = self._roots[move.root]
        return move.model_copy(update={"root": str(root), "makes": missing_folders(root, move.to)})

    def _need_shown(self, line: CurationLine) -> None:
        """Hold what was shown against what stands there: a file that others changed is shown again."""
        for one in line.parts:
            if sha_of(self._bytes(one)) != self._stands.get((one.root, one.path), one.base_sha256):
                raise ConflictError(AGAIN, where=one.path)

    def _make(self, asked: Splice, planned: Splice) -> None:
        place = (asked.root, asked.path)
        data = self._bytes(asked)
        if state_of(data, planned) == "old":
            new = put_at(data, planned, planned.at)
            hub_files.rewrite(Path(planned.root), planned.path, new, base_sha256=planned.base_sha256)
            data = new
        elif state_of(data, planned) == "changed":
            raise ConflictError(AGAIN, where=planned.path)
        self._stands[place] = sha_of(data)
        self._moved.setdefault(place, []).append((asked.at, len(asked.new.encode()) - len(asked.old.encode())))

    def _bytes(self, one: Splice | Move) -> bytes:
        return _read(self._roots[one.root], one.path)


def take_back(entry: UndoEntry, leave: Allowed) -> None:
    """Put everything that an entry changed back as it was; nothing of it where a place reads otherwise by now.

    Raises: ConflictError when a place was changed since, or the leave is for another change; HubError when a file
    can't be read or written.
    """
    if leave.action.content != entry.id:
        raise ConflictError("the leave is for another change", where=entry.id)
    for part in entry.parts:
        _need_as_made(part)
    for move in reversed(entry.moves):
        if _is_file(Path(move.root), move.to):
            hub_files.move(Path(move.root), move.to, move.path, base_sha256=move.base_sha256)
    for one in reversed(entry.splices):
        _put_back(one)


def close_up(entries: Iterable[UndoEntry], leave: Allowed) -> None:
    """Take the folders away that the entries made and that are empty by now, whichever of them was taken back last.

    They hold nothing of anybody's, so that the leave to take any entry back is enough.

    Raises: ConflictError when the leave is for something else; HubError when one can't be taken away.
    """
    if leave.action.kind != "undo":
        raise ConflictError("the leave is for another change", where=leave.action.content)
    made = {(move.root, folder) for entry in entries for move in entry.moves for folder in move.makes}
    for root, folder in sorted(made, key=lambda place: len(place[1]), reverse=True):
        remove_empty_folder(Path(root), folder)


def made(part: Splice | Move) -> bool:
    """Say whether a part of an entry is as the entry made it."""
    root = Path(part.root)
    if isinstance(part, Move):
        return _is_file(root, part.to) and not _is_file(root, part.path)
    return _is_file(root, part.path) and state_of(_read(root, part.path), part) == "new"


def _need_as_made(part: Splice | Move) -> None:
    """Let through what is as it was made, and what is back already: a run that was cut off goes on."""
    root = Path(part.root)
    if isinstance(part, Move):
        gone, there = not _is_file(root, part.to), _is_file(root, part.path)
        if gone and there and sha_of(_read(root, part.path)) == part.base_sha256:
            return
        if gone or sha_of(_read(root, part.to)) != part.base_sha256:
            raise ConflictError("was changed or taken away since", where=part.to)
        if there and not (root / part.path).samefile(root / part.to):
            raise ConflictError("another file stands there by now", where=part.path)
    elif state_of(_read(root, part.path), part) == "changed":
        raise ConflictError("was changed in that place since, or a later change there comes first", where=part.path)


def _put_back(one: Splice) -> None:
    root = Path(one.root)
    with locked(root):
        data = _read(root, one.path)
        if state_of(data, one) == "old":
            return
        before = taken_back(data, one)
        if before is None:
            raise ConflictError("was changed in that place since", where=one.path)
        hub_files.rewrite(root, one.path, before, base_sha256=sha_of(data))


def _move(move: Move) -> None:
    root = Path(move.root)
    if made(move):
        return
    hub_files.move(root, move.path, move.to, base_sha256=move.base_sha256)


def _from_the_end(splices: Iterable[Splice]) -> list[Splice]:
    return sorted(splices, key=lambda one: (one.root, one.path, -one.at))


def _is_file(root: Path, path: str) -> bool:
    return (root / path).is_file()


def _read(root: Path, path: str) -> bytes:
    found = hub_files.read_bytes(hub_files.place_in_hub(root, path))
    if found is None:
        raise ConflictError("is gone", where=path)
    return found[0]
