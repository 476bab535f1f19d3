"""Places that evidence points at, and questions about them, in real repositories (SPEC 4.7, 4.9)."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.adapters.git_history import FieldReader
from harvest_loop.errors import FieldError
from harvest_loop.schemas.judgement import DoneWhenQuestion, DoneWhenTest
from harvest_loop.schemas.patterns import Pointer
from tests.support.git_reading import read
from tests.support.repositories import Repository

LONG_AGO = "2026-03-01T09:00:00+0000"


@pytest.fixture
def made(field: Repository) -> Repository:
    """A field with two commits and a change on disk."""
    field.commit("first", {"a": "one\ntwo\n"}, at=LONG_AGO)
    field.commit("feat: second thing", {"a": "one\nzwei\n", "dir/b": "text\n"})
    field.write("a", "one\ntrois\n")
    field.write("new", "fresh\n")
    return field


@pytest.fixture
def reader(made: Repository) -> Iterator[FieldReader]:
    with FieldReader(made.path) as opened:
        yield opened


def sha_of(field: Repository, name: str) -> str:
    return field.git("rev-parse", name)


class TestPlaces:
    """Lines, files, parents."""

    def test_a_line_as_it_stood_then_and_as_it_stands(self, made: Repository, reader: FieldReader) -> None:
        """
        The same place says something else in each commit, and something else on the disk.
        """
        first, second = sha_of(made, "HEAD~1"), sha_of(made, "HEAD")

        assert ["two", "zwei", "trois"] == [reader.line_at(sha, "a", 2) for sha in (first, second, "worktree")]

    @pytest.mark.parametrize("number", [-1, 0, 3, 10**9])
    def test_there_is_no_line_beyond_the_file(self, number: int, made: Repository, reader: FieldReader) -> None:
        """
        A number from outside may be any number.
        """
        assert reader.line_at(sha_of(made, "HEAD"), "a", number) is None

    def test_a_whole_file(self, made: Repository, reader: FieldReader) -> None:
        """
        In a commit, in HEAD, on disk; and None where there is none.
        """
        first = sha_of(made, "HEAD~1")

        assert ["one\ntwo\n", "one\nzwei\n", "one\ntrois\n", None] == [
            reader.file_at(sha, "a") for sha in (first, "HEAD", "worktree", "1" * 40)
        ]
        assert reader.file_at(first, "dir/b") is None and reader.file_at("HEAD", "dir") is None

    def test_parents(self, made: Repository, reader: FieldReader) -> None:
        """
        The first commit has none, and one that is unknown has none either.
        """
        first, second = sha_of(made, "HEAD~1"), sha_of(made, "HEAD")

        assert [first, None, None, None] == [reader.parent_of(sha) for sha in (second, first, "2" * 40, "worktree")]

    @pytest.mark.parametrize("sha", ["HEAD~1", "main", "--all", ":/first", "", "abc", "HEAD\n", "@{0}"])
    def test_a_sha_is_a_sha(self, sha: str, reader: FieldReader) -> None:
        """
        A pointer from outside can't ask for anything but an object by its name.
        """
        assert (None, None, None) == (reader.file_at(sha, "a"), reader.line_at(sha, "a", 1), reader.parent_of(sha))

    @pytest.mark.parametrize(
        "path", ["../outside", "/etc/hostname", "dir/../../outside", "./a", "", "a/", ".git/config", "a\0b", "//"]
    )
    def test_a_path_stays_in_the_field(self, path: str, made: Repository, reader: FieldReader) -> None:
        """
        Neither in a commit nor on the disk does a path lead out, or into git's own folder.
        """
        (made.path.parent / "outside").write_text("secret of another place\n")

        assert (None, None) == (reader.file_at("HEAD", path), reader.file_at("worktree", path))

    def test_a_link_is_not_followed(self, made: Repository) -> None:
        """
        Git stores where it points, and that is all that is read of it, in a folder on the way too.
        """
        outside = made.path.parent / "elsewhere"
        outside.mkdir()
        (outside / "secret").write_text("not of this field\n")
        (made.path / "link").symlink_to(outside / "secret")
        (made.path / "folder").symlink_to(outside)

        with FieldReader(made.path) as reader:
            assert f"{outside}/secret\n" == reader.file_at("worktree", "link")
            assert reader.file_at("worktree", "folder/secret") is None

    def test_odd_names(self, field: Repository) -> None:
        """
        A newline in a name would end a line of what git is asked by; it is found all the same.
        """
        names = ["메모/새 파일.md", "tab\there", 'q"uote', "new\nline", "-rf", ":(exclude)x", "a b:c", "\\xe9", " x "]
        sha = field.commit("odd", {name: f"in {name!r}\n" for name in names})
        field.write(os.fsdecode(b"caf\xe9"), "latin\n")
        field.git("add", "-A")
        latin = field.commit("latin")

        with FieldReader(field.path) as reader:
            assert [f"in {name!r}" for name in names] == [reader.line_at(sha, name, 1) for name in names]
            assert ["latin", "latin"] == [reader.line_at(at, "caf\\xe9", 1) for at in (latin, "worktree")]

    def test_a_secret_is_not_read(self, field: Repository) -> None:
        """
        What the reader hands out is shown, quoted and compared: it is redacted first.
        """
        token = "ghp_" + "a1B2c3D4" * 5
        sha = field.commit("one", {"a": f"token: {token}\n"})

        with FieldReader(field.path) as reader:
            assert all(token not in str(text) for text in (reader.file_at(sha, "a"), reader.line_at(sha, "a", 1)))

    def test_binary_and_giant_files_have_no_lines(self, field: Repository) -> None:
        """
        They can be pointed at as files; what is in them is not text. The questions after them are answered.
        """
        field.write("picture", b"\x00\x01\n")
        field.write("giant", b"x\n" * (9 << 20))
        field.git("add", "-A")
        sha = field.commit("big")

        with FieldReader(field.path) as reader:
            assert (None, None) == (reader.line_at(sha, "picture", 1), reader.line_at(sha, "giant", 1))
            assert reader.resolves(Pointer(sha=sha, path="giant", quote=""))
            assert reader.parent_of(sha) is None

    def test_a_broken_object_does_not_end_the_reading(self, field: Repository) -> None:
        """
        Git's answering process dies of it; the next question is answered by another.
        """
        sha = field.commit("one", {"a": "1\n", "b": "2\n"})
        blob = field.git("rev-parse", "HEAD:a")
        place = field.path / ".git/objects" / blob[:2] / blob[2:]
        place.chmod(0o644)
        place.write_bytes(b"broken")

        with FieldReader(field.path) as reader:
            assert (None, "2") == (reader.line_at(sha, "a", 1), reader.line_at(sha, "b", 1))

    def test_no_field(self, tmp_path: Path) -> None:
        """
        A reader of nothing is refused when it is opened, not at the first question.
        """
        with pytest.raises(FieldError, match="not a git repository"):
            FieldReader(tmp_path)


class TestPointers:
    """Evidence is re-read before use."""

    def test_a_place_that_holds_its_quote(self, made: Repository, reader: FieldReader) -> None:
        """
        A part of the line is enough, since indentation and list marks are no part of what is quoted.
        """
        sha = sha_of(made, "HEAD")

        assert reader.resolves(Pointer(sha=sha, path="a", line=2, quote=" zwei "))
        assert reader.resolves(Pointer(sha=sha, path="dir/b", quote="dir/b"))
        assert reader.resolves(Pointer(sha=sha, quote="second thing"))
        assert reader.resolves(Pointer(sha="worktree", path="new", line=1, quote="fresh"))

    @pytest.mark.parametrize(
        "place",
        [
            {"path": "a", "line": 1, "quote": "zwei"},
            {"path": "a", "line": 9, "quote": "zwei"},
            {"path": "gone", "line": 1, "quote": "zwei"},
            {"path": "gone", "quote": "gone"},
            {"quote": "another subject"},
            {"sha": "3" * 40, "quote": "second thing"},
            {"sha": "3" * 40, "path": "a", "line": 2, "quote": "zwei"},
            {"sha": "worktree", "path": "a", "line": 2, "quote": "zwei"},
            {"sha": "worktree", "quote": ""},
        ],
    )
    def test_a_place_that_does_not(self, place: dict[str, object], made: Repository, reader: FieldReader) -> None:
        """
        Wrong line, wrong file, wrong commit, wrong words: the pointer is dropped.
        """
        pointer = Pointer.model_validate({"sha": sha_of(made, "HEAD"), **place})

        assert not reader.resolves(pointer)

    def test_a_blob_is_no_commit(self, made: Repository, reader: FieldReader) -> None:
        """
        An object of another kind has a name of the same shape.
        """
        assert not reader.resolves(Pointer(sha=sha_of(made, "HEAD:a"), quote=""))

    def test_everything_that_was_read_can_be_opened_again(self, made: Repository) -> None:
        """
        Evidence and reader know the same lines by the same numbers and words, odd ones too.
        """
        odd = (
            "plain\r\n\ttab\n\x1b[31mred\n\u202eturned\nform\ffeed\n" + "x" * 3000 + "\nghp_" + "a1B2c3D4" * 5 + "\nend"
        )
        made.commit("odd", {"odd": odd, "caf\udce9": "1\n"})
        made.write("odd2", odd)
        evidence = read(made.path)

        with FieldReader(made.path) as reader:
            places = [
                Pointer(sha=commit.sha, path=change.path, line=line.number, quote=line.text)
                for commit in evidence.commits
                for change in commit.changes
                for line in change.added_lines
            ]
            places += [
                Pointer(sha="worktree", path=change.path, line=line.number, quote=line.text)
                for change in evidence.uncommitted
                for line in change.added_lines
            ]

            assert 20 < len(places)
            assert [] == [place for place in places if not reader.resolves(place)]


class TestDoneWhen:
    """True now, false before; nothing is run."""

    def ask(self, field: Repository, **question: str) -> DoneWhenTest:
        with FieldReader(field.path) as reader:
            return reader.evaluate(DoneWhenQuestion.model_validate({"text": "it holds", **question}))

    def both(self, field: Repository, **question: str) -> tuple[bool, bool]:
        test = self.ask(field, **question)
        return test.true_now, test.false_before

    def test_a_file_that_came_with_the_commit(self, made: Repository) -> None:
        """
        It is there now and was not before.
        """
        assert (True, True) == self.both(made, kind="file", path="dir/b", introduced_by=sha_of(made, "HEAD"))

    def test_a_file_that_was_there_before(self, made: Repository) -> None:
        """
        A test that passed before the work shows nothing of the work.
        """
        assert (True, False) == self.both(made, kind="file", path="a", introduced_by=sha_of(made, "HEAD"))

    def test_a_file_that_is_gone(self, made: Repository) -> None:
        """
        What was deleted since is not there now.
        """
        sha = sha_of(made, "HEAD")
        made.git("rm", "-q", "dir/b")
        made.commit("gone")

        assert (False, True) == self.both(made, kind="file", path="dir/b", introduced_by=sha)

    def test_a_line_that_came_with_the_commit(self, made: Repository) -> None:
        """
        The whole line counts; a part of one would be found anywhere.
        """
        sha = sha_of(made, "HEAD")

        assert (True, True) == self.both(made, kind="grep", path="a", needle="zwei", introduced_by=sha)
        assert (False, True) == self.both(made, kind="grep", path="a", needle="zwe", introduced_by=sha)
        assert (True, False) == self.both(made, kind="grep", path="a", needle="one", introduced_by=sha)

    def test_the_commit_itself(self, made: Repository) -> None:
        """
        It is part of HEAD's history now, and was no part of its own parent's.
        """
        first, second = sha_of(made, "HEAD~1"), sha_of(made, "HEAD")

        assert (True, True) == self.both(made, kind="git", path="", needle=second, introduced_by=second)
        assert (True, False) == self.both(made, kind="git", path="", needle=first, introduced_by=second)

    def test_a_commit_that_was_left_behind(self, made: Repository) -> None:
        """
        It can still be opened, but HEAD does not stand on it.
        """
        left = sha_of(made, "HEAD")
        made.git("reset", "-q", "--hard", "HEAD~1")

        assert (False, True) == self.both(made, kind="git", path="", needle=left, introduced_by=left)

    def test_the_first_commit_had_nothing_before_it(self, made: Repository) -> None:
        """
        Before the first commit no file was there.
        """
        first = sha_of(made, "HEAD~1")

        assert (True, True) == self.both(made, kind="grep", path="a", needle="one", introduced_by=first)

    def test_uncommitted_work_is_held_against_head(self, made: Repository) -> None:
        """
        Now is the disk, before is the last commit.
        """
        assert (True, True) == self.both(made, kind="file", path="new", introduced_by="worktree")
        assert (True, True) == self.both(made, kind="grep", path="a", needle="trois", introduced_by="worktree")
        assert (True, False) == self.both(made, kind="grep", path="a", needle="one", introduced_by="worktree")
        assert (False, True) == self.both(made, kind="file", path="never", introduced_by="worktree")

    def test_committed_work_is_not_held_against_the_disk(self, made: Repository) -> None:
        """
        An edit that is not committed may go as it came.
        """
        assert (False, True) == self.both(
            made, kind="grep", path="a", needle="trois", introduced_by=sha_of(made, "HEAD")
        )

    def test_a_merge_is_held_against_all_its_parents(self, field: Repository) -> None:
        """
        What one of the sides had already, the merge did not bring.
        """
        field.commit("base", {"a": "1\n"}, at=LONG_AGO)
        field.git("checkout", "-q", "-b", "topic")
        field.commit("theirs", {"t": "1\n"})
        field.git("checkout", "-q", "main")
        field.commit("ours", {"o": "1\n"})
        field.git("merge", "-q", "--no-commit", "--no-ff", "topic")
        field.write("own", "1\n")
        field.git("add", "own")
        merge = field.commit("merge")

        assert (True, True) == self.both(field, kind="file", path="own", introduced_by=merge)
        assert (True, False) == self.both(field, kind="file", path="t", introduced_by=merge)

    def test_where_a_shallow_clone_ends_nothing_is_known_of_before(self, made: Repository, tmp_path: Path) -> None:
        """
        Unknown is not false: the test can't be said to have failed before.
        """
        clone = tmp_path / "clone"
        subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{made.path}", str(clone)], check=True)
        shallow = Repository(clone)

        assert (True, False) == self.both(shallow, kind="file", path="dir/b", introduced_by=sha_of(shallow, "HEAD"))

    @pytest.mark.parametrize("kind", ["file", "grep", "git"])
    @pytest.mark.parametrize("hostile", ["--output=x", "$(touch ran)", "a; touch ran", "../../x", "-e", "\n"])
    def test_nothing_is_run_or_written(self, kind: str, hostile: str, made: Repository) -> None:
        """
        A question is made of text from commits; it is only ever compared.
        """
        before = sorted(path.name for path in made.path.iterdir())

        answer = self.both(made, kind=kind, path=hostile, needle=hostile, introduced_by=sha_of(made, "HEAD"))

        assert (False, True) == answer
        assert before == sorted(path.name for path in made.path.iterdir())

    def test_a_commit_that_nobody_knows(self, made: Repository) -> None:
        """
        Of before an unknown commit nothing can be said.
        """
        assert (True, False) == self.both(made, kind="file", path="dir/b", introduced_by="4" * 40)
