"""Tells the parts of a skill that say when to use it: sentences of the description, and sections."""

import re
from collections.abc import Iterator

from harvest_loop.domain.judges.skill_page import Section, Sentence, SkillPage

_TRIGGERS = re.compile(
    r"(?i)^\W*(?:it |this (?:skill )?|always |also |never |please |best |only |to be )*(?:is |are |can be |should be )?"
    r"(?:us(?:e|ed|eful)|trigger(?:s|ed)?|invok(?:e|es|ed)|activat(?:e|es|ed|ion)|appl(?:y|ies|icable)|call(?:ed)?|"
    r"run (?:it |this )?(?:on|when|whenever|after|before|for|at|in|with)|serves?|suit(?:s|ed|able)|fits?|"
    r"good (?:for|when)|"
    r"meant|intended|made for|needed|relevant|helps? (?:with|when|whenever|in|wherever)|works? (?:for|with|in|on)|"
    r"reach for|consult|pick|choose|turn to|take (?:it|this) (?:when|for|up)|load|start (?:it|this)|"
    r"when|whenever|wherever|while|if|as soon as|once|for|on|before|after|during|(?:at|in) (?:case|any|all|every|each)|"
    r"any|every|all|always|everything|anything|whatever|no matter|regardless)\b"
)
_DOES = re.compile(
    r"(?i)^\W*(?:for|on|before|after|during|at|in|once|when)\b[^,]*,\s*(?:it|the skill|"
    r"this skill)\s+(?:also\s+)?\w+s\b"
)
_INSIDE = re.compile(
    r"(?i)\b(?:use|used|invoked?|triggered|triggers?|called|activated) (?:it |this |me )?(?:when|whenever|"
    r"for|on|by|before|after|to|in)\b|\btriggers?:"
)
_SECTION = re.compile(
    r"(?i)^\W*(?:\d+\W+)?(?:when(?:\W*$| (?:and how )?(?:to|do(?:es)?|should|would|you|it|this|is|we|one|"
    r"somebody)\b.*\b"
    r"(?:use[ds]?|using|apply|applies|need(?:s|ed)?|run|call(?:ed)?|invoke[ds]?|trigger\w*|relevant|"
    r"suitable|fits?|helps?|wanted|activates?|activated|works?|reach|for)\b)|"
    r"use (?:this|it|when|for|cases?)\b|usage|(?:\w+ ){0,3}triggers?(?: \w+)?\W*(?:\(.*)?$|trigger\w*\b|"
    r"activation|invocation|(?:\w+ )?occasions?\b|"
    r"situations?\b|suitable|applies|applicab|scope of use|what (?:it|this) is for|who (?:it|this) is for|"
    r"this is for|for whom|"
    r"reasons to use|good for)"
)
_NOT_FOR = re.compile(r"(?i)^\W*(?:not (?:for|when|to)|don't|do not|never|except|if it|skip)\b")


def is_of_triggers(sentence: str) -> bool:
    """Whether a sentence of the description says when to use the skill rather than what it does."""
    return _INSIDE.search(sentence) is not None or opens_a_trigger(sentence)


def opens_a_trigger(sentence: str) -> bool:
    """Whether it says so with its first words, not in passing."""
    return _TRIGGERS.match(sentence) is not None and _DOES.search(sentence) is None


def is_trigger_section(section: Section) -> bool:
    return _SECTION.match(section.title) is not None


def occasions(page: SkillPage) -> Iterator[Sentence]:
    """Yield what a section on when to use the skill names as its occasions."""
    for section in page.sections:
        if is_trigger_section(section):
            yield from (item for item in section.items if not _NOT_FOR.match(item.text) and not item.text.endswith(":"))
