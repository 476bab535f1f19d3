"""What the hub has committed of an asset, whatever lies on disk: a draft is made on a branch from there (SPEC 4.15)."""

from pathlib import Path

from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.skills import asset_as_committed
from harvest_loop.schemas.hub import Asset

_PLAIN_FILE = (b"100644", b"100755")


def as_committed(root: Path, asset: Asset) -> Asset | None:
    """Return the asset as HEAD has it: the same one where the file on disk is what is committed; None: HEAD has none.

    Raises:
        GitFailed: the hub is no repository, or one without a commit.
    """
    found = ask_git(root, "ls-tree", "-z", "HEAD", "--", asset.path).partition(b"\t")[0].split(b" ")
    if found[0] not in _PLAIN_FILE:
        return None
    if not ask_git(root, "diff", "--name-only", "--no-ext-diff", "HEAD", "--", asset.path):
        return asset
    return asset_as_committed(asset, ask_git(root, "cat-file", "blob", found[2].decode("ascii")))
