"""Finds a skill that doesn't say when its work is done, or says it so that nobody can tell (SPEC 4.11, Done When)."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.judges.done_section import done_sections
from harvest_loop.domain.judges.senses import senses_in, weight_of
from harvest_loop.domain.judges.skill_page import Section, Sentence, SkillPage
from harvest_loop.schemas.skill_review import SkillFinding

# What anybody can look up: a name in code, a quotation, a number, a file, what a program prints.
_HARD = re.compile(
    r"`[^`\s][^`]*`|\d|[\"“«'‘][^\"”»'’]{2,60}[\"”»'’](?!\w)|\b[\w-]+\.(?:md|txt|json|ya?ml|csv|html?|pdf|"
    r"py|sh|js|ts|log|toml)\b|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|zero|half|third|tenth|twice)\b|"
    r"\b(?:exit(?:s|ed)?(?: code)?|prints?|stdout|status code|return(?:s|ed) \w+|PASS|FAIL|CI|true|"
    r"false)\b|[%≥≤∧=]|[A-Z]{2,}_[A-Z]{2,}"
)
# A state of a thing that a second person finds as the first one did.
_STATE = re.compile(
    r"(?i)\b(?:exists?|contains?|stands? in|lies? in|lists?|named?|names|carr(?:y|ies)|attached|linked|"
    r"links? to|merged|tagged|"
    r"signed(?: off)?|closed|opened?|deleted|removed|committed|pushed|published|recorded|logged|written|"
    r"saved|stored|sent|posted|"
    r"confirmed|answered|approved|deployed|pass(?:es|ed)?|fails?|failed|match(?:es)?|equals?|identical|"
    r"differs?|present|absent|"
    r"empty|filled(?: in)?|ticked|checked (?:in|off)|appended|updated|reported|stated|declared|returned|"
    r"archived|assigned|uploaded|"
    r"generated|emitted|created|produced|output|printed|shown (?:in|on)|quoted|cited|installed|registered|"
    r"enabled|disabled|"
    r"green|red|holds? (?:no|a|an|the|each|one|only)|has (?:no|a|an|its|one|only)|have (?:no|a|an|their|one|only)|"
    r"said (?:yes|no|so in)|runs? (?:without|through|on)|built|compiles?|opens|loads|resolves?|populated|"
    r"visible|accepted|raised|thrown|refused|rejected|acknowledged|lacks?|fired|restored|counted)\b"
)
_EACH = re.compile(
    r"(?i)\b(?:each|every|none|no|only|all|both|the same|exactly|at (?:least|most)|not? (?:more|fewer|"
    r"less) than)\b"
)
# Words of judgement and of feeling: two persons may say yes and no, and both are right.
_JUDGEMENT = re.compile(
    r"(?i)\b(?:good|well|better|best|fine|great|nice(?:ly)?|okay|ok|right|proper(?:ly)?|correct(?:ly)?|"
    r"clean(?:ly)?|tidy|solid|sound(?:ly)?|"
    r"robust|sensibl[ey]|reasonabl[ey]|suitabl[ey]|appropriate(?:ly)?|adequate(?:ly)?|sufficient(?:ly)?|"
    r"enough|satisf\w+|accept(?:able|ably)|"
    r"careful(?:ly)?|care|thorough(?:ly)?|diligen\w+|conscientious\w*|smooth(?:ly)?|quality|"
    r"professional\w*|maintainab\w+|readab\w+|"
    r"understandab\w+|clear(?:ly)?|easy|easily|simple|elegant\w*|beautiful\w*|pretty|neat(?:ly)?|"
    r"complete(?:ly|ness)?|comprehensive\w*|"
    r"confiden\w+|comfortabl[ey]|happy|happi\w+|content(?:ed)?|pleased|glad|proud|convinced|convincing|"
    r"trust\w*|calm|relaxed|feel\w*|"
    r"felt|seem\w*|appears?|impression|looks? (?:right|good|fine|ok|okay|like|as|fit|nice|ready|clean|"
    r"sound)|sense of|opinion|taste|mood|spirit|"
    r"expectations?|expected to|hop(?:e|es|ed)|wish\w*|meets? (?:the )?(?:needs?|expectations?|standards?|"
    r"requirements)|standards?|best practices?|"
    r"state of the art|important|essential(?:s|ly)?|relevant|significant|substantial(?:ly)?|serious|"
    r"obvious(?:ly)?|major|minor|noticeab\w+|"
    r"meaningful\w*|useful\w*|valuable|value|helpful|efficient\w*|effective\w*|fast enough|optimal\w*|"
    r"optimi[sz]ed|improved?|improvement|"
    r"largely|mostly|basically|more or less|generally|broadly|roughly|somehow|as far as possible|"
    r"as possible|as necessary|where necessary|"
    r"as needed|if needed|in order|in shape|under control|up to (?:scratch|standard|par|the mark)|"
    r"on track|on top of|in hand|taken care|"
    r"thought (?:through|of|about|out)|considered|in mind|justice|worth\w*|ready|mature|stable|stability|"
    r"reliab\w+|secure(?:ly)?|safe(?:ly)?|"
    r"consistent\w*|coherent\w*|plausib\w+|credib\w+|harmon\w+|balanced|pleasant\w*|intuitive\w*|"
    r"natural\w*|flawless\w*|perfect\w*|"
    r"impeccab\w+|excellent\w*|outstanding|high|strong|decent|honest\w*|deserv\w+|objections?|complain\w*|"
    r"worr(?:y|ies|ied)|doubts?|"
    r"concerns?|regrets?|surpris\w+|problems?|issues|trouble|weakness\w*|agree\w*|consensus|everyone|"
    r"everybody|nobody|people|stakeholders?|"
    r"anyone|spot(?:less)?|makes sense|understood|understand\w*|familiar|aware\w*|knows?|learned|"
    r"should|ought|done)\b"
)


def no_done_when(page: SkillPage) -> Iterator[SkillFinding]:
    """Yield one finding where no part of the text says when the work is done."""
    if not any(section.items for section in done_sections(page)):
        yield SkillFinding(flaw="no_done_when", reason="no part of the text says when the work is done")


def vague_done_when(page: SkillPage) -> Iterator[SkillFinding]:
    """Yield one finding where not one criterion names anything that two people would find alike."""
    sections = [section for section in done_sections(page) if section.items]
    items = [item for section in sections for item in section.items]
    if items and not any(is_checkable(item.text) for item in items) and not _has_code(sections):
        fails = any(_JUDGEMENT.search(item.text) for item in items)
        yield SkillFinding(
            flaw="vague_done_when",
            line=items[0].line,
            quote=items[0].text,
            reason=f"{_counted(items)} a command, file, number or state that somebody else could check",
            fails=fails,
        )


def is_checkable(criterion: str) -> bool:
    """Whether somebody who wasn't there can say yes or no to it."""
    if _HARD.search(criterion):
        return True
    if _JUDGEMENT.search(criterion) or not _STATE.search(criterion):
        return False
    named = {sense for sense in senses_in(_STATE.sub(" ", criterion)) if weight_of(sense) > 1}
    return len(named) >= 2 or (bool(named) and _EACH.search(criterion) is not None)


def _has_code(sections: Sequence[Section]) -> bool:
    """Whether a command block stands there, which is a check however it is worded."""
    lines = (line.text for section in sections for line in section.lines if line.kind == "code")
    return any(re.match(r"\s*(?:\$ )?[a-z][\w./-]+ +(?:-{1,2}\w|[\w./-]+\.\w+)", line) for line in lines)


def _counted(items: Sequence[Sentence]) -> str:
    return "the one criterion names nothing like" if len(items) == 1 else f"none of the {len(items)} criteria names"
