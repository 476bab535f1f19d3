"""Which hub, and what a person set."""

import tomllib
from pathlib import Path

import pytest

from harvest_loop.errors import HubError, UsageError
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.settings import (
    explain_config,
    find_hub,
    load_settings,
    require_writable,
    settings_hash,
    user_config_file,
)


def _set(hub: Path, text: str | bytes) -> Path:
    hub.mkdir(parents=True, exist_ok=True)
    (hub / "harvest.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return hub


def test_without_a_file_everything_is_at_its_default(tmp_path: Path) -> None:
    """Every key is optional, and so is the file."""
    assert HubSettings() == load_settings(tmp_path, {})


def test_the_environment_outweighs_the_file(tmp_path: Path) -> None:
    """A person can try a setting once without editing anything."""
    hub = _set(tmp_path, '[loop]\nmode = "forced"\nmin_patterns = 5\n[card]\nsections = ["later"]\n')

    settings = load_settings(hub, {"HARVEST_LOOP_MIN_PATTERNS": "2", "HARVEST_CARD_SECTIONS": "next, 다음"})

    assert ("forced", 2, ("next", "다음")) == (settings.loop.mode, settings.loop.min_patterns, settings.card.sections)


@pytest.mark.parametrize("form", [b"\xef\xbb\xbf", b""])
def test_a_file_with_a_byte_order_mark_or_crlf_is_read(tmp_path: Path, form: bytes) -> None:
    """Editors on some systems write both."""
    hub = _set(tmp_path, form + b'[loop]\r\nmode = "forced"\r\n')

    assert "forced" == load_settings(hub, {}).loop.mode


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[card]\nsection = ["next"]\n', r"unknown key card\.section; the nearest known one is card\.sections"),
        ("[cards]\nsections = []\n", r"unknown key \[cards\]; the nearest known one is card"),
        ("lop = 1\n", "unknown key lop; the nearest known one is loop"),
        ("loop = 1\n", r"loop is a section, not a value; write \[loop\]"),
        ('[loop]\nmode = "forceful"\n', r"loop\.mode = 'forceful'"),
        ("[loop]\nmin_patterns = 0\n", r"loop\.min_patterns = 0"),
        ('[paths]\nmeta = "../elsewhere"\n', "must be a place inside of the hub"),
        ('[paths]\nmemory = "/etc"\n', "must be a place inside of the hub"),
        ('[routes]\nmeta = ""\n', "must be a place inside of the hub"),
        ('[paths]\nskills = ["skills/*/", "../../*/"]\n', "must be a place inside of the hub"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_way_out(tmp_path: Path, text: str, said: str) -> None:
    """A mistyped key that is quietly ignored costs a person an evening."""
    with pytest.raises(UsageError, match=said):
        load_settings(_set(tmp_path, text), {})


def test_a_mistyped_variable_is_refused_with_the_nearest_known(tmp_path: Path) -> None:
    """The environment is configuration too."""
    with pytest.raises(UsageError, match=r"unknown key HARVEST_CARD_SECTION; .* HARVEST_CARD_SECTIONS"):
        load_settings(tmp_path, {"HARVEST_CARD_SECTION": "next"})


def test_a_value_of_a_variable_that_does_not_fit_names_the_variable(tmp_path: Path) -> None:
    """Otherwise a person looks for it in harvest.toml."""
    with pytest.raises(UsageError, match=r"HARVEST_LOOP_PROPOSALS: loop\.proposals = '9'"):
        load_settings(tmp_path, {"HARVEST_LOOP_PROPOSALS": "9"})


def test_variables_with_another_meaning_are_left_alone(tmp_path: Path) -> None:
    """HARVEST_HUB, HARVEST_STATE and the loop's own depth are no settings of a hub."""
    environment = {"HARVEST_HUB": "x", "HARVEST_STATE": "x", "HARVEST_LOOP_DEPTH": "1", "HARVESTER_CARD_X": "1"}

    assert HubSettings() == load_settings(tmp_path, environment)


@pytest.mark.parametrize("text", [b"[loop\n", b'[loop]\nmode = "forced\n', b"a = '\xff'\n"])
def test_a_file_that_does_not_parse_is_named(tmp_path: Path, text: bytes) -> None:
    """A run that guesses at settings would do something that nobody asked for."""
    with pytest.raises(HubError, match=r"harvest\.toml: is no TOML"):
        load_settings(_set(tmp_path, text), {})


def test_the_explanation_is_itself_a_configuration_of_the_defaults() -> None:
    """What is printed can be saved as harvest.toml and changes nothing."""
    explained = explain_config()

    assert HubSettings() == HubSettings.model_validate(tomllib.loads(explained))
    for section, model in HubSettings():
        for key in type(model).model_fields:
            assert f"HARVEST_{section}_{key}".upper() in explained


def test_the_hash_tells_two_configurations_apart(tmp_path: Path) -> None:
    """A run records it, so that a later change is noticed; the same settings have the same hash."""
    changed = load_settings(_set(tmp_path, "[loop]\nmin_patterns = 4\n"), {})

    assert settings_hash(changed) != settings_hash(HubSettings())
    assert settings_hash(HubSettings()) == settings_hash(HubSettings())


def test_the_hub_is_looked_for_from_the_most_explicit_place_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--hub, then HARVEST_HUB, then the nearest harvest.toml above the field, then the user's own."""
    flag, variable, above, users = (_set(tmp_path / name, "") for name in ("flag", "variable", "above", "users"))
    field = above / "deep/field"
    field.mkdir(parents=True)
    user_config_file().parent.mkdir(parents=True)
    user_config_file().write_text(f'hub = "{users}"\n')

    assert users == find_hub(None, tmp_path)
    assert above == find_hub(None, field)
    monkeypatch.setenv("HARVEST_HUB", str(variable))
    assert variable == find_hub(None, field)
    assert flag == find_hub(str(flag), field)


def test_the_nearest_hub_above_the_field_wins(tmp_path: Path) -> None:
    """A hub inside a hub is its own."""
    outer, inner = _set(tmp_path / "outer", ""), _set(tmp_path / "outer/inner", "")

    assert inner == find_hub(None, inner)
    assert outer == find_hub(None, outer)


def test_no_hub_is_an_error_that_says_how_to_get_one(tmp_path: Path) -> None:
    """Nothing is written anywhere when nobody said where."""
    with pytest.raises(UsageError, match="no hub; pass --hub DIR, or run `harvest init`"):
        find_hub(None, tmp_path)


def test_a_hub_that_is_no_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typing error must not fall through to another hub."""
    _set(tmp_path, "")
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError, match=r"--hub .*missing: is no folder"):
        find_hub(str(tmp_path / "missing"), tmp_path)
    monkeypatch.setenv("HARVEST_HUB", str(tmp_path / "file"))
    with pytest.raises(UsageError, match=r"HARVEST_HUB .*file: is no folder"):
        find_hub(None, tmp_path)
    with pytest.raises(UsageError, match=r"s\.jsonl: is no folder; .*a transcript goes behind --transcript"):
        find_hub(str(tmp_path / "s.jsonl"), tmp_path)


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "~nobody-of-that-name/hub"])
def test_a_hub_that_can_not_be_reached_is_said_in_words(name: str, tmp_path: Path) -> None:
    """
    No number of an error, no path twice, and the way out.
    """
    with pytest.raises(UsageError) as refused:
        find_hub(name, tmp_path)

    assert "Errno" not in str(refused.value)
    assert 1 == str(refused.value).count(name)
    assert "name the root of your hub" in str(refused.value)


@pytest.mark.parametrize("text", ['hubb = "x"\n', "hub = 3\n", "hub = \n"])
def test_the_users_configuration_is_checked_like_the_hubs(tmp_path: Path, text: str) -> None:
    """A broken file is named, not passed over."""
    user_config_file().parent.mkdir(parents=True)
    user_config_file().write_text(text)

    with pytest.raises((UsageError, HubError), match=r"config\.toml"):
        find_hub(None, tmp_path)


def test_a_writable_hub_passes(tmp_path: Path) -> None:
    """The check itself leaves nothing behind."""
    require_writable(tmp_path)

    assert not list(tmp_path.iterdir())
