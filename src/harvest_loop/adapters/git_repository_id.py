"""The id under which a field's sessions are kept: the same in every clone (SPEC 2)."""

from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, ask_git
from harvest_loop.adapters.git_commits import walk
from harvest_loop.adapters.git_field import Field, find_field


def repository_id(field: Path) -> str:
    """Return the field's id.

    Raises:
        FieldError: the field is no repository, or one that can't be read.
    """
    return id_of(find_field(field))


def id_of(place: Field) -> str:
    """Return the oldest commit without a parent, or the hash of the repository's place where it is not known."""
    if place.shallow:
        return place.path_id
    try:
        there = ask_git(place.root, "for-each-ref", "--format=%(objectname)", "refs/remotes/origin")
        tips = (*place.tips, *there.decode("ascii").split())
        roots = [(step.committed_at, step.sha) for step in walk(place.root, tips, only_roots=True)]
    except GitFailed:
        return place.path_id
    return min(roots)[1] if roots else place.path_id
