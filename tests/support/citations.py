"""What a skill cites of its hub, looked up one by one: paths, lines, headings, links, skills and make targets."""

import posixpath
import re
from collections.abc import Iterator

from evals.skills.planting.hub import Corpus

# Folders of the hub; other paths in a skill are those of the repository that it is used in.
_OF_THE_HUB = re.compile(r"(?:knowledge|templates|scripts|skills|\.claude|references|\.\.)/")
_CITED = re.compile(r"`([\w./-]+/[\w./-]+\.\w+)(?::(\d+)|#([\w-]+))?[^`\n]*`")


def dangling(text: str, corpus: Corpus) -> list[str]:
    """Return what is cited and isn't there."""
    return [
        *_paths(text, corpus),
        *_links(text, corpus),
        *_skills(text, corpus),
        *_targets(text, corpus),
        *_told(text, corpus),
    ]


def _paths(text: str, corpus: Corpus) -> Iterator[str]:
    for path, line, anchor in _CITED.findall(text):
        found = _file(path, corpus)
        if not _OF_THE_HUB.match(path):
            continue
        if found is None:
            yield path
        elif (line and int(line) > found.count("\n")) or (anchor and anchor not in _anchors(found)):
            yield f"{path}:{line}#{anchor}"
    for path, line in [*re.findall(r"`([\w./-]+)`, line (\d+)", text), *_swapped(text)]:
        if int(line) > (_file(path, corpus) or "").count("\n"):
            yield f"{path} line {line}"


def _swapped(text: str) -> list[tuple[str, str]]:
    return [(path, line) for line, path in re.findall(r"line (\d+) of `([\w./-]+)`", text)]


def _links(text: str, corpus: Corpus) -> Iterator[str]:
    for link in re.findall(r"\]\(([^):\s]+)\)", text):
        if _file(link, corpus) is None:
            yield link


def _skills(text: str, corpus: Corpus) -> Iterator[str]:
    known = {*corpus.skills, corpus.place.split("/")[-2]}
    agents = {posixpath.basename(path).removesuffix(".md") for path in corpus.files if "/agents/" in path}
    named = re.findall(
        r"skill `([a-z-]+)`|`([a-z-]+)`, (?:the|another) skill|(?:see|through|to|that is) `([a-z]+-[a-z-]+)`", text
    )
    for name in {one for found in named for one in found if one}:
        if name not in known | agents:
            yield name


def _targets(text: str, corpus: Corpus) -> Iterator[str]:
    for target in re.findall(r"`make (\w+)` in the hub", text):
        if not re.search(rf"^{target}:", corpus.files["Makefile"], flags=re.MULTILINE):
            yield f"make {target}"


def _told(text: str, corpus: Corpus) -> Iterator[str]:
    """Quotations and numbers that a sentence says to be in a file of rules."""
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z`\"])", text):
        for path in re.findall(r"`(knowledge/[\w./-]+?\.md|templates/[\w./-]+?\.md)", sentence):
            words = _file(path, corpus) or ""
            said = re.search(r"(?:says|word for word): \"([^\"]+)\"", sentence)
            if said and said[1] not in words:
                yield f'{path} "{said[1]}"'
            for number in re.findall(r"(?:allows|grants) (\d+)", sentence):
                if not re.search(rf"\b{number}\b", words):
                    yield f"{path} {number}"


def _file(path: str, corpus: Corpus) -> str | None:
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(corpus.place), path))
    return corpus.files.get(path, corpus.files.get(beside))


def _anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in titles}
