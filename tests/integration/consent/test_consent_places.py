"""Which files `harvest consent check` reads, on which day, and what it makes of those that it can't (SPEC 8.3)."""

import os
from pathlib import Path

import pytest

from tests.support.granted_files import check

META = Path("tracks/_meta")


def test_the_hubs_files_are_meant_where_none_are_named(registry: Path, profile: Path, tmp_path: Path) -> None:
    """
    A script in the hub names neither; a folder that is no hub has neither, whatever lies in it.
    """
    hub = tmp_path / "hub"
    (hub / META / "deep").mkdir(parents=True)
    registry.rename(hub / META / "consent_classes.yaml")
    profile.rename(hub / META / "user_adaptation_profile.md")

    assert (3, "UNMEASURED (3): there is no hub, so no registry; keep asking") == check(cwd=hub)[::2]

    (hub / "harvest.toml").write_text("")
    assert 0 == check(cwd=hub)[0]
    assert 0 == check("--require-class", "tidy-notes", cwd=hub / META / "deep")[0]
    assert 0 == check(META / "consent_classes.yaml", cwd=hub)[0]
    assert 3 == check("none.yaml", cwd=hub)[0]


def test_where_the_hubs_files_are_is_configured(
    registry: Path, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    harvest.toml names the folder of the records, the environment overrides it, and neither leads out of the hub.
    """
    hub = tmp_path / "hub"
    (hub / "records").mkdir(parents=True)
    registry.rename(hub / "records" / "consent_classes.yaml")
    profile.rename(hub / "records" / "user_adaptation_profile.md")
    monkeypatch.setenv("HARVEST_HUB", str(hub))
    settings = hub / "harvest.toml"

    settings.write_text('[paths]\nmeta = "records"\n')
    assert 0 == check(cwd=tmp_path)[0]
    monkeypatch.setenv("HARVEST_PATHS_META", "elsewhere")
    assert 3 == check(cwd=tmp_path)[0]
    monkeypatch.setenv("HARVEST_PATHS_META", "../hub/records")
    assert 1 == check(cwd=tmp_path)[0]
    monkeypatch.delenv("HARVEST_PATHS_META")
    for broken in ('[paths]\nmeta = "/records"\n', "[paths]\nmeta = 1\n", "paths = 1\n", "[paths\n"):
        settings.write_text(broken)
        assert 1 == check(cwd=tmp_path)[0]
    monkeypatch.setenv("HARVEST_HUB", str(tmp_path / "nowhere"))
    assert 1 == check(cwd=tmp_path)[0]


def test_a_machine_that_is_gone_afterwards_has_no_profile(
    registry: Path, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What lies in the hub of such a machine is nobody's profile; a file that is named is read all the same.
    """
    (tmp_path / META).mkdir(parents=True)
    (tmp_path / "harvest.toml").write_text("")
    (tmp_path / META / "user_adaptation_profile.md").write_bytes(profile.read_bytes())
    monkeypatch.setenv("HARVEST_EPHEMERAL", "1")

    assert (3, "UNMEASURED (3): this machine is ephemeral, so there is no profile; keep asking") == check(
        registry, cwd=tmp_path
    )[::2]
    assert 0 == check(registry, profile, cwd=tmp_path)[0]


@pytest.mark.parametrize(
    ("now", "zone", "code"),
    [
        ("2026-03-01T00:00:01+09:00", "Asia/Seoul", 0),
        ("2026-02-28T23:59:59+09:00", "Asia/Seoul", 1),
        ("2026-03-31T23:59:59+09:00", "Asia/Seoul", 0),
        ("2026-04-01T00:00:00+09:00", "Asia/Seoul", 1),
        ("2026-03-31T23:59:59-03:00", "America/Sao_Paulo", 0),
        ("2026-04-01T00:00:00-03:00", "America/Sao_Paulo", 1),
        ("2026-04-01T00:00:00+09:00", "UTC", 0),
    ],
)
def test_the_day_is_that_of_the_person(
    now: str, zone: str, code: int, registry: Path, profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A lease ends at the midnight under which its person lives, and does not hold before its first day.
    """
    monkeypatch.setenv("HARVEST_NOW", now)
    monkeypatch.setenv("TZ", zone)

    assert code == check(registry, profile)[0]


def test_a_clock_that_says_nothing_decides_nothing(
    registry: Path, profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Without a day no lease can be said to hold.
    """
    monkeypatch.setenv("HARVEST_NOW", "soon")

    assert 1 == check(registry, profile)[0]


def unusable(kind: str, place: Path) -> Path:
    """Something in the place of a file that is no text."""
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "below a file":
        place.write_text("")
        return place / "below"
    elif kind == "no utf-8":
        place.write_bytes(b"classes: [\xff]\n")
    elif kind == "utf-16":
        place.write_bytes("classes: []\n".encode("utf-16"))
    elif kind == "too long":
        place.write_bytes(b"#" * (5 * 1024 * 1024))
    elif kind == "nul":
        place.write_bytes(b"---\nclasses: []\0\n---\n")
    else:
        place.symlink_to(place)
    return place


@pytest.mark.parametrize(
    "kind", ["folder", "pipe", "below a file", "no utf-8", "utf-16", "too long", "nul", "a link to itself"]
)
def test_what_can_not_be_read_is_not_absent(kind: str, registry: Path, profile: Path, tmp_path: Path) -> None:
    """
    Something is there, so that "there is none" would be a lie, and the answer comes at once.
    """
    odd = unusable(kind, tmp_path / "odd")

    assert 1 == check(odd, profile)[0]
    assert 1 == check(registry, odd)[0]
