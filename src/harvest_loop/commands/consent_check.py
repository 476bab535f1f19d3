"""`harvest consent check`: may a prompt be skipped? Neither the engine nor pydantic is on its way (SPEC 8.3, 12)."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from harvest_loop.errors import HarvestError, UsageError
from harvest_loop.schemas.consent import BROKEN, Checked, ProfileFile, RegistryFile

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

USAGE = "harvest consent check [--require-class NAME] [REGISTRY [PROFILE]]"
HELP = f"""\
usage: {USAGE}

Join the standing consents of your profile with the consent registry. Only the exit code decides:

  0  VERIFIED    a real grant is joined; the one code on which a prompt may be skipped
  3  UNMEASURED  nothing to join (no registry, no class, no profile, no active grant): keep asking
  1  BROKEN      a rule is broken, a file can't be used, or this command was used wrongly: keep asking

  --require-class NAME  a grant of this class must be among those that are joined
  REGISTRY              default: consent_classes.yaml of your hub
  PROFILE               default: user_adaptation_profile.md of your hub

In a script, test the code, and for 0:

  harvest consent check --require-class memory-archive; code=$?
  if [ "$code" -eq 0 ]; then ...; else ...; fi   # act unprompted only here; ask there

Nothing is written. `harvest consent list` shows classes and grants.
"""

_REQUIRE = "--require-class"
_MOST_PATHS = 2


class _Asked(NamedTuple):
    paths: tuple[str, ...] = ()
    require: str | None = None


def add_arguments(parser: "argparse.ArgumentParser") -> None:
    """Leave every word to `main`, which the command line calls without a parser."""
    parser.usage = USAGE
    parser.add_argument("words", nargs="*", metavar="WORD", help="see 'harvest consent check --help'")


def run(arguments: "argparse.Namespace") -> int:
    """Do as `main` does."""
    return main(arguments.words)


def main(words: Sequence[str]) -> int:
    """Print what is wrong and a summary; return 0, 1 or 3, and 0 for nothing but a joined grant, or the help alone."""
    if tuple(words) in (("--help",), ("-h",)):
        _write(sys.stdout, HELP)
        return 0
    try:
        checked = _check(_asked(words))
        lines = [f"{' '.join(filter(None, finding[:2]))}: {finding.what}" for finding in checked.findings]
        _write(sys.stdout, _shown(lines) + checked.summary + "\n")
    except HarvestError as error:
        return _broken(str(error))
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 -- the last door: what can't decide never allows
        return _broken(f"the check failed: {type(error).__name__}: {error}")
    return checked.code


def _asked(words: Sequence[str]) -> _Asked:
    """Return what the words ask for.

    Raises: UsageError
    """
    asked, left = _Asked(), list(words)
    while left:
        word = left.pop(0)
        if word == "--":
            return _with_paths(asked, left)
        name, sign, value = word.partition("=")
        if name == _REQUIRE:
            asked = _with_class(asked, value if sign else left.pop(0) if left else None)
        elif word.startswith("-"):
            raise _wrong(f"unknown option {word}")
        else:
            asked = _with_paths(asked, [word])
    return asked


def _with_class(asked: _Asked, given: str | None) -> _Asked:
    name = (given or "").strip()
    if asked.require is not None:
        raise _wrong(f"{_REQUIRE} stands twice")
    if not name or name.startswith("-"):
        raise _wrong(f"{_REQUIRE} needs the name of a class")
    if len(name.split()) != 1:
        raise _wrong(f"{_REQUIRE} takes one name, without white space inside")
    return asked._replace(require=name)


def _with_paths(asked: _Asked, words: Sequence[str]) -> _Asked:
    paths = (*asked.paths, *words)
    if len(paths) > _MOST_PATHS or not all(paths):
        raise _wrong("an empty path" if len(paths) <= _MOST_PATHS else f"more than {_MOST_PATHS} paths")
    return asked._replace(paths=paths)


def _wrong(what: str) -> UsageError:
    return UsageError(what, remedy="see 'harvest consent check --help'")


def _check(asked: _Asked) -> Checked:
    from harvest_loop.adapters import clock
    from harvest_loop.domain.consent.check import check_consent

    registry, profile = _files(asked.paths)
    return check_consent(registry, profile, today=clock.today(), require=asked.require)


def _files(paths: Sequence[str]) -> tuple[RegistryFile, ProfileFile]:
    """Read the files that are named, and the hub's where none is."""
    from harvest_loop.adapters.consent_files import read_profile, read_registry

    if len(paths) == _MOST_PATHS:
        return read_registry(paths[0]), read_profile(paths[1])
    registry, profile = _hubs_files()
    return read_registry(paths[0]) if paths else registry, profile


def _hubs_files() -> tuple[RegistryFile, ProfileFile]:
    from pathlib import Path

    from harvest_loop.adapters.consent_places import read_hub
    from harvest_loop.errors import NoHub
    from harvest_loop.hub_root import find_hub

    try:
        return read_hub(find_hub(None, Path.cwd()))
    except NoHub:
        return RegistryFile(absent="there is no hub, so no registry"), ProfileFile(absent="there is no hub")


def _shown(lines: Sequence[str]) -> str:
    """The findings as a terminal may show them, redacted: they hold names out of the files."""
    if not lines:
        return ""
    from harvest_loop.adapters.redaction import redact
    from harvest_loop.domain.quoting import visible

    return "".join(f"{visible(redact(' '.join(line.split())))}\n" for line in lines)


def _broken(why: str) -> int:
    _write(sys.stderr, _shown([f"harvest: {why}"]))
    _write(sys.stdout, f"BROKEN ({BROKEN}): nothing was checked; keep asking\n")
    return BROKEN


def _write(stream: "TextIO | None", text: str) -> None:
    """Write the text; that nobody can read it changes no code."""
    if stream is None:
        return
    try:
        with suppress(ValueError):  # it is closed
            stream.write(text)
            stream.flush()
    except OSError:  # https://docs.python.org/3/library/signal.html#note-on-sigpipe: else the process fails as it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
