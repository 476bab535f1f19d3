"""The consent check against a second one that was written from the rules alone and shares nothing with it."""

import datetime as dt
from collections import Counter
from pathlib import Path

import pytest

from tests.support.consent_answers import Checker
from tests.support.consent_cases import OF_THE_PROFILE, OF_THE_REGISTRY, PROFILE, REGISTRY, TODAY, Case
from tests.support.consent_pairs import Pair, pairs
from tests.support.consent_reference import Answer, decide
from tests.support.consent_yaml import UnreadableError, read_yaml

PAIRS = 10_000
RULES = {"R1", "R1-b", "R1-c", "R2", "R2-b", "R2-c", "R2-d", "R3", "R4", "R5", "R6", "R7"}
VERIFIED = Answer(0, frozenset())


@pytest.fixture
def checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checker:
    """The command, with two files of its own."""
    return Checker(tmp_path, monkeypatch, capsys)


def test_two_checkers_agree_on_ten_thousand_pairs(checker: Checker) -> None:
    """
    Whatever is spelled, typed, dated or placed otherwise: same exit code, same rules.
    """
    codes: Counter[int] = Counter()
    rules: Counter[str] = Counter()
    differ: list[tuple[Answer, Answer, Pair]] = []
    for pair in pairs(seed=8, count=PAIRS):
        expected = decide(*pair[:4])
        codes[expected.code] += 1
        rules.update(expected.rules)
        given = checker.answer(*pair[:4])
        differ += [(expected, given, pair)] if expected != given else []

    assert not differ, f"{len(differ)} differ; the first: {differ[0]}"
    assert codes[0] >= PAIRS / 5 and codes[3] >= PAIRS / 50
    assert RULES == set(rules) and min(rules.values()) >= 50


def test_the_second_checker_reads_what_another_parser_reads() -> None:
    """
    Both checkers stand on one parser of YAML: a part of the texts is read by another one, of its own making.
    """
    for pair in pairs(seed=9, count=200):
        text = (pair.registry or "").removeprefix("\ufeff")
        assert repr(value_of(text, by_another=False)) == repr(value_of(text, by_another=True))


@pytest.mark.parametrize("case", OF_THE_REGISTRY, ids=lambda case: case.rules or "no rule")
def test_a_registry_is_refused_and_its_nearest_neighbour_passes(case: Case, checker: Checker) -> None:
    """
    One piece of a sound registry, written in two ways: one breaks these rules, the other none.
    """
    assert 1 == REGISTRY.count(case.sound)
    refused, passing = (REGISTRY.replace(case.sound, piece) for piece in (case.refused, case.passing))

    assert both(checker, refused, PROFILE) == Answer(1, frozenset(case.rules.split()))
    assert VERIFIED == both(checker, passing, PROFILE)


@pytest.mark.parametrize("case", OF_THE_PROFILE, ids=lambda case: case.rules or "no rule")
def test_a_profile_is_refused_and_its_nearest_neighbour_passes(case: Case, checker: Checker) -> None:
    """
    One piece of a sound profile, written in two ways: one breaks these rules, the other none.
    """
    assert 1 == PROFILE.count(case.sound)
    refused, passing = (PROFILE.replace(case.sound, piece) for piece in (case.refused, case.passing))

    assert both(checker, REGISTRY, refused) == Answer(1, frozenset(case.rules.split()))
    assert VERIFIED == both(checker, REGISTRY, passing)


@pytest.mark.parametrize(
    ("registry", "profile", "code"),
    [
        (None, PROFILE, 3),
        (None, PROFILE.replace("2026-03-31", "2026-03-09"), 1),
        (None, "", 3),
        ("", "", 3),
        ("# nothing yet\n", None, 3),
        ("classes:\n", "---\nlanguage: en\n---\n", 3),
        ("classes: []\n", PROFILE.replace("memory-archive:", "memory-archive: declined\n  of: unset\nother:"), 3),
        ("", PROFILE, 1),
        ("classes:\n", PROFILE, 1),
        ("{}\n", None, 1),
        ("classes: ''\n", None, 1),
        ("classes: {}\n", None, 1),
        ("- classes\n", None, 1),
        ("classes: []\n---\nclasses: []\n", None, 1),
        (REGISTRY, None, 3),
        (REGISTRY, "", 3),
        (REGISTRY, "---\n---\n", 3),
        (REGISTRY, "---\nstanding_consent:\n---\n", 3),
        (REGISTRY, "---\nstanding_consent: {}\n---\n", 3),
        (REGISTRY, "---\nstanding_consent: []\n---\n", 1),
        (REGISTRY, "Nobody asked yet.\n", 3),
        (REGISTRY, "standing_consent:\n", 1),
        (REGISTRY.replace("owner: sweep", "owner:"), None, 1),
        (REGISTRY.replace("feeds: []", "feeds: []\n    feeds: []"), PROFILE, 1),
    ],
)
def test_nothing_to_join_is_no_yes(registry: str | None, profile: str | None, code: int, checker: Checker) -> None:
    """
    What is absent or empty is unmeasured; what is broken is broken, also where there is nothing to join.
    """
    assert code == both(checker, registry, profile).code


@pytest.mark.parametrize(
    ("required", "code"),
    [
        ("memory-archive", 0),
        (" memory-archive\t", 0),
        ("Memory-archive", 3),
        ("release-notes", 3),
        ("nowhere", 3),
        ("", 1),
        (" ", 1),
        ("memory archive", 1),
        ("memory-archive\nrelease-notes", 1),
    ],
)
def test_the_class_that_is_asked_for_must_be_granted(required: str, code: int, checker: Checker) -> None:
    """
    Another class's grant is no answer, and what can't be a name is wrong use.
    """
    assert code == both(checker, REGISTRY, PROFILE, required=required).code


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("head", ["", "%YAML 1.2\n", "%YAML 1.1\n"])
def test_how_a_file_begins_and_ends_its_lines_is_nothing(head: str, mark: str, ends: str, checker: Checker) -> None:
    """
    Marks, line ends and directives as any editor leaves them.
    """
    registry, profile = (
        mark + text.replace("\n", ends) for text in (f"{head}---\n{REGISTRY}...\n", f"{head}{PROFILE}")
    )

    assert VERIFIED == both(checker, registry, profile)


def value_of(text: str, *, by_another: bool) -> object:
    """What the text holds, or that it can't be read."""
    try:
        return read_yaml(text, by_another=by_another)
    except UnreadableError:
        return UnreadableError


def both(
    checker: Checker, registry: str | None, profile: str | None, today: dt.date = TODAY, required: str | None = None
) -> Answer:
    """The answer on which both agree."""
    answer = checker.answer(registry, profile, today, required)
    assert answer == decide(registry, profile, today, required)
    return answer
