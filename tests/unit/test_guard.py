"""What the session ended of that which assets prescribe, with file and line (SPEC 4.6a)."""

import pytest

from harvest_loop.domain.guard.gone import FileTwice
from harvest_loop.schemas.evidence import FileChange, SessionEvidence
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Quench, Regression
from harvest_loop.schemas.transcript import FailedCommand, SkillUse
from tests.support.guarded import (
    RELEASE,
    commit_that,
    corrected,
    evidence_of,
    facts_of,
    failing,
    guarded,
    make_regression,
    use,
)
from tests.support.patterns import FIRST, make_asset, make_hub

OLD = "scripts/old_links.sh"
RULE = ".claude/rules/links.md"
DELETED = commit_that(FileChange(path=OLD, status="deleted"))
RENAMED = commit_that(FileChange(path="scripts/check_links.py", old_path=OLD, status="renamed"))


def only(found: tuple[Regression, ...]) -> Regression:
    (regression,) = found
    return regression


def test_an_asset_that_prescribes_a_deleted_file_is_named_with_its_line() -> None:
    """What it tells to run is not there any more, by the session's own commit."""
    hub = make_hub(make_asset("# Release\n\nRun `scripts/old_links.sh` first.\n"))

    found = only(guarded(hub, evidence_of(DELETED)).regressions)

    assert (RELEASE, 3, "Run `scripts/old_links.sh` first.") == (found.asset, found.line.line, found.line.text)
    assert ("probe", "file deleted", "S") == (found.axis, found.kind, found.severity)
    assert f"{RELEASE}:3 tells to use `{OLD}`, which was deleted in {FIRST[:10]}" == found.message
    assert found.repair is None


def test_a_renamed_file_brings_its_repair_along() -> None:
    """Where it went needs no judgement."""
    hub = make_hub(make_asset("```\nscripts/old_links.sh docs\n```\n"))

    found = only(guarded(hub, evidence_of(RENAMED)).regressions)

    assert found.repair is not None
    assert (OLD, "scripts/check_links.py") == (found.repair.old, found.repair.new)
    assert Pointer(sha=FIRST, path="scripts/check_links.py", quote="scripts/check_links.py") == found.against


@pytest.mark.parametrize(
    ("line", "hub_paths"),
    [
        ("The old script was scripts/old_links.sh.", ()),
        ("Run `tools/scripts/old_links.sh` first.", ()),
        ("Run `scripts/old_links.sh.bak` first.", ()),
        ("Run `scripts/old_links.sh` first.", (OLD,)),
        ("`scripts/old_links.sh` was renamed in spring.", ()),
        ("Use `make links` instead of `scripts/old_links.sh`.", ()),
    ],
)
def test_a_line_that_means_something_else_raises_nothing(line: str, hub_paths: tuple[str, ...]) -> None:
    """Prose, another path, a script of the hub's own and a word on the past prescribe nothing that is gone."""
    hub = make_hub(make_asset(f"{line}\n"), paths=hub_paths)

    assert () == guarded(hub, evidence_of(DELETED)).regressions


@pytest.mark.parametrize(
    "evidence",
    [
        evidence_of(DELETED, commit_that(FileChange(path=OLD, status="added"), sha="f" * 40)),
        evidence_of(DELETED, head=[OLD], off_head=[FIRST]),
        evidence_of(DELETED, head=[OLD]),
    ],
    ids=["came back", "on a branch that is not checked out", "stands at HEAD"],
)
def test_a_file_that_stands_is_not_gone(evidence: SessionEvidence) -> None:
    """Only what is nowhere now ends a promise."""
    hub = make_hub(make_asset("Run `scripts/old_links.sh` first.\n"))

    assert () == guarded(hub, evidence).regressions


def test_a_name_that_every_repository_has_means_this_one_only_in_the_hub_itself() -> None:
    """`src/index.ts` of some field is no file that a skill for all fields speaks of."""
    hub = make_hub(make_asset("Start at `src/index.ts`.\n"))
    evidence = evidence_of(commit_that(FileChange(path="src/index.ts", status="deleted")))

    elsewhere, own = guarded(hub, evidence), guarded(hub, evidence, own=True)

    assert (0, 1) == (len(elsewhere.regressions), len(own.regressions))


BEFORE = "lint:\n\truff check\n\ntest: lint\n\tpytest -q\n"


@pytest.mark.parametrize(
    ("after", "line", "kind", "new"),
    [
        ("test:\n\tpytest -q\n", "Run `make lint`.", "make target removed", None),
        ("check:\n\truff check\ntest: check\n\tpytest -q\n", "Run `make lint`.", "make target renamed", "make check"),
        (None, "Run `make -s lint` first.", "make target removed", None),
    ],
)
def test_a_target_that_is_gone_ends_the_line_that_runs_it(
    after: str | None, line: str, kind: str, new: str | None
) -> None:
    """A target with the same recipe under another name was renamed."""
    file = FileTwice(FIRST, "Makefile", BEFORE, after)

    found = only(
        guarded(
            make_hub(make_asset(f"{line}\n")), evidence_of(), files=[file], now={"Makefile": after or ""}, own=True
        ).regressions
    )

    assert (kind, "S", 1) == (found.kind, found.severity, found.line.line)
    assert new == (found.repair and found.repair.new)


@pytest.mark.parametrize(
    ("path", "before", "after", "line"),
    [
        ("package.json", '{"scripts": {"lint": "eslint ."}}', '{"scripts": {}}', "Run `npm run lint`."),
        ("justfile", "lint path:\n  ruff check {{path}}\n", "\n", "Run `just lint src`."),
        ("pyproject.toml", '[project.scripts]\nlibcheck = "a:b"\n', "[project]\n", "Run `uv run libcheck docs`."),
        ("scripts/check.py", "p.add_argument('--strict')", "p.add_argument('--soft')", "`scripts/check.py --strict`"),
    ],
)
def test_scripts_recipes_programs_and_options_are_offers_too(path: str, before: str, after: str, line: str) -> None:
    """Whatever a file offers by name can be prescribed, and taken out."""
    file = FileTwice(FIRST, path, before, after)

    found = guarded(make_hub(make_asset(f"- {line}\n")), evidence_of(), files=[file], now={path: after}, own=True)

    assert ["S"] == [one.severity for one in found.regressions]


def test_a_target_that_another_file_still_offers_is_not_gone() -> None:
    """It moved into an included file."""
    file = FileTwice(FIRST, "Makefile", BEFORE, "include more.mk\n")
    now = {"Makefile": "include more.mk\n", "more.mk": BEFORE}

    found = guarded(make_hub(make_asset("Run `make lint`.\n")), evidence_of(), files=[file], now=now, own=True)

    assert () == found.regressions


def test_a_target_of_another_repository_weighs_less() -> None:
    """A skill for every field may mean another one's `make lint`."""
    file = FileTwice(FIRST, "Makefile", BEFORE, "test:\n\tpytest -q\n")

    found = guarded(make_hub(make_asset("Run `make lint`.\n")), evidence_of(), files=[file])

    assert "A" == only(found.regressions).severity


@pytest.mark.parametrize(
    ("said", "severity"),
    [
        ("make: *** No rule to make target 'links'.  Stop.", "S"),
        ("make: *** [links] Error 1", "A"),
    ],
)
def test_a_prescribed_command_that_failed_to_the_end_weighs_by_what_its_output_says(said: str, severity: str) -> None:
    """A command that is not there is seen; one that fails may be right about the work."""
    facts = facts_of(failed=[failing("cd /w/field && make links 2>&1 | tail -5", said)])

    found = only(guarded(make_hub(make_asset("- `make links`\n")), evidence_of(facts=facts)).regressions)

    assert ("command fails", severity, 1) == (found.kind, found.severity, found.line.line)
    assert "s.jsonl:7" in found.message
    assert Pointer(sha="transcript", path="s.jsonl", line=7, quote="make links") == found.against


@pytest.mark.parametrize(
    "failure",
    [
        failing("make links", later="succeeded"),
        failing("make links", later="unknown"),
        failing("make links && make docs"),
        failing("make links-of-docs"),
        failing("grep -rn TODO docs"),
    ],
    ids=["came right", "not known", "two commands", "another command", "an answer and no failure"],
)
def test_what_may_not_have_failed_raises_nothing(failure: FailedCommand) -> None:
    """Precision before recall: an asset is not blamed for what the transcript does not show."""
    facts = facts_of(failed=[failure])
    hub = make_hub(make_asset("- `make links`\n- `grep -rn TODO docs`\n"))

    assert () == guarded(hub, evidence_of(facts=facts)).regressions


def test_a_skill_that_failed_at_last_and_one_that_was_corrected_are_told_of_by_their_name_line() -> None:
    """Both stand in the transcript; that the skill is to blame is not certain."""
    release = make_asset("---\nname: release\n---\n# Release\n", RELEASE)
    docs = make_asset("---\nname: docs\n---\n# Docs\n", "skills/docs/SKILL.md")
    facts = facts_of(
        skills=[use("p:release", turn=1), use("docs", "failed", turn=4)], corrections=[corrected(turn=2, line=9)]
    )

    found = guarded(make_hub(release, docs), evidence_of(facts=facts)).regressions

    assert [("skill corrected", "A", RELEASE, 2), ("skill failed", "A", "skills/docs/SKILL.md", 2)] == sorted(
        (one.kind, one.severity, one.asset, one.line.line) for one in found
    )
    words = next(one for one in found if one.axis == "correction")
    assert "“no, not like that” came next, at s.jsonl:9" in words.message
    assert "vault" not in words.model_dump_json()


@pytest.mark.parametrize(
    ("skills", "turn"),
    [
        ([use("release", turn=1)], 3),
        ([use("release", turn=1), use("docs", turn=1)], 1),
        ([use("release", "quoted", turn=1)], 1),
        ([use("release", turn=2)], 1),
        ([use("release", "failed", turn=1), use("release", "called", turn=1)], 5),
    ],
    ids=["long ago", "another one came in between", "not a use", "used after it", "failed, then worked"],
)
def test_a_correction_or_failure_that_may_be_about_something_else_raises_nothing(
    skills: list[SkillUse], turn: int
) -> None:
    """The skill used last right before it is the one that can be meant."""
    facts = facts_of(skills=skills, corrections=[corrected(turn=turn)])
    hub = make_hub(make_asset("---\nname: release\n---\n# Release\n", RELEASE))

    assert () == guarded(hub, evidence_of(facts=facts)).regressions


def test_a_new_line_that_forbids_what_another_asset_prescribes_is_a_contradiction() -> None:
    """Both sides are quoted; which of them holds, a person says."""
    told = make_asset("# Docs\n\nRun `make links` before a release.\n", RELEASE)
    rule = make_asset("Never run `make links` by hand.\n", RULE, kind="rule")

    found = only(
        guarded(
            make_hub(told, rule), evidence_of(), added={RULE: frozenset({"Never run `make links` by hand."})}, own=True
        ).regressions
    )

    assert ("contradiction", "conflict of criteria", RELEASE, 3) == (
        found.axis,
        found.kind,
        found.asset,
        found.line.line,
    )
    assert f"{RELEASE}:3 and the new line {RULE}:1 are at odds over `make links` (criteria)" == found.message


def test_two_old_lines_at_odds_are_not_the_sessions() -> None:
    """What stood before would be told at every close."""
    told = make_asset("Run `make links` before a release.\n", RELEASE)
    rule = make_asset("Never run `make links` by hand.\n", RULE, kind="rule")

    assert () == guarded(make_hub(told, rule), evidence_of(), added={RULE: frozenset({"Be kind."})}).regressions


def test_what_the_quench_told_of_a_line_is_not_told_again() -> None:
    """One line, one regression."""
    hub = make_hub(make_asset("# Release\n\nRun `scripts/old_links.sh` first.\n"))
    quench = Quench(regressions=(make_regression(line=3),))

    assert () == guarded(hub, evidence_of(DELETED), quench=quench).regressions


def test_a_guard_that_found_nothing_says_so_in_one_line_and_names_what_it_could_not_see() -> None:
    """Nothing found is not the same as nothing looked at."""
    said = guarded(make_hub(make_asset("- `make links`\n")), evidence_of())

    (line,) = said.measured
    assert line.startswith("nothing that an asset prescribes ended: ")
    assert "held against 1 line of code in assets" in line
    assert "whether prescribed commands failed or skills were corrected: no transcript was read" in said.not_measured
