"""What a person sees of consent: each class, whether it may be leased, and what stands against it (SPEC 8.2)."""

from collections.abc import Mapping
from datetime import date

from harvest_loop.domain.consent.grants import Standing, day_of, grant_findings, standing_of
from harvest_loop.domain.consent.joining import join_findings
from harvest_loop.domain.consent.registry import (
    Entry,
    class_of,
    entries_of,
    entry_findings,
    is_eligible,
    place_of,
    registered,
)
from harvest_loop.domain.consent.vocabulary import GRANTED
from harvest_loop.schemas.consent import Finding, ListedClass, ProfileFile, RegistryFile

_NO_STANDING = Standing("", "unset", {})


def list_consent(registry: RegistryFile, profile: ProfileFile, *, today: date) -> tuple[ListedClass, ...]:
    """Return the registry's classes in its order, then what stands for classes that it doesn't hold."""
    found = entries_of(registry)
    entries = found if isinstance(found, list) else []
    classes = registered(entries)
    standings = {each.name: each for each in standing_of(profile.content)}
    rows = [_row(entry, number, standings, classes, today) for number, entry in enumerate(entries, start=1)]
    others = [standings[name] for name in sorted(standings.keys() - classes.keys())]
    return (*rows, *(_with_state(ListedClass(each.name), each, classes, today) for each in others))


def _row(
    entry: object, number: int, standings: Mapping[str, Standing], classes: Mapping[str, Entry], today: date
) -> ListedClass:
    place = place_of(entry, number)
    name = place.removeprefix("classes/")
    if not isinstance(entry, dict):
        return ListedClass(name, why_not=("R1 it is no mapping",))
    scope = class_of(entry)
    why_not = tuple(_told(each, place) for each in entry_findings(entry, place))
    if not why_not and not is_eligible(entry):
        why_not = (scope.reason or "the registry says so",)
    row = ListedClass(name, scope, eligible=not why_not, why_not=why_not)
    return _with_state(row, standings.get(name, _NO_STANDING), classes, today)


def _with_state(row: ListedClass, standing: Standing, classes: Mapping[str, Entry], today: date) -> ListedClass:
    """Return the row with what stands against the class, and how many days of a grant are left."""
    wrong = (*grant_findings(standing, today=today), *join_findings(standing, classes))
    expires = day_of(standing.fields.get("expires"))
    if wrong:
        lapsed = expires is not None and expires < today and len(wrong) == 1
        place = f"standing_consent/{standing.name}"
        return row._replace(state="lapsed" if lapsed else "broken", wrong=tuple(_told(each, place) for each in wrong))
    days = (expires - today).days if standing.state == GRANTED and expires is not None else None
    return row._replace(state=standing.state or "broken", days_left=days)


def _told(finding: Finding, place: str) -> str:
    key = finding.place.removeprefix(place).removeprefix("/")
    return " ".join(filter(None, (finding.rule, key, finding.what)))
