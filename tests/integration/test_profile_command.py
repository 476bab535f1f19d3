"""`harvest profile …` in a real process: what it shows, what it writes, what it refuses (SPEC 8.1, 10.1)."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import harvest
from tests.support.repositories import Repository

PROFILE = "tracks/_meta/user_adaptation_profile.md"
MINE = """---
mood:   fine # mostly
skills:
  tidy-desk: {accepted: 2, rejected: 4, rejected_since_accepted: 3} # odd
  web.page:
    sustained: 1
muted_nags: [cadence]
---

# Mine
"""


@pytest.fixture
def root(hub: Repository) -> Path:
    hub.write("harvest.toml", "")
    return hub.path


def profile(root: Path, *words: str) -> tuple[int, str, str]:
    done = harvest("profile", *words, cwd=root, state=root.parent / "state")
    return done.returncode, done.stdout, done.stderr


def test_what_a_person_says_makes_the_profile_and_changes_one_line(root: Path) -> None:
    """
    Nothing is there before; then each command sets its own key, and takes it back.
    """
    place = root / PROFILE
    assert "no profile to go by: there is no profile" in profile(root)[1]
    assert not place.exists()

    said = [
        profile(root, "set", "depth", "XL"),
        profile(root, "set", "language", "ko"),
        profile(root, "set", "depth", "unset"),
        profile(root, "set", "sidecar_consent", "declined"),
        profile(root, "mute", "recommend"),
    ]

    assert [0] * 5 == [code for code, _, _ in said]
    text = place.read_text()
    assert "preferred_depth: null\npreferred_language: ko\nsidecar_consent: declined\nmuted_nags: [recommend]\n" in text
    assert " sidecar_consent: declined. Set by `harvest profile set`.\n" in text


def test_allow_mute_and_unmute_leave_everything_else(root: Path, hub: Repository) -> None:
    """
    Comments, order and odd spacing stand as they stood.
    """
    place = hub.write(PROFILE, MINE)

    said = [profile(root, "allow", "tidy-desk"), profile(root, "mute", "recommend"), profile(root, "unmute", "cadence")]

    assert [(0, "")] * 3 == [(code, stderr) for code, _, stderr in said]
    expected = MINE.replace("rejected_since_accepted: 3", "rejected_since_accepted: 0")
    assert expected.replace("[cadence]", "[recommend]") == place.read_text()


def test_outcomes_name_the_way_back(root: Path, hub: Repository) -> None:
    """
    Each skill's counts, in words and as JSON; one that is not proposed says how that is lifted.
    """
    hub.write(PROFILE, MINE)

    code, shown, _ = profile(root, "outcomes")
    told = json.loads(profile(root, "outcomes", "tidy-desk", "--json")[1])

    assert 0 == code
    assert "web.page: accepted 0, modified 0, rejected 0, sustained 1\n" in shown
    assert "refused 3 times since it was last taken; `harvest profile allow tidy-desk` lifts that\n" in shown
    assert {"tidy-desk": True} == {name: one["suppressed"] for name, one in told["outcomes"].items()}
    assert ["tidy-desk"] == json.loads(profile(root, "show", "--json")[1])["suppressed"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("set", "depth", "huge"), "preferred_depth of the profile is none of S, M, L, XL; nothing was written"),
        (("set", "language", "the customer's"), "preferred_language of the profile is malformed"),
        (("set", "mood", "x"), "invalid choice: 'mood'"),
        (("set", "sidecar_consent", "accepted"), "a yes to sidecar_consent is a person's, and nobody is here"),
        (("set", "close_retro", "granted"), "a yes to close_retro is a person's, and nobody is here"),
        (
            ("allow", "nothing-such"),
            "the profile has no outcomes of a skill 'nothing-such'; not proposed are: tidy-desk",
        ),
        (("outcomes", "nothing-such"), "the profile has no outcomes of a skill 'nothing-such'"),
        (("mute", "everything"), "invalid choice: 'everything'"),
    ],
)
def test_what_cannot_be_said_so_is_refused(words: tuple[str, ...], why: str, root: Path, hub: Repository) -> None:
    """
    With exit code 2, the way out, and an untouched file; a program can't say yes for a person.
    """
    place = hub.write(PROFILE, MINE)

    code, shown, stderr = profile(root, *words)

    assert (2, "") == (code, shown)
    assert why in stderr
    assert MINE == place.read_text()


def test_on_an_ephemeral_machine_nothing_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What would be gone with the machine is not kept, and that is said.
    """
    monkeypatch.setenv("HARVEST_EPHEMERAL", "1")

    code, _, stderr = profile(root, "mute", "cadence")

    assert (2, "harvest: nothing was written: this machine is ephemeral\n") == (code, stderr)
    assert not (root / PROFILE).exists()


@pytest.mark.parametrize("words", [("unmute", "cadence"), ("show",), ("outcomes",)])
def test_what_says_nothing_makes_no_profile(words: tuple[str, ...], root: Path) -> None:
    """
    A question that was never muted is not unmuted by a file.
    """
    assert 0 == profile(root, *words)[0]
    assert not (root / PROFILE).exists()
