"""A change of one place in a file, byte for byte, and back: all other bytes stay, whatever they are (SPEC 4.13)."""

import hashlib
from collections.abc import Iterator, Sequence

from harvest_loop.domain.edits import unified_diff
from harvest_loop.schemas.curation import PartState, Splice

BOM = "\ufeff"


def sha_of(data: bytes) -> str:
    """Return the name by which a file's bytes are told apart."""
    return hashlib.sha256(data).hexdigest()


def splice_line(raw: str, number: int, new: str | None, *, path: str, root: str = "") -> Splice:
    """Return the change of line `number` (1-based) of a file's text as it stands on disk; None: it is taken out.

    `new` has no line end: it gets that of the line.
    """
    lines = _with_ends(raw)
    start = sum(map(len, lines[: number - 1])) + (len(BOM) if number == 1 and raw.startswith(BOM) else 0)
    old = lines[number - 1].removeprefix(BOM if number == 1 else "")
    end = old[len(old.rstrip("\r\n")) :]
    return _splice(raw, start, old, "" if new is None else new + end, path, root)


def splice_behind(raw: str, number: int, new: str, *, path: str, root: str = "") -> Splice:
    """Return the change that puts a line behind line `number` (0: before the first one), with the file's line ends."""
    lines = _with_ends(raw)
    newline = "\r\n" if "\r\n" in raw else "\n"
    before = "".join(lines[:number])
    start = len(before) or (len(BOM) if raw.startswith(BOM) else 0)
    gap = newline if before and not before.endswith("\n") else ""
    end = "" if gap else newline
    return _splice(raw, start, "", gap + new + end, path, root)


def shown_diff(path: str, raw: str, splices: Sequence[Splice]) -> str:
    """Return the changes of one file as a unified diff."""
    data = raw.encode("utf-8")
    for one in sorted(splices, key=lambda each: each.at, reverse=True):
        data = put_at(data, one, one.at)
    return unified_diff(path, _as_lines(raw), _as_lines(data.decode("utf-8")))


def put_at(data: bytes, one: Splice, at: int) -> bytes:
    """Return the bytes with the new piece in place of the old one, which stands at `at`."""
    return data[:at] + one.new.encode() + data[at + len(one.old.encode()) :]


def settled_at(data: bytes, one: Splice, at: int) -> Splice:
    """Return the change as it is about to be made at `at`: its neighbours, and the file before it."""
    before, after = _neighbours(data, at, len(one.old.encode()))
    return one.model_copy(update={"at": at, "before": before, "after": after, "base_sha256": sha_of(data)})


def state_of(data: bytes, one: Splice) -> PartState:
    """Say whether a settled change is still to be made, or was made, or its place reads otherwise by now."""
    if sha_of(data) == one.base_sha256:
        return "old"
    if _place(data, one, one.new) is not None:
        return "new"
    if _place(data, one, one.old, near=False) is not None:  # both sides tell that a line is not there
        return "old"
    if _only_place(data, one.new) is not None:
        return "new"
    return "changed" if _only_place(data, one.old) is None else "old"


def taken_back(data: bytes, one: Splice) -> bytes | None:
    """Return the bytes as they were before a settled change; None: its place reads otherwise by now."""
    at = _place(data, one, one.new)
    at = _only_place(data, one.new) if at is None else at
    if at is None:
        return None
    return data[:at] + one.old.encode() + data[at + len(one.new.encode()) :]


def _place(data: bytes, one: Splice, piece: str, *, near: bool = True) -> int | None:
    """Where the piece stands between its neighbours; None: nowhere, or in several places.

    `near`: for a line that was taken out, one of its neighbours is enough.
    """
    middle = piece.encode()
    if _stands(data, one, middle, one.at):
        return one.at
    candidates = list(_candidates(data, middle))
    found = [at for at in candidates if _stands(data, one, middle, at)]
    if not found and not middle and near:
        found = _beside_the_other(data, one, candidates)
    return found[0] if len(found) == 1 else None


def _beside_the_other(data: bytes, one: Splice, candidates: Sequence[int]) -> list[int]:
    """Where a line that was taken out stood, if one of its neighbours went since: beside the one that is left."""
    around = [(at, *_neighbours(data, at, 0)) for at in candidates]
    before = [at for at, above, _ in around if one.before and above == one.before]
    after = [at for at, _, below in around if one.after and below == one.after]
    return [] if before and after else before or after


def _only_place(data: bytes, piece: str) -> int | None:
    """Where whole lines stand that stand nowhere else: what became of their neighbours is of no matter."""
    middle = piece.encode()
    starts = [at for at in _candidates(data, middle) if at == 0 or data[at - 1 : at] == b"\n"]
    return starts[0] if piece.endswith("\n") and len(starts) == 1 else None


def _stands(data: bytes, one: Splice, middle: bytes, at: int) -> bool:
    same = data[at : at + len(middle)] == middle and at <= len(data)
    return same and _neighbours(data, at, len(middle)) == (one.before, one.after)


def _candidates(data: bytes, middle: bytes) -> Iterator[int]:
    """Every place where the piece may stand; one without a byte may stand between any two lines."""
    at = data.find(middle) if middle else 0
    while at >= 0:
        yield at
        if middle:
            at = data.find(middle, at + 1)
        else:
            line_end = data.find(b"\n", at)
            at = -1 if line_end < 0 else line_end + 1
    if not middle and data and not data.endswith(b"\n"):
        yield len(data)


def _neighbours(data: bytes, at: int, size: int) -> tuple[str, str]:
    """The names of the lines around a piece: what may stand there is not written down."""
    start = data.rfind(b"\n", 0, max(0, at - 1)) + 1
    behind = data.find(b"\n", at + size)
    before, after = data[start:at], data[at + size : len(data) if behind < 0 else behind + 1]
    return sha_of(before) if before else "", sha_of(after) if after else ""


def _splice(raw: str, start: int, old: str, new: str, path: str, root: str) -> Splice:
    data = raw.encode("utf-8")
    at = len(raw[:start].encode("utf-8"))
    return settled_at(data, Splice(root=root, path=path, at=at, old=old, new=new, base_sha256=""), at)


def _with_ends(raw: str) -> list[str]:
    parts = raw.split("\n")
    lines = [part + "\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _as_lines(raw: str) -> str:
    return raw.removeprefix(BOM).replace("\r\n", "\n")
