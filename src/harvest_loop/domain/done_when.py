"""Done When tests: asked of the field from a pattern's evidence, and kept only when the pattern made them true."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.facts import is_setting, is_telling, usable_facts
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.judgement import DoneWhenQuestion, DoneWhenTest
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Pattern

TESTS_SHOWN = 3

# What shows best that the practice is in use comes first: it is called, it is guarded, it is written down, it exists.
_ROLES: tuple[EvidenceRole, ...] = ("command", "guard", "rule", "file")


def done_when_questions(pattern: Pattern) -> tuple[DoneWhenQuestion, ...]:
    """Return the file and grep tests that this pattern's evidence can answer, most telling first (SPEC 4.9).

    Nothing is executed: a test asks whether a line or a file stands where the evidence put it.
    """
    asked: dict[tuple[str, str, str | None], DoneWhenQuestion] = {}
    for role in _ROLES:
        for item in (item for item in usable_facts(pattern) if item.role == role):
            for question in _questions_of(item):
                asked.setdefault((question.kind, question.path, question.needle), question)
    return tuple(asked.values())


def reached_by(pattern: Pattern, tests: Sequence[DoneWhenTest]) -> tuple[DoneWhenTest, ...]:
    """Return the tests of this pattern that are true now and were false before it, most telling first."""
    order = [(question.kind, question.path, question.needle) for question in done_when_questions(pattern)]
    turned = {(test.kind, test.path, test.needle): test for test in tests if test.true_now and test.false_before}
    return tuple(turned[key] for key in order if key in turned)


def shown_tests(pattern: Pattern, reached: Sequence[DoneWhenTest]) -> tuple[DoneWhenTest, ...]:
    """The few tests that a draft shows: one a file before a second one, and no line of a file that came to be whole."""
    seen: set[str] = set()
    firsts: list[DoneWhenTest] = []
    for test in reached:
        if test.path not in seen:
            seen.add(test.path)
            firsts.append(test)
    told = {item.pointer.quote for item in pattern.evidence if item.role != "file"}
    rest = [test for test in reached if test not in firsts and test.kind == "grep" and test.needle in told]
    return (*firsts, *rest)[:TESTS_SHOWN]


def born(reached: Sequence[DoneWhenTest]) -> frozenset[str]:
    """The files that the work brought into being."""
    return frozenset(test.path for test in reached if test.kind == "file")


def introduced_by(pattern: Pattern, test: DoneWhenTest) -> str:
    """Return the commit before which the test was false; 'worktree' for uncommitted work."""
    for question in done_when_questions(pattern):
        if (question.kind, question.path, question.needle) == (test.kind, test.path, test.needle):
            return question.introduced_by
    return pattern.commits[0] if pattern.commits else "worktree"


def _questions_of(item: EvidenceItem) -> Iterator[DoneWhenQuestion]:
    path, quote = item.pointer.path or "", item.pointer.quote
    if item.text.strip() == path:
        text = f"{code_span(path)} exists"
        yield DoneWhenQuestion(kind="file", path=path, text=text, introduced_by=item.pointer.sha)
    if item.pointer.line is not None and (is_setting(item) if item.text.strip() == path else is_telling(quote)):
        text = f"{code_span(path)} holds the line {code_span(quote.strip())}"
        yield DoneWhenQuestion(kind="grep", path=path, needle=quote, text=text, introduced_by=item.pointer.sha)
