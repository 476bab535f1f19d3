"""Finds what a text cites and isn't there: a file, line, heading, skill, agent, make target, quotation or number."""

import re
from collections.abc import Iterator, Mapping

from harvest_loop.domain.judges.cited_texts import (
    anchors_of,
    counts_in,
    has_words,
    numbers_in,
    targets_of,
)
from harvest_loop.domain.judges.skill_page import Sentence, SkillPage
from harvest_loop.domain.markdown import CodeSpan, code_spans, link_targets
from harvest_loop.domain.mentions import is_made_up, is_said_to_be_there
from harvest_loop.domain.references import HubPlaces, broken_references, candidates
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.skill_review import SkillFinding

_CITED = re.compile(
    r"(?P<path>[\w.@-]+(?:/[\w.@-]+)*\.\w{1,8}|"
    r"Makefile)(?::(?P<line>\d+)(?:-(?P<last>\d+))?)?(?:#(?P<anchor>[\w-]+))?"
)
_LINK = re.compile(r"\]\((?P<path>[^()\s#]*)#(?P<anchor>[\w-]+)\)")
_AT_LINE = re.compile(r"(?i)\blines?\s+(?P<line>\d+)(?:\s*(?:-|–|to|and)\s*(?P<last>\d+))?")
_NAMED_HEADING = re.compile(
    r"(?i)\b(?:section|heading|chapter|paragraph|part)\s+[\"“«*'‘](?P<title>[^\"”»*'’]{3,80})[\"”»*'’]|"
    r"[\"“«](?P<other>[^\"”»]{3,80})[\"”»]\s+(?:section|heading|chapter|paragraph)\b"
)
_KEBAB = re.compile(r"/?(?:(?P<plugin>[a-z][\w-]*):)?(?P<name>[a-z][a-z0-9]*(?:-[a-z0-9]+)+)")
_ROLE = re.compile(r"(?i)\b(?:sub-?)?(?:skills?|agents?)\b")
_HANDS_OVER = re.compile(
    r"(?i)\b(?:hand(?:s|ed)?(?: it| this| that| them| over| on)*(?: over)?(?: to)?|"
    r"go(?:es)?(?: on)?(?: to| through| with)|continue(?:s)? (?:with|in)|"
    r"belongs? to|business of|(?:covered|handled|done|described|planned|treated|dealt with|taken up|"
    r"explained|decided) (?:by|in|with)|left to|leave (?:it|this|that|them) to|"
    r"pass(?:es|ed)?(?: it| this| that)?(?: on)? to|turn to|delegated? to|(?:work|task|job|matter|domain|"
    r"concern) (?:of|for)|consult|call(?:s)?(?: up)?|invoke|"
    r"call in|followed by|give(?:n)?(?: it| this| the \w+)?(?: to)?|rest is|switch to)\s+(?:the\s+)?$"
)
_IS_ONE = re.compile(
    r"(?i)^\W*(?:,\s*)?(?:an?other |a |the |which is (?:a|the) |is (?:a|the|"
    r"another) )?(?:\w+ ){0,3}?(?:skill|agent|sub-?agent)\b"
)
_MAKE = re.compile(r"^(?:\$ )?make\s+(?:-[\w=]+\s+)*(?P<target>[a-z][\w.-]*)")
_SAYS = re.compile(
    r"(?i)\b(?:says?|states?|reads?|writes?|puts? it|demands?|requires?|according to|quot\w+|sentence|"
    r"has it|calls? it|word for word|literally|wording|"
    r"stands?|finds?|found|contains?|opens|closes|begins|ends|holds|prescribes?|orders?|tells?|rules?|"
    r"warns?|asks?|insists?|notes?|:)"
)
_QUOTE = re.compile(r"[\"“«](?P<words>[^\"”»]{12,240})[\"”»]")
_SETS = re.compile(
    r"(?i)\b(?:says?|states?|allows?|sets?|gives?|names?|grants?|permits?|limits?|limit|caps?|fix(?:es)?|"
    r"demands?|requires?|asks? for|prescribes?|"
    r"stipulates?|mentions?|speaks? of|provides? for|specif\w+|according to|puts? (?:it|this) at|wants?|"
    r"tells?|promises?|reserves?|keeps? it)\b"
)
_AMOUNT = re.compile(
    r"(?i)(?<![\w.:/#-])(?P<number>\d+(?:[.,]\d+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\s*"
    r"(?P<unit>%|percent|per cent|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|lines|rows|"
    r"words|characters|kinds|people|persons|reviewers?|"
    r"approvals?|attempts?|retries|levels|steps|points|rules|items|entries|exceptions|[KMGT]i?B|"
    r"kilobytes?|megabytes?|gigabytes?|euros?|dollars?|copies|versions|releases|ms)(?!\w)"
)
_NOT_OF_IT = re.compile(
    r"(?i)\b(?:longer|shorter|more|less|earlier|later|fewer|instead|other|different|than|not|unless|"
    r"except)\b"
)
_EXAMPLE = re.compile(r"(?i)examples?|samples?")
_A_NAME = 4


class CitedHub:
    """What a text can cite: the hub's places, the texts that were read, and the names of skills and agents."""

    def __init__(self, hub: Hub, texts: Mapping[str, str]) -> None:
        self.places = HubPlaces(hub)
        self.texts = texts
        files = {path for path in hub.paths if not path.endswith("/")}
        self.names = frozenset(
            name
            for path in files | set(texts)
            for name in (path.rsplit("/", 1)[-1].split(".")[0], *path.split("/")[:-1])
        ) | {asset.name for asset in hub.assets}
        self.has_skills = bool(hub.skills) or any(path.endswith("/SKILL.md") for path in files)
        self.targets = targets_of(texts.get("Makefile", ""))

    def read(self, asset: Asset, cited: str) -> str | None:
        """Return the text of what a path means in an asset; None where it wasn't read or isn't there."""
        return next((self.texts[path] for path in candidates(asset, cited) if path in self.texts), None)


def dangling_citations(asset: Asset, page: SkillPage, hub: CitedHub) -> Iterator[SkillFinding]:
    """Yield each citation whose target the hub lacks; silent where nobody could look."""
    told: set[tuple[int, str]] = set()
    for broken in broken_references(asset, hub.places):
        line = broken.line or 1
        told.add((line, broken.message))
        yield _finding(line, asset.text.split("\n")[line - 1].strip(), broken.message)
    for sentence in page.sentences:
        for message in _broken_in(sentence, asset, page, hub):
            if (sentence.line, message) not in told:
                told.add((sentence.line, message))
                yield _finding(sentence.line, sentence.text, message)


def _links_by_example(text: str, asset: Asset, hub: CitedHub) -> Iterator[str]:
    """Links to a page that is called an example of something, and is none of a path."""
    for target in link_targets(text):
        name = _EXAMPLE.sub("", target.rsplit("/", 1)[-1].split(".")[0]).strip("_- ")
        is_one = is_made_up(target) and len(name) >= _A_NAME and not is_made_up(_EXAMPLE.sub("", target))
        if is_one and not any(hub.places.holds(path) for path in candidates(asset, target)):
            yield f"the link to '{target}' leads nowhere"


def _broken_in(sentence: Sentence, asset: Asset, page: SkillPage, hub: CitedHub) -> Iterator[str]:
    text = sentence.text
    yield from _anchors(text, asset, hub)
    yield from _links_by_example(text, asset, hub)
    for span in code_spans(text):
        cited = _CITED.fullmatch(span.text)
        if cited is not None and not is_made_up(span.text):
            yield from _broken_in_file(text, cited, asset, hub)
        yield from _missing_name(span, asset, page, hub)
        made = _MAKE.match(span.text)
        if made is not None and hub.targets and made["target"] not in hub.targets:
            yield f"the Makefile has no target '{made['target']}'"


def _broken_in_file(text: str, cited: re.Match[str], asset: Asset, hub: CitedHub) -> Iterator[str]:
    held = hub.read(asset, cited["path"])
    if held is None or held == asset.text:
        return
    path = cited["path"]
    lines = held.rstrip("\n").count("\n") + 1
    at = _AT_LINE.search(text)
    for found in (cited, *([at] if at and not cited["line"] else [])):
        last = int(found["last"] or found["line"] or 0)
        if last > lines:
            yield f"'{path}' has {lines} lines, and line {last} is cited"
    if cited["anchor"] and cited["anchor"] not in anchors_of(held):
        yield f"'{path}' has no heading '{cited['anchor']}'"
    for heading in _NAMED_HEADING.finditer(text):
        title = heading["title"] or heading["other"]
        if path.endswith(".md") and not has_words(held, title):
            yield f"'{path}' has no section '{title}'"
    yield from _misquoted(text, path, held)


def _misquoted(text: str, path: str, held: str) -> Iterator[str]:
    """What is said to stand in a file, word for word or as a number with its unit, and doesn't."""
    for quote in _QUOTE.finditer(text):
        between = text[: quote.start()][-80:] + text[quote.end() :][:80]
        if len(quote["words"].split()) >= 3 and _SAYS.search(between) and not has_words(held, quote["words"]):
            yield f"'{path}' doesn't hold the words “{quote['words']}”"
    said = _QUOTE.sub(" ", text)
    if _SETS.search(said) and not _NOT_OF_IT.search(said) and len(said.split()) <= 25:
        known = numbers_in(held) | counts_in(held)
        for amount in _AMOUNT.finditer(said):
            if not numbers_in(amount["number"]) & known:
                yield f"'{path}' names no {amount['number']} {amount['unit']}"


def _anchors(text: str, asset: Asset, hub: CitedHub) -> Iterator[str]:
    for link in _LINK.finditer(text):
        held = hub.read(asset, link["path"]) if link["path"] else asset.text
        if held is not None and link["anchor"] not in anchors_of(held):
            yield f"'{link['path'] or 'this page'}' has no heading '{link['anchor']}'"


def _missing_name(span: CodeSpan, asset: Asset, page: SkillPage, hub: CitedHub) -> Iterator[str]:
    """A name in backticks that is called a skill or an agent, or that the work is handed to."""
    found = _KEBAB.fullmatch(span.text)
    if (
        found is None
        or found["plugin"]
        or is_made_up(span.text)
        or found["name"] in hub.names | {asset.name, page.name}
    ):
        return
    before, after = span.before[-40:], span.after[:40]
    is_called = _ROLE.search(before) is not None or _IS_ONE.match(after) is not None
    hands_over = _HANDS_OVER.search(before) is not None and hub.has_skills
    if (is_called or hands_over) and is_said_to_be_there(CodeSpan(span.text, before, after)):
        yield f"the hub has no skill or agent '{found['name']}'"


def _finding(line: int, quote: str, message: str) -> SkillFinding:
    return SkillFinding(flaw="dangling_citation", line=line, quote=quote, reason=message)
