"""Field-harvest on real repositories: what the git door reads, and what can be read again."""

import re
import subprocess
from pathlib import Path

import pytest

from harvest_loop.adapters.git_history import FieldReader, read_git_evidence
from harvest_loop.domain.paths_of_work import tells_how_work_is_done
from harvest_loop.domain.patterns import find_patterns, harvest_patterns, judge_fate
from harvest_loop.domain.standing import places_asked, settle
from harvest_loop.domain.steps import steps_of
from harvest_loop.schemas.evidence import SessionEvidence
from tests.support.repositories import Repository

GATE = "#!/bin/sh\n# Run every check before a release.\nruff check .\npytest -q\n"
SKILL = "---\nname: check-links\ndescription: Use when a page gains links\n---\n# Check links\n\nNever skip a link.\n"
HISTORIES = Path(__file__).parents[3] / "shared" / "data" / "histories"


def session_of(root: Path) -> SessionEvidence:
    """All of a repository as one session."""
    git = read_git_evidence(
        root, since="1990-01-01", last_close=None, marker=None, now=2**31, zone="UTC", want_text=tells_how_work_is_done
    )
    return SessionEvidence(session_key="manual:field:1", session_id8="00000001", source="field", git=git)


def test_every_pointer_of_a_real_repository_can_be_read_again(field: Repository) -> None:
    """
    Odd names, moved files and work that isn't committed included.
    """
    field.commit("Start the shop", {"src/shop.py": "total = 0\n"})
    field.commit("Add a release gate script", {"scripts/gate é.sh": GATE}, at="2026-03-11T09:00:00+0000")
    field.git("mv", "scripts/gate é.sh", "scripts/gate.sh")
    field.git("commit", "-q", "-m", "Move the gate", at="2026-03-12T09:00:00+0000")
    field.write("skills/check-links/SKILL.md", SKILL)

    session = session_of(field.path)
    patterns = harvest_patterns(session).patterns

    assert {"scripts/gate.sh", "skills/check-links/SKILL.md"} == {pattern.paths[0] for pattern in patterns}
    with FieldReader(field.path) as reader:
        assert all(reader.resolves(item.pointer) for pattern in patterns for item in pattern.evidence)
    (gate,) = [pattern for pattern in patterns if pattern.paths[0] == "scripts/gate.sh"]
    assert "survived" == judge_fate(gate, session, frozenset(("scripts/gate.sh", line) for line in GATE.splitlines()))


PUBLISH = """#!/bin/sh
# Send what was built, and nothing else.
set -e
docker run --rm \\
  --volume dist:/dist \\
  twine upload dist
git push --tags
"""


def test_a_draft_cites_the_lines_that_stand(field: Repository) -> None:
    """
    Of a wrapped command every line; of what a later commit changed nothing, since enough stands without it.
    """
    field.commit("Start the shop", {"src/shop.py": "total = 0\n"})
    first = PUBLISH.replace("git push --tags", "git push --tags --force")
    field.commit("Add a script that publishes a release", {"scripts/publish.sh": first}, at="2026-03-11T09:00:00+0000")
    field.commit("Push no tag by force", {"scripts/publish.sh": PUBLISH}, at="2026-03-12T09:00:00+0000")
    session = session_of(field.path)
    found = find_patterns(session)

    with FieldReader(field.path) as reader:
        (pattern,) = settle(found, session, reader.standing(places_asked(found, session))).patterns
        steps = steps_of(pattern, frozenset())

        assert all(reader.resolves(pointer) for item in pattern.evidence for pointer in item.pointers)
    assert "survived" == pattern.fate
    (run,) = [step for step in steps if "docker" in step.text]
    assert "`docker run --rm --volume dist:/dist twine upload dist`" in run.text
    assert re.search(r"\(`[0-9a-f]{10} scripts/publish\.sh:4-6`\)$", run.line)
    assert ["`git push --tags`" in step.text for step in steps if "git push" in step.text] == [True]
    assert not any(step.gone for step in steps)


@pytest.mark.skipif(not HISTORIES.is_dir(), reason="the real histories are not part of the repository")
def test_a_real_history_gives_a_page_of_patterns_over_its_whole_time(tmp_path: Path) -> None:
    """
    Five hundred commits of a library: some fifteen to forty-five patterns, from its first year to its last.
    """
    bundle = str(HISTORIES / "svcs.bundle")
    subprocess.run(["git", "clone", "-q", bundle, str(tmp_path / "history")], check=True, capture_output=True)
    session = session_of(tmp_path / "history")

    patterns = harvest_patterns(session).patterns

    assert 15 <= len(patterns) <= 45
    assert len(patterns) == len({pattern.fingerprint for pattern in patterns})
    years = {commit.sha: commit.committed_at // (365 * 86400) for commit in session.git.commits}
    assert 3 <= len({years[pattern.commits[0]] for pattern in patterns})
