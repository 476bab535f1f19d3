"""What a write of the profile would change, found in the two texts and not taken from the writer's word (SPEC 8.1)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from harvest_loop.adapters.yaml_head import Nested, Remarks, head_of, parsed, remarks_of, values_of
from harvest_loop.schemas.profile import KeyChange, ProfileDiff

_Leaf = str | tuple[str, ...]


def profile_diff(before: str, after: str, *, where: str) -> ProfileDiff:
    """Return the difference.

    Raises: HubError when either text can't be read.
    """
    old, new = _pieces(before, where), _pieces(after, where)
    was, now = dict(_leaves(old.values)), dict(_leaves(new.values))
    paths = sorted({*was, *now})
    changes = tuple(KeyChange(path, was.get(path), now.get(path)) for path in paths if was.get(path) != now.get(path))
    kept = old.body.strip("\n")
    is_kept = new.body.strip("\n").startswith(kept) and old.fences in ((), new.fences)
    added = new.body.strip("\n").removeprefix(kept)
    grounds = tuple(line for line in added.split("\n") if line.strip())
    grown = bool(kept) and bool(added) and not added.startswith("\n")  # a line of theirs goes on
    return ProfileDiff(changes=changes, remarks=old.remarks != new.remarks, body=grown or not is_kept, grounds=grounds)


class _Pieces(NamedTuple):
    values: Mapping[str, Nested]
    remarks: Remarks
    fences: tuple[str, ...]
    body: str


def _pieces(text: str, where: str) -> _Pieces:
    head = head_of(text, where=where)
    if head is None:
        return _Pieces({}, Remarks((), ()), (), text.removeprefix("\ufeff"))
    values = values_of(parsed(head.block, where=where), where=where)
    closing, _, body = head.rest.partition("\n")
    return _Pieces(values, remarks_of(head.block), (head.opening, closing), body)


def _leaves(values: Mapping[str, Nested], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], _Leaf]]:
    for key, value in values.items():
        path = (*above, key)
        if isinstance(value, Mapping):
            yield from _leaves(value, path) if value else iter(((path, "{}"),))
        elif isinstance(value, str):
            yield path, value
        else:
            yield path, tuple(each if isinstance(each, str) else repr(each) for each in value)
