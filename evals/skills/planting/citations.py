"""The flaw of a dangling citation: a file, line, anchor, quotation, skill, command or link that isn't there."""

import posixpath
import re
from collections.abc import Iterable, Mapping

from evals.skills.planting.contradictions import steps_of, with_sentence
from evals.skills.planting.hub import Hub
from evals.skills.planting.page import Page, headings, slug
from evals.skills.planting.planted import Bed, Planted, Wording


def with_dangling_citation(bed: Bed, wording: Wording) -> Planted | None:
    """Cite in one of the steps what the hub doesn't have."""
    page = Page(bed.text)
    steps = steps_of(page)
    sentence = _filled(bed, wording)
    if sentence is None or not steps:
        return None
    item = bed.dice.pick(steps, "citation", bed.base)
    return Planted(with_sentence(page, item, sentence), line=item.end + 1)


def cites_what_is_not_in_the_copy(hub: Hub, name: str) -> bool:
    """Return whether a skill that was read in place names a file that was not: nobody can tell then what is missing."""
    text = hub.skills[name]
    cited = re.findall(r"`([\w./-]+/[\w.-]+\.\w+)", text) + re.findall(r"\]\(([^):\s#]+)", text)
    return any(not _is_in(path, hub.places[name], hub.files) for path in cited)


def _is_in(path: str, place: str, files: Mapping[str, str]) -> bool:
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(place), path))
    return path in files or beside in files


def _filled(bed: Bed, wording: Wording) -> str | None:
    """The wording's sentence with folders and files of this hub in it; None where what it cites would be there."""
    text, kind = str(wording["text"]), wording["kind"]
    folders = _folders(bed.hub)
    for role in re.findall(r"\{(rules|templates|scripts|agents)\}", text):
        if role not in folders:
            return None
        text = text.replace("{" + role + "}", folders[role])
    if "{file}" in text:
        file = _file(bed, wording)
        if file is None:
            return None
        text = text.replace("{file}", file)
        lines = bed.hub.files[file].count("\n")
        text = text.replace("{beyond}", str(lines + 8 + bed.dice.roll("beyond", bed.base) % 60))
        if kind == "anchor" and any(slug(title) in text for title in headings(bed.hub.files[file])):
            return None
        if kind == "quote" and str(wording["quoted"]) in bed.hub.files[file]:
            return None
    if kind == "make" and "Makefile" not in bed.hub.files:
        return None
    return None if _is_there(bed, kind, text) else text


def _is_there(bed: Bed, kind: str, text: str) -> bool:
    cited = re.findall(r"`([^`\s]+)", text)
    if kind == "skill":
        return any(name in bed.hub.skills for name in cited)
    if kind == "make":
        targets = re.findall(r"make (\w+)", text)
        return any(re.search(rf"^{re.escape(target)}:", bed.hub.files["Makefile"], re.M) for target in targets)
    if kind == "file":
        return any(_ends_a_path(name, bed.hub.files) for name in [*cited, *re.findall(r"\]\(([^)]+)\)", text)])
    return False


def _ends_a_path(name: str, paths: Iterable[str]) -> bool:
    return any(path == name or path.endswith("/" + name) for path in paths)


def _folders(hub: Hub) -> dict[str, str]:
    """Folders of the hub that hold files of a kind, by what the kind is called; the shortest path of several."""
    found: dict[str, str] = {}
    for path in sorted(hub.files, key=lambda path: (path.count("/"), path)):
        parts = path.split("/")[:-1]
        if parts and parts[-1] in ("rules", "templates", "scripts", "agents"):
            found.setdefault(parts[-1], "/".join(parts))
    return found


def _file(bed: Bed, wording: Wording) -> str | None:
    """A rule file of the hub; where the wording names one, that one or none."""
    if wording.get("of"):
        return str(wording["of"]) if wording["of"] in bed.hub.files else None
    files = [path for path in sorted(bed.hub.files) if re.search(r"(^|/)rules/[^/]+\.md$", path)]
    return bed.dice.pick(files, "file", bed.base) if files else None
