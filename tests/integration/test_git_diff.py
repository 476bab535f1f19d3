"""Added lines and counts against the files themselves, for any text."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.git_reading import read, second
from tests.support.repositories import Repository

# Lines that look like what git says about files, beside ordinary ones.
LINES = st.sampled_from(
    [
        *("one", "two", "three", "", " indented", "+plus", "-minus", "--- a/f", "+++ b/f", "@@ -1 +1 @@", "0" * 40),
        *("\\ No newline at end of file", "diff --git a/f b/f", ":100644 100644 1 2 M\tf", "Binary files a/f differ"),
    ]
)
VERSIONS = st.lists(st.tuples(st.lists(LINES, max_size=12), st.booleans()), min_size=1, max_size=12)


def text_of(lines: Sequence[str], *, ended: bool) -> str:
    return "\n".join(lines) + ("\n" if ended and lines else "")


def commit_all(field: Repository, versions: Sequence[str]) -> None:
    """Make one commit a version of one file."""
    stream = ""
    for number, text in enumerate(versions):
        stream += f"commit refs/heads/main\ncommitter A <a@x> {second('2026-03-10T08:00:00+00:00') + number} +0000\n"
        stream += f"data 1\n{number % 10}\nM 100644 inline f\ndata {len(text.encode())}\n{text}\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=field.path, input=stream.encode(), check=True)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(VERSIONS)
@example([(["one"], True), (["two"], True), (["one"], True), (["two"], True)])
def test_what_was_added_stands_in_the_file_and_the_rest_stood_there_before(
    drawn: list[tuple[list[str], bool]],
) -> None:
    """
    However much a text looks like a patch, each added line is found under its number, and the counts add up.
    """
    with TemporaryDirectory() as place:
        field = Repository.create(Path(place) / "field")
        versions = [text_of(lines, ended=ended) for lines, ended in drawn]
        commit_all(field, versions)
        evidence = read(field.path)

    began = second("2026-03-10T08:00:00+00:00")
    for commit in evidence.commits:  # the same patch, applied a second time, is told of once
        number = commit.committed_at - began
        before = _lines(versions[number - 1]) if number else []
        after = _lines(versions[number])
        for change in commit.changes:
            assert change.added is not None and change.deleted is not None
            assert [line.text for line in change.added_lines] == [after[line.number - 1] for line in change.added_lines]
            assert len(after) - change.added == len(before) - change.deleted
            added = {line.number for line in change.added_lines}
            kept = iter(before)
            assert all(line in kept for at, line in enumerate(after, start=1) if at not in added)
    told = [sha for commit in evidence.commits for sha in (commit.sha, *commit.same_work_as)]
    assert len(versions) == len(set(told)) == len(told)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
