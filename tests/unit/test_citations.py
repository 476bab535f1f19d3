"""Places of the evidence, cited so that a reader finds every quoted line (SPEC 4.9)."""

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.citations import citations_for, is_held, places_cited
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.patterns import Pointer
from tests.support.patterns import FIRST, SECOND


def place(line: int | None, path: str = "scripts/a.sh", sha: str = FIRST) -> Pointer:
    return Pointer(sha=sha, path=path, line=line, quote="x")


def test_lines_that_follow_each_other_are_one_citation() -> None:
    """
    A command over three lines with the comment above it is one place to look up; its condition is another.
    """
    found = citations_for([place(12), place(13), place(14), place(11), place(4), place(2, sha=SECOND)])

    assert (
        f"{FIRST[:10]} scripts/a.sh:11-14",
        f"{FIRST[:10]} scripts/a.sh:4",
        f"{SECOND[:10]} scripts/a.sh:2",
    ) == found


def test_a_file_without_a_line_is_cited_as_a_file() -> None:
    """
    Work that isn't committed yet may have no line to point at.
    """
    assert (f"{FIRST[:10]} a:3-9",) == citations_for([place(None, "a:3-9")])


LINES = st.lists(st.integers(1, 40), min_size=1, max_size=12)
PATHS = st.sampled_from(["a.sh", "docs/with space.md", "odd:7-9", "tick`.md"])


@given(LINES, PATHS)
def test_citations_cover_the_places_and_no_others(lines: list[int], path: str) -> None:
    """
    A range holds what was quoted, line for line.
    """
    pointers = [place(line, path) for line in lines]
    places = {str(pointer) for pointer in pointers}
    citations = citations_for(pointers)

    cited = places_cited("Do it (" + ", ".join(map(code_span, citations)) + ")")

    ranges = set(citations) - places
    assert places == cited - ranges
    assert all(is_held(citation, places) for citation in citations)


@given(LINES, st.integers(1, 40))
def test_a_range_with_a_line_that_nobody_quoted_is_not_held(lines: list[int], gone: int) -> None:
    """
    A citation that reaches further than the evidence dangles.
    """
    citation = f"{FIRST[:10]} a.sh:{min(lines)}-{max(lines) + gone}"

    assert not is_held(citation, [str(place(line, "a.sh")) for line in lines])


def test_an_endless_range_is_none() -> None:
    """
    Text from outside may hold anything that looks like a citation; it is not counted through.
    """
    assert {f"{FIRST[:10]} a:1-999999999"} == places_cited(f"`{FIRST[:10]} a:1-999999999`")
