"""Commits that a command made: its own words run git, and git printed what it made (SPEC 3.2)."""

import re
from collections.abc import Iterator

from harvest_loop.domain.vocabulary import listed

_MAKING = listed("commit merge cherry-pick rebase am revert")
_BEFORE_GIT = listed("sudo command exec time env nohup then do if else elif while until ! {")
_WITH_VALUE = listed("-C -c --git-dir --work-tree --namespace --config-env --exec-path")
_HEREDOC = re.compile(r"<<[-~]?\s*(?P<quote>[\"']?)(?P<end>[A-Za-z_]\w*)(?P=quote)")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.", re.DOTALL)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)
_APART = re.compile(r"&&|\|\||[;|&\n()`]|\$\(")
_ASSIGNS = re.compile(r"[A-Za-z_]\w*=")
_MADE = re.compile(r"^\[[^\[\]\n]{1,200} (?:\([^()\n]{1,40}\) )?([0-9a-f]{4,64})\] \S", re.MULTILINE)
_LONGEST = 100_000
_MOST = 200


def makes_commits(command: str) -> bool:
    """Whether the command's own words, not its quotes or here-documents, run git so that it makes a commit."""
    if "git" not in command:
        return False
    return any(_is_making(part.split()) for part in _APART.split(_own(command[:_LONGEST])))


def commits_printed(output: str) -> tuple[str, ...]:
    """Return the shas that git's own `[branch sha] subject` lines name, as many digits as it printed."""
    found = (match[1] for match in _MADE.finditer(output))
    return tuple(sha for sha, _ in zip(found, range(_MOST), strict=False))


def _own(command: str) -> str:
    text = "\n".join(_outside_heredocs(command.replace("\\\n", " ").split("\n")))
    return _COMMENT.sub("", _QUOTED.sub("_", text))


def _outside_heredocs(lines: list[str]) -> Iterator[str]:
    end = ""
    for line in lines:
        if end:
            end = "" if line.strip() == end else end
            continue
        opened = _HEREDOC.search(line)
        end = opened["end"] if opened else ""
        yield line


def _is_making(words: list[str]) -> bool:
    at = 0
    while at < len(words) and (words[at] in _BEFORE_GIT or _ASSIGNS.match(words[at])):
        at += 1
    if at >= len(words) or words[at].rsplit("/", 1)[-1] not in ("git", "git.exe"):
        return False
    at += 1
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _WITH_VALUE else 1
    return at < len(words) and words[at] in _MAKING
