"""Say in one plain fragment what a practice is, so that someone who never saw the repository understands it."""

import re

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.practice import Practice, builds, speaks, tell
from harvest_loop.domain.rules_found import plain_text
from harvest_loop.domain.subjects import bare_subject, content_words
from harvest_loop.domain.works import Touch, Work

_LONGEST = 120
_HANDLES = re.compile(
    r"(?<![\w/])@[A-Za-z][\w-]+(?![\w-]*/)(?:\s+(?:reported|noted|said|asked) (?:that )?)?|\S+@\S+\.\w+|\(?#\d+\)?"
    r"|\s[:;]-?[()](?=\s|$)|(?:\s(?:at|to|in))?\s\b[0-9a-f]{12,64}\b"
)
_HASH = re.compile(r"\b[0-9a-f]{12,64}\b")
_LATIN = re.compile(r"[A-Za-z]{3,}.*[A-Za-z]{3,}")
_DESCRIPTION = re.compile(r"^description:\s*[>|]?-?\s*[\"']?(?P<what>.{15,}?)[\"']?\s*$", re.IGNORECASE)
_USE_WHEN = re.compile(
    r"^(?:you must )?(?:must be )?use (?:this skill |this agent |this |it )?(?:when|if|for|before|after|to|at)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#\s+(?P<what>\S.{3,})$")
_SECTION = re.compile(r"^##\s+(?P<what>[^#].{2,50})$")
_CLAUSE = re.compile(r"\s+[—–]\s+|;\s+|\s+\(|,\s+(?=and |so |which |with )|\.\s+")


def title_of(practice: Practice) -> str:
    """Return a title of at most 120 characters, from the artefact and what the evidence says that it does."""
    if practice.ground == "repeated fix":
        return _of_repeats(practice)
    if practice.ground == "tool":
        said = _short(_said(practice.lead))
        named = re.search(rf"(?<!\w){re.escape(practice.label)}(?!\w)", said, re.IGNORECASE)
        return _fit(said, "") if named else _with(f"{practice.label} taken into use", said or _files(practice))
    if practice.ground == "birth":
        return _of_birth(practice)
    said = _short(_said(practice.lead))
    if practice.ground == "convention":
        return _fit(said, f" (across {practice.label})")
    if practice.lead.steps and tell(practice.lead) < 1.5:
        return _with(_capital(practice.label), f"runs {practice.lead.steps[0]}")
    return _fit(said or _files(practice), "" if _names(said, practice) else f" ({practice.label})")


def _of_repeats(practice: Practice) -> str:
    place = practice.label.rstrip("/").rpartition("/")[2]
    about = ", ".join(part for part in (" ".join(practice.common), place) if part)
    head, colon, rest = _said(practice.lead).partition(": ")
    said = rest if colon and head.lower().startswith("fix") and len(rest) > 15 else _said(practice.lead)
    return _with(f"Fixed {len(practice.works)} times ({about})", said)


def _of_birth(practice: Practice) -> str:
    said = _said(practice.lead)
    named = bool(said) and _names(said, practice)
    enough = 3 if practice.role in ("guide", "rule", "template", "test infrastructure") else 5
    if named and len(practice.lead.wording.words) >= enough:
        return _fit(_short(said), "")
    folder = practice.role in ("script", "test infrastructure") and len({t.change.path for t in _own(practice)}) > 3
    what = _described(practice) or (folder and _pointed(practice)) or _noted(practice)
    if what and not _repeats(what, practice.label):
        return _with(_capital(practice.label), what)
    if named:
        return _fit(said, "")
    plain = facets_of(said) or practice.lead.tools or (builds(practice.lead) and len(practice.lead.wording.words) >= 4)
    telling = said if plain and tell(practice.lead) >= 1.75 else ""
    return _with(_capital(practice.label), _pointed(practice) or telling or _sections(practice) or _files(practice))


def _own(practice: Practice) -> list[Touch]:
    if not practice.touches:
        return []
    return [touch for touch in practice.touches if touch.artefact.key == practice.touches[0].artefact.key]


def _noted(practice: Practice) -> str:
    """What the body's note on one of the new files says."""
    names = {touch.change.path.rpartition("/")[2] for touch in _own(practice) if touch.grows}
    notes = (what for path, what in practice.first.wording.notes if path.rpartition("/")[2] in names and _tells(what))
    return _clean(next(notes, ""))


def _sections(practice: Practice) -> str:
    """The sections of a new text, as a list."""
    for touch in _own(practice):
        if touch.grows and touch.change.path.endswith((".md", ".mdc")):
            found = (_SECTION.match(line.text) for line in touch.change.added_lines)
            names = [_clean(match["what"]) for match in found if match]
            if len(names) >= 2:
                return ", ".join(name.lower() if name[1:2].islower() else name for name in names[:6])
    return ""


def _pointed(practice: Practice) -> str:
    """The sentence or point of the body that speaks of the artefact by its name or its folder."""
    paths = [touch.change.path for touch in _own(practice)]
    names = {path.rpartition("/")[2].lower() for path in paths} | {
        f"{path.rpartition('/')[0].lower()}/" for path in paths
    }
    wording = practice.first.wording
    found = (text for text in (*wording.sentences, *wording.points) if len(text) <= 220 and _speaks_of(text, names))
    return _clean(bare_subject(next((text for text in found if _tells(text)), "")))


def _tells(text: str) -> bool:
    """Whether a text is a saying rather than another path or a single word."""
    return len(content_words(text)) >= 3 and not re.match(r"`?\S*(?:[/\\]\S*|\.\w{2,4}\b)", text)


def _repeats(what: str, label: str) -> bool:
    return set(content_words(what)) <= set(content_words(label))


def _speaks_of(text: str, names: set[str]) -> bool:
    lower = text[:90].lower()
    named = any(len(name) > 4 and name in lower for name in names)
    return named and not _HASH.search(text) and not text.lstrip("`").lower().startswith(tuple(names))


def _described(practice: Practice) -> str:
    """What a skill's, agent's or command's own description says; else its first heading."""
    if practice.role not in ("skill", "agent", "command", "plugin", "guide", "rule", "prompt"):
        return ""
    grown = [touch for touch in _own(practice) if touch.grows and touch.change.path.endswith((".md", ".mdc"))]
    grown.sort(key=_mainness)
    for touch in grown[:6]:
        for line in touch.change.added_lines[:12]:
            match = _DESCRIPTION.match(line.text)
            if match and _LATIN.search(match["what"]):
                return _clean(_USE_WHEN.sub(lambda m: "for use " + m.group(0).split()[-1], match["what"]))
    return (
        next((_clean(h) for touch in grown[:1] for h in _headings(touch)), "")
        if practice.role in ("guide", "rule")
        else ""
    )


def _mainness(touch: Touch) -> tuple[int, str]:
    order = ("skill.md", "readme.md")
    name = touch.change.path.rpartition("/")[2].lower()
    return (order.index(name) if name in order else len(order), touch.change.path)


def _headings(touch: Touch) -> list[str]:
    found = (_HEADING.match(line.text) for line in touch.change.added_lines[:8])
    return [match["what"] for match in found if match and "." not in match["what"]]


def _said(work: Work) -> str:
    said = _clean(work.wording.said)
    return said if speaks(work) and _LATIN.search(said) else ""


def _files(practice: Practice) -> str:
    names = dict.fromkeys(touch.change.path.rpartition("/")[2] for touch in practice.touches)
    return ", ".join(list(names)[:4])


def _names(said: str, practice: Practice) -> bool:
    """Whether a sentence names the artefact (or its tool), so that no label need be added."""
    flat = f" {re.sub(r'[^a-z0-9]+', ' ', said.lower())} "
    key = practice.touches[0].artefact.key.partition(":")[2] if practice.touches else practice.label
    stem = re.sub(r"[^a-z0-9]+", " ", key.lower()).strip()
    general = practice.ground != "birth" and practice.role == "ci" and " ci " in flat
    files = (touch.change.path.rpartition("/")[2].lower() for touch in _own(practice))
    return (
        f" {stem} " in flat or f" {practice.label.lower()} " in flat or general or any(f in said.lower() for f in files)
    )


def _short(said: str) -> str:
    """Leave off what an adoption's subject says besides."""
    head, comma, rest = said.partition(", ")
    return _balanced(head) if comma and len(head) > 5 and not facets_of(rest) else said


_READ = 400  # characters; no title needs more, and a subject may be a megabyte


def _clean(text: str) -> str:
    plain = _HANDLES.sub("", plain_text(text[:_READ])).strip(" .,:;-–—")
    plain = re.split(r"(?<=[a-z)]{3})\.\s+(?=[A-Z])", plain)[0]
    return re.sub(r"\s{2,}", " ", plain)


def _with(head: str, what: str) -> str:
    return _fit(f"{head}: {_small(what)}" if what else head, "")


def _fit(text: str, tail: str) -> str:
    room = _LONGEST - len(tail)
    if len(text) > room:
        text = _cut(text, room)
    return _capital(text) + tail


def _cut(text: str, room: int) -> str:
    ends = [match.start() for match in _CLAUSE.finditer(text) if room // 2 <= match.start() <= room]
    if ends:
        return _balanced(text[: ends[-1]])
    return text[: room - 1].rsplit(" ", 1)[0].rstrip(" ,;:(—–-") + "…"


def _balanced(text: str) -> str:
    return text[: text.rindex("(")].rstrip(" ,;") if text.count("(") > text.count(")") else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:2].islower() or (text[:2].isalpha() and text[1:2].islower()) else text


def _small(text: str) -> str:
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first[1:] and first[1:].islower() else text
