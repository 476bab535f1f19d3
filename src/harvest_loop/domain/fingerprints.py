"""What a practice is known by for good: what it says, or the tool it takes up; no sha, time or bare file name."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from harvest_loop.domain.background import background_shares
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.practice import Practice
from harvest_loop.domain.tools import Tool, tool_of_file
from harvest_loop.domain.words import plain_words, stem
from harvest_loop.domain.works import Touch

# Prose says more than code, and two projects' prose on one subject shares more.
PROSE_WORDS, CODE_WORDS = 5, 3
SHORTEST_WORD = 3
COMMON_SHARE = 0.2
# Files of these tools hold a project's own commands, so that having one says nothing of what is in it.
_OWN_CONTENT = frozenset({"task runner", "container", "agent host", "environment", "build tool"})
_PROSE = (".md", ".mdc", ".mdx", ".txt", ".rst")
# Kinds of fault that are the same wherever they turn up.
_SAME_EVERYWHERE = frozenset({"encoding", "time zones", "quoting"})


def fingerprint_of(practice: Practice) -> str:
    """Return the sha256 of what a practice is about (SPEC 4.7, 7.5).

    A tool taken up is the same practice in every repository. Anything else is known by its artefact and the words that
    its text repeats most, or says first: two projects' instruction files are two practices, and a later addition or a
    reworded line leaves the same words on top.
    """
    family = "fix" if practice.ground == "repeated fix" else "practice"
    says = _says(practice)
    about = "+".join((_name_of(practice) if says else practice.key, *says))
    return hashlib.sha256(f"{family}:{about}".encode()).hexdigest()


def _name_of(practice: Practice) -> str:
    """The artefact by itself: the aspects in a practice's key come from its message, whose wording may change."""
    if practice.ground in ("birth", "change", "episode") and practice.touches:
        return practice.touches[0].artefact.key
    return practice.key


def _says(practice: Practice) -> tuple[str, ...]:
    if practice.ground == "tool" or (practice.ground == "birth" and _is_setting_of_a_tool(practice)):
        return ()
    if practice.ground == "repeated fix":
        same = set(practice.key.split("+")) & _SAME_EVERYWHERE
        return () if same else tuple(sorted(practice.common))
    touches = _introducing(practice)
    is_prose = any(touch.change.path.endswith(_PROSE) for touch in touches)
    lines = (line for touch in touches for line in _texts(touch))
    return telling_words(lines, PROSE_WORDS if is_prose else CODE_WORDS)


def telling_words(lines: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the few words that a text is known by, sorted: those it repeats, then those it says first."""
    counts = Counter(stem(word) for line in lines for word in plain_words(line) if _tells(word))
    places = {word: place for place, word in enumerate(counts)}
    ranked = sorted(counts, key=lambda word: (-counts[word], places[word]))
    return tuple(sorted(ranked[:most]))


def _tells(word: str) -> bool:
    if len(word) < SHORTEST_WORD or not word.isalpha():
        return False
    return background_shares().get(stem(word), 0.0) < COMMON_SHARE


def _introducing(practice: Practice) -> tuple[Touch, ...]:
    """What the introducing work did to the practice's own artefact; of a change, what its lead did."""
    work = practice.first if practice.ground == "birth" else practice.lead
    own = practice.touches[0].artefact.key if practice.touches else ""
    return tuple(touch for touch in work.touches if touch.artefact.key == own) or work.touches


def _texts(touch: Touch) -> Iterable[str]:
    return (line.text for line in touch.change.added_lines if not line.text.startswith("#!"))


def _is_setting_of_a_tool(practice: Practice) -> bool:
    paths = (touch.change.path for touch in practice.touches if touch.grows)
    found = [tool for path in paths if role_of(path) != "rule" and (tool := tool_of_file(path)) is not None]
    return any(_is_the_same_everywhere(tool) for tool in found)


def _is_the_same_everywhere(tool: Tool) -> bool:
    return tool.kind not in _OWN_CONTENT
