"""What may get into the profile: known keys, names of skills, numbers and days, and nothing else (SPEC 8.1)."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.profile_diff import profile_diff
from harvest_loop.domain.profile_diff import is_skill_name, refusals
from harvest_loop.schemas.profile import KeyChange, ProfileDiff

SKILLS = {"tidy-desk", "기억 정리", "기억정리"}
GRANT = """{granted: 2026-03-01, expires: 2026-03-31, owner: harvest-loop, mode: stamp, target: memory/,
    effects: [local-write], sinks: []}"""
BODY = "\n# Mine\n\n- words\n"
BEFORE = f"---\nmood: fine # mostly\nskills:\n  tidy-desk: {{accepted: 1}}\n---\n{BODY}"


def refused(after: str, *, before: str = BEFORE) -> tuple[str, ...]:
    """What of a write is refused, found in the two texts."""
    return refusals(profile_diff(before, after, where="x"), skills=SKILLS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("accepted: 1", "accepted: 2, rejected: 1, rejected_since_accepted: 0"),
        ("---\nmood", "---\npreferred_depth: XL\nmood"),
        ("---\nmood", "---\npreferred_language: pt-BR\nmuted_nags: [cadence]\nmood"),
        ("---\nmood", "---\ndeclined_nags: {cadence: 2}\nmood"),
        ("---\nmood", "---\nfriction:\n  fh_signal_2026-03-20_my.field: 12\nmood"),
        ("---\nmood", "---\ncounted: [2026-03-20_abcdef12_mid-session-2.0123abcd]\nmood"),
        ("  tidy-desk: {accepted: 1}\n", "  tidy-desk: {accepted: 1}\n  기억정리: {sustained: 1}\n"),
        (
            "---\nmood",
            f"---\nstanding_consent:\n  a class: {GRANT}\n  other: declined\nmood",
        ),
        ("- words\n", "- words\n\n- 2026-03-20 close_retro: granted. Answered: “yes, please”\n"),
        ("- words\n", "- words\n\n- 2026-03-20 standing_consent/a class: revoked. “ask me again”\n"),
    ],
)
def test_behaviour_may_be_written(old: str, new: str) -> None:
    """
    Every key that the loop keeps passes with each kind of value that it may have.
    """
    assert BEFORE.count(old) == 1

    assert () == refused(BEFORE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("mood: fine", "mood: better", "a key would change that is not the profile's"),
        ("mood: fine # mostly\n", "", "a key would change that is not the profile's"),
        ("---\nmood", "---\nnotes: the customer's ledger\nmood", "a key would change that is not the profile's"),
        ("# mostly", "# mostly, said the customer", "a comment, an anchor or a tag of the block would change"),
        ("mood: fine", "mood: &a fine", "a comment, an anchor or a tag of the block would change"),
        ("accepted: 1", "accepted: many", "skills would hold what is no count"),
        ("accepted: 1", "accepted: -1", "skills would hold what is no count"),
        ("accepted: 1", "accepted: 1, why: their ledger", "skills would hold what is no count"),
        ("accepted: 1", "accepted: 1, rejected: {a: 1}", "skills would hold what is no count"),
        ("tidy-desk:", "their-ledger:", "a name that is no skill of the hub would be counted"),
        ("accepted: 1}\n", 'accepted: 1}\n  "기억 정리": {accepted: 1}\n', "a name that is no skill of the hub"),
        ("---\nmood", "---\npreferred_depth: huge\nmood", "preferred_depth would be none of its values"),
        ("---\nmood", "---\nclose_retro: [granted]\nmood", "close_retro would be none of its values"),
        ("---\nmood", "---\nmuted_nags: [their ledger]\nmood", "muted_nags would be none of its values"),
        ("---\nmood", "---\ndeclined_nags: {ledger: 2}\nmood", "a key would change that is not the profile's"),
        ("---\nmood", "---\nfriction: {their ledger: 2}\nmood", "friction would hold what is no count of a signal"),
        ("---\nmood", "---\nfriction: [their ledger]\nmood", "friction would hold what is no count of a signal"),
        ("---\nmood", "---\ncounted: [their ledger]\nmood", "counted would be no list of answers"),
        ("---\nmood", "---\nstanding_consent: {a: granted}\nmood", "standing_consent would hold what is no grant"),
        ("---\nmood", "---\nstanding_consent: {a: {why: b}}\nmood", "standing_consent would hold what is no grant"),
        ("---\nmood", "---\nstanding_consent: {a: {expires: soon}}\nmood", "standing_consent would hold"),
        ("- words", "- other words", "text below the block would change"),
        ("- words\n", "- words and more\n", "text below the block would change"),
        (
            "- words\n",
            "- words\n\nThe customer's ledger is wrong.\n",
            "a line below the block is no ground of an answer",
        ),
        ("- words\n", "- words\n\n- 2026-03-20 ledger: wrong\n", "a line below the block is no ground of an answer"),
        ("---\n\n#", "--- # more\n\n#", "text below the block would change"),
    ],
)
def test_anything_else_is_refused_by_name(old: str, new: str, why: str) -> None:
    """
    Whatever wrote it: the check looks at the two texts, says which rule is broken, and repeats no word of the value.
    """
    assert BEFORE.count(old) == 1

    found = refused(BEFORE.replace(old, new))

    assert any(each.startswith(why) for each in found)
    assert "ledger" not in "".join(found)


@given(st.text(alphabet=string.printable + "기억\u2028\u202e\x85{}[]:#&*!|>'\"", max_size=40))
def test_no_text_passes_as_a_skill(name: str) -> None:
    """
    A name is let in only if it is one word and the hub has such a skill: neither alone is enough.
    """
    change = KeyChange(("skills", name, "accepted"), None, "1")

    unknown = refusals(ProfileDiff(changes=(change,)), skills=())
    known = refusals(ProfileDiff(changes=(change,)), skills=(name,))

    assert unknown
    assert is_skill_name(name) == (not known)
    assert known or not set(name) & set(" \t\n\x85\u2028\u202e{}[]:#&*!|>'\"")


KEYS = st.sampled_from(
    ["skills", "friction", "counted", "standing_consent", "close_retro", "muted_nags", "preferred_language", "x"]
)
WORDS = st.text(alphabet=string.ascii_letters + " -_:", min_size=12, max_size=40).filter(
    lambda text: " " in text.strip()
)


@given(st.lists(KEYS, min_size=1, max_size=3), st.one_of(WORDS, st.tuples(WORDS)))
def test_no_sentence_gets_in_as_a_value(path: list[str], value: str | tuple[str, ...]) -> None:
    """
    The scope of a grant is the one value of more than a word, and it stands below a class.
    """
    found = refusals(ProfileDiff(changes=(KeyChange(tuple(path), None, value),)), skills=("x",))

    assert found
