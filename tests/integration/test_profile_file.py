"""The profile on disk: read if it can be, spliced and nothing else touched (SPEC 8.1, 11-1)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters import yaml_files
from harvest_loop.adapters.profile_file import read_keys
from harvest_loop.adapters.yaml_splice import with_value
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Frontmatter
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.read_profile import read_profile
from harvest_loop.tasks.write_profile import keep_in_profile
from tests.support.repositories import Repository

PROFILE = "tracks/_meta/user_adaptation_profile.md"
GROUND = "2026-03-20 close_retro: granted"
LINES = st.lists(
    st.sampled_from(
        ["a: 1", "b: [x,  y]", "c:   {d: 1}", "# note", "e: >-", "  folded", '"f g": "h"', "mood:   ~", "close: no"]
    ),
    max_size=6,
    unique=True,
)


@pytest.fixture
def root(hub: Repository) -> Path:
    hub.write("harvest.toml", "")
    return hub.path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("close_retro: unset\n", "close_retro: granted\n"),
        ("close_retro: declined # by me\nx: 1\n", "close_retro: granted # by me\nx: 1\n"),
        ("close_retro:\n", "close_retro: granted\n"),
        ('"close_retro" :   "unset"\n', '"close_retro" :   granted\n'),
        ("x: {a: [1,2]}\n# mine\n", "x: {a: [1,2]}\n# mine\nclose_retro: granted\n"),
        ("", "close_retro: granted\n"),
        ("x: |\n  close_retro: no\n", "x: |\n  close_retro: no\nclose_retro: granted\n"),
    ],
)
def test_an_answer_changes_one_line(before: str, after: str, root: Path, hub: Repository) -> None:
    """
    Comments, odd spacing and other keys stand as they stood; its ground is one line at the end of the body.
    """
    place = hub.write(PROFILE, f"---\n{before}---\n# Mine\n\n- words\n")

    keep_in_profile(root, HubSettings(), {("close_retro",): "granted"}, ground=GROUND)

    assert f"---\n{after}---\n# Mine\n\n- words\n\n- {GROUND}\n" == place.read_text()


def test_a_file_keeps_its_form(root: Path, hub: Repository) -> None:
    """
    Byte order mark and line ends are its person's.
    """
    place = root / PROFILE
    place.parent.mkdir(parents=True)
    place.write_bytes(b"\xef\xbb\xbf---\r\nx: 1\r\n---\r\nmine\r\n")

    keep_in_profile(root, HubSettings(), {("close_retro",): "declined"}, ground=GROUND)

    assert place.read_bytes().startswith(b"\xef\xbb\xbf---\r\nx: 1\r\nclose_retro: declined\r\n---\r\nmine\r\n")
    assert b"\n" not in place.read_bytes().replace(b"\r\n", b"")


@pytest.mark.parametrize("text", [None, "# Mine\n", ""])
def test_an_answer_makes_what_is_missing(text: str | None, root: Path, hub: Repository) -> None:
    """
    An answer of the person is the one thing that creates the profile, or its frontmatter.
    """
    if text is not None:
        hub.write(PROFILE, text)

    keep_in_profile(root, HubSettings(), {("close_retro",): "granted"}, ground=GROUND)

    assert "granted" == read_profile(root, HubSettings()).profile.close_retro
    assert (text or "") in (root / PROFILE).read_text()


@pytest.mark.parametrize(
    "head",
    [
        "close_retro: [unset]\n",
        "close_retro:\n  x: 1\n",
        "{a: 1}\n",
        "a: 1\na: 2\n",
        "a: [\n",
        "- a\n",
        "close_retro: |\n  x\n",
    ],
)
def test_what_cannot_be_spliced_is_refused_and_left_alone(head: str, root: Path, hub: Repository) -> None:
    """
    Nobody's file is rewritten on a guess; the error says how to set the key by hand.
    """
    text = f"---\n{head}---\nmine\n"
    place = hub.write(PROFILE, text)

    with pytest.raises(HubError, match="by hand"):
        keep_in_profile(root, HubSettings(), {("close_retro",): "granted"}, ground=GROUND)

    assert text == place.read_text()


@pytest.mark.parametrize(
    ("values", "ground"),
    [
        ({("mood",): "better"}, None),
        ({("preferred_depth",): "huge"}, None),
        ({("skills", "their-ledger", "accepted"): 1}, None),
        ({("friction", "their ledger"): 1}, None),
        ({("close_retro",): "granted"}, "the customer's ledger is slow"),
    ],
)
def test_the_door_writes_behaviour_and_nothing_else(
    values: dict[tuple[str, ...], str | int], ground: str | None, root: Path, hub: Repository
) -> None:
    """
    Whoever writes: the difference is checked at the door, refused as a whole, and reported.
    """
    place = hub.write(PROFILE, "---\nmood: fine\n---\n")

    with pytest.raises(HubError, match="refused: "):
        keep_in_profile(root, HubSettings(), values, ground=ground)

    assert "---\nmood: fine\n---\n" == place.read_text()


@given(LINES, st.sampled_from(["close_retro", "mood", "b"]))
def test_only_the_key_is_changed(lines: list[str], key: str) -> None:
    """
    Whatever else the frontmatter holds reads as before, or the splice is refused.
    """
    text = "\n".join(["---", *lines, "---", "body", ""])
    before = yaml_files.read_frontmatter(text)
    try:
        after = yaml_files.read_frontmatter(with_value(text, (key,), "granted", where="x"))
    except HubError:
        return

    assert isinstance(before, Frontmatter)
    assert isinstance(after, Frontmatter)
    assert {**before.keys, key: "granted"} == after.keys
    assert before.body == after.body


def test_on_an_ephemeral_machine_there_is_no_profile(
    root: Path, hub: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Defaults, whatever lies there.
    """
    hub.write(PROFILE, "---\nmuted_nags: [cadence]\n---\n")
    assert ("cadence",) == read_profile(root, HubSettings()).profile.muted_nags

    monkeypatch.setenv("GITHUB_ACTIONS", "true")

    assert () == read_profile(root, HubSettings()).profile.muted_nags
    assert "this machine is ephemeral" == read_keys(root, HubSettings()).absent
