"""Steps of a draft: one a fact of the evidence, each with the place where it can be looked up."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harvest_loop.domain.asides import case_of, comment_of, is_by_hand, lines_of, message_of
from harvest_loop.domain.citations import citations_for
from harvest_loop.domain.facts import is_setting, usable_facts
from harvest_loop.domain.kinds_of_place import noun_for
from harvest_loop.domain.paths_of_work import role_of
from harvest_loop.domain.refusals import is_strict_mode, stops_if
from harvest_loop.domain.verbatim import code_span, is_quotable, quoted
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Pattern, Pointer

STEPS_SHOWN = 9
# That a file came to be, and no word of what it does, helps once or twice.
BARE_FILES = 2
# With fewer steps that tell what to do, lines that are gone are told too.
FEWEST_TELLING = 2
# The part of a sentence's runs of three words that another version of it has too.
SAME_SENTENCE = 0.6

_RUNNERS = {
    "ci": "Have CI run",
    "hook": "Have the hook run",
    "script": "Have the script run",
    "recipe": "Have a recipe run",
    "deploy": "When deploying, run",
    "test infrastructure": "In the test set-up, run",
}
# What a script asks and what it runs stay in the script's own order: a test stands before what it protects.
_ORDER: dict[EvidenceRole, int] = {"file": 0, "refusal": 1, "command": 1, "rule": 2, "guard": 3}
_COMMENT = re.compile(
    r"^\s*(?:#(?!!)#*|//+|/\*+|--|;+|\"{3}|'{3})\s*(?P<words>[^\W\d_].*?)\s*(?:\*/|\"{3}|'{3})?\s*$",
)
_HEADED = (".md", ".mdc", ".mdx")
_TEST = re.compile(r"^(?:test\s|\[)")


class Step(NamedTuple):
    """What to do, in Markdown that came through quoting, and where each word of it stands in the evidence."""

    role: EvidenceRole
    text: str
    pointer: Pointer
    cited: tuple[str, ...]
    gone: bool = False

    @property
    def tells(self) -> bool:
        """Whether it says what to do; that a file came to be, or stops at a failure, is not enough to do it again."""
        if self.role == "refusal":
            return not self.text.startswith("Begin ")
        return self.role in ("command", "rule") or ": " in self.text or self.text.startswith("Set ")

    @property
    def line(self) -> str:
        since = "; changed since" if self.gone else ""
        return f"{self.text} ({', '.join(map(code_span, self.cited))}{since})"


def steps_of(pattern: Pattern, born: frozenset[str], *, without: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return the steps in the order in which they are taken: put in place, ask and run, follow, guard.

    A file in `born` is one to create; of another file a setting that came is the step. Facts whose text is in
    `without` (an asset states them already) are left out. A line that is gone makes a step only where too few that
    stand tell what to do, and where none of them says the same.
    """
    facts = [item for item in usable_facts(pattern) if item.text not in without]
    standing = [item for item in facts if item.stands is not False]
    steps = _steps_from(standing, pattern, born)
    if len(standing) == len(facts) or sum(step.tells for step in steps) >= FEWEST_TELLING:
        return steps
    return _steps_from([item for item in facts if item in standing or not _is_said(item, standing)], pattern, born)


def _steps_from(facts: Sequence[EvidenceItem], pattern: Pattern, born: frozenset[str]) -> tuple[Step, ...]:
    places = {path: rank for rank, path in enumerate(pattern.paths)}

    def order(item: EvidenceItem) -> tuple[int, int, str, int]:
        path = item.pointer.path or ""
        return _ORDER.get(item.role, 0), places.get(path, len(places)), path, item.pointer.line or 0

    facts = sorted(facts, key=order)
    told = frozenset(item.pointer.path for item in facts if item.role in ("rule", "command", "refusal"))
    steps: dict[Pointer, Step] = {}
    bare = 0
    for item in facts:
        if item.role == "rule" and (_is_of_a_test(item) or any(_same_rule(item, other) for other in facts)):
            continue
        if item.role == "file" and item.text.strip() in told and not _what_it_says(item.pointer):
            continue  # what the file holds says better what to write than that it is there
        for step in _steps_for(item, born, pattern.source):
            bare += item.role == "file" and not step.tells
            if bare > BARE_FILES and item.role == "file" and not step.tells:
                continue
            if step.pointer not in steps and all(step.text != other.text for other in steps.values()):
                steps[step.pointer] = step
    return tuple(steps.values())


def shown(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that a draft has room for."""
    return tuple(steps[:STEPS_SHOWN])


def _is_of_a_test(item: EvidenceItem) -> bool:
    """Whether a sentence is what a test feeds to the product, rather than a rule of the work."""
    return role_of(item.pointer.path or "") in ("test", "test infrastructure")


def _same_rule(item: EvidenceItem, other: EvidenceItem) -> bool:
    """Whether another commit wrote the same sentence into the same file in fewer or other words, and stands first."""
    mine, theirs = item.pointer, other.pointer
    if other.role != "rule" or mine.path != theirs.path or mine.sha == theirs.sha:
        return False
    one, two = _threes(item.text), _threes(other.text)
    alike = len(one & two) >= SAME_SENTENCE * max(1, min(len(one), len(two)))
    return alike and (theirs.line or 0, theirs.sha) < (mine.line or 0, mine.sha)


def _is_said(gone: EvidenceItem, standing: Sequence[EvidenceItem]) -> bool:
    """Whether a fact that stands says what a gone line said: most of its words, to the same end."""
    words = set(plain_words(gone.text))
    near = (set(plain_words(item.text)) for item in standing if item.role == gone.role)
    return any(len(words & other) >= SAME_SENTENCE * min(len(words), len(other)) for other in near)


def _threes(text: str) -> set[tuple[str, ...]]:
    words = plain_words(text)
    return {tuple(words[at : at + 3]) for at in range(len(words) - 2)}


def _steps_for(item: EvidenceItem, born: frozenset[str], source: str) -> Iterator[Step]:
    """What to do about one fact; nothing where it says nothing that could be done again, or not in which case."""
    case = case_of(item)
    if case is None:
        return
    only = f"Only in this case: {quoted(case)} – " if case else ""
    in_case = lines_of(item, "only if")
    said, comment = lines_of(item, "says"), comment_of(item)
    if item.role == "command" and is_by_hand(comment):
        yield Step("rule", f"{only}By hand: {quoted(comment)}", said[0], citations_for((*said, *in_case)))
        said, comment = (), ""
    text = _instruction(item, born, source, comment)
    if text is not None:
        own = (item.pointer, *lines_of(item, "goes on"), *(said if comment else ()))
        cited = citations_for(
            (*own, *lines_of(item, "inside"), *lines_of(item, "message"), *in_case, *lines_of(item, "never"))
        )
        whole = only + (text[0].lower() + text[1:] if only else text)
        yield Step(item.role, whole, item.pointer, cited, gone=item.stands is False)


def _instruction(item: EvidenceItem, born: frozenset[str], source: str, comment: str) -> str | None:
    if item.role == "refusal":
        return _refusal(item, comment)
    if item.role == "command":
        inside = "".join(f" inside {code_span(place.quote.strip())}" for place in lines_of(item, "inside"))
        why = f": {quoted(comment)}" if comment else ""
        return f"{_RUNNERS.get(role_of(item.pointer.path or ''), 'Run')} {code_span(item.text.strip())}{inside}{why}"
    if item.role == "rule" and lines_of(item, "never"):
        return f"Never this: {quoted(item.text)}"
    if item.role == "rule":
        asks = role_of(item.pointer.path or "") in ("prompt", "template")
        return (
            f"Have {noun_for(item.pointer.path or '')} say: {quoted(item.text)}"
            if asks
            else f"Follow: {quoted(item.text)}"
        )
    return _file(item, born, source)


def _refusal(item: EvidenceItem, comment: str) -> str:
    asked = item.text.strip()
    if is_strict_mode(asked):
        return f"Begin the script with {code_span(asked)}, so that it stops at the first command that fails"
    turns = "if" if stops_if(item.pointer.quote) else "unless"
    holds = "holds" if _TEST.match(asked) else "succeeds"
    inside = "".join(f" inside {code_span(place.quote.strip())}" for place in lines_of(item, "inside"))
    message = message_of(item)
    saying = f", saying {quoted(message)}" if message else ""
    return f"Stop {turns} {code_span(asked)} {holds}{inside}{saying}{f': {quoted(comment)}' if comment else ''}"


def _file(item: EvidenceItem, born: frozenset[str], source: str) -> str | None:
    path, text = item.pointer.path or "", item.text.strip()
    there = code_span(source) if source else "the field"
    if text != path:
        return f"Guard it with {code_span(text)}"
    named = f"{noun_for(path)} {code_span(path)}".lstrip()
    if path in born:
        return f"{'Write' if item.role == 'guard' else 'Create'} {named}{_what_it_says(item.pointer)}"
    if item.role == "guard":
        return f"Guard it with a test, as {there} does in {code_span(path)}" if role_of(path) == "test" else None
    return f"Set {code_span(item.pointer.quote.strip())}, as {there} does in {named}" if is_setting(item) else None


def _what_it_says(pointer: Pointer) -> str:
    said = None if (pointer.path or "").endswith(_HEADED) else _COMMENT.match(pointer.quote)
    if said is None or len(said["words"].split()) < 3 or not is_quotable(said["words"]):
        return ""
    return f": {quoted(said['words'])}"
