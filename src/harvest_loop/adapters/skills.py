"""The door to the hub's assets: skills, rules, agents, templates, each file once, none dropped (SPEC 2)."""

import hashlib
import os
from pathlib import Path

from harvest_loop.adapters.asset_places import find_assets
from harvest_loop.adapters.git_command import ask_git
from harvest_loop.adapters.hub_walk import is_plain_file, list_hub, readable_name
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.text_form import decode
from harvest_loop.adapters.yaml_files import normalise, read_frontmatter
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Asset, AssetKind, Frontmatter, FrontmatterFailure, FrontmatterValue, Hub
from harvest_loop.schemas.settings import HubSettings

SIZE_LIMIT = 5 * 1024 * 1024

# In these a first line '---' may be a ruler, and '{name}' a gap to fill in: no frontmatter is no failure.
_FREE_TEXT: frozenset[AssetKind] = frozenset({"skill detail", "template", "CLAUDE.md", "AGENTS.md"})


def read_hub(root: Path, settings: HubSettings) -> Hub:
    """Return the hub as it stands, its assets sorted by path; what can't be read is kept with the reason (SPEC 2).

    Raises:
        HubError: the root is no folder.
    """
    root = Path(os.path.realpath(root))
    if not root.is_dir():
        raise HubError("there is no such folder", where=str(root), remedy="pass --hub")
    found = [_read_asset(root, path, kind) for path, kind in find_assets(root, settings)]
    is_git, head = _git_state(root)
    paths, unlisted = list_hub(root, _ignored_folders(root) if is_git else frozenset())
    return Hub(
        root=str(root),
        is_git=is_git,
        head_sha=head,
        assets=tuple(sorted(_each_once(found), key=lambda asset: asset.path)),
        paths=paths,
        unlisted=unlisted,
    )


def asset_of(path: str, text: str, kind: AssetKind = "skill") -> Asset:
    """Return a text that is not on disk yet, such as a draft, as the asset it would be at `path`."""
    return _asset_from_text(Path(path), path, kind, redact(normalise(text)), _digest(text.encode("utf-8")))


def asset_as_committed(asset: Asset, data: bytes) -> Asset:
    """Return an asset that was changed on disk as its committed bytes have it (SPEC 4.15)."""
    found = Path(asset.path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(found, asset.path, asset.kind, _why_not_utf8(error), data=data)
    committed = _asset_from_text(found, asset.path, asset.kind, redact(normalise(text)), _digest(data))
    exact = normalise(text) == decode(data)[0]
    return committed.model_copy(update={"mirrors": asset.mirrors, "exact": exact, "uncommitted": True})


def _read_asset(root: Path, found: Path, kind: AssetKind) -> Asset:
    """Read one file; its path is where the bytes really lie, so that an edit reaches them."""
    shown = readable_name(os.path.relpath(found, root))
    real = Path(os.path.realpath(found))
    if not real.is_relative_to(root) or ".git" in real.relative_to(root).parts:
        return _unreadable(found, shown, kind, "it is a link that leaves the hub; not read")
    path = readable_name(os.path.relpath(real, root))
    try:
        data = _bytes_of(real)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return _unreadable(found, path, kind, _why_not_utf8(error), line, data).model_copy(
            update={"mirrors": _other(path, shown)}
        )
    except OSError as error:
        return _unreadable(found, shown, kind, error.strerror or str(error))
    asset = _asset_from_text(found, path, kind, redact(normalise(text)), _digest(data))
    exact = normalise(text) == decode(data)[0]
    return asset.model_copy(update={"mirrors": _other(path, shown), "exact": exact})


def _other(path: str, shown: str) -> tuple[str, ...]:
    return () if path == shown else (shown,)


def _bytes_of(path: Path) -> bytes:
    if path.is_dir():
        raise OSError(0, "it is a folder, not a file")
    if path.is_symlink():
        raise OSError(0, "it is a link that leads back to itself")
    if not path.exists():
        raise OSError(0, "it is a link to a file that does not exist")
    if not is_plain_file(path):
        raise OSError(0, "it is a pipe or a device; not read")
    if path.stat().st_size > SIZE_LIMIT:
        raise OSError(0, f"it is larger than {SIZE_LIMIT // 2**20} MB; not read")
    return path.read_bytes()


def _why_not_utf8(error: UnicodeDecodeError) -> str:
    if error.object.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it is saved as UTF-16, not as UTF-8"
    return f"it is not UTF-8: byte 0x{error.object[error.start]:02x}"


def _asset_from_text(found: Path, path: str, kind: AssetKind, text: str, digest: str) -> Asset:
    front = read_frontmatter(text)
    if isinstance(front, FrontmatterFailure) and kind in _FREE_TEXT:
        front = Frontmatter(present=False, body=text)
    if isinstance(front, FrontmatterFailure):
        return _unreadable(found, path, kind, front.reason, front.line).model_copy(
            update={"text": text, "sha256": digest}
        )
    return Asset(
        kind=kind,
        path=path,
        name=_text_of(front.keys.get("name")) or _name_of(found, kind),
        description=_text_of(front.keys.get("description")),
        text=text,
        sha256=digest,
        frontmatter=front.keys,
        first_body_line=front.first_body_line,
    )


def _unreadable(
    found: Path, path: str, kind: AssetKind, reason: str, line: int | None = None, data: bytes = b""
) -> Asset:
    return Asset(
        kind=kind,
        path=path,
        name=_name_of(found, kind),
        sha256=_digest(data),
        readable=False,
        reason=reason if line is None else f"{reason} (line {line})",
        reason_line=line,
    )


def _name_of(found: Path, kind: AssetKind) -> str:
    if kind in ("skill", "skill detail"):
        return readable_name(found.parent.name)
    return readable_name(found.name if kind in ("CLAUDE.md", "AGENTS.md") else found.stem)


def _text_of(value: FrontmatterValue) -> str:
    """A name or description that is a list is none."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _each_once(found: list[Asset]) -> list[Asset]:
    """One file by two paths is one asset, and so are mirrors with the same bytes; the first path keeps it."""
    by_file: dict[str, Asset] = {}
    for asset in found:
        by_file[asset.path] = _with_mirrors(by_file.get(asset.path), asset)
    by_content: dict[tuple[str, str, str], Asset] = {}
    for asset in by_file.values():
        content = (asset.kind, asset.name, asset.sha256 if asset.text else asset.path)
        by_content[content] = _with_mirrors(by_content.get(content), asset)
    return list(by_content.values())


def _with_mirrors(first: Asset | None, again: Asset) -> Asset:
    if first is None:
        return again
    mirrors = {*first.mirrors, again.path, *again.mirrors} - {first.path}
    return first.model_copy(update={"mirrors": tuple(sorted(mirrors))})


def _git_state(root: Path) -> tuple[bool, str | None]:
    """Whether git knows the folder, and its HEAD; both answers from one call, which fails where HEAD is unborn."""
    answer = ask_git(root, "rev-parse", "--is-inside-work-tree", "HEAD", allow=(0, 128))
    lines = answer.decode("utf-8", "replace").split("\n")
    if lines[0] != "true":
        return False, None
    head = lines[1] if len(lines) > 1 else ""
    return True, head if head != "HEAD" and head else None


def _ignored_folders(root: Path) -> frozenset[str]:
    """Return the folders that git ignores whole: caches, builds, environments."""
    listed = ask_git(
        root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", allow=(0, 128)
    )
    return frozenset(readable_name(os.fsdecode(name)) for name in listed.split(b"\0") if name.endswith(b"/"))
