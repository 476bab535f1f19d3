"""From a real field and a real hub to texts that a sceptical colleague can check line by line."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.adapters.skills import read_hub
from harvest_loop.adapters.yaml_files import read_frontmatter
from harvest_loop.domain.contention import contend
from harvest_loop.domain.health import check_asset
from harvest_loop.domain.judges.challenger import challenge
from harvest_loop.domain.judges.critic import critic_input, critique
from harvest_loop.domain.judges.innovator import done_when_questions, innovate
from harvest_loop.domain.overlap import rank_covers
from harvest_loop.domain.synthesis import synthesize
from harvest_loop.schemas.hub import Frontmatter, Hub
from harvest_loop.schemas.judgement import Candidate, Proposal
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, FieldHarvest, Pattern, Pointer
from harvest_loop.schemas.settings import HubSettings
from tests.support.patterns import make_asset, make_item, make_pattern
from tests.support.repositories import Repository

SETTINGS = HubSettings()
CHECK_LINKS = """#!/bin/sh
# Fail on Markdown anchors without a heading.
touch executed-by-harvest
exit 1
"""
POINTER = re.compile(r"`(?P<sha>[0-9a-f]{10,64}) (?P<path>[^`]+):(?P<line>\d+)`")


@pytest.fixture
def links(field: Repository) -> Pattern:
    """A link checker that came in one commit, with the rule to use it in the next."""
    field.commit("Start", {"Makefile": "test:\n\tpytest\n", "CLAUDE.md": "# Rules\n"})
    field.commit(
        "Fail the build on dead anchors",
        {
            "scripts/check-links.sh": CHECK_LINKS,
            "Makefile": "test:\n\tpytest\n\nlinks:\n\tscripts/check-links.sh docs\n",
        },
        at="2026-03-11T09:00:00+0000",
    )
    field.commit("Say when to check links", {"CLAUDE.md": "# Rules\n\n- Run `make links` before every release tag.\n"})
    return make_pattern(
        "Fail the build on dead anchors",
        [
            item(field, "file", "HEAD~1", "scripts/check-links.sh", "# Fail on Markdown", "scripts/check-links.sh"),
            item(field, "command", "HEAD~1", "Makefile", "scripts/check-links.sh docs"),
            item(field, "rule", "HEAD", "CLAUDE.md", "Run make links before every release tag.", line="- Run `make"),
            make_item("reason", "Dead anchors broke the handbook twice.", sha=sha(field, "HEAD~1"),
                      quote="Fail the build on dead anchors"),
        ],
        topic=("anchors", "links", "handbook"),
    )  # fmt: skip


@pytest.fixture
def lockfile(field: Repository, links: Pattern) -> Pattern:
    """A second practice in the same field, about something else."""
    path = ".github/workflows/ci.yml"
    field.commit(
        "Resolve from the lock file in CI",
        {path: "jobs:\n  test:\n    steps:\n      - run: uv sync --locked\n      - run: uv run pytest -q\n"},
    )
    return make_pattern(
        "Resolve from the lock file in CI",
        [
            item(field, "command", "HEAD", path, "uv sync --locked"),
            item(field, "command", "HEAD", path, "uv run pytest -q"),
            make_item("reason", "A plugin release broke every open branch.", sha=sha(field, "HEAD"),
                      quote="Resolve from the lock file in CI"),
        ],
        topic=("lock", "resolver"),
        kind="tool integration",
    )  # fmt: skip


def sha(field: Repository, revision: str) -> str:
    return field.git("rev-parse", revision)


def item(
    field: Repository,
    role: EvidenceRole,
    revision: str,
    path: str,
    text: str,
    shown: str | None = None,
    *,
    line: str = "",
) -> EvidenceItem:
    """A fact at the line of the file that holds it."""
    lines = field.git("show", f"{revision}:{path}").split("\n")
    number = next(number for number, each in enumerate(lines, start=1) if (line or text) in each)
    place = Pointer(sha=sha(field, revision), path=path, line=number, quote=lines[number - 1])
    return EvidenceItem(role=role, text=shown or text, pointer=place)


def candidates(field: Repository, hub: Hub, *patterns: Pattern) -> tuple[Candidate, ...]:
    """The whole way from contention to synthesis, with tests answered by the field itself."""
    with FieldReader(field.path) as reader:
        facts = {
            each.fingerprint: tuple(reader.evaluate(question) for question in done_when_questions(each))
            for each in patterns
        }
    covers = {each.fingerprint: rank_covers(f"{each.title} {' '.join(each.topic)}", hub.assets) for each in patterns}
    collisions = contend(FieldHarvest(patterns=patterns), hub, covers, SETTINGS)
    proposals = innovate(collisions, hub, facts, SETTINGS).proposals
    return synthesize(collisions, challenge(collisions, hub), proposals, frozenset())


def proposals(found: Sequence[Candidate]) -> list[Proposal]:
    return [each.proposal for each in found if each.proposal is not None]


def steps(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if re.match(r"\d+\. ", line))


@pytest.fixture
def bare_hub(hub: Repository) -> Hub:
    """A hub with one skill on another subject."""
    hub.commit(
        "Start", {"skills/bread/SKILL.md": "---\nname: bread\ndescription: Bake bread.\n---\n# Bread\n\nKnead it.\n"}
    )
    return read_hub(hub.path, SETTINGS)


def test_every_step_carries_a_place_that_holds_what_it_says(
    field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """A reader opens commit, path and line and finds the words of the step."""
    found = proposals(candidates(field, bare_hub, links, lockfile))

    assert 2 == len(found)
    with FieldReader(field.path) as reader:
        for proposal in found:
            for step in steps(proposal.change.text):
                place = POINTER.search(step)
                assert place is not None, step
                line = reader.line_at(sha(field, place["sha"]), place["path"], int(place["line"]))
                assert line is not None, step
                command = re.search(r"\brun `([^`]+)` \(", step, re.IGNORECASE)
                assert command is None or command[1] in line
            assert all(reader.resolves(pointer) for pointer in proposal.pointers)


def test_done_when_is_true_now_and_was_false_before(
    field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """The field says so, at HEAD and before the commit that the line names."""
    for proposal in proposals(candidates(field, bare_hub, links, lockfile)):
        assert proposal.done_when
        for test in proposal.done_when:
            (line,) = (each for each in proposal.change.text.split("\n") if test.text in each)
            named = re.search(r"absent before `([0-9a-f]{10})`", line)
            assert named is not None
            now = show(field, "HEAD", test.path)
            before = show(field, f"{named[1]}^", test.path)
            assert now is not None and (test.needle is None or test.needle in now.split("\n"))
            assert before is None or (test.needle is not None and test.needle not in before.split("\n"))


def show(field: Repository, revision: str, path: str) -> str | None:
    try:
        return field.git("show", f"{revision}:{path}")
    except subprocess.CalledProcessError:
        return None


def test_nothing_of_the_field_is_run(field: Repository, bare_hub: Hub, links: Pattern) -> None:
    """The script of this field leaves a trace when it runs; there is none."""
    assert candidates(field, bare_hub, links)

    assert not list(field.path.rglob("executed-by-harvest"))


def test_a_draft_passes_doctor_as_a_foreign_file_would(
    field: Repository, hub: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """Written into the hub and read again it is a skill like any other, and near to none."""
    for proposal in proposals(candidates(field, bare_hub, links, lockfile)):
        hub.write(proposal.change.path, proposal.change.text)

    grown = read_hub(hub.path, SETTINGS)

    assert 3 == len(grown.skills) and () == grown.unreadable
    for skill in grown.skills[1:]:
        assert () == check_asset(skill, grown, SETTINGS), skill.path


def test_a_draft_reads_as_frontmatter_with_a_name_and_a_description(
    field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """A YAML reader gets back the name and the sentence, quoted or not."""
    for proposal in proposals(candidates(field, bare_hub, links, lockfile)):
        read = read_frontmatter(proposal.change.text)

        assert isinstance(read, Frontmatter)
        assert proposal.names[0] == read.keys["name"]
        assert "Use when" in str(read.keys["description"])


def test_a_drafted_practice_is_covered_from_then_on(
    field: Repository, hub: Repository, bare_hub: Hub, links: Pattern
) -> None:
    """Harvested again, the same practice has a home and is not proposed as new."""
    (proposal,) = proposals(candidates(field, bare_hub, links))
    hub.write(proposal.change.path, proposal.change.text)

    again = candidates(field, read_hub(hub.path, SETTINGS), links)

    assert [] == [each.kind for each in again if each.kind == "new skill"]


def test_two_drafts_share_less_than_two_fifths_of_their_lines(
    field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """Each was built from its own evidence."""
    one, other = (
        [line for line in proposal.change.text.split("\n") if line]
        for proposal in proposals(candidates(field, bare_hub, links, lockfile))
    )

    assert len(set(one) & set(other)) < 0.4 * min(len(one), len(other))


def test_no_draft_fails_its_critic(field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern) -> None:
    """The offline judges agree with each other on an honest text."""
    found = [each for each in candidates(field, bare_hub, links, lockfile) if each.proposal]

    assert found and all("FAIL" != critique(critic_input(each)).word for each in found)


def test_an_enhancement_is_a_diff_that_git_applies(
    field: Repository, hub: Repository, links: Pattern, tmp_path: Path
) -> None:
    """What the person is shown is what will stand there, byte for byte."""
    about = "Check links and anchors of the handbook; fail the build on dead anchors."
    text = f"---\nname: docs\ndescription: {about}\n---\n# Docs\n\nDead anchors fail the build. Check all links.\n"
    hub.commit("Start", {"skills/docs/SKILL.md": text})
    (proposal,) = proposals(candidates(field, read_hub(hub.path, SETTINGS), links))
    patch = tmp_path / "shown.diff"
    patch.write_text(proposal.change.shown, encoding="utf-8")

    hub.git("apply", "--whitespace=nowarn", str(patch))

    assert ("edit", "skills/docs/SKILL.md") == (proposal.change.kind, proposal.change.path)
    assert proposal.change.text == (hub.path / "skills/docs/SKILL.md").read_text(encoding="utf-8")
    assert proposal.change.text.startswith(text)


def test_uncommitted_work_is_drafted_with_its_place_on_disk(field: Repository, bare_hub: Hub) -> None:
    """What isn't committed yet counts too, and says so."""
    field.commit("Start", {"Makefile": "test:\n\tpytest\n"})
    field.write("Makefile", "test:\n\tpytest\n\nlinks:\n\tscripts/check-links.sh docs\n")
    field.write("CLAUDE.md", "- Run the link check before every tag.\n")
    items = [
        make_item("command", "scripts/check-links.sh docs", "Makefile", 5, sha="worktree",
                  quote="\tscripts/check-links.sh docs"),
        make_item("rule", "Run the link check before every tag.", "CLAUDE.md", 1, sha="worktree",
                  quote="- Run the link check before every tag."),
    ]  # fmt: skip

    (proposal,) = proposals(candidates(field, bare_hub, make_pattern("Check links before a tag", items)))

    assert "(`worktree Makefile:5`)" in proposal.change.text
    assert "not committed yet" in proposal.change.text
    assert all(test.true_now and test.false_before for test in proposal.done_when)


def test_the_same_evidence_gives_the_same_bytes(
    field: Repository, bare_hub: Hub, links: Pattern, lockfile: Pattern
) -> None:
    """Two runs, and the hub's assets in another order, differ in nothing."""
    turned = bare_hub.model_copy(update={"assets": tuple(reversed(bare_hub.assets))})

    assert candidates(field, bare_hub, links, lockfile) == candidates(field, turned, links, lockfile)


def test_a_foreign_asset_with_the_drafts_text_is_a_near_copy_of_it(
    field: Repository, bare_hub: Hub, links: Pattern
) -> None:
    """The cover check finds a draft that somebody has merged under another name."""
    (proposal,) = proposals(candidates(field, bare_hub, links))
    merged = make_asset(proposal.change.text, "skills/other/SKILL.md", description="Fail the build on dead anchors.")

    best = rank_covers(proposal.change.text, (*bare_hub.assets, merged))[0]

    assert "skills/other/SKILL.md" == best.path
