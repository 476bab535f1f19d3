"""`harvest doctor`: what in the hub can't be read, repeats, dangles or is missing; changes nothing (SPEC 10.1)."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harvest_loop.schemas.hub import HealthFinding, Hub, Memory

SHOWN_OF_A_KIND = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout, with every finding")


def run(arguments: argparse.Namespace) -> int:
    """Print what was looked at and what was found; findings are an ordinary result, so the code is 0.

    Raises: UsageError or HubError when there is no hub to look at.
    """
    from pathlib import Path

    from harvest_loop.adapters.hub_setup import tracked_personal_files
    from harvest_loop.adapters.memory_files import read_memory
    from harvest_loop.adapters.skills import read_hub
    from harvest_loop.adapters.transcripts.tried import untried
    from harvest_loop.adapters.yaml_files import examine_manifest
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.health import check_health
    from harvest_loop.settings import find_hub, load_settings

    root = find_hub(arguments.hub, Path.cwd())
    settings = load_settings(root)
    hub, memory = read_hub(root, settings), read_memory(root, settings)
    findings = check_health(
        hub,
        settings,
        memory=memory,
        tracked=tracked_personal_files(root, settings),
        manifest=examine_manifest(root, settings),
    )
    if arguments.json:
        shown = {**_told(hub, memory, findings), "not_tried_on_real_files": list(untried())}
        show_json(shown)
    else:
        show([*_page(hub, memory, findings), "", *(f"Not tried on real files: {shapes}" for shapes in untried())])
    return 0


def _told(hub: "Hub", memory: "Memory | None", findings: "Sequence[HealthFinding]") -> "dict[str, object]":
    return {
        "hub": hub.root,
        "read": _counts(hub),
        "unreadable": len(hub.unreadable),
        "not_looked_at": list(_not_looked_at(hub, memory)),
        "findings": [finding.model_dump(mode="json") for finding in findings],
    }


def _counts(hub: "Hub") -> dict[str, int]:
    counts: dict[str, int] = {}
    for asset in hub.assets:
        if asset.readable:
            counts[asset.kind] = counts.get(asset.kind, 0) + 1
    return dict(sorted(counts.items()))


def _not_looked_at(hub: "Hub", memory: "Memory | None") -> "Iterator[str]":
    unreadable = sum(not skill.readable for skill in hub.skills)
    if unreadable:
        yield f"overlap: {unreadable} unreadable skill(s) were not compared"
    if not hub.is_git:
        yield "tracked personal files: git knows no repository here"
    if memory is None:
        yield "memory index, and [[names]] of memories: there is no memory folder"
    if not hub.skills:
        yield "skills: no glob of [paths] skills finds one"
    closed = [folder or "./" for folder in hub.unlisted if folder != ".git/"]
    if closed:
        named = ", ".join(closed[:3]) + (f" and {len(closed) - 3} more" if len(closed) > 3 else "")
        yield f"the inside of folders that git ignores, that are links or can't be listed: {named}"


def _page(hub: "Hub", memory: "Memory | None", findings: "Sequence[HealthFinding]") -> "Iterator[str]":
    read = ", ".join(f"{count} {kind}" for kind, count in _counts(hub).items())
    yield f"hub    {hub.root}"
    yield f"read   {read or 'no asset'}" + (f"; {len(hub.unreadable)} unreadable" if hub.unreadable else "")
    yield from (f"not    {what}" for what in _not_looked_at(hub, memory))
    yield ""
    if not findings:
        yield "Nothing found."
        return
    for kind, group in _by_kind(findings).items():
        yield f"{kind} ({group[0].severity}, {len(group)})"
        yield from (_line(finding) for finding in group[:SHOWN_OF_A_KIND])
        if len(group) > SHOWN_OF_A_KIND:
            yield f"  … {len(group) - SHOWN_OF_A_KIND} more; --json lists all"
    yield ""
    yield ", ".join(f"{count} {severity}" for severity, count in _by_severity(findings).items())


def _by_kind(findings: "Sequence[HealthFinding]") -> "dict[str, list[HealthFinding]]":
    groups: dict[str, list[HealthFinding]] = {}
    for finding in findings:
        groups.setdefault(finding.kind, []).append(finding)
    return groups


def _by_severity(findings: "Sequence[HealthFinding]") -> dict[str, int]:
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.severity] = counts.get(finding.severity, 0) + 1
    return counts


def _line(finding: "HealthFinding") -> str:
    place = finding.path if finding.line is None else f"{finding.path}:{finding.line}"
    return " ".join(f"  {place}  {finding.message}".split("\n")) + (f" → {finding.remedy}" if finding.remedy else "")
