"""A run counts in the profile what the person said of its proposals, once, and proposes no skill they won't have."""

from pathlib import Path

from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.answer_profile import allow_skill
from harvest_loop.tasks.read_profile import read_profile
from tests.flows.runs import answers_file, close, meta, review, waiting_form
from tests.support.repositories import Repository

PROFILE = "tracks/_meta/user_adaptation_profile.md"
MINE = "---\n# how I work\nmood:   fine  # mostly\nskills: {}\n---\n\n# Mine\n"
EVERY = {"*": {"answer": "N", "reason": "not now"}}


def targets_of(hub: Repository, run: str | None) -> list[str]:
    """What the form that waits asks about."""
    return [line["judged"]["candidate"]["target"] for line in waiting_form(hub.path, str(run))["form"]["lines"]]


def counts_of(hub: Repository) -> dict[str, tuple[int, int, int]]:
    """Accepted, rejected and sustained of each skill."""
    skills = read_profile(hub.path, HubSettings()).profile.skills
    return {name: (one.accepted, one.rejected, one.sustained) for name, one in skills.items()}


def test_each_answer_is_counted_by_its_skill(state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path) -> None:
    """
    A Y accepts, a reason rejects, silence sustains; the person's own lines stay as they stood.
    """
    place = small_hub.write(PROFILE, MINE)
    _, first = close(small_hub.path, lendlog)
    assert "- profile: not written yet: the answer to the form is counted" in first.page
    assert MINE == place.read_text()
    taken, refused, *rest = targets = targets_of(small_hub, first.run)
    words = {taken: "Y", refused: {"answer": "N", "reason": "we do it otherwise"}}

    _, done = review(small_hub.path, str(first.run), answers_file(tmp_path, words))

    names = [Path(target).parent.name for target in targets]
    assert "- profile: written" in done.page
    expected = {names[0]: (1, 0, 0), names[1]: (0, 1, 0), **dict.fromkeys(names[2:], (0, 0, 1))}
    assert expected == counts_of(small_hub)
    text = place.read_text()
    assert text.startswith("---\n# how I work\nmood:   fine  # mostly\nskills: {")
    assert text.endswith("---\n\n# Mine\n")
    assert rest


def test_without_a_profile_nothing_is_counted_and_none_is_made(
    state: Path, small_hub: Repository, lendlog: Path, tmp_path: Path
) -> None:
    """
    An answer to a proposal is no word on how one likes to work: the record says why nothing was written.
    """
    _, outcome = close(small_hub.path, lendlog, answers=str(answers_file(tmp_path, EVERY)))

    assert "- profile: not written: there is no profile" in outcome.page
    assert not (small_hub.path / PROFILE).exists()


def test_a_skill_refused_three_times_is_named_and_not_proposed(
    state: Path, small_hub: Repository, lendlog: Path
) -> None:
    """
    It takes no place of the form, the record says how to lift that, and once lifted it is proposed as before.
    """
    _, before = close(small_hub.path, lendlog)
    unwanted = targets_of(small_hub, before.run)[0]
    name = Path(unwanted).parent.name
    for path in meta(small_hub.path).glob("*_forced*"):
        path.unlink()
    meta(small_hub.path, "sessions.jsonl").unlink()
    meta(small_hub.path, "patterns.jsonl").unlink()
    small_hub.write(PROFILE, f"---\nskills:\n  {name}: {{rejected: 3}}\n---\n")

    _, without = close(small_hub.path, lendlog)

    assert unwanted not in targets_of(small_hub, without.run)
    assert (
        f"suppressed: {name}, refused 3 times since it was last taken; \\`harvest profile allow {name}\\`"
        in without.page
    )
    allow_skill(small_hub.path, HubSettings(), name)
    assert () == read_profile(small_hub.path, HubSettings()).profile.suppressed
