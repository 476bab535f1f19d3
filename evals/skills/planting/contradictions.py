"""The flaw of contradicting a skill: one of its rules, turned around inside a step."""

import re

from evals.skills.planting.grammar import NO_TOPIC
from evals.skills.planting.page import Item, Page
from evals.skills.planting.planted import Bed, Planted, Wording
from evals.skills.planting.rewording import reworded
from evals.skills.planting.rules import Kind, Rule, rules_of

# What the wordings call the shapes of a rule; an order stands the other way round in both of its kinds.
_TURNED: dict[Kind, str] = {
    "forbids": "forbidden",
    "demands": "demanded",
    "before": "before",
    "after": "after",
    "rather": "rather",
    "must_not": "must_not",
    "must": "must",
}
_NEAR = 5


def contradicting(bed: Bed, wording: Wording) -> Planted | None:
    """Put the opposite of a rule of a near neighbour into one of the steps."""
    rule = _chosen(bed, wording)
    page = Page(bed.text)
    steps = steps_of(page)
    if rule is None or not steps:
        return None
    against, found = rule
    sentence = _placed(turned(found, wording), found, against, str(bed.words["as_for"]))
    if wording.get("reworded"):
        sentence = reworded(sentence, bed.manner(60), bed.dice)
    item = bed.dice.pick(steps, "contradicts", bed.base)
    return Planted(with_sentence(page, item, sentence), line=item.end + 1, against=against)


def _placed(sentence: str, rule: Rule, against: str, as_for: str) -> str:
    """Name the matter where the rule itself doesn't: outside of its own skill it would be about nothing."""
    topics = [word for word in against.split("-") if len(word) > 2 and word not in NO_TOPIC]
    if any(re.search(rf"\b{word}", rule.sentence, re.IGNORECASE) for word in topics):
        return sentence
    lowered = sentence if re.match(r"[A-Z]{2}|I\b", sentence) else sentence[0].lower() + sentence[1:]
    return as_for.replace("{topic}", against.replace("-", " ")) + " " + lowered


def turned(rule: Rule, wording: Wording) -> str:
    """Return the opposite of a rule in the words of a wording."""
    frame = str(wording[_TURNED[rule.kind]])
    parts = {key: value for key, value in rule.parts.items() if value}
    if "verb" in parts:
        parts["verb_"] = parts["verb"].lower()
    if "act" in parts:
        act = parts["act"]
        parts |= {"act": act[0].lower() + act[1:], "Act": act[0].upper() + act[1:]}
    if "point" in parts:
        parts["Point"] = parts["point"][0].upper() + parts["point"][1:]
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], frame)


def steps_of(page: Page) -> tuple[Item, ...]:
    """Return the places at which a sentence can join a step: list entries, else paragraphs."""
    section = page.section("steps")
    if section is not None:
        span = page.content(section)
        return page.items(span) or tuple(_paragraphs(page, span))
    return _between_triggers_and_end(page)


def with_sentence(page: Page, item: Item, sentence: str) -> str:
    """Return the text with a sentence as the next line of an entry or paragraph."""
    return page.with_lines(item.end, item.end, [item.inner + sentence])


def _between_triggers_and_end(page: Page) -> tuple[Item, ...]:
    """Where no heading says "steps", what stands between the triggers and the Done When is taken for them."""
    triggers, done = page.section("triggers"), page.section("done")
    span = range(triggers.end if triggers else page.body, done.start if done else len(page.lines))
    return page.items(span) or tuple(_paragraphs(page, span))


def _paragraphs(page: Page, span: range) -> list[Item]:
    found = []
    at = span.start
    while at < span.stop:
        end = at
        while end < span.stop and _is_paragraph(page, end):
            end += 1
        if end > at and page.lines[end - 1].rstrip().endswith("."):
            found.append(Item(at, end, "", ""))
        at = max(end, at + 1)
    return found


def _is_paragraph(page: Page, at: int) -> bool:
    return bool(re.match(r"[A-Za-z0-9*`\"]", page.lines[at])) and not page.in_code[at]


def _chosen(bed: Bed, wording: Wording) -> tuple[str, Rule] | None:
    """A rule of one of the nearest skills, nearest by shared words; one that nobody has taken before comes first."""
    own = {rule.sentence for rule in rules_of(bed.text)}
    fit = [
        (name, rule)
        for name in _nearest(bed)
        for rule in bed.dice.shuffled(rules_of(bed.hub.skills[name]), "rule", bed.base, name)
        if _TURNED[rule.kind] in wording and rule.sentence not in own
    ]
    fresh = [(name, rule) for name, rule in fit if (name, rule.sentence) not in bed.taken]
    for name, rule in (fresh or fit)[:1]:
        bed.taken.add((name, rule.sentence))
        return name, rule
    return None


def _nearest(bed: Bed) -> list[str]:
    mine = _content_words(bed.text)
    others = [name for name in bed.neighbours if name != bed.base]
    theirs = {name: _content_words(bed.hub.skills[name]) for name in others}
    closeness = {name: len(mine & words) / (len(words) or 1) for name, words in theirs.items()}
    ranked = sorted(others, key=lambda name: (-closeness[name], name))
    return [*bed.dice.shuffled(ranked[:_NEAR], "near", bed.base), *ranked[_NEAR:]]


def _content_words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[a-z]{5,}", text.lower()))
