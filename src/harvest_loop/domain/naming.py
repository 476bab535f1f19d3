"""Names, triggers and the description of a drafted skill, in the words of its evidence."""

import re
from collections.abc import Iterable, Sequence

from harvest_loop.domain.background import background_shares
from harvest_loop.domain.facts import LAUNCHERS, usable_facts
from harvest_loop.domain.kinds_of_place import subject_of
from harvest_loop.domain.phrases import name_phrase, without_loose_end, word_pairs
from harvest_loop.domain.subjects import verb_in
from harvest_loop.domain.verbatim import plain
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.schemas.patterns import Pattern

LONGEST_NAME = 48
LONGEST_DESCRIPTION = 420
LONGEST_COMMAND = 70
GENERIC_SHARE, MOST_TEXTS = 0.2, 0.3
FEWEST_WORDS = 3
PHRASES_SHOWN, TRIGGERS_SHOWN = 3, 5
LONG_WORD = 5
# A phrase of so many words is a sentence rather than a name.
_LONG = 6
SHORTEST_TRIGGER = 3

_ISSUE = re.compile(r"\(?#\d+\)?|\bGH-\d+\b")
_SHA = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\S*")
_WORD = re.compile(r"[^\W_]+")
_WHERE = re.compile(r"\s+\([^()]*\)\s*$")
_FILES = re.compile(r"^[\w.-]+\.\w{1,5}(?:,|$)")
# How titles name the artefact before they say what was done.
_LABEL = re.compile(
    r"^(?:script|hook|ci|agents?|skill|plugin|command|guide|prompt|(?:pull request |issue )?templates?|"
    r"test (?:harness|support)|deployment|container image|terraform setup|dashboards|decision records|"
    r"contribution guide|lint rules|fixed \d+ times|"
    r".* (?:taken into use|configuration|integration|guidelines|standards|rules)|[\w.-]+\.\w{2,5}$)\b",
    re.IGNORECASE,
)
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
    head, _, said = what.partition(": ")
    is_label = _LABEL.match(head) is not None
    return said if is_label and len(_words(said)) >= FEWEST_WORDS and not _FILES.search(said) else what


def names_for(pattern: Pattern, taken: frozenset[str]) -> tuple[str, ...]:
    """Return two or three names that no skill of the hub has, best first (SPEC 4.9).

    First the title's own phrase; where that is long, what the field calls the thing itself.
    """
    phrase = name_phrase(title_of(pattern))
    own = [name for path in pattern.paths[:3] if (name := _own_name(path, pattern))]
    topic = _words(" ".join(pattern.topic))
    wanted = [
        *([phrase, *own] if phrase.count("-") < _LONG or not own else [*own, phrase]),
        _joined([*_words(" ".join(stems_of(pattern.paths)[:1])), *topic[:2]]),
        _joined(topic[:3]),
        f"practice-{pattern.fingerprint[:6]}",
        f"practice-{pattern.fingerprint[:8]}",
    ]
    good = dict.fromkeys(name for name in wanted if _is_name(name) and name not in taken)
    return tuple(good)[:3] if len(good) > 1 else (*good, f"practice-{pattern.fingerprint[:12]}")


def stems_of(paths: Iterable[str]) -> list[str]:
    """The names of files without their folders and endings."""
    return [stem for path in paths if (stem := path.rsplit("/", 1)[-1].split(".")[0])]


def _own_name(path: str, pattern: Pattern) -> str:
    """What a file of the practice is called, where it has several words and the title has one of them."""
    words = _words(" ".join(stems_of([path])).replace("_", " ").replace("-", " "))
    named = {stem(word) for word in plain_words(title_of(pattern))}
    return _joined(words) if len(words) > 1 and named.intersection(map(stem, words)) else ""


def triggers_for(pattern: Pattern) -> tuple[str, ...]:
    """Return what should call the skill up: phrases of two words and tools; a single word only if few texts hold it."""
    source = set(plain_words(pattern.source))
    title = title_of(pattern)
    pairs = [pair for pair in dict.fromkeys(word_pairs(title)) if not source.intersection(pair)]
    pairs = [pair for pair in pairs if is_specific(" ".join(pair))]
    said = " ".join(plain_words(" ".join(f"{item.text} {item.pointer.quote}" for item in pattern.evidence)))
    pairs.sort(key=lambda pair: (-(f" {pair[0]} {pair[1]}" in f" {said}"), _share(pair)))
    phrases = [" ".join(pair) for pair in pairs[:PHRASES_SHOWN]]
    tools = [tool for command in commands_of(pattern) if (tool := _tool_of(command))]
    words = [plain(word).lower() for word in pattern.topic]
    there = f"{title} {said} {' '.join(pattern.paths)}".lower()
    rare = [word for word in words if _is_rare(word) and not source.intersection(plain_words(word))]
    rare = [word for word in rare if re.search(rf"(?<!\w){re.escape(word)}(?![\w-])", there)]
    rare = [word for word in rare if not any(word in phrase for phrase in phrases)]
    found = dict.fromkeys((*phrases, *(tool.lower() for tool in tools), *rare))
    if not found:
        found = dict.fromkeys(name.replace("-", " ") for name in names_for(pattern, frozenset())[:1])
    return tuple(found)[:TRIGGERS_SHOWN]


def _share(words: Sequence[str]) -> float:
    return round(sum(background_shares().get(stem(word), 0.0) for word in words), 6)


def _is_rare(word: str) -> bool:
    """Whether a single word tells enough by itself: compound, or unknown to most texts and no verb of doing."""
    if "-" in word or "_" in word:
        return len(word) >= LONG_WORD
    known = stem(word) in background_shares() or not word.isascii() or not word.isalpha()
    return len(word) >= LONG_WORD and not known and not verb_in(word)


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


def is_specific(trigger: str) -> bool:
    """Whether a trigger tells this work from others: a word that few texts hold, or two of which most lack one."""
    parts = plain_words(trigger)
    if len(parts) > 1:
        return any(len(part) > 1 and background_shares().get(stem(part), 0.0) < MOST_TEXTS for part in parts)
    return any(not is_generic(part) for part in parts)


def commands_of(pattern: Pattern) -> list[str]:
    """The command lines of the evidence that can be shown as they are and aren't gone, in order, each once."""
    kept = (item for item in usable_facts(pattern) if item.role == "command" and item.stands is not False)
    return list(dict.fromkeys(item.text.strip() for item in kept))


def describe(pattern: Pattern) -> str:
    """What the skill does and when to use it, on one line (SPEC 4.9)."""
    triggers = triggers_for(pattern)
    what = title_of(pattern)
    tells = pattern.kind in ("new workflow", "tool integration")
    short = (command for command in commands_of(pattern) if tells and len(command) <= LONGEST_COMMAND)
    fit = [command for command in short if command.lower() not in what.lower()]
    names = [path.rpartition("/")[2] for path in pattern.paths]
    command = next((each for each in fit if any(name in each for name in names)), next(iter(fit), None))
    how = f" (`{command}`)" if command is not None and "`" not in command else ""
    places = list(dict.fromkeys(subject for path in pattern.paths if (subject := plain(subject_of(path)))))[:2]
    occasions = [f"the task names {_either(triggers)}"] if triggers else []
    if places and len(triggers) < PHRASES_SHOWN:
        occasions.append(f"changing {_either(places)}")
    when = f" Use when {', or when '.join(occasions)}." if occasions else ""
    return _cut(f"{without_loose_end(what)}{how}.") + when


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
