"""Names, triggers and the description of a drafted skill, in the words of its evidence."""

import re
from collections.abc import Iterable

from harvest_loop.domain.background import background_shares
from harvest_loop.domain.facts import LAUNCHERS, usable_facts
from harvest_loop.domain.kinds_of_place import subject_of
from harvest_loop.domain.verbatim import plain
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.schemas.patterns import Pattern

LONGEST_NAME = 48
LONGEST_DESCRIPTION = 420
LONGEST_COMMAND = 70
GENERIC_SHARE = 0.2
FEWEST_WORDS = 3
FEWEST_TRIGGERS = 2
SHORTEST_TRIGGER = 3

_ISSUE = re.compile(r"\(?#\d+\)?|\bGH-\d+\b")
_SHA = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\S*")
_WORD = re.compile(r"[^\W_]+")
_WHERE = re.compile(r"\s+\([^()]*\)\s*$")
_FILES = re.compile(r"^[\w.-]+\.\w{1,5}(?:,|$)")
_COMING = frozenset({"add", "create", "introduce", "write", "update"})
_TOOL = re.compile(r"[A-Za-z][\w+-]*")
_FILLING = frozenset(
    plain_words(
        "a after against all also an and are as at be before between by during each every for from in into is it its "
        "now of on one only or our over per so than that the their then this to too under up us via was we when where "
        "which while will with without you your"
    )
)


def without_particulars(text: str) -> str:
    """The text without issue numbers, commit hashes and versions: what names one commit only."""
    return plain(_VERSION.sub(" ", _SHA.sub(" ", _ISSUE.sub(" ", text))))


def title_of(pattern: Pattern) -> str:
    """The practice as a heading: what the pattern's title says was done, without particulars."""
    title = without_particulars(_said(pattern.title)) or " ".join(plain(word) for word in pattern.topic[:4])
    title = title or f"practice {pattern.fingerprint[:10]}"
    return title[0].upper() + title[1:]


def _said(title: str) -> str:
    """The part of `artefact: what was done (where)` that says what was done; the whole where that says too little."""
    what = _WHERE.sub("", title)
    _, _, said = what.partition(": ")
    return said if len(_words(said)) >= FEWEST_WORDS and not _FILES.search(said) else what


def names_for(pattern: Pattern, taken: frozenset[str]) -> tuple[str, ...]:
    """Return two or three names that no skill of the hub has, best first (SPEC 4.9)."""
    stems = [path.rsplit("/", 1)[-1].split(".")[0] for path in pattern.paths if path.rsplit("/", 1)[-1].split(".")[0]]
    title = list(dict.fromkeys(_words(title_of(pattern))))
    title = title[1:] if title[:1] and title[0] in _COMING and len(title) > FEWEST_WORDS - 1 else title
    topic = _words(" ".join(pattern.topic))
    wanted = [
        _joined(title[:4]),
        _joined(topic[:3]),
        _joined([*_words(" ".join(stems[:1])), *topic[:2]]),
        _joined([*title[:2], *topic[:2]]),
        f"practice-{pattern.fingerprint[:6]}",
        f"{_joined(title[:3]) or 'practice'}-{pattern.fingerprint[:4]}",
    ]
    good = dict.fromkeys(name for name in wanted if _is_name(name) and name not in taken)
    return tuple(good)[:3] if len(good) > 1 else (*good, f"practice-{pattern.fingerprint[:12]}")


def triggers_for(pattern: Pattern) -> tuple[str, ...]:
    """Return the words that should call the skill up: topic and tools, without words that any task holds."""
    words = [word for word in (plain(word) for word in pattern.topic) if word]
    topic = [word for word in words if not is_generic(word)]
    topic += [word for word in words if word not in topic][: max(0, FEWEST_TRIGGERS - len(topic))]
    tools = [tool for command in commands_of(pattern) if (tool := _tool_of(command))]
    return tuple(dict.fromkeys(word.lower() for word in (*topic, *tools)))[:6]


def _tool_of(command: str) -> str:
    """The program that a command is about, past what only starts others; empty where that is a file or an option."""
    words = iter(command.split())
    tool = next((word for word in words if word not in LAUNCHERS and "=" not in word), "")
    return tool if _TOOL.fullmatch(tool) and not is_generic(tool) else ""


def is_generic(word: str) -> bool:
    """Whether a word stands in so many skills that it tells none of them apart."""
    return (word.isascii() and len(word) < SHORTEST_TRIGGER) or background_shares().get(
        stem(word.lower()), 0.0
    ) >= GENERIC_SHARE


def commands_of(pattern: Pattern) -> list[str]:
    """The command lines of the evidence that can be shown as they are, in order, each once."""
    return list(dict.fromkeys(item.text.strip() for item in usable_facts(pattern) if item.role == "command"))


def describe(pattern: Pattern) -> str:
    """What the skill does and when to use it, on one line (SPEC 4.9)."""
    triggers = triggers_for(pattern)
    what = title_of(pattern)
    tells = pattern.kind in ("new workflow", "tool integration")
    short = (command for command in commands_of(pattern) if tells and len(command) <= LONGEST_COMMAND)
    command = next((command for command in short if command.lower() not in what.lower()), None)
    how = f" (`{command}`)" if command is not None and "`" not in command else ""
    places = list(dict.fromkeys(subject for path in pattern.paths if (subject := plain(subject_of(path)))))[:2]
    occasions = [f"changing {_either(places)}"] if places else []
    if triggers:
        occasions.append(f"the task names {_either(triggers[:4])}")
    when = f" Use when {', or when '.join(occasions)}." if occasions else ""
    return _cut(f"{what.removesuffix('…')}{how}.") + when


def _cut(text: str) -> str:
    room = LONGEST_DESCRIPTION - 200
    return text if len(text) <= room else text[: room - 1].rsplit(" ", 1)[0] + "…"


def _either(words: Iterable[str]) -> str:
    *firsts, last = words
    return f"{', '.join(firsts)} or {last}" if firsts else last


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word.isascii() and word not in _FILLING]


def _joined(words: Iterable[str]) -> str:
    name = ""
    for word in dict.fromkeys(words):
        longer = f"{name}-{word}" if name else word
        if len(longer) > LONGEST_NAME:
            break
        name = longer
    return name


def _is_name(name: str) -> bool:
    return len(name) >= 4 and re.search(r"[a-z]{3}", name) is not None and "-" in name
