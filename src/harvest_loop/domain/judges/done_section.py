"""Finds where a skill says when its work is done: a section of whatever title, or words at a line's start."""

import re

from harvest_loop.domain.judges.skill_page import Section, SkillPage

_STRONG = re.compile(
    r"(?i)^\W*(?:(?:step|part)\s)?(?:\d+\W+)?(?:the\s)?(?:"
    r"(?:it(?: is|'s)|you(?: are|'re)|we(?: are|'re)|work is|task is|job is)?\s?"
    r"(?:done|finished|complete[d]?|ready|through|over|closed|successful|good enough) (?:when|once|if|"
    r"as soon as|means)|"
    r"definition of (?:done|ready|finished|complete|success)|"
    r"(?:\w+ ){0,2}(?:done|completion|acceptance|exit|success|finish\w*|closing|end|stop\w*|ready|readiness|quality) "
    r"(?:criteria|criterion|conditions?|checks?|checklist|list|tests?|gates?|bar)\b|"
    r"(?:criteria|conditions?|signs?|tests?|checks?|proofs?) (?:for|of|that (?:it|you|the work)) (?:\w+ )?"
    r"(?:done|completion|acceptance|success|closing|being done|it is done|finishing|finished|the end|are done|is done)|"
    r"acceptance\b|completion$|done$|finished$|완료|종료 (?:조건|기준)|성공 (?:조건|기준)|"
    r"(?:how (?:do|to|can|will) (?:you |we |one )?(?:know|tell|see|recogni[sz]e|check)\b.*|when (?:is it|"
    r"are you|do you|are we|is this|is the work|to)\b.*|"
    r"what (?:must|has to|should|will) (?:hold|be|be true|stand)\b.*|what (?:done|finished|"
    r"success) (?:looks like|means))"
    r".*\b(?:done|finished|complete|over|ready|through|worked|succeeded|success|stop|end|true|hold)\b.*|"
    r"what (?:must|has to|should) (?:hold|be true|be there|stand).*|"
    r"(?:expected|required|desired|final) (?:end )?(?:outcomes?|state|results?)\b|end state\b|outcome check|"
    r"(?:criteria|checks?) (?:at|for) the end|finish line|finishing line)"
)
# These name other sections too; they count where no better title is there, as whole titles and not as a numbered step.
_WEAK = re.compile(
    r"(?i)^[\W\d_]*(?:(?:final |closing |last |exit )?(?:verification|validation|checks?|checklist|"
    r"check ?list|review|proof|sign-?off)"
    r"(?: (?:checklist|steps?|standard|list|criteria|before .*|at the end.*|to close.*))?|"
    r"(?:quality|validation|verification|submission|completion|release|acceptance) (?:gates?|checks?|"
    r"checklist|criteria|bar)|"
    r"(?:final |expected )?(?:outcomes?|results?)|closing|closure|exit|completed?|at the end|in the end|the end|"
    r"(?:last|final) (?:look|step)|before (?:you (?:close|stop|finish|leave|call it done|hand)|closing|"
    r"finishing|handing|calling it done).*)\W*$"
)
_STEP = re.compile(r"(?i)^\W*(?:(?:step|phase|part)\s*)?\d")
_INLINE = re.compile(
    r"(?i)^\W*(?:(?:you|we|it|this|the (?:work|task|job|skill|run))(?: is|'s| are|'re) )?"
    r"(?:(?:done|finished|complete) (?:when|once|only when|as soon as|if)|definition of done|"
    r"(?:completion|acceptance|success|exit) criteri(?:a|on))\b\W*(?![\w\s]*\|)"
)


def done_sections(page: SkillPage) -> tuple[Section, ...]:
    """Return the sections that say when the work is done, with what stands under their lower headings."""
    strong = [page.below(section) for section in page.sections if _STRONG.match(section.title)]
    return tuple(strong or _inline(page) or _weak(page))


def _weak(page: SkillPage) -> list[Section]:
    return [page.below(section) for section in page.sections if section.level > 1 and _is_weak(section)]


def _is_weak(section: Section) -> bool:
    return _WEAK.match(section.title) is not None and _STEP.match(section.title) is None


def _inline(page: SkillPage) -> list[Section]:
    """The paragraphs that begin so, with the list below them."""
    found: list[Section] = []
    for section in page.sections:
        for at, line in enumerate(section.lines):
            if line.kind == "prose" and not line.text.lstrip().startswith("|") and _INLINE.match(line.text):
                found.append(Section(section.title, section.level, line.number, section.lines[at:]))
                break
    return found
