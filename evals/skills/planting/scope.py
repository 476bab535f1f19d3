"""Flaws of scope: bound to a single case, or claiming every case."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from evals.skills.planting.frontmatter import description_of, name_of, with_description
from evals.skills.planting.grammar import NO_ADJECTIVE, NO_SUBJECT, NUMBERING
from evals.skills.planting.page import Page, outside_code
from evals.skills.planting.planted import Bed, Planted, Wording

_DETERMINERS = "an?|the|each|every|any|one|this"
_LEAST_PLACES = 4
_ENOUGH_PLACES = 10
_MOST_NOUNS = 3


def bound_to_one_case(bed: Bed, wording: Wording) -> Planted | None:
    """Speak of one single case wherever the skill speaks of its subject in general, and in its triggers."""
    page = Page(bed.text)
    nouns, description = subjects_of(page), description_of(page)
    if not nouns or description is None:
        return None
    narrowed = _narrowing(nouns, str(wording["case"]))
    page = Page("\n".join(_changed_prose(page, narrowed)))
    told = narrowed(" ".join(description.telling))
    page = Page(with_description(page, f"{told} {wording['trigger']}"))
    return Planted(_with_triggers(page, [str(wording["bullet"])]), line=_line_of(page))


def claiming_everything(bed: Bed, wording: Wording) -> Planted | None:
    """Put a claim to every task in place of the triggers in description and section."""
    page = Page(bed.text)
    description = description_of(page)
    if description is None:
        return None
    page = Page(with_description(page, " ".join([*description.telling, str(wording["description"])])))
    return Planted(_with_triggers(page, [str(bullet) for bullet in wording["bullets"]]), line=_line_of(page))


def subjects_of(page: Page) -> tuple[str, ...]:
    """Return the nouns that the skill is about, one from its name first: as many as are spoken of in enough places."""
    own = set(re.findall(r"[a-z]+", name_of(page)))
    counted = _spoken_of(page)
    ranked = sorted(counted, key=lambda noun: (-counted[noun] * (3 if noun in own else 1), noun))
    chosen: list[str] = []
    for noun in ranked[:_MOST_NOUNS]:
        if sum(counted[one] for one in chosen) < _ENOUGH_PLACES:
            chosen.append(noun)
    return tuple(chosen) if sum(counted[noun] for noun in chosen) >= _LEAST_PLACES else ()


def _spoken_of(page: Page) -> Counter[str]:
    """On how many lines each noun stands behind a determiner, at once or after one more word."""
    description = description_of(page)
    texts = ([description.words] if description else []) + [line for _, line in page.prose()]
    parts = [part for text in texts for part in re.split(r"`[^`]*`", text)]
    nouns = {noun for part in parts for noun in _nouns_in(part)}
    counted: Counter[str] = Counter()
    for part in parts:
        counted.update(nouns & set(_words_in(part)))
    return counted


def _nouns_in(text: str) -> Iterator[str]:
    """Words that can only be nouns: behind a determiner, before a punctuation mark or a word that begins a phrase."""
    for found in re.finditer(
        rf"\b(?:{_DETERMINERS}) ([a-z]{{3,}})(?=[.,;:)]|$| (?:{NO_ADJECTIVE})\b)", text, re.IGNORECASE
    ):
        noun = _singular(found[1])
        if noun not in NO_SUBJECT and not re.fullmatch(NO_ADJECTIVE, noun):
            yield noun


def _words_in(text: str) -> Iterator[str]:
    for found in re.finditer(
        rf"\b(?:{_DETERMINERS}) (?:((?!(?:{NO_ADJECTIVE})\b)[a-z]+) )?([a-z]+)", text, re.IGNORECASE
    ):
        yield from (_singular(word) for word in found.groups() if word)


def _singular(word: str) -> str:
    word = word.lower()
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")


def _narrowing(nouns: Sequence[str], case: str) -> Callable[[str], str]:
    between = rf"(?:(?!(?:{NO_ADJECTIVE}|{NUMBERING})\b)[a-z]+ )?"
    general = re.compile(rf"\b(?:{_DETERMINERS})(?= {between}(?:{'|'.join(nouns)})s?\b)", re.IGNORECASE)
    return lambda text: outside_code(text, lambda part: general.sub(lambda found: _cased(case, like=found[0]), part))


def _changed_prose(page: Page, change: Callable[[str], str]) -> list[str]:
    lines = list(page.lines)
    for at, line in page.prose():
        lines[at] = change(line)
    return lines


def _cased(words: str, *, like: str) -> str:
    return words[0].upper() + words[1:] if like[0].isupper() else words


def _with_triggers(page: Page, bullets: list[str]) -> str:
    section = page.section("triggers")
    if section is None:
        return page.text
    inside = page.content(section)
    stop = next((other.start for other in page.sections if section.start < other.start < inside.stop), inside.stop)
    return page.with_lines(inside.start, stop, [*(f"- {bullet}" for bullet in bullets), *[""] * (stop < inside.stop)])


def _line_of(page: Page) -> int | None:
    description = description_of(page)
    return description.start + 1 if description else None
