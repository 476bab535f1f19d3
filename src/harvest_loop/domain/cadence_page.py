"""A cycle's look as a person reads it (SPEC 4.13, 6-b)."""

from collections.abc import Iterator

from harvest_loop.domain.quoting import as_code, count_of, in_page, plural
from harvest_loop.schemas.cadence import CadenceReview, RoutedStanding

_NOTHING_CHANGED = "Nothing was changed. What is listed here is for you to decide."


def cadence_page(review: CadenceReview) -> str:
    """Return the page: skills with a higher route, patterns that signals repeat, and what it rests on."""
    return "\n".join(_lines(review)) + "\n"


def cadence_line(review: CadenceReview) -> str:
    """The whole look in one line."""
    counts = {
        word: sum(one.word == word for one in review.standings) for word in ("keep", "removal candidate", "unknown")
    }
    said = ", ".join(f"{count} {word}" for word, count in counts.items() if count) or "no skill routes by complexity"
    count = len(review.additions)
    return f"{review.first_day} to {review.last_day}: {said}; {count} addition {plural(count, 'candidate')}"


def _lines(review: CadenceReview) -> Iterator[str]:
    yield f"## Cadence, {review.first_day} to {review.last_day}"
    yield ""
    read = f"{count_of(review.sessions, 'session')}, {review.unread} of them not read"
    yield f"Rests on {read}, and {count_of(review.signals, 'signal')}. {_NOTHING_CHANGED}"
    yield from ("", "### Skills with a higher route", "")
    if not review.standings:
        yield "None: no skill of the hub has `complexity_routing`."
    for one in review.standings:
        yield from _of_skill(one)
    yield from ("", "### Patterns that signals repeat", "")
    if not review.additions:
        yield "None."
    for pattern in review.additions:
        yield f"- addition candidate: {in_page(pattern.title)}"
        yield f"  - told in {', '.join(map(as_code, pattern.signals))}"
    if review.notes:
        yield from ("", "### Not read", "", *(f"- {in_page(note)}" for note in review.notes))


def _of_skill(one: RoutedStanding) -> Iterator[str]:
    yield f"- **{one.word}** {as_code(one.skill.path)}: {in_page(one.why)}"
    yield from (f"  - {in_page(seen)}" for seen in one.seen)
