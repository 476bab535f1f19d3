"""One deletion that ends many lines: a form has room for a few of them, the others come with the next (SPEC 4.6)."""

from pathlib import Path

import pytest

from harvest_loop.schemas.outcome import RunOutcome
from tests.flows.runs import NOW, close, meta, waiting_form
from tests.support.repositories import Repository

HOUR = 3600
FOLDERS = (
    "bread",
    "cakes",
    "tarts",
    "pies",
    "rolls",
    "buns",
    "rusks",
    "wafers",
    "scones",
    "bagels",
    "brioches",
    "loaves",
)


def skill(name: str) -> str:
    return (
        f"---\nname: {name}\ndescription: Bake {name}. Use when {name} are baked.\n---\n\n# {name.capitalize()}\n\n"
        f"1. Run `sh tools/weigh_flour.sh {name}` before the oven is lit.\n\n## Done When\n\n- [ ] {name} are baked\n"
    )


@pytest.fixture
def own(small_hub: Repository) -> Repository:
    """A hub whose twelve skills name one tool, in a field that throws it away."""
    small_hub.commit(
        "skills", {f"skills/{name}/SKILL.md": skill(name) for name in FOLDERS}, at="2026-01-02T09:00:00+0000"
    )
    return small_hub


def harvest(hub: Repository, field: Repository, *, hours: int) -> RunOutcome:
    return close(hub.path, field.path, since=None, now=NOW + hours * HOUR)[1]


def asked(hub: Repository, outcome: RunOutcome) -> set[str]:
    """The assets that the run's form asks about because of the tool, if it has a form."""
    if not meta(hub.path, f"pending_{outcome.run}.json").exists():
        return set()
    lines = waiting_form(hub.path, str(outcome.run))["form"]["lines"]
    about = [line["judged"]["candidate"] for line in lines if "judged" in line]
    return {one["target"] for one in about if "weigh_flour" in one["pattern"]["title"]}


def test_what_a_form_has_no_room_for_is_counted_and_comes_with_the_next(
    state: Path, own: Repository, field: Repository
) -> None:
    """
    Five, five and one of twelve, each once; a line that was mended meanwhile, or whose tool is back, is not asked.
    """
    field.commit("Start", {"tools/weigh_flour.sh": "#!/bin/sh\nscale\n", "a.py": "1\n"}, at="2026-01-10T09:00:00+0000")
    field.git("rm", "-q", "tools/weigh_flour.sh")
    field.git("commit", "-q", "-m", "Weigh by hand", at="2026-03-20T08:00:00+0000")

    first = harvest(own, field, hours=0)
    form = waiting_form(own.path, str(first.run))["form"]
    mended = sorted(
        f"skills/{name}/SKILL.md" for name in FOLDERS if f"skills/{name}/SKILL.md" not in asked(own, first)
    )[0]
    own.commit("by hand", {mended: (own.path / mended).read_text().replace("tools/weigh_flour.sh", "scale")})
    field.commit("More", {"a.py": "2\n"}, at="2026-03-20T10:00:00+0000")
    second = harvest(own, field, hours=2)
    field.commit("And more", {"a.py": "3\n"}, at="2026-03-20T12:00:00+0000")
    third = harvest(own, field, hours=4)
    field.commit("And again", {"a.py": "4\n"}, at="2026-03-20T14:00:00+0000")
    fourth = harvest(own, field, hours=6)

    assert ["7 more of the kind file deleted, for a later form"] == form["left_out"]
    assert "held: 7 more of the kind file deleted" in first.page
    assert "1 more of these, for later forms" in second.page
    forms = [asked(own, outcome) for outcome in (first, second, third, fourth)]
    assert [5, 5, 1, 0] == [len(each) for each in forms]
    assert 11 == len(set().union(*forms)) and mended not in set().union(*forms)


def test_what_stands_again_is_not_asked(state: Path, own: Repository, field: Repository) -> None:
    """
    The tool came back before the next close: the lines that waited hold.
    """
    tool = {"tools/weigh_flour.sh": "#!/bin/sh\nscale\n"}
    field.commit("Start", {**tool, "a.py": "1\n"}, at="2026-01-10T09:00:00+0000")
    field.git("rm", "-q", "tools/weigh_flour.sh")
    field.git("commit", "-q", "-m", "Weigh by hand", at="2026-03-20T08:00:00+0000")
    first = harvest(own, field, hours=0)
    field.commit("The scale is back", tool, at="2026-03-20T10:00:00+0000")

    second = harvest(own, field, hours=2)

    assert (5, 0) == (len(asked(own, first)), len(asked(own, second)))
    assert "earlier forms" not in second.page
