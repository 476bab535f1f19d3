"""What is left out to be quick changes no answer: each shortcut against the long way."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harvest_loop.domain import closing_words, person_words
from harvest_loop.domain.closing_phrases import RULES, STEMS
from harvest_loop.domain.closing_rules import configured_rules
from harvest_loop.domain.closing_words import find_closings
from harvest_loop.domain.command_outcomes import telling_line
from harvest_loop.domain.correction_cues import Find, search_of
from harvest_loop.domain.correction_english import ENGLISH
from harvest_loop.domain.correction_korean import KOREAN
from harvest_loop.domain.correction_portuguese import PORTUGUESE
from harvest_loop.domain.needed_parts import Fragments, needed_parts
from harvest_loop.domain.person_words import folded, own_sentences
from harvest_loop.domain.remembered import remembering

PROMPTS = [
    json.loads(line)["text"]
    for name in ("tuning", "heldout")
    for line in (Path(__file__).parents[2] / "evals" / "prompts" / f"{name}.jsonl").read_text("utf-8").splitlines()
]
WORDS = sorted({word for prompt in PROMPTS for word in re.findall(r"\S+\s?", prompt)})
PIECES = (
    *("no, ", "undo that", "isnt ", "whats ", "lets\n", "\n\n", "> ", "```\n", '"', "`", "'", "“", "」", ": ", "：\n"),
    *(
        "https://a.b/c ",
        "@x ",
        "e\u0301",
        "… ",
        "\u3000",
        "1. ",
        "- ",
        "not possible",
        "no response for 3 weeks. ",
        "? ",
    ),
    *("ask them again. ", "says: ", "<a>\n", "</a>", "취소 ", "아니, ", "não era isso"),
)
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(PIECES), st.text(max_size=4)), max_size=30).map(
    "".join
)
PATTERNS = [cue.pattern for language in (ENGLISH, PORTUGUESE, KOREAN) for cue in language.cues]
FRAGMENTS = Fragments(PATTERNS)
FINDS: list[Find] = [
    find
    for language in (ENGLISH, PORTUGUESE, KOREAN)
    for find in (
        *(cue.find for cue in language.cues),
        *(language.no_correction, language.question, language.why, language.praise, language.new_task),
    )
]


def pattern_of(find: Find) -> re.Pattern[str]:
    """The pattern that a search or match is bound to."""
    pattern: re.Pattern[str] = find.__self__  # type: ignore[attr-defined]  # a bound method has it
    return pattern


def spans(find: Callable[[str], re.Match[str] | None], text: str) -> tuple[int, int] | None:
    """Where it is found."""
    found = find(text)
    return None if found is None else found.span()


@given(TEXTS)
def test_a_cue_is_found_where_a_search_finds_it(text: str) -> None:
    """A pattern that must begin the text is only looked for there."""
    said = folded(text)

    for find in FINDS:
        assert spans(pattern_of(find).search, said) == spans(find, said)


@given(st.data())
def test_whatever_a_cue_finds_holds_a_part_that_it_needs(data: st.DataObject) -> None:
    """Texts are made after the pattern itself: every one of them is let through."""
    number = data.draw(st.integers(0, len(PATTERNS) - 1))
    text = data.draw(st.from_regex(PATTERNS[number]))

    assert number in FRAGMENTS.possible_in(text)


@given(TEXTS)
def test_no_cue_is_passed_over_that_would_be_found(text: str) -> None:
    """Prompts that people typed, cut up and put together anew."""
    said = folded(text)
    possible = FRAGMENTS.possible_in(said)

    assert [number for number, pattern in enumerate(PATTERNS) if re.search(pattern, said)] == [
        number for number in possible if re.search(PATTERNS[number], said)
    ]


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("abc", {"abc"}),
        ("ab|cd", {"ab", "cd"}),
        ("ab|c?", set()),
        ("abc?d", {"ab"}),
        ("ab+cde", {"cde"}),
        ("ab{0,2}", {"a"}),
        ("(?:ab){2}c", {"ab"}),
        ("(?:ab){0,2}c", {"c"}),
        ("(?:abc)?", set()),
        (r"\bab\b cd$", {"ab cd"}),
        ("(?!long words)ab", {"ab"}),
        ("(?<!long )ab(?= longer)", {"ab"}),
        (r"x(?:one|two)\w+y", {"one", "two"}),
        (r"[a|b)]cd\.e", {"cd.e"}),
        (r"(?P<phrase>ab|cd)", {"ab", "cd"}),
        ("", set()),
    ],
)
def test_what_a_pattern_needs(pattern: str, needs: set[str]) -> None:
    """Each kind of construct by itself."""
    assert needs == needed_parts(pattern)


@pytest.mark.parametrize("pattern", [r"a\1", r"\x41"])
def test_a_construct_that_is_not_read_is_no_guess(pattern: str) -> None:
    """A new pattern with it fails at once, and not by what it no longer finds."""
    with pytest.raises(ValueError, match="not read"):
        needed_parts(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^a|b", "cb"),
        ("^a|^b", "cb"),
        (r"^(?:a|c)b", "xab"),
        (r"^a\||b", "xb"),
        ("^[|]a|^b", "b"),
        (r"^[^\]|]x|b", "ab"),
        (r"^a\(|b", "xb"),
        ("^[]|]a|^c", "]a"),
    ],
)
def test_only_a_bar_outside_of_groups_and_classes_parts_a_pattern(pattern: str, text: str) -> None:
    """Were one more taken for a parting bar, or one less, something would be found in another place."""
    assert spans(re.compile(pattern).search, text) == spans(search_of(pattern), text)


@example("The Export Is NOT POSSIBLE", [])
@given(TEXTS, st.lists(st.sampled_from(["ping", "wipe it", "닦음"]), max_size=2))
def test_closing_words_are_found_as_in_every_single_sentence(text: str, configured: list[str]) -> None:
    """Lines and sentences that hold none of a rule's words are passed over."""
    found = [one.phrase for one in find_closings(text, configured)]

    assert found == closings_the_long_way(text, configured)


def closings_the_long_way(text: str, configured: list[str]) -> list[str]:
    """All sentences by all rules."""
    stems = (*STEMS, *map(folded, configured))
    sentences = list(own_sentences(text))
    again = any(closing_words._AGAIN.search(one.text) for one in sentences)
    rules = [rule for rule in (*RULES, *configured_rules(tuple(configured))) if not (rule.needs_weeks and again)]
    phrases = [
        next((phrase for rule in rules if (phrase := rule.found_in(one.text))), "")
        for one in sentences
        if not one.asks and any(stem in one.text for stem in stems)
    ]
    return [re.sub(r"\s+", " ", phrase) for phrase in phrases if phrase][:50]


@given(TEXTS)
def test_missing_apostrophes_are_put_in_as_by_one_pattern(text: str) -> None:
    """A text that holds none of the words is left alone."""
    plain = " ".join(text.casefold().replace("’", "'").split())
    if not plain.isascii():
        return
    forms = {"isnt": "isn't", "whats": "what's", "lets": "let's", "dont": "don't", "youre": "you're", "ive": "i've"}

    said = folded(text)

    for bare, full in forms.items():
        assert len(re.findall(rf"\b{bare}\b", said)) == 0
        assert len(re.findall(rf"\b{full}\b", said)) == len(re.findall(rf"\b(?:{bare}|{full})\b", plain))


@given(TEXTS)
def test_a_line_without_quotation_marks_holds_no_quotation(text: str) -> None:
    """The pattern is tried only where a mark is there that it can begin with; so are links and sayings."""
    for line in text.split("\n"):
        assert person_words._QUOTES.search(line) is None or person_words._OPENS_QUOTE.search(line)
        assert person_words._LINKS.search(line) is None or "://" in line or "@" in line
        assert person_words._SAYS.search(line) is None or ":" in line
        assert person_words._ANNOUNCES.search(line.strip()) is None or line.strip()[-1] in ":："


@given(
    st.lists(st.sampled_from(["ok", "", "  ", "Error: x", "Traceback (most recent call last)", "=====", "b failed"]))
)
def test_the_first_telling_line_is_told_whatever_stands_below(lines: list[str]) -> None:
    """Nothing behind it is looked at."""
    telling = [line for line in lines if line in ("Error: x", "b failed")]
    speaking = [line for line in lines if line in ("ok", "Error: x", "b failed")]

    assert (telling or speaking or [""])[0] == telling_line("\n".join(lines), lambda text: text)


@given(st.lists(st.text(alphabet="ab", max_size=3), max_size=40), st.integers(0, 3))
def test_what_is_remembered_is_what_would_be_answered(texts: list[str], given_too: int) -> None:
    """However often a text comes, and whatever comes between; what a text is too long for, too."""
    asked: list[str] = []

    def answer(text: str, times: int) -> str:
        asked.append(text)
        return text * times

    remembered = remembering(answer)

    assert [text * given_too for text in texts] == [remembered(text, given_too) for text in texts]
    assert len(set(texts)) == len(asked)
    long = "x" * 10_000
    assert (long, long) == (remembered(long, 1), remembered(long, 1))
    assert [long, long] == asked[-2:]
