"""The evidence of a session's window, from real repositories (SPEC 3.2)."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harvest_loop.errors import FieldError, UsageError
from tests.support.git_reading import NOW, change_of, read, second, subjects, texts
from tests.support.repositories import Repository


class TestWhichCommits:
    """By commit date, on all branches and worktrees."""

    def test_no_commit_yet(self, field: Repository) -> None:
        """
        A repository that was just made has work in it, though no commit.
        """
        field.write("new.py", "x=1\n")

        evidence = read(field.path, now="2100-01-01T00:00:00+00:00")

        assert ("unborn:main", None, ()) == (evidence.head, evidence.head_sha, evidence.commits)
        assert [("new.py", "untracked")] == [(change.path, change.state) for change in evidence.uncommitted]

    def test_a_detached_head(self, field: Repository) -> None:
        """
        Work on no branch is work all the same.
        """
        field.commit("one", {"a": "1"})
        field.git("checkout", "-q", "--detach")
        sha = field.commit("feat: only here", {"b": "1"})

        evidence = read(field.path)

        assert f"detached@{sha[:12]}" == evidence.head
        assert ["one", "feat: only here"] == subjects(evidence.commits)

    def test_dates_out_of_order(self, field: Repository) -> None:
        """
        A clock that went wrong once must not hide what was committed before it did.
        """
        field.commit("old", at="2026-01-02T10:00:00+0000")
        field.commit("feat: in window A", {"a": "1"}, at="2026-03-10T09:00:00+0000")
        field.commit("fix: clock was wrong", {"b": "1"}, at="2026-01-05T09:00:00+0000")
        field.commit("feat: in window C", {"c": "1"}, at="2026-03-10T12:00:00+0000")

        assert ["feat: in window A", "feat: in window C"] == subjects(read(field.path).commits)

    def test_the_window_has_two_ends(self, field: Repository) -> None:
        """
        Both seconds belong to it, and not one more.
        """
        for at in ("2026-03-09T23:59:59", "2026-03-10T00:00:00", "2026-03-10T20:00:00", "2026-03-10T20:00:01"):
            field.commit(at, at=f"{at}+0000")

        assert ["2026-03-10T00:00:00", "2026-03-10T20:00:00"] == subjects(read(field.path).commits)

    def test_it_is_the_commit_date_that_counts(self, field: Repository) -> None:
        """
        A patch that was written long ago and committed today is today's commit.
        """
        field.commit("old", at="2026-01-01T00:00:00+0000")
        field.git("commit", "-q", "--allow-empty", "--date=2020-01-01T00:00:00", "-m", "mailed", at="2026-03-10T01:00Z")

        assert ["mailed"] == subjects(read(field.path).commits)

    @pytest.mark.parametrize(
        ("at", "inside"), [("2026-03-09T14:59:59+0000", False), ("2026-03-09T15:00:00+0000", True)]
    )
    def test_a_day_begins_at_the_persons_midnight(self, at: str, inside: bool, field: Repository) -> None:
        """
        In Seoul 10 March begins at 15:00 UTC of the ninth, wherever the committer's clock stood.
        """
        field.commit("work", {"a": "1"}, at=at)

        evidence = read(field.path, since="2026-03-10", zone="Asia/Seoul")

        assert inside is bool(evidence.commits)
        assert "Asia/Seoul" == evidence.window.zone

    @pytest.mark.parametrize(
        ("at", "inside"), [("2026-03-08T04:59:59+0000", False), ("2026-03-08T05:00:00+0000", True)]
    )
    def test_the_day_on_which_the_clocks_change(self, at: str, inside: bool, field: Repository) -> None:
        """
        8 March began in New York at five hours from UTC and ended at four.
        """
        field.commit("work", {"a": "1"}, at=at)

        assert inside is bool(read(field.path, since="2026-03-08", zone="America/New_York").commits)

    def test_all_branches_and_worktrees(self, field: Repository, tmp_path: Path) -> None:
        """
        A session may leave its work on a branch that is not checked out, or in another worktree.
        """
        field.commit("base", {"a": "1"}, at="2026-03-10T08:00:00+0000")
        field.git("checkout", "-q", "-b", "topic")
        field.commit("on topic", {"b": "1"})
        field.git("checkout", "-q", "main")
        field.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        Repository(tmp_path / "linked").commit("in a worktree", {"c": "1"}, at="2026-03-10T10:00:00+0000")

        assert ["base", "on topic", "in a worktree"] == subjects(read(field.path).commits)

    def test_a_linked_worktree_is_a_field_too(self, field: Repository, tmp_path: Path) -> None:
        """
        The same history is found from there, under the worktree's own name and HEAD.
        """
        field.commit("base", {"a": "1"})
        field.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
        Repository(tmp_path / "linked").commit("in the worktree", {"c": "1"}, at="2026-03-10T10:00:00+0000")

        evidence = read(tmp_path / "linked")

        assert ("linked", "side", "reflog") == (evidence.field_name, evidence.head, evidence.attribution)
        assert ["base", "in the worktree"] == subjects(evidence.commits)
        assert read(field.path).repository_id == evidence.repository_id

    def test_tags_and_remote_branches_alone_are_not_the_sessions(self, field: Repository, tmp_path: Path) -> None:
        """
        What was only fetched was made elsewhere and is used nowhere here.
        """
        field.commit("base", {"a": "1"})
        clone = Repository(tmp_path / "clone")
        subprocess.run(["git", "clone", "-q", str(field.path), str(clone.path)], check=True)
        field.commit("elsewhere", {"b": "1"})
        clone.git("fetch", "-q", "--tags")

        evidence = read(clone.path)

        assert ["base"] == subjects((*evidence.commits, *evidence.others))

    def test_oldest_first_and_a_parent_before_its_child(self, field: Repository) -> None:
        """
        Commits of the same second are told in the order in which they stand on each other.
        """
        for number in range(5):
            field.commit(f"step {number}", {"a": str(number)})

        assert [f"step {number}" for number in range(5)] == subjects(read(field.path).commits)


class TestWhereTheWindowStarts:
    """What was said, else the last close, else the marker, else a day ago."""

    def test_the_last_close_ended_with_its_second(self, field: Repository) -> None:
        """
        The second of the last close was harvested then; the next one begins the new window.
        """
        field.commit("harvested", {"a": "1"}, at="2026-03-10T09:00:00+0000")
        field.commit("new", {"a": "2"}, at="2026-03-10T09:00:01+0000")

        evidence = read(field.path, since=None, last_close=second("2026-03-10T09:00:00+00:00"), marker=1)

        assert "last close" == evidence.window.source
        assert ["new"] == subjects(evidence.commits)

    def test_the_marker_counts_where_nothing_was_closed(self, field: Repository) -> None:
        """
        A session that was never closed began when its marker was dropped.
        """
        marker = second("2026-03-09T07:00:00+00:00")

        window = read(field.path, since=None, marker=marker).window

        assert ("session-start marker", marker) == (window.source, window.since)

    @pytest.mark.parametrize(("first_day", "source"), [(-90, "24 hours before the first close"), (-24, "24 hours")])
    def test_the_day_before_a_first_close_that_left_some_of_it(
        self, first_day: int, source: str, field: Repository
    ) -> None:
        """
        Whoever only ever looked at the last hour has not harvested the days in between.
        """
        start = second(NOW) + first_day * 3600

        window = read(field.path, since=None, first_day=start).window

        assert (source, start) == (window.source, window.since)

    def test_a_day_where_nothing_is_known(self, field: Repository) -> None:
        """
        The record says so, since nobody asked for just that.
        """
        window = read(field.path, since=None).window

        assert ("24 hours", second("2026-03-09T20:00:00+00:00")) == (window.source, window.since)

    def test_since_a_revision(self, field: Repository) -> None:
        """
        A tag is where the last release was; whatever it does not hold came after, however old it looks.
        """
        field.commit("before", {"a": "1"})
        field.git("checkout", "-q", "-b", "topic")
        field.commit("begun before, merged after", {"c": "1"}, at="2026-03-09T09:00:00+0000")
        field.git("checkout", "-q", "main")
        sha = field.commit("tagged", {"a": "2"}, at="2026-03-10T10:00:00+0000")
        field.git("tag", "v1")
        field.commit("after", {"a": "3"}, at="2026-03-10T11:00:00+0000")
        field.git("merge", "-q", "--no-ff", "-m", "merge", "topic", at="2026-03-10T12:00:00+0000")

        evidence = read(field.path, since="v1")

        assert (sha, second("2026-03-10T10:00:00+00:00")) == (evidence.window.revision, evidence.window.since)
        assert ["begun before, merged after", "after", "merge"] == subjects(evidence.commits)

    def test_since_a_revision_an_old_branch_stays_out(self, field: Repository) -> None:
        """
        A branch that was left years ago is not reachable from the tag either, and yet no work done since.
        """
        field.commit("base", {"a": "1"}, at="2020-01-01T00:00:00+0000")
        field.git("checkout", "-q", "-b", "left")
        field.commit("left behind", {"b": "1"}, at="2020-01-02T00:00:00+0000")
        field.git("checkout", "-q", "main")
        field.commit("tagged", {"a": "2"}, at="2026-03-10T10:00:00+0000")
        field.git("tag", "v1")
        field.git("checkout", "-q", "-b", "fresh")
        field.commit("on another branch", {"c": "1"}, at="2026-03-10T11:00:00+0000")
        field.git("checkout", "-q", "main")

        assert ["on another branch"] == subjects(read(field.path, since="v1").commits)

    @pytest.mark.parametrize("said", ["--output=written", "-n1", "nowhere", "HEAD..HEAD", ":(top)", "a\nb", "a\x00b"])
    def test_what_is_neither_time_nor_revision(self, said: str, field: Repository) -> None:
        """
        It is named, with a way out, and is never taken for an option.
        """
        field.commit("one", {"a": "1"})

        with pytest.raises(UsageError, match="neither a time nor a revision"):
            read(field.path, since=said)

        assert ["a"] == sorted(path.name for path in field.path.iterdir() if path.name != ".git")

    def test_a_branch_that_looks_like_an_option(self, field: Repository) -> None:
        """
        Git allows such a name to be made by hand; it is a revision and nothing else.
        """
        sha = field.commit("one", {"a": "1"})
        field.git("update-ref", "refs/heads/--all", sha)
        field.commit("two", {"a": "2"})

        assert ["two"] == subjects(read(field.path, since="--all").commits)

    def test_an_unknown_zone(self, field: Repository) -> None:
        """
        Days can't be counted in a zone that nobody knows.
        """
        with pytest.raises(UsageError, match="no time zone"):
            read(field.path, zone="Mars/Olympus")


class TestWhatTheyChanged:
    """Paths, counts, lines."""

    def test_odd_names_are_exact(self, field: Repository) -> None:
        """
        Quotes, newlines, tabs, leading dashes and pathspec magic are parts of a name.
        """
        names = [
            "메모/새 파일.md",
            "tab\there",
            'q"uote',
            "new\nline",
            "-rf",
            ":(exclude)x",
            "a => b",
            "{a => b}",
            "\\",
        ]
        field.commit("feat: odd names", dict.fromkeys(names, "1\n"))

        evidence = read(field.path)

        assert sorted(names) == sorted(change.path for change in evidence.commits[0].changes)
        assert set(names) == evidence.head_paths
        assert all(["1"] == texts(change) for change in evidence.commits[0].changes)

    def test_a_name_that_looks_like_a_patch(self, field: Repository) -> None:
        """
        What stands in a name or in a file can't pass for what git says about them.
        """
        name = "x\ndiff --git a/evil b/evil\n+++ b/evil\n@@ -0,0 +1 @@\n+evil"
        body = "diff --git a/evil b/evil\n@@ -1 +1 @@\n--- a/evil\n+++ b/evil\n" + "0" * 40 + "\n:100644\n"
        field.commit("feat: hostile", {name: body, "b": "2\n"})

        (commit,) = read(field.path).commits

        assert sorted([name, "b"]) == sorted(change.path for change in commit.changes)
        assert body.splitlines() == texts(change_of(read(field.path), name))

    def test_names_and_messages_that_are_not_utf8(self, field: Repository) -> None:
        """
        Old repositories hold other encodings; nothing is lost but the letters that can't be known.
        """
        field.write(os.fsdecode(b"caf\xe9.md"), "1\n")
        field.git("add", "-A")
        tree = field.git("write-tree")
        tip = ""
        for encoding in ("", "encoding ISO-8859-1\n"):
            who = "A Person <person@example.invalid> 1773133200 +0530"
            parent = f"parent {tip}\n" if tip else ""
            head = f"tree {tree}\n{parent}author {who}\ncommitter {who}\n{encoding}\n"
            field.write("message", head.encode() + "fix: café fermé\n\nBody: é\n".encode("latin-1"))
            tip = field.git("hash-object", "-t", "commit", "-w", "message")
        field.git("update-ref", "refs/heads/main", tip)

        raw, declared = read(field.path).commits

        assert ("fix: caf\ufffd ferm\ufffd", "Body: \ufffd") == (raw.subject, raw.body)
        assert ("fix: café fermé", "Body: é", 330) == (declared.subject, declared.body, declared.zone_minutes)
        assert ["caf\\xe9.md"] == [change.path for change in raw.changes]

    def test_every_kind_of_change(self, field: Repository) -> None:
        """
        What became of a path is part of what a session did.
        """
        text = "".join(f"line {number}\n" for number in range(20))
        field.commit("base", {"moved": text, "gone": "1\n", "kept": "1\n2\n", "link": "1\n"}, at="2026-03-09T09:00Z")
        field.git("mv", "moved", "new place")
        field.git("rm", "-q", "gone")
        field.write("kept", "1\nzwei\n3\n")
        (field.path / "link").unlink()
        (field.path / "link").symlink_to("kept")
        field.write("pixels", b"\x00\x01")
        field.git("add", "-A")
        field.commit("change")

        changes = {change.path: change for change in read(field.path).commits[-1].changes}

        assert ("renamed", "moved", 0, 0) == _facts(changes["new place"])
        assert ("deleted", None, 0, 1) == _facts(changes["gone"])
        assert ("modified", None, 2, 1) == _facts(changes["kept"])
        assert ("type-changed", None, 1, 1) == _facts(changes["link"])
        assert ("added", None, None, None) == _facts(changes["pixels"])

    def test_lines_have_the_numbers_of_the_new_file(self, field: Repository) -> None:
        """
        A pointer opens the line in the file as it stood in that commit.
        """
        field.commit("base", {"a": "".join(f"{number}\n" for number in range(1, 31))}, at="2026-03-09T09:00:00+0000")
        lines = [str(number) for number in range(1, 31)]
        lines[4:5] = ["five", "five and a half"]
        lines[20:21] = []
        lines.append("end")
        field.commit("change", {"a": "\n".join(lines)})

        added = change_of(read(field.path), "a").added_lines

        assert [(5, "five"), (6, "five and a half"), (31, "end")] == [(line.number, line.text) for line in added]

    def test_text_is_read_where_it_was_asked_for(self, field: Repository) -> None:
        """
        The text of domain code is nobody's business; that it changed is known by the counts.
        """
        field.commit("both", {"Makefile": "test:\n", "src/domain.py": "x = 1\n"})

        evidence = read(field.path, want_text=lambda path: path == "Makefile")

        makefile, domain = change_of(evidence, "Makefile"), change_of(evidence, "src/domain.py")
        assert (True, ["test:"]) == (makefile.text_read, texts(makefile))
        assert (False, [], 1) == (domain.text_read, texts(domain), domain.added)

    def test_text_is_cut_and_said_to_be(self, field: Repository) -> None:
        """
        A generated file must not fill the memory, nor be taken for a short one.
        """
        field.commit("big", {"a": "line\n" * 401, "b": "line\n" * 400, "c": "x" * 5000 + "\n"})

        evidence = read(field.path)

        a, b, c = (change_of(evidence, path) for path in "abc")
        assert [(400, True, 401), (400, False, 400)] == [(len(x.added_lines), x.text_cut, x.added) for x in (a, b)]
        assert (True, 2000) == (c.text_cut, len(texts(c)[0]))

    def test_line_ends_of_another_system(self, field: Repository) -> None:
        """
        A carriage return before the newline is no part of what a line says.
        """
        field.commit("crlf", {"a": "one\r\ntwo\r\n"})

        assert ["one", "two"] == texts(change_of(read(field.path), "a"))

    def test_a_submodule_is_a_path_without_text(self, field: Repository, hub: Repository) -> None:
        """
        What moved is a pointer to another repository; there is no line in it to quote.
        """
        hub.commit("inner", {"a": "1"})
        field.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(hub.path), "inner")
        field.commit("add inner")

        change = change_of(read(field.path), "inner")

        assert ("added", None, (), False) == (change.status, change.added, change.added_lines, change.text_read)

    def test_a_submodule_is_a_field_of_its_own(self, field: Repository, hub: Repository) -> None:
        """
        A session that ran in it worked in that repository, not in the one around it.
        """
        hub.commit("inner", {"a": "1"})
        field.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(hub.path), "sub")
        field.commit("outer")
        Repository(field.path / "sub").commit("in the submodule", {"b": "1"})

        evidence = read(field.path / "sub")

        assert ("sub", str(field.path / "sub")) == (evidence.field_name, evidence.field_root)
        assert ["inner", "in the submodule"] == subjects(evidence.commits)

    def test_a_merge_counts_for_what_it_changed_itself(self, field: Repository) -> None:
        """
        Both sides are counted where they were made; a conflict's resolution is the merge's own.
        """
        field.commit("base", {"a": "1\n2\n3\n4\n5\n6\n7\n8\n9\n"}, at="2026-03-10T08:00:00+0000")
        field.git("checkout", "-q", "-b", "topic")
        field.commit("theirs", {"a": "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n", "t": "t\n"})
        field.git("checkout", "-q", "main")
        field.commit("ours", {"a": "1\nzwei\n3\n4\n5\n6\n7\n8\nnine\n"})
        subprocess.run(["git", "merge", "-q", "topic"], cwd=field.path, check=False, capture_output=True)
        field.write("a", "1\nboth\n3\n4\n5\n6\n7\n8\nnine\n")
        field.write("own", "new\n")
        field.git("add", "-A")
        field.commit("merge", at="2026-03-10T10:00:00+0000")

        merge = read(field.path).commits[-1]

        assert 2 == len(merge.parents)
        assert [("a", "modified", [(2, "both")]), ("own", "added", [(1, "new")])] == [
            (change.path, change.status, [(line.number, line.text) for line in change.added_lines])
            for change in merge.changes
        ]

    def test_a_clean_merge_changed_nothing_itself(self, field: Repository) -> None:
        """
        A file that both sides changed in different places was put together by git, not by the merge.
        """
        lines = [f"{number}\n" for number in range(40)]
        field.commit("base", {"a": "".join(lines)}, at="2026-03-10T08:00:00+0000")
        field.git("checkout", "-q", "-b", "topic")
        field.commit("theirs", {"a": "".join(["zero\n", *lines[1:]])})
        field.git("checkout", "-q", "main")
        field.commit("ours", {"a": "".join([*lines[:-1], "end\n"])})
        field.git("merge", "-q", "--no-edit", "topic", at="2026-03-10T10:00:00+0000")

        merge = read(field.path).commits[-1]

        assert (2, (), None) == (len(merge.parents), merge.changes, merge.patch_id)

    def test_a_merge_of_many(self, field: Repository) -> None:
        """
        Git can merge any number of branches at once.
        """
        field.commit("base", {"a": "1\n"}, at="2026-03-10T08:00:00+0000")
        for name in ("x", "y", "z"):
            field.git("checkout", "-q", "-b", name, "main")
            field.commit(f"on {name}", {name: "1\n"})
        field.git("checkout", "-q", "main")
        field.commit("on main", {"m": "1"})
        field.git("merge", "-q", "--no-edit", "x", "y", "z", at="2026-03-10T10:00:00+0000")

        evidence = read(field.path)

        assert 4 == len(evidence.commits[-1].parents)
        assert 1 == sum(change.path == "x" for commit in evidence.commits for change in commit.changes)

    def test_what_a_person_configured_for_their_eyes_changes_nothing(self, field: Repository) -> None:
        """
        The same history reads the same under everybody's settings.
        """
        field.commit("base", {"a": "1\n", "b/c": "x\n" * 30}, at="2026-03-10T08:00:00+0000")
        field.git("mv", "b/c", "b/d")
        field.commit("change", {"a": "2\n"})
        plain = read(field.path)
        for key, value in {
            "diff.noprefix": "true",
            "diff.mnemonicPrefix": "true",
            "diff.renames": "false",
            "diff.algorithm": "patience",
            "diff.context": "0",
            "diff.external": "/bin/false",
            "core.quotePath": "false",
            "color.ui": "always",
            "log.date": "relative",
            "log.showSignature": "true",
            "status.renames": "false",
            "status.relativePaths": "false",
            "core.abbrev": "4",
            "i18n.logOutputEncoding": "UTF-16",
            "format.pretty": "oneline",
        }.items():
            field.git("config", key, value)

        assert plain == read(field.path)

    def test_a_secret_in_a_commit_never_arrives(self, field: Repository) -> None:
        """
        Message, body, added line, file name and branch name are all read from outside.
        """
        token = "ghp_" + "a1B2c3D4" * 5
        field.git("checkout", "-q", "-b", f"use-{token}")
        field.commit(f"feat: use {token}\n\nbecause {token}", {f"notes-{token}.md": f"token: {token}\n"})
        field.write(f"more-{token}", f"{token}\n")

        assert token not in read(field.path).model_dump_json()

    def test_the_middle_of_a_private_key_never_arrives(self, field: Repository) -> None:
        """
        Only the first line of a key says what it is; a commit that changes another one shows none of that.
        """
        body = [f"{letter}" * 40 + "Qq7Zz/+x" * 3 for letter in "ABCDEFGHIJKLM"]
        field.commit("base", {"key.yml": _key(body)}, at="2026-03-09T09:00:00+0000")
        body[8] = "Z" * 64
        field.commit("rotate", {"key.yml": _key(body)})
        body[5] = "Y" * 64
        field.write("key.yml", _key(body))

        found = read(field.path).model_dump_json()

        assert "Z" * 20 not in found and "Y" * 20 not in found


class TestWhere:
    """What is a field, and what is none."""

    def test_started_in_a_subdirectory(self, field: Repository) -> None:
        """
        A session often starts deep inside; all of the repository is its field.
        """
        field.commit("one", {"a/b/c": "1", "top": "1"})

        evidence = read(field.path / "a" / "b")

        assert ("field", str(field.path)) == (evidence.field_name, evidence.field_root)
        assert {"a/b/c", "top"} == evidence.head_paths == {change.path for change in evidence.commits[0].changes}

    @pytest.mark.parametrize("name", ["with space", "quo\"te'", "new\nline", "-dash", "메모", "trailing\n"])
    def test_any_folder_name(self, name: str, tmp_path: Path) -> None:
        """
        A path is what the disk says it is.
        """
        field = Repository.create(tmp_path / name)
        field.commit("one", {"a": "1"})

        evidence = read(field.path)

        assert (name, str(field.path)) == (evidence.field_name, evidence.field_root)
        assert ["one"] == subjects(evidence.commits)

    def test_a_folder_whose_name_is_not_utf8(self, tmp_path: Path) -> None:
        """
        A record can't hold such a path; one line says so instead.
        """
        field = Repository.create(tmp_path / os.fsdecode(b"caf\xe9"))

        with pytest.raises(FieldError, match=r"caf\\udce9: the folder's name is not UTF-8"):
            read(field.path)

    def test_no_repository(self, tmp_path: Path) -> None:
        """
        One line says so and names the flag.
        """
        with pytest.raises(FieldError, match=f"{tmp_path}: is not a git repository; pass --field"):
            read(tmp_path)

    def test_no_folder(self, tmp_path: Path) -> None:
        """
        A typing mistake is told from a folder without git.
        """
        with pytest.raises(FieldError, match="does not exist"):
            read(tmp_path / "gone")
        (tmp_path / "file").write_text("")
        with pytest.raises(FieldError, match="is no folder"):
            read(tmp_path / "file")
        with pytest.raises(FieldError, match=r"can't be reached \(File name too long\); pass --field"):
            read(tmp_path / ("a" * 300))

    def test_inside_the_git_folder(self, field: Repository) -> None:
        """
        Hooks stand there; the work does not.
        """
        with pytest.raises(FieldError, match=r"inside a \.git folder"):
            read(field.path / ".git" / "hooks")

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
    def test_owned_by_someone_else(self, field: Repository) -> None:
        """
        Git refuses to read it; the person learns why, and the one command if they trust it.
        """
        field.commit("one", {"a": "1"})
        for path in (field.path, field.path / ".git"):
            os.chown(path, 12345, 12345)

        with pytest.raises(FieldError, match=r"owned by someone else; if you trust it: git config .*safe\.directory"):
            read(field.path)

    def test_a_bare_repository_has_history_only(self, field: Repository, tmp_path: Path) -> None:
        """
        There is no work tree in it where something could be uncommitted.
        """
        field.commit("one", {"a": "1"})
        subprocess.run(["git", "clone", "-q", "--bare", str(field.path), str(tmp_path / "bare.git")], check=True)

        evidence = read(tmp_path / "bare.git")

        assert (["one"], ()) == (subjects(evidence.commits), evidence.uncommitted)

    def test_a_repository_with_long_names(self, tmp_path: Path) -> None:
        """
        Git can name objects by SHA-256.
        """
        field = Repository(tmp_path / "long")
        field.path.mkdir()
        field.git("init", "-q", "-b", "main", "--object-format=sha256")
        sha = field.commit("one", {"a": "1\n"})
        field.write("b", "2\n")
        field.git("add", "b")

        evidence = read(field.path)

        assert (64, sha, "reflog") == (len(sha), evidence.commits[0].sha, evidence.attribution)
        assert ["1"] == texts(change_of(evidence, "a"))

    def test_an_inherited_git_dir_is_dropped(
        self, field: Repository, hub: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """
        Started from a hook of another repository, the field is still the one that was asked for.
        """
        field.commit("of the field", {"a": "1"})
        hub.commit("of the hub", {"a": "1"})
        monkeypatch.setenv("GIT_DIR", str(hub.path / ".git"))
        monkeypatch.setenv("GIT_INDEX_FILE", str(hub.path / ".git" / "index"))

        assert ["of the field"] == subjects(read(field.path).commits)

    def test_every_clone_has_the_same_id(self, field: Repository, tmp_path: Path) -> None:
        """
        Sessions in two clones are sessions in one repository.
        """
        field.commit("one", {"a": "1"})
        field.git("checkout", "-q", "--orphan", "pages")
        field.commit("pages", at="2026-03-11T00:00:00+0000")
        subprocess.run(["git", "clone", "-q", str(field.path), str(tmp_path / "clone")], check=True)

        assert read(field.path).repository_id == read(tmp_path / "clone").repository_id

    def test_evidence_is_written_in_one_order(self, field: Repository) -> None:
        """
        Results are kept by the hash of what went into them, and must not differ from process to process.
        """
        field.commit("one", {f"f{number}": "1" for number in range(20)})

        written = json.loads(read(field.path).model_dump_json())["head_paths"]

        assert sorted(written) == written

    def test_a_worktree_whose_folder_is_gone(self, field: Repository, tmp_path: Path) -> None:
        """
        Git remembers it until somebody prunes; its commits are there.
        """
        field.git("config", "gc.worktreePruneExpire", "never")
        field.commit("one", {"a": "1"}, at="2026-03-10T08:00:00+0000")
        field.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        Repository(tmp_path / "linked").commit("in the worktree", {"b": "1"})
        shutil.rmtree(tmp_path / "linked")

        assert ["one", "in the worktree"] == subjects(read(field.path).commits)

    def test_the_same_place_reads_the_same_twice(
        self, field: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """
        Neither the clock's zone, nor the language, nor where the clone lies may show in the evidence.
        """
        for number in range(6):
            field.git("checkout", "-q", "-b", f"b{number}")
            field.commit(f"commit {number}", {f"f{number}": "1\n"})
        clone = tmp_path / "elsewhere" / "field"
        subprocess.run(["cp", "-a", str(field.path), str(tmp_path / "copy")], check=True)
        clone.parent.mkdir()
        (tmp_path / "copy").rename(clone)
        first = read(field.path)
        monkeypatch.setenv("TZ", "Pacific/Kiritimati")
        monkeypatch.setenv("LANG", "C")

        second_reading = read(clone)

        assert first.model_copy(update={"field_root": ""}) == second_reading.model_copy(update={"field_root": ""})


def _facts(change: object) -> tuple[object, ...]:
    return tuple(getattr(change, name) for name in ("status", "old_path", "added", "deleted"))


def _key(body: list[str]) -> str:
    lines = ["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"]
    return "key: |\n" + "".join(f"  {line}\n" for line in lines)
