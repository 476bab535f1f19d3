"""What a file of a repository offers to be run: targets, recipes, scripts, programs, options (SPEC 4.6a)."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Literal, NamedTuple

OfferKind = Literal["make target", "recipe", "package script", "program", "option"]

_MAKEFILE = re.compile(r"(?:^|/)(?:GNUmakefile|[Mm]akefile|[^/]+\.mk)$")
_JUSTFILE = re.compile(r"(?:^|/)\.?[Jj]ustfile$")
_TARGET = re.compile(r"(?P<names>[A-Za-z0-9][\w./-]*(?:[ \t]+[A-Za-z0-9][\w./-]*)*)[ \t]*:(?![=:])(?P<needs>[^\n]*)")
_RECIPE = re.compile(r"@?(?P<names>[A-Za-z][\w-]*)(?:[ \t]+[^:=\n]*)?:(?!=)(?P<needs>[^\n]*)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]+")
_PROGRAM_FILE = re.compile(r"\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|rb|pl|go|rs)$|(?:^|/)(?:bin|scripts)/[^/.]+$")
_RUNNERS = r"(?:npm|pnpm|bun)\s+run(?:-script)?|yarn(?:\s+run)?|(?:npm|pnpm|bun)"
_BEGINS = r"(?:^|[;&|(]\s*|\b(?:uv|poetry|pdm|hatch)\s+run\s+|\bsudo\s+)"


class Offer(NamedTuple):
    """One thing that can be run by a name; `owner` is the program that an option belongs to."""

    kind: OfferKind
    name: str
    owner: str = ""

    @property
    def spelled(self) -> str:
        """How a person names it."""
        return {"make target": f"make {self.name}", "recipe": f"just {self.name}"}.get(
            self.kind, f"{self.owner} {self.name}".strip()
        )

    @property
    def pattern(self) -> re.Pattern[str]:
        """What is found in code that uses it."""
        name, end = re.escape(self.name), r"(?![\w:/-]|\.\w)"
        by_kind: Mapping[OfferKind, str] = {
            "make target": rf"(?<![\w./-])make\s+(?:-\S+\s+)*{name}{end}",
            "recipe": rf"(?<![\w./-])just\s+{name}{end}",
            "package script": rf"(?<![\w./-])(?:{_RUNNERS})\s+{name}{end}",
            "program": rf"{_BEGINS}{name}{end}",
            "option": rf"(?<![\w-]){re.escape(self.owner)}\b.*(?<!\S){name}(?![\w-])",
        }
        return re.compile(by_kind[self.kind])


def may_offer(path: str) -> bool:
    """Whether a file of this name offers things by name, as a Makefile does."""
    return bool(_MAKEFILE.search(path) or _JUSTFILE.search(path)) or path.rpartition("/")[2] in (
        "package.json",
        "pyproject.toml",
    )


def is_program(path: str) -> bool:
    """Whether a file is one that somebody runs with options."""
    return _PROGRAM_FILE.search(path) is not None


def offers_in(path: str, text: str) -> dict[Offer, str]:
    """Return what a file offers, each with what it does in its own words; nothing where it can't be read."""
    if _MAKEFILE.search(path):
        return _targets(text, _TARGET, "make target")
    if _JUSTFILE.search(path):
        return _targets(text, _RECIPE, "recipe")
    if path.endswith("package.json"):
        return {Offer("package script", name): told for name, told in _scripts(text).items()}
    if path.endswith("pyproject.toml"):
        return {Offer("program", name): told for name, told in _programs(text).items()}
    owner = path.rpartition("/")[2]
    return {Offer("option", option, owner): "" for option in _OPTION.findall(text)}


def _targets(text: str, pattern: re.Pattern[str], kind: OfferKind) -> dict[Offer, str]:
    """The targets of a Makefile, each with what it needs and its recipe."""
    found: dict[Offer, str] = {}
    names: tuple[str, ...] = ()
    for line in text.split("\n"):
        head = pattern.match(line)
        if head is not None:
            names = tuple(head["names"].split())
            found |= {Offer(kind, name): head["needs"].partition("#")[0].strip() for name in names}
        elif line[:1] in ("\t", " ") and line.strip():
            found |= {Offer(kind, name): f"{found[Offer(kind, name)]}\n{line.strip()}" for name in names}
        elif line.strip():
            names = ()
    return found


def _scripts(text: str) -> dict[str, str]:
    try:
        read = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return {}
    return _words(read.get("scripts") if isinstance(read, dict) else None)


def _programs(text: str) -> dict[str, str]:
    try:
        project = tomllib.loads(text).get("project")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    return _words(project.get("scripts") if isinstance(project, dict) else None)


def _words(table: object) -> dict[str, str]:
    if not isinstance(table, dict):
        return {}
    return {str(name): str(told) for name, told in table.items() if isinstance(told, str)}
