"""A split and a merge as the curator asks for them in a real hub: one commit of two files each (SPEC 4.13)."""

import subprocess

import pytest

from harvest_loop.adapters.git_draft import draft_commits
from harvest_loop.domain.commits import draft_commit
from harvest_loop.domain.settlement import settle_bases
from harvest_loop.domain.tombstones import tombstone_of_edit
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.tasks.write_signals import remember_rejections
from tests.support.asked import drafts
from tests.support.curated import form_of, opened, scan, skill
from tests.support.judged_values import make_waiting
from tests.support.repositories import Repository

LONG = "\n## Codes\n\n" + "".join(f"| {number} | what the press says at {number} |\n" for number in range(320))
PRESS, DETAIL, PRINT = "skills/press/SKILL.md", "skills/press/SKILL_detail.md", "skills/print/SKILL.md"


def hub_with(hub: Repository, **texts: str | bytes) -> Repository:
    """A hub with these skills committed."""
    for name, text in texts.items():
        hub.write(f"skills/{name}/SKILL.md", text)
    hub.git("add", "--all")
    hub.commit("the hub", {".gitignore": "tracks/_meta/\n", "harvest.toml": ""})
    return hub


def drafted(hub: Repository, *lines: CurationLine) -> DraftOutcome:
    """The branch after a Y on these lines."""
    commits = [commit for line in form_of(hub, *lines).curations if (commit := draft_commit(line)) is not None]
    return draft_commits(
        hub.path, branch="harvest/field-2026-03-20", commits=commits, leave=drafts("harvest/field-2026-03-20")
    )


def on_branch(hub: Repository, outcome: DraftOutcome, path: str) -> bytes:
    """The file's bytes as the branch has them."""
    found = ["git", "cat-file", "blob", f"{outcome.branch}:{path}"]
    return subprocess.run(found, cwd=hub.path, check=True, capture_output=True).stdout


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_split_is_one_commit_of_two_files_in_the_form_that_was_found(hub: Repository, mark: str, end: str) -> None:
    """
    Byte order mark and line ends stay, also in the new file; the checkout is not touched; no byte of a line is lost.
    """
    before = (mark + (skill("press") + LONG).replace("\n", end)).encode()
    hub_with(hub, press=before)
    (line,) = scan(hub).lines

    outcome = drafted(hub, line)

    assert ("split", ["drafted"]) == (line.kind, [one.outcome for one in outcome.commits])
    changed = hub.git("diff", "--name-only", "HEAD", str(outcome.branch)).split()
    assert [PRESS, DETAIL] == changed and "1" == hub.git("rev-list", "--count", f"HEAD..{outcome.branch}")
    text, detail = on_branch(hub, outcome, PRESS), on_branch(hub, outcome, DETAIL)
    assert text.startswith(mark.encode()) and detail.startswith(b"# Details of press")
    stands = set((text + detail).split(end.encode()))
    assert all(one in stands for one in before.split(end.encode()))
    assert (b"\r" in detail) == (end == "\r\n") and detail.count(b"\r") in (0, detail.count(b"\n"))
    assert before == (hub.path / PRESS).read_bytes() and not (hub.path / DETAIL).exists()


def test_a_merge_is_one_commit_and_inbound_references_are_named(hub: Repository) -> None:
    """
    The skill that others lead to is the first; the other stays, marked, and says in the form who leads to it.
    """
    shared = "".join(f"Turn the k{word} handle before the w{word} wheel stands still.\n" for word in range(40))
    hub.write("CLAUDE.md", "Use the `print` skill, see [it](skills/print/SKILL.md).\n")
    hub_with(hub, press=skill("press") + shared + "Only press says so.\n", print=skill("print") + shared)
    (line,) = scan(hub).lines

    outcome = drafted(hub, line)

    assert ("merge", PRESS, ["drafted"]) == (line.kind, line.target, [one.outcome for one in outcome.commits])
    assert b"\nmerged_into: skills/print/SKILL.md\n" in on_branch(hub, outcome, PRESS)
    assert b"## Merged from press\n" in on_branch(hub, outcome, PRINT)
    assert b"\nOnly press says so.\n" in on_branch(hub, outcome, PRINT)
    assert ("referred to by", "no other asset") in line.grounds
    assert "Harvest-Check: skill_uses of `press`" in hub.git("log", "-1", "--format=%B", str(outcome.branch))
    hub.git("merge", "--quiet", str(outcome.branch))
    assert () == scan(hub).lines


def test_a_refused_split_is_not_asked_again_until_the_skill_reads_otherwise(hub: Repository) -> None:
    """
    The refusal is of that text.
    """
    hub_with(hub, press=skill("press") + LONG)
    (line,) = scan(hub).lines
    stone = tombstone_of_edit(line, reason="one file is easier", session="s", at="2026-03-20T09:00:00Z")
    remember_rejections.fn(opened(hub), (stone,))
    assert () == scan(hub).lines

    hub_with(hub, press=skill("press") + LONG + "One more line.\n")

    assert ["split"] == [one.kind for one in scan(hub).lines]


def test_a_skill_that_changed_since_is_shown_again_as_it_reads_now(hub: Repository) -> None:
    """
    Nothing is drafted against what nobody saw; the fresh line takes the place of the old one.
    """
    hub_with(hub, press=skill("press") + LONG)
    form = form_of(hub, *scan(hub).lines)
    hub_with(hub, press=skill("press") + LONG + "One more line.\n")

    outcome = drafted(hub, *form.curations)
    waiting = make_waiting().model_copy(update={"form": form})
    settled = settle_bases(waiting, outcome, (), scan(hub).lines)

    assert (None, ["shown again"]) == (outcome.branch, [one.outcome for one in settled.commits])


@pytest.mark.parametrize("keys", ["pinned: true\n", ""])
def test_a_pinned_or_uncommitted_skill_is_told_not_drafted(hub: Repository, keys: str) -> None:
    """
    What no branch can hold, or a person pinned, is no line.
    """
    hub_with(hub, other=skill("other"))
    hub.write("skills/press/SKILL.md", skill("press", keys=keys) + LONG)
    if keys:
        hub_with(hub)

    found = scan(hub)

    assert () == found.lines
    assert bool(keys) != any("not split: skills/press/SKILL.md: it is not committed" in one for one in found.measured)
