"""What a commit message says, in any style."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.noise import Noise
from harvest_loop.domain.subjects import bare_subject, read_message


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("feat(ci)!: run the tests on every branch (#12)", "run the tests on every branch"),
        ("Run the tests on every branch.", "Run the tests on every branch"),
        ("⚡ Bolt: reuse the thread pool", "reuse the thread pool"),
        ("[tools] (fix): quote paths", "quote paths"),
        ("tox: use version ranges", "use version ranges"),
        ("docs: fix links in the guide (closes #3, #4)", "fix links in the guide"),
        ("wip:", "wip"),
    ],
)
def test_a_subject_is_read_without_its_wrapping(subject: str, said: str) -> None:
    """
    Types, scopes, tags and ticket numbers are a house's custom, not what was done.
    """
    assert said == bare_subject(subject)


@given(
    st.sampled_from(["feat", "fix", "chore", "docs(api)", "ci!"]),
    st.from_regex(r"[A-Z][a-z]{2,9}( [a-z]{2,9}){2,6}", fullmatch=True),
)
def test_a_conventional_prefix_weighs_nothing(prefix: str, said: str) -> None:
    """
    The same words with and without a prefix are the same message, so that stripping prefixes loses no pattern.
    """
    assert read_message(said) == read_message(f"{prefix}: {said}")


@pytest.mark.parametrize(
    ("subject", "noise"),
    [
        ("Merge pull request #4 from a/b", "merge"),
        ('Revert "Run the tests twice"', "revert"),
        ("chore: release v1.2.0", "release"),
        ("Prepare 23.1.0", "release"),
        ("v2.0.1", "release"),
        ("Bump actions/checkout from 4 to 5", "dependency bump"),
        ("[pre-commit.ci] pre-commit autoupdate", "dependency bump"),
        ("update ruff", "dependency bump"),
        ("Pin Sphinx", "dependency bump"),
        ("Fix typo in the guide", "typo or formatting"),
        ("ci: whitespace", "typo or formatting"),
        ("docs: sync counts", "housekeeping"),
        ("fix: address review feedback", "housekeeping"),
        ("docs", "vague message"),
        ("Why not", "vague message"),
    ],
)
def test_what_says_nothing_about_work_is_named(subject: str, noise: Noise) -> None:
    """
    A commit that is left out is left out for a reason that the record can count.
    """
    assert noise == read_message(subject).noise


@pytest.mark.parametrize(
    "subject",
    [
        "Pin all actions by hash",
        "Generate release notes in the workflow",
        "Format with the hook instead of by hand",
        "Drop CI permissions",
        "use uv in ci",
        "so the worker no longer needs curl",
    ],
)
def test_small_words_do_not_silence_a_practice(subject: str) -> None:
    """
    Pinning actions is a practice although pinning a library is a bump, and so on for each kind of noise.
    """
    assert read_message(subject).noise is None


def test_a_body_gives_reasons_points_and_notes_on_files() -> None:
    """
    Squashed work describes each file in a line of its own, over several lines where it is long.
    """
    body = (
        "The check ran on a developer's machine only, so a forgotten run\nbroke the release twice.\n\n"
        "- scripts/gate.sh: runs the three checks and stops\n  at the first that fails\n- tidy names\n\n"
        "Co-authored-by: Person <person@example.invalid>\n"
    )

    wording = read_message("Gate the release", body)

    assert (
        "The check ran on a developer's machine only, so a forgotten run broke the release twice.",
    ) == wording.reasons
    assert (("scripts/gate.sh", "runs the three checks and stops at the first that fails"),) == wording.notes
    assert "tidy names" in wording.points
    assert "example.invalid" not in wording.body


def test_a_release_that_says_what_it_brings_lends_its_words() -> None:
    """
    Some people commit work under the release's name; the name is noise, the rest is not.
    """
    wording = read_message("Release v3.2.1: Add a reviewer agent to the plugin")

    assert "release" == wording.noise
    assert "Add a reviewer agent to the plugin" == wording.said


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_message_can_be_read(subject: str, body: str) -> None:
    """
    Messages are written by strangers, in any script and with any bytes that decode.
    """
    assert read_message(subject, body).words == read_message(subject, body).words
