"""Words by which a sentence binds, asks, checks, limits, destroys or promises."""

import re

from harvest_loop.domain.breakages import is_destructive

# Strong words bind whoever reads them; soft ones leave it to him.
_STRONG = re.compile(
    r"\b(?:MUST|NEVER|ALWAYS|REQUIRED|SHALL|MANDATORY)\b|"
    r"(?i:\b(?:must|never|always|shall|mandatory|is required|are required|do not|don't|cannot|can't|"
    r"under no circumstances|no exceptions?|forbidden|prohibited|may not|not allowed)\b)|반드시|절대|금지"
)
_SOFT = re.compile(
    r"(?i)\b(?:should|ideally|preferably|prefer|consider|optionally|optional|if possible|where possible|when possible|"
    r"try to|may want|might|usually|generally|recommended|where practical|if you like|if time|can skip|may skip|"
    r"can also|feel free)\b"
)
_FORBIDS = re.compile(
    r"\b(?:NEVER|MUST NOT|DO NOT)\b|"
    r"(?i:\b(?:never|must not|mustn't|under no circumstances|forbidden|prohibited)\b)|절대|금지"
)
_OBLIGES = re.compile(r"\b(?:MUST|ALWAYS|REQUIRED|MANDATORY)\b|(?i:\b(?:must|always|mandatory)\b)|반드시")
_ASKS = re.compile(
    r"(?i)\b(?:(?:ask|asks|prompt)\s+(?:the\s+)?(?:user|person|human|owner|operator|them|him|her)\b|"
    r"(?:wait|waits|waiting)\s+for\s+(?:[\w']+\s+){0,4}?"
    r"(?:confirmation|approval|answer|ok|go-ahead|sign-?off|yes|review)|"
    r"(?:get|require|requires|request|obtain|needs?|without|after|explicit|has|have)\s+(?:[\w']+\s+){0,3}?"
    r"(?:confirmation|approval|sign-?off|consent|go-ahead)|confirm\s+with\s+(?:the\s+)?\w+|user\s+confirm\w*|"
    r"(?:stop|pause)\s+and\s+(?:ask|confirm|wait)|(?:is|was|are)\s+approved\s+by)"
)
_CHECKS = re.compile(
    r"(?i)\b(?:verify|verifies|validate|validates|assert|asserts|ensure|ensures|confirm|confirms|"
    r"make sure|double-check|check (?:that|whether|if|the|its?|for)|"
    r"run (?:the |all )?(?:\w+ )?(?:tests?|checks?|linters?))\b[^.;]*"
)
_STILL_CHECKS = re.compile(
    r"(?i)\b(?:verif|valid|assert|ensur|confirm|check|test|make sure|review|lint|prove|proof)\w*"
)
_WARNS = re.compile(
    r"(?i)\b(?:warn\w*|caution|careful\w*|danger\w*|irreversibl\w*|(?:cannot|can't) be (?:undone|taken back)|back ?up|"
    r"backed up|snapshot|dry[- ]run|confirm\w*|approval|look at what|blocked?|destructive|rollback|restore|stash|"
    r"forbidden|prohibited)\b|⚠|🟥|❌|금지|주의"
)
# Said of anything, so they warn only right beside it.
_HOLDS_BACK = re.compile(
    r"(?i)\b(?:ask\w*|first look|make sure|only (?:if|when|after)|never|do not|don't|avoid|instead of|not allowed|"
    r"temporary|tmp|scratch)\b"
)
_DESTROYS = re.compile(
    r"\brm\s+-\w*[rf]\w*\s+\S+|\bgit\s+(?:clean\s+-\w*f|reset\s+--hard|push\b[^|;&\n]*(?:--force(?!-with-lease)|\s-f\b)|"
    r"branch\s+-D|filter-branch)|\b(?:DROP|TRUNCATE)\s+(?:TABLE|DATABASE|SCHEMA)\b|\bDELETE\s+FROM\s+\w+\s*(?:;|$)|"
    r"\bterraform\s+destroy\b|\bkubectl\s+delete\b|\bdocker\s+(?:system|volume)\s+prune\b|\bmkfs\b|\bdd\s+if=|"
    r"\b(?:dropdb|shred)\b"
)
# What is made again, or was made to be thrown away.
_HARMLESS = re.compile(
    r"\$\{?TMP|\btmp\b|node_modules|__pycache__|\bdist\b|\bbuild\b|\.cache|mktemp|\.next\b|coverage\b"
)
_LONGEST_COMMAND = 2000
_SPAN = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(%|x\b)?")
_CONDITION = re.compile(r"(?i)\b(?:if|when|whenever|once|unless|until|while|where|after)\b|→|->|=>")
# More lets more through below these words, less above those.
_CEILING = re.compile(
    r"(?i)(?:at most|no more than|not more than|max(?:imum)?(?: of)?|up to|fewer than|less than|under|below|within|"
    r"≤|<=?|limit(?:ed)? (?:of|to|is)?|not exceed(?:ing)?|no longer than|cap(?:ped)? (?:at|of))\s*:?\s*[*_`]*$"
)
_FLOOR = re.compile(
    r"(?i)(?:at least|no fewer than|no less than|not less than|min(?:imum)?(?: of)?|more than|over|above|"
    r"≥|>=?)\s*:?\s*[*_`]*$"
)
_FLOOR_AFTER = re.compile(
    r"(?i)^\s*(?:%\s*)?(?:\+|or (?:more|higher|above|better))|^\s*%?\s*(?:code |test |line |branch )?coverage"
)
_CEILING_AFTER = re.compile(r"(?i)^\s*\S*\s*(?:or (?:less|fewer|below|lower)|at most|maximum|max\b)")
_CLAIMS = re.compile(
    r"(?i)\b(?:automatically|guarantees?|fully|seamlessly|in real time|without any|100%)\s+"
    r"(?P<what>(?:that\s+)?(?:[a-z]+s\s)?(?:[\w'-]+(?:\s+|$)){1,5})"
)


def obliges(text: str) -> bool:
    """Whether a sentence asks for something without a choice."""
    return _OBLIGES.search(text) is not None


def forbids(text: str) -> bool:
    """Whether a sentence forbids something."""
    return _FORBIDS.search(text) is not None


def is_weaker(old: str, new: str) -> str:
    """Return the binding word that a sentence lost to a softer one; empty where it binds as before."""
    strong = _STRONG.search(old)
    if strong is None or _STRONG.search(new) is not None:
        return ""
    soft = _SOFT.search(new)
    return strong[0] if soft is not None and _SOFT.search(old) is None else ""


def asks_first(text: str) -> bool:
    """Whether a sentence lets somebody say yes before it goes on."""
    return _ASKS.search(text) is not None


def checks_in(text: str) -> str:
    """Return the part of a step in which something is verified."""
    found = _CHECKS.search(text)
    return found[0].strip(" ,") if found is not None else ""


def still_checks(text: str) -> bool:
    """Whether a sentence speaks of checking at all, in whatever words."""
    return _STILL_CHECKS.search(text) is not None


def loosened(old: str, new: str) -> tuple[str, str] | None:
    """Return the two numbers of the same bar where the new one lets more through."""
    before, after = list(_NUMBER.finditer(old)), list(_NUMBER.finditer(new))
    if len(before) != len(after) or _CONDITION.search(old):  # what follows from a case may be more or less strict
        return None
    for one, two in zip(before, after, strict=True):
        was, now = float(one[1]), float(two[1])
        if was != now and _bar(old, one) == _bar(new, two) == ("ceiling" if now > was else "floor"):
            return one[0].strip(), two[0].strip()
    return None


def destroys(text: str, *, code: bool) -> str:
    """Return the command of a text that destroys what can't be had back; prose counts only in backticks."""
    for command in (each[:_LONGEST_COMMAND] for each in ([text] if code else _SPAN.findall(text))):
        found = _DESTROYS.search(command)
        what = found[0] if found is not None else is_destructive(command)
        if what and not _HARMLESS.search(command):
            return " ".join(what.split())
    return ""


def warns(text: str, *, far: bool = False) -> bool:
    """Whether a sentence warns, asks first, or says what to save; from far only what speaks of nothing else."""
    return _WARNS.search(text) is not None or (not far and _HOLDS_BACK.search(text) is not None)


def claims_in(text: str) -> str:
    """Return what a sentence promises of itself, in its own words."""
    found = _CLAIMS.search(text)
    return found["what"].strip() if found is not None else ""


def _bar(text: str, number: re.Match[str]) -> str:
    before, after = text[: number.start()], text[number.end(1) :]
    if _CEILING.search(before) or _CEILING_AFTER.match(after):
        return "ceiling"
    return "floor" if _FLOOR.search(before) or _FLOOR_AFTER.match(after) else ""
