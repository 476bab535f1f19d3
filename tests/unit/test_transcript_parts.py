"""The parts that transcript readers share: whose words, which records, where a session stands."""

import re

from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.transcripts.own_words import Wrappers
from harvest_loop.adapters.transcripts.record_ids import CallsMet, RecordIds

WRAPPERS = Wrappers(("note", "hook"))
PIECES = st.sampled_from(
    ["<note>", "</note>", "<hook x='1'>", "</hook>", "<b>", "</b>", "word", " ", "\n", "<", ">", "</"]
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


@given(TEXTS)
def test_words_are_a_stretch_of_the_text_and_stripped_of_all_that_can_be(text: str) -> None:
    """Nothing is made up or joined across a block, and a second look finds nothing more to take away."""
    words = WRAPPERS.strip_from(text)

    assert words in text
    assert words == words.strip()
    assert words == WRAPPERS.strip_from(words)


@given(TEXTS, st.text(alphabet="abc", min_size=1, max_size=5))
def test_words_beside_whole_blocks_are_kept_to_the_letter(inside: str, words: str) -> None:
    """However strange the text inside of a block, the person's words before and after it are theirs."""
    inside = re.sub(r"</?(note|hook)[^>]*>?", "", inside)

    assert words == WRAPPERS.strip_from(f"<note>{inside}</note>\n{words}\n<hook>{inside}</hook>\n")


@given(st.lists(st.text(max_size=3), max_size=60))
def test_an_id_is_new_the_first_time_only(identities: list[str]) -> None:
    """The small set answers as a large one would."""
    ids, known = RecordIds(), set[str]()

    for identity in identities:
        assert (identity not in known) == ids.add(identity)
        known.add(identity)
    assert all(identity in ids for identity in known)
    assert "four" not in ids


@given(st.lists(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=3), max_size=6), max_size=5))
def test_a_call_repeats_one_of_a_file_before_and_never_one_of_its_own(files: list[list[list[str]]]) -> None:
    """What a file held is known in the files after it; a record that repeats a call brings in none."""
    met, before = CallsMet(), set[str]()

    for records in files:
        here = set[str]()
        for calls in records:
            repeated = not before.isdisjoint(calls)
            assert repeated == met.repeats(calls)
            here |= set() if repeated else set(calls)
        met.end_file()
        before |= here


def test_a_hundred_thousand_ids_are_told_apart() -> None:
    """Ids are remembered by a few bytes, and none is taken for another's."""
    ids = RecordIds()

    assert all(ids.add(f"record {number}") for number in range(100_000))
    assert not any(ids.add(f"record {number}") for number in range(100_000))
