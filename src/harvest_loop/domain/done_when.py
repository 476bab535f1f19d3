"""Done When tests: asked of the field from a pattern's evidence, and kept only when the pattern made them true."""

from collections.abc import Iterator, Sequence

from harvest_loop.domain.facts import is_setting, is_telling, usable_facts
from harvest_loop.domain.kinds_of_place import noun_for
from harvest_loop.domain.paths_of_work import Role, role_of
from harvest_loop.domain.verbatim import code_span
from harvest_loop.schemas.judgement import DoneWhenQuestion, DoneWhenTest
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Pattern

TESTS_SHOWN, FEWEST_TESTS = 3, 2

# What shows best that the practice is in use comes first: it is called, it is guarded, it is written down, it exists.
_ROLES: tuple[EvidenceRole, ...] = ("refusal", "command", "guard", "rule", "file")

_HOLDERS: dict[Role, str] = {
    "ci": "CI",
    "hook": "The hook",
    "script": "The script",
    "recipe": "A recipe",
    "deploy": "The deployment",
    "guide": "The guide",
    "rule": "The guide",
    "skill": "The skill",
    "check": "The checker's configuration",
}


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
    """The few tests that a draft shows: each of another file or of another kind, two at least where there are two."""
    told = {item.pointer.quote for item in pattern.evidence if item.role != "file"}
    fit = [
        test for test in reached if test.kind == "file" or test.needle in told or _is_first_of_its_file(test, reached)
    ]
    firsts: dict[str, DoneWhenTest] = {}
    for test in fit:
        firsts.setdefault(test.path, test)
    phrases = {here(pattern, test) for test in firsts.values()}
    others: dict[str, DoneWhenTest] = {}
    for test in fit:
        others.setdefault(here(pattern, test), test)
    more = [test for phrase, test in others.items() if phrase not in phrases]
    rest = [test for test in fit if test not in firsts.values() and test not in more]
    chosen = [*firsts.values(), *more][:TESTS_SHOWN]
    return tuple(chosen + rest[: max(0, FEWEST_TESTS - len(chosen))])


def _is_first_of_its_file(test: DoneWhenTest, reached: Sequence[DoneWhenTest]) -> bool:
    return next(other for other in reached if other.path == test.path) == test


def born(reached: Sequence[DoneWhenTest]) -> frozenset[str]:
    """The files that the work brought into being."""
    return frozenset(test.path for test in reached if test.kind == "file")


def introduced_by(pattern: Pattern, test: DoneWhenTest) -> str:
    """Return the commit before which the test was false; 'worktree' for uncommitted work."""
    for question in done_when_questions(pattern):
        if (question.kind, question.path, question.needle) == (test.kind, test.path, test.needle):
            return question.introduced_by
    return pattern.commits[0] if pattern.commits else "worktree"


def here(pattern: Pattern, test: DoneWhenTest) -> str:
    """What a reader checks in the repository in which he applies the practice, for one test of its evidence."""
    place = role_of(test.path)
    if test.kind == "file":
        noun = _with_article(place, noun_for(test.path).removeprefix("the ") or "file")
        return f"This repository has {noun} that does the same"
    roles = {item.role for item in pattern.evidence if item.pointer.quote == test.needle}
    if "refusal" in roles:
        return f"{_HOLDERS.get(place, 'The script')} here stops in the same case"
    if "command" in roles:
        return f"{_HOLDERS.get(place, 'What is written')} here runs the same, on this repository's own files"
    if "rule" in roles:
        return "The instructions here say the same"
    if "guard" in roles:
        return "A test here fails when the fault comes back"
    return f"{_HOLDERS.get(place, 'The configuration')} here sets the same"


def _with_article(place: Role, noun: str) -> str:
    if place == "test infrastructure":
        return noun
    if place == "rule":
        return "an instruction file"
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _questions_of(item: EvidenceItem) -> Iterator[DoneWhenQuestion]:
    path, quote = item.pointer.path or "", item.pointer.quote
    if item.text.strip() == path:
        text = f"{code_span(path)} exists"
        yield DoneWhenQuestion(kind="file", path=path, text=text, introduced_by=item.pointer.sha)
    if item.pointer.line is not None and (is_setting(item) if item.text.strip() == path else is_telling(quote)):
        text = f"{code_span(path)} holds the line {code_span(quote.strip())}"
        yield DoneWhenQuestion(kind="grep", path=path, needle=quote, text=text, introduced_by=item.pointer.sha)
