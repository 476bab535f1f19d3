"""Finds what names one case only: a ticket, a date, a person, a file, a host, a build (SPEC 4.11, scope)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
# What is numbered one by one, so that a number behind it names exactly one.
_NUMBERED = (
    r"(?:tickets?|issues?|bugs?|tasks?|stor(?:y|ies)|epics?|builds?|jobs?|runs?|pull requests?|"
    r"merge requests?|prs?|mrs?|commits?|"
    r"revisions?|changes?|changesets?|sprints?|iterations?|milestones?|versions?|releases?|incidents?|"
    r"cases?|orders?|invoices?|"
    r"contracts?|customers?|clients?|accounts?|users?|members?|tenants?|employees?|rooms?|floors?|"
    r"buildings?|servers?|hosts?|nodes?|"
    r"machines?|printers?|racks?|lines?|batch(?:es)?|lots?|shipments?|deliver(?:y|ies)|meetings?|minutes|"
    r"chapters?|advisor(?:y|ies)|"
    r"deployments?|migrations?|experiments?|requests?|records?|rows?|ids?|numbers?|no\.?|shifts?|weeks?|"
    r"quarters?|branch(?:es)?|tags?|exports?|"
    r"patch(?:es)?|campaigns?|projects?|offices?|sites?|stores?|shops?|warehouses?|plants?|"
    r"trucks?|devices?|dashboards?|alerts?|pages?)"
)
_SHAPES: tuple[tuple[str, str], ...] = (
    ("ticket or other number", rf"(?i:\b{_NUMBERED}\s+(?:no\.?\s*|number\s+|nr\.?\s*|#)?)#?\d[\w.-]*"),
    (
        "ticket",
        r"\b(?!(?:UTF|SHA|ISO|RFC|EN|DIN|WCAG|CVE|CWE|AES|ERC|EIP|PEP|IEEE|GPT|MD|RSA|HS|ES)-)[A-Z][A-Z0-9]{1,9}-\d{1,7}\b|(?<![\w&])#\d{1,7}\b|\bGH-\d+\b|![0-9]{2,6}\b",
    ),
    (
        "date",
        (
            rf"(?i:\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}\b|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|"
            rf"th)?\b(?!\s*%))"
        ),
    ),
    ("date", r"\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b"),
    (
        "date",
        (
            rf"(?i:\b{_MONTH}\s+(?:19|20)\d\d\b|\b(?:q[1-4]|h[12]|summer|winter|spring|autumn|fall|easter|"
            rf"christmas)\s*(?:of\s+)?(?:19|20)\d\d\b|\b(?:week|kw|cw)\s*\d{{1,2}}\b)"
        ),
    ),
    (
        "date",
        (
            rf"(?i:\b(?:this|last|next|on|coming|past)\s+(?:coming\s+)?{_DAY}(?:'s)?\b|\b(?:today|tomorrow|"
            rf"yesterday|tonight)(?:'s)?\b|\bthis (?:morning|afternoon|evening|week|month|year)(?:'s)?\b)"
        ),
    ),
    (
        "number",
        (
            r"(?i:\b(?!(?:top|last|first|next|past|under|over|within|at|than|to|of|in|for|by|about|around|every|"
            r"least|most|only|and|or|the|are|is|has|have|takes?|"
            r"step|level|tier|phase|round|stage|part|class|type|grade|wave|area|axis|mode|layer|http|https|status|"
            r"error|code|port|exit|python|java|node|swift|vue|angular|react|php|ios|android|version|option|figure|"
            r"table|rule|section|article|chapter|sev|severity|priority|wcag|iso|rfc|oauth|es|log|base|depth|size|"
            r"score|page|line) ))[A-Za-z][a-z]{2,} \d{1,6}\b(?!\s*(?:%|\w*(?:days?|hours?|minutes?|weeks?|times|"
            r"lines|files)\b))"
        ),
    ),
    (
        "date",
        (
            r"\b(?:[Tt]he|[Tt]his|[Ll]ast|[Nn]ext|[Oo]f|[Ff]or|[Uu]ntil|[Bb]y)\s+(?:coming\s+)?(?:Mon|Tues|Wednes|"
            r"Thurs|Fri|Satur|Sun)day\b"
        ),
    ),
    (
        "date",
        (
            r"\b(?:[Tt]he|[Tt]his|[Ff]or|[Oo]f|[Ii]n|[Aa]t|[Dd]uring|[Bb]efore|[Aa]fter|[Uu]ntil|[Ll]ast|"
            r"[Nn]ext)\s+(?:January|February|March|April|May|June|July|August|September|October|November|December|"
            r"Christmas|Easter|Carnival|Ramadan|Advent|Whitsun|Thanksgiving|Halloween)\b"
        ),
    ),
    ("version", r"(?i:\bv?\d+\.\d+\.\d+(?:[-+.][\w.]+)?\b|\b(?:version|release)\s+v?\d+(?:\.\d+)*\b)"),
    ("commit", r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"),
    (
        "address",
        (
            r"\b[\w.+-]+@[\w-]+\.\w{2,}\b|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\b[\w-]+(?:\.[\w-]+)+\.(?:com|net|"
            r"org|io|local|lan|internal|corp)\b"
        ),
    ),
    (
        "number",
        (
            r"\b(?!(?:ISO|RFC|EN|DIN|WCAG|CVE|CWE|AES|SHA|MD|UTF|HTTP|EC|MP|SEV|ERC|EIP|PEP|IEEE|GPT|H|P|S|L|T|Q|"
            r"C|R|V|X|K)[- ]?\d)[A-Z]{1,4}[- ]?\d{2,7}\b|\b0x[0-9a-fA-F]{4,}\b"
        ),
    ),
    ("date", r"(?i)\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|o['’]clock)\b|\b\d{1,2}:\d\d\b"),
    ("number", r"\b\d{1,2}:\d\d\b"),
    ("number", r"\bQ[1-4]\b|\b(?:19|20)\d\d\b"),
    ("identifier", r"`[a-z]+_[a-z_]+`|`\w+\(\)`"),
    (
        "place",
        (
            r"(?i)\b(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)\s+(?:floor|sprint|quarter|"
            r"storey)\b"
        ),
    ),
    (
        "file",
        (
            r"`/?(?:[\w.@-]+/)+[\w.@-]+/?`|`(?=[\w.-]*[_\d-])[\w.-]+\.\w{1,8}`|"
            r"(?<![\w`/.])(?:[\w@-]+/)+[\w@-]+\.\w{1,8}\b"
        ),
    ),
    (
        "file",
        (
            r"\b(?=[\w-]*[_\d-])[\w-]{4,}\.(?:docx?|xlsx?|pptx?|pdf|csv|txt|py|ts|tsx|js|go|rs|java|rb|php|sql|sh|"
            r"log|png|jpe?g|svg|zip)\b"
        ),
    ),
    ("file", r"`(?!requirements|robots|llms)[\w-]{4,}\.(?:docx?|xlsx?|pptx?|pdf|csv|zip)`"),
    (
        "one of its kind",
        (
            r"\b(?:repo(?:sitory)?|service|branch|table|host|server|cluster|database|bucket|queue|tenant|customer|client|"
            r"project|machine|workspace|environment|app)\s`[\w./-]*\w[-_./][\w./-]*`|`[\w./-]*\w[-_./][\w./-]*`\s(?:repo(?:sitory)?|"
            r"service|branch|table|host|server|cluster|database|bucket|queue|tenant|project|machine|workspace|environment|app)\b"
        ),
    ),
    ("person", r"(?<![\w@/])@[A-Za-z][\w-]{2,}\b(?!/)"),
    (
        "host or thing by number",
        (
            r"\b(?!(?:utf|sha|iso|rfc|md|ipv|http|aes|tls|oauth|wcag|cve|level|tier|step|phase|round|wave|area|"
            r"mode|axis|class|grade|type|part|option|layer)-?\d)[a-z][a-z]*(?:[-_.][a-z0-9]+)*[-_]\d{1,5}[a-z]?\b"
        ),
    ),
    (
        "host or thing by number",
        (
            r"\b(?!(?:utf|sha|iso|md|ipv|h|v|p|s|r|c|q|e|wcag|base|log|int|float|x|py|es|web|i|l|k|a|b|w|d|m|n|f|"
            r"g|j|o|t|u|y|z)\d)[a-z]{2,}\d{1,4}(?:[-.][a-z0-9]+)+\b"
        ),
    ),
)
_ANY = tuple((kind, re.compile(shape)) for kind, shape in _SHAPES)
# A word with a capital in the middle of a sentence, where the words around make a person, a firm or a place of it.
_NAME = (
    r"(?:O['’]|Mc|Mac|D['’]|van |von |de )?"
    r"[A-Z\u00c0-\u00de\u0141\u015a\u0160\u017b\u017d][a-z\u00df-\u017f]+(?:[- ][A-Z\u00c0-\u00de][a-z\u00df-\u017f]+)?"
)

_ROLES = (
    r"(?:customer|client|colleague|user|member|supplier|vendor|partner|firm|company|account|tenant|school|"
    r"bank|shop|store|"
    r"manager|director|boss|doctor|dr\.?|mr\.?|mrs\.?|ms\.?|professor|team lead|auditor|intern|employee|"
    r"reporter|author|reviewer|host|server|machine|site|"
    r"room|hall|building|lab|region|zone|rack|cluster|project|product|campaign|epic|squad|team|codename|branch)"
)
_PLACES = (
    r"(?:office|warehouse|branch|plant|factory|site|store|shop|data ?cent(?:re|er)|region|campus|"
    r"lab(?:oratory)?|department|"
    r"depot|studio|room|floor|building|meeting|hospital|school|airport|port|hub|customer|client|account|"
    r"contract|order|offer|team|desk|laptop|"
    r"machine|computer|phone|workstation|printer|birthday|holiday|onboarding)"
)
_PEOPLE_DO = (
    r"(?:asks?|asked|has asked|wants?|wanted|writes?|wrote|calls?|called|says?|said|requests?|needs?|"
    r"complains?|reports?|sends?|sent|"
    r"is (?:away|on|in|back|out|ill|sick|here|waiting|leaving|the)|has (?:his|her|their|a|the)|will|"
    r"comes?|joins?|leaves?|prefers?|likes?|decides?|mentions?|reviews?|approves?)"
)
_NAMED = (
    re.compile(rf"(?<![.!?:] )(?<!^)\b{_ROLES}\s+(?P<name>{_NAME})\b"),
    re.compile(
        r"(?<!^)\b(?:customer|client|supplier|vendor|partner|company|firm|account|"
        r"tenant)\s+(?P<name>[A-Z]{3,})\b"
    ),
    re.compile(rf"\b(?P<name>{_NAME})['’]s?\s+(?:[a-z-]+\s+){{0,2}}{_PLACES}\b"),
    re.compile(rf"\b(?:[Tt]he|[Oo]ur|[Aa]t|[Ii]n)\s+(?P<name>{_NAME})\s+(?:[a-z-]+\s+)?{_PLACES}\b"),
    re.compile(
        rf"\b(?:when|if|once|after|before|as|whenever|that|because|for|by|with|"
        rf"and)\s+(?P<name>{_NAME})\s+{_PEOPLE_DO}\b"
    ),
    re.compile(
        rf"\b(?:[Ff]or|[Ff]rom|[Bb]y|[Ww]ith|[Tt]o|[Oo]f|[Aa]t|[Oo]n|[Ii]n)\s+(?P<name>{_NAME})(?:'s)?(?=\s*[.,;!)]|\s+(?:only|alone)\b|$|"
        rf"\s+[a-z]+\s*[.,;])"
    ),
    re.compile(rf"(?<=[a-z,] )(?P<name>{_NAME})['’]s\b"),
    re.compile(rf"\b(?:for|from|by|with|of|when|if)\s+(?P<name>{_NAME})\s+(?:and|or)\s+{_NAME}\b"),
)
_NO_NAME = re.compile(
    r"(?i)^(?:the|a|an|use|when|if|this|that|it|english|german|french|spanish|portuguese|korean|japanese|"
    r"chinese|italian|dutch|russian|"
    r"mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|claude|codex|gemini|git|github|gitlab|"
    r"bitbucket|python|java|javascript|typescript|rust|go|ruby|php|swift|kotlin|"
    r"docker|kubernetes|helm|linux|mac|macos|windows|android|chrome|firefox|safari|edge|google|amazon|"
    r"microsoft|apple|meta|openai|"
    r"anthropic|azure|aws|jira|confluence|notion|slack|teams|discord|zoom|figma|excel|word|powerpoint|"
    r"outlook|gmail|postgres\w*|mysql|"
    r"redis|kafka|terraform|ansible|jenkins|sentry|datadog|grafana|prometheus|stripe|shopify|wordpress|"
    r"react|vue|angular|django|flask|"
    r"rails|spring|laravel|node|next|nuxt|svelte|markdown|yaml|json|latex|pandoc|bash|powershell|tailwind|"
    r"bootstrap|linear|asana|trello|"
    r"internet|web|unicode|january|february|march|april|may|june|july|august|september|october|november|december)$"
)
_QUOTED = re.compile(r"[\"“«][^\"”»]{0,80}[\"”»]|(?<!\w)'[^']{2,80}'(?!\w)")
_RECURRING = re.compile(
    r"(?i)\b(?:each|every|per|daily|weekly|monthly|quarterly|yearly|annual\w*|usual\w*|regular\w*|(?:once|"
    r"twice|times) a|a (?:day|week|month|quarter|year))\b"
)


class Particular(NamedTuple):
    """What names one case: which kind of thing, and its words."""

    kind: str
    text: str


def particulars_in(text: str) -> Iterator[Particular]:
    """Yield the particulars of a sentence; what stands in quotation marks is an example of what people say.

    A day that comes again is none.
    """
    said = without_quotes(text)
    recurs = _RECURRING.search(said) is not None
    for kind, shape in _ANY:
        if not (kind == "date" and recurs):
            yield from (Particular(kind, found[0].strip("` .,")) for found in shape.finditer(said))
    for shape in _NAMED:
        for found in shape.finditer(said):
            if is_name(found["name"]):
                yield Particular("name", found["name"])


def is_name(word: str) -> bool:
    """Whether a capital makes a name of the word: no language, day, month or product that many work with."""
    return not _NO_NAME.match(word.split()[0])


def without_quotes(text: str) -> str:
    """The text without what it quotes."""
    return _QUOTED.sub(" ", text)
