"""What is known to go wrong with a practice: told by its commits, or read off its own command lines."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.steps import Step
from harvest_loop.domain.verbatim import code_span, is_quotable, quoted
from harvest_loop.schemas.patterns import EvidenceItem, Pattern

BREAKAGES_SHOWN = 4

_TROUBLE = re.compile(
    r"\b(?:fail(?:s|ed|ing|ure)?|br[eo]aks?|broken?|crash(?:es|ed)?|hangs?|hung|flaky|stale|wrong|lost|leak(?:s|ed)?|"
    r"regress(?:es|ed)|races?|timed out|dead(?:locks?)?|conflicts?|silent(?:ly)?|otherwise|corrupt(?:s|ed)?|"
    r"unnoticed|hid|too slow|never (?:ran|run|loads?|looked|fires?|worked))\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:because|since|so that|so the|otherwise|instead of|rather than|prevents?|avoids?|ensures?|in order to|"
    r"used to|can't|cannot|couldn't|doesn't|didn't|wasn't|without|forbids?|no longer|which (?:made|means|hid))\b",
    re.IGNORECASE,
)
_NO_SENTENCE = re.compile(r"^(?:\w+(?:\([^)]*\))?!?: |`?[\w.@/-]+\.\w{1,5}`?\s*(?:[-—–:]|\())|^[\w-]+=")
_MATRIX = re.compile(r"\$\{\{\s*[^{}]+?\s*\}\}")
_VARIABLE = re.compile(r"\$(?:\{(?P<braced>[A-Z][A-Z0-9_]{2,})\}|(?P<name>[A-Z][A-Z0-9_]{2,})\b)")
_PLACEHOLDER = re.compile(r"<[a-z][\w -]*>|\{\{[^{}]+\}\}")
_SWALLOWED = re.compile(r"\|\|\s*(?:true|:|exit 0)\s*$")
_FETCHES = re.compile(
    r"^(?:sudo )?(?:curl|wget|git clone|npx|bunx|uvx|pipx run|pip3? install|uv pip install|npm (?:ci|install)|"
    r"(?:pnpm|yarn|bun) (?:install|dlx|add)|docker pull|go install|cargo install|brew install|apt(?:-get)? install)\b"
)
_DELETES = re.compile(r"\brm -\w*[rf]\w*|\bgit clean -\w*f\w*|\bgit push\b.*(?:--force\b|-f\b)|\bgit reset --hard\b")


def breakages_of(pattern: Pattern, steps: Sequence[Step]) -> tuple[str, ...]:
    """Return one Markdown sentence a known failure, told ones first; nothing that the evidence doesn't hold."""
    found = [*_told(pattern), *_guarded(pattern), *_read_off(pattern, steps)]
    return tuple(dict.fromkeys(found))[:BREAKAGES_SHOWN]


def reasons_of(pattern: Pattern) -> tuple[EvidenceItem, ...]:
    """The sentences of the commits that say why, or what went wrong; each once, those of the first commit first."""
    found: dict[str, EvidenceItem] = {}
    for item in pattern.evidence:
        text = item.text.strip()
        if item.role == "reason" and is_quotable(text) and not _NO_SENTENCE.match(text):
            found.setdefault(text, item)
    told = [item for text, item in found.items() if _CAUSE.search(text) or tells_trouble(text)]
    return tuple(sorted(told, key=lambda item: item.pointer.sha != pattern.commits[0]))


def why_of(pattern: Pattern) -> tuple[EvidenceItem, ...]:
    """The one or two sentences that a draft gives as its reason: all from the commit that says it first."""
    reasons = reasons_of(pattern)
    if not reasons:
        return ()
    again = [reason for reason in reasons[1:] if reason.pointer.sha == reasons[0].pointer.sha]
    return (reasons[0], *[reason for reason in again if not tells_trouble(reason.text)][:1])


def tells_trouble(text: str) -> bool:
    """Whether a sentence speaks of something that went wrong or would."""
    return _TROUBLE.search(text) is not None


def is_destructive(command: str) -> str | None:
    """The part of a command that destroys what can't be had back; None where there is none."""
    found = _DELETES.search(command)
    return None if found is None else found[0]


def _told(pattern: Pattern) -> Iterator[str]:
    said = why_of(pattern)
    for item in reasons_of(pattern):
        if item not in said and tells_trouble(item.text):
            yield f"{quoted(item.text)} ({code_span(str(item.pointer))})"


def _guarded(pattern: Pattern) -> Iterator[str]:
    for item in pattern.evidence if pattern.kind == "error → solution" else ():
        if item.role == "guard" and item.pointer.path is not None and is_quotable(str(item.pointer)):
            fault = f"the fault of {code_span(item.pointer.sha[:10])}"
            yield f"{code_span(str(item.pointer))} is what notices when {fault} comes back; keep it when cleaning up"


def _read_off(pattern: Pattern, steps: Sequence[Step]) -> Iterator[str]:
    """What each command line itself says about how it fails, one sentence for all the steps that share it."""
    failing: dict[str, list[str]] = {}
    for number, step in enumerate(steps, start=1):
        for command in _commands_at(pattern, step):
            for failure in _failures_of(command, pattern.paths):
                failing.setdefault(failure, []).append(str(number))
    for failure, numbers in failing.items():
        *firsts, last = numbers
        yield f"Steps {', '.join(firsts)} and {last}: {failure}" if firsts else f"Step {last}: {failure}"


def _commands_at(pattern: Pattern, step: Step) -> tuple[str, ...]:
    if step.role != "command":
        return ()
    texts = (item.text.strip() for item in pattern.evidence if item.role == "command" and item.pointer == step.pointer)
    return tuple(texts)[:1]


def _failures_of(command: str, paths: Sequence[str]) -> Iterator[str]:
    if (filled := _MATRIX.search(command)) is not None:
        yield f"{code_span(filled[0])} is filled in by CI; by hand, put a value there."
    elif (variable := _VARIABLE.search(command)) is not None:
        yield f"{code_span(variable[0])} has to be set: the shell puts nothing in its place."
    if (gap := _PLACEHOLDER.search(_MATRIX.sub("", command))) is not None:
        yield f"{code_span(gap[0])} is a placeholder, not an argument."
    if (mark := _SWALLOWED.search(command)) is not None:
        yield f"{code_span(mark[0])} hides a failure, so a green run proves nothing."
    if (destroys := is_destructive(command)) is not None:
        yield f"{code_span(destroys)} can't be taken back; look at what it names first."
    place = next((word for word in command.split() if word.removeprefix("./") in paths and "/" in word), None)
    if place is not None:
        yield f"{code_span(place)} is a path from the field's root; from elsewhere the command doesn't find it."
    if (fetches := _FETCHES.search(command)) is not None:
        yield f"{code_span(fetches[0])} fetches from the network and fails where there is none."
