"""The one writer of hub files: form, redaction, places, compare-and-swap."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from harvest_loop.adapters.hub_files import (
    append_line,
    append_text,
    change,
    locked,
    place_in_hub,
    read_file,
    replace,
    write_new,
)
from harvest_loop.errors import ConflictError, HubError
from harvest_loop.settings import require_writable
from tests.support.repositories import Repository
from tests.support.secrets import planted, private_key
from tests.support.users import without_rights_of_root


def test_a_file_is_found_as_text_with_the_form_it_was_in(hub: Repository) -> None:
    """A reader gets plain lines; what the file looked like on disk is kept beside them."""
    hub.write("card.md", b"\xef\xbb\xbfone\r\ntwo")

    found = read_file(hub.path / "card.md")

    assert found is not None
    assert "one\ntwo" == found.text
    assert (True, "\r\n", False) == (found.form.bom, found.form.newline, found.form.final_newline)


def test_absent_is_none_and_unreadable_is_an_error(hub: Repository) -> None:
    """A file that can't be read is not a file that isn't there."""
    hub.write("latin.md", "déjà\n".encode("latin-1"))
    hub.write("utf16.md", "text\n".encode("utf-16"))

    assert read_file(hub.path / "none.md") is None
    with pytest.raises(HubError, match=r"latin\.md: line 1 is not UTF-8"):
        read_file(hub.path / "latin.md")
    with pytest.raises(HubError, match="not UTF-8"):
        read_file(hub.path / "utf16.md")
    with pytest.raises(HubError):
        read_file(hub.path)


def test_a_pipe_is_refused_without_waiting_for_its_writer(hub: Repository) -> None:
    """Opening a named pipe would hang the run for ever."""
    os.mkfifo(hub.path / "pipe.md")

    with pytest.raises(HubError, match="no regular file"):
        read_file(hub.path / "pipe.md")


def test_a_replaced_file_keeps_form_and_mode(hub: Repository) -> None:
    """After an edit the file differs from before in the edit alone."""
    path = hub.write("run.md", b"\xef\xbb\xbfone\r\ntwo\r\n")
    path.chmod(0o750)
    found = read_file(path)
    assert found is not None

    again = replace(hub.path, found, "one\nnew\ntwo\n")

    assert b"\xef\xbb\xbfone\r\nnew\r\ntwo\r\n" == path.read_bytes()
    assert 0o750 == stat.S_IMODE(path.stat().st_mode)
    assert "one\nnew\ntwo\n" == again.text


def test_a_file_that_someone_else_wrote_is_not_replaced(hub: Repository) -> None:
    """The second writer learns that it read an older file, and nothing of the first is lost."""
    path = hub.write("card.md", "one\n")
    found = read_file(path)
    assert found is not None
    path.write_text("theirs\n")

    with pytest.raises(ConflictError, match="changed since it was read"):
        replace(hub.path, found, "ours\n")

    assert "theirs\n" == path.read_text()
    assert ["card.md"] == [entry.name for entry in hub.path.iterdir() if entry.name != ".git"]


def test_a_file_that_was_taken_away_is_not_written_anew(hub: Repository) -> None:
    """Someone moved it on purpose."""
    path = hub.write("card.md", "one\n")
    found = read_file(path)
    assert found is not None
    path.unlink()

    with pytest.raises(ConflictError):
        replace(hub.path, found, "ours\n")

    assert not path.exists()


def test_a_new_file_never_takes_the_place_of_another(hub: Repository) -> None:
    """`new` means that nothing was there, up to the last moment."""
    hub.write("signal.md", "theirs\n")

    with pytest.raises(ConflictError, match="come to be there"):
        write_new(hub.path, "signal.md", "ours\n")

    assert "theirs\n" == (hub.path / "signal.md").read_text()


def test_a_new_file_comes_with_its_folders_and_its_last_newline(hub: Repository) -> None:
    """The first record of a hub needs no preparation by a person."""
    found = write_new(hub.path, "tracks/_meta/새 기록.md", "one\ntwo")

    assert b"one\ntwo\n" == (hub.path / "tracks/_meta/새 기록.md").read_bytes()
    assert "one\ntwo\n" == found.text


def test_an_edit_is_made_from_what_stands_there(hub: Repository) -> None:
    """The caller says how, the writer says from what: None for no file."""
    assert "first\n" == change(hub.path, "log.md", lambda text: (text or "") + "first\n").text
    assert "first\nsecond\n" == change(hub.path, "log.md", lambda text: (text or "") + "second\n").text


def test_an_edit_that_changes_nothing_writes_nothing(hub: Repository) -> None:
    """A file that stays the same keeps its time, so nobody takes it for fresh."""
    path = hub.write("a.md", "one\n")
    os.utime(path, (1_000_000_000, 1_000_000_000))

    change(hub.path, "a.md", lambda text: text or "")

    assert 1_000_000_000 == path.stat().st_mtime


def test_an_edit_that_others_keep_disturbing_gives_up_and_says_so(hub: Repository) -> None:
    """An editor that saves without our lock can win each time; then a person is told."""
    path = hub.write("a.md", "0\n")

    def disturbed(text: str | None) -> str:
        path.write_text(f"{int(text or 0) + 1}\n")
        return "ours\n"

    with pytest.raises(ConflictError, match="keep writing"):
        change(hub.path, "a.md", disturbed)

    assert path.read_text().strip().isdigit()


def test_an_edit_disturbed_once_is_made_anew_from_the_newer_text(hub: Repository) -> None:
    """What an editor saved in between is in the result."""
    path = hub.write("a.md", "one\n")

    def disturbed_once(text: str | None) -> str:
        if "theirs" not in (text or ""):
            path.write_text("one\ntheirs\n")
        return (text or "") + "ours\n"

    change(hub.path, "a.md", disturbed_once)

    assert "one\ntheirs\nours\n" == path.read_text()


def test_only_what_is_added_is_redacted(hub: Repository) -> None:
    """A line that a person wrote stays theirs, secret and all; none of ours brings one in."""
    theirs, ours = planted(1)["github token"], planted(2)["github token"]
    path = hub.write("card.md", f"theirs {theirs}\n")

    change(hub.path, "card.md", lambda text: f"{text}ours {ours}\n{private_key()}\n")

    assert f"theirs {theirs}\nours «redacted:github-token»\n" in path.read_text()
    assert ours not in path.read_text()
    assert "PRIVATE KEY-----" not in path.read_text()


def test_new_files_and_added_lines_are_redacted(hub: Repository) -> None:
    """There is no way into a hub file around redaction."""
    secret = planted()["slack token"]

    write_new(hub.path, "a.md", f"see {secret}\n")
    append_line(hub.path, "a.jsonl", f'{{"a": "{secret}"}}')
    append_text(hub.path, "a.md", f"again {secret}\n")

    assert secret not in (hub.path / "a.md").read_text() + (hub.path / "a.jsonl").read_text()
    assert '{"a": "«redacted:slack-token»"}\n' == (hub.path / "a.jsonl").read_text()


def test_a_line_is_appended_after_a_torn_one_was_closed(hub: Repository) -> None:
    """A crash may leave half a line; the next line must not become part of it."""
    hub.write("a.jsonl", '{"whole": 1}\n{"to')

    append_line(hub.path, "a.jsonl", '{"next": 2}')

    assert '{"whole": 1}\n{"to\n{"next": 2}\n' == (hub.path / "a.jsonl").read_text()


def test_an_appended_line_stays_one_line_in_the_form_of_its_file(hub: Repository) -> None:
    """A line end inside of a value would make two broken records of one."""
    hub.write("a.log", b"one\r\n")

    append_line(hub.path, "a.log", "two\nand more\u2028still two")

    assert "one\r\ntwo and more\u2028still two\r\n".encode() == (hub.path / "a.log").read_bytes()


def test_text_is_appended_on_a_line_of_its_own(hub: Repository) -> None:
    """What stood there keeps every byte, also when its last line had no end."""
    hub.write("a.yaml", b"- id: one\r\n  note: 'x'")

    append_text(hub.path, "a.yaml", "- id: two\n")

    assert b"- id: one\r\n  note: 'x'\r\n- id: two" == (hub.path / "a.yaml").read_bytes()


def test_a_link_inside_the_hub_is_written_through(hub: Repository) -> None:
    """A skill that two folders share stays one file, and the link stays a link."""
    hub.write("shared/rules.md", "one\n")
    (hub.path / "rules.md").symlink_to("shared/rules.md")
    (hub.path / "linked").symlink_to("shared", target_is_directory=True)

    change(hub.path, "rules.md", lambda text: f"{text}two\n")
    change(hub.path, "linked/rules.md", lambda text: f"{text}three\n")

    assert "one\ntwo\nthree\n" == (hub.path / "shared/rules.md").read_text()
    assert (hub.path / "rules.md").is_symlink()


@pytest.mark.parametrize(
    "path",
    [
        "../outside.md",
        "link-out.md",
        "folder-out/new.md",
        "loop",
        "dangling-out.md",
        "/etc/hosts",
        ".git/hooks/post-commit",
        "nested/.GIT/config",
        "a\0b",
        "",
    ],
)
def test_a_place_outside_of_the_hub_is_refused(hub: Repository, tmp_path: Path, path: str) -> None:
    """Neither a path nor a link may lead a write out of the hub, or into git's own files."""
    outside = tmp_path / "outside.md"
    outside.write_text("theirs\n")
    (hub.path / "link-out.md").symlink_to(outside)
    (hub.path / "folder-out").symlink_to(tmp_path, target_is_directory=True)
    (hub.path / "dangling-out.md").symlink_to(tmp_path / "not-there.md")
    (hub.path / "loop").symlink_to("loop")
    before = sorted(entry.name for entry in tmp_path.iterdir())

    with pytest.raises(HubError):
        append_text(hub.path, path, "ours\n")

    assert "theirs\n" == outside.read_text()
    assert before == sorted(entry.name for entry in tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["with space.md", "q\"uote'.md", "new\nline.md", "메모.md", "-rf", ":(exclude)x", "%s{}"]
)
def test_a_file_may_have_any_name(hub: Repository, name: str) -> None:
    """A name is only a name."""
    write_new(hub.path, name, "one\n")
    change(hub.path, name, lambda text: f"{text}two\n")

    assert "one\ntwo\n" == (hub.path / name).read_text()
    assert name == place_in_hub(hub.path, name).name


def test_a_name_as_long_as_the_system_allows_can_be_written(hub: Repository) -> None:
    """The temporary file beside it must not need a longer name."""
    name = "n" * 252 + ".md"

    write_new(hub.path, name, "one\n")
    change(hub.path, name, lambda text: f"{text}two\n")

    assert "one\ntwo\n" == (hub.path / name).read_text()


def test_a_read_only_hub_is_named_and_left_untouched() -> None:
    """The error says which file, and every byte is as before."""
    with tempfile.TemporaryDirectory() as folder:
        hub = Repository.create(Path(folder).resolve() / "hub")
        path = hub.write("a.md", "one\n")
        write_new(hub.path, "b.md", "with this the lock has been used once\n")
        for place in (Path(folder), hub.path / ".git/harvest-loop", hub.path / ".git/harvest-loop/hub.lock"):
            place.chmod(0o777)
        hub.path.chmod(0o555)
        with without_rights_of_root(), pytest.raises(HubError, match="the hub is read-only"):
            require_writable(hub.path)
        with without_rights_of_root(), pytest.raises(HubError, match=r"a\.md: can't be read or written"):
            append_text(hub.path, "a.md", "two\n")
        hub.path.chmod(0o755)

        assert "one\n" == path.read_text()
        assert {".git", "a.md", "b.md"} == {entry.name for entry in hub.path.iterdir()}


def test_locks_lie_in_the_common_directory_of_git_also_for_a_linked_worktree(hub: Repository, tmp_path: Path) -> None:
    """Two checkouts of one hub wait for each other, and no lock shows up among the person's files."""
    hub.commit("first", {"a.md": "one\n"})
    hub.git("worktree", "add", "-q", str(tmp_path / "linked"))

    with locked(tmp_path / "linked"):
        assert (hub.path / ".git/harvest-loop/hub.lock").exists()

    assert "" == hub.git("status", "--porcelain")


def test_a_hub_without_git_is_locked_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain folder may be a hub, and nothing but its files is written to it."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "state"))
    plain = tmp_path / "plain"
    plain.mkdir()

    write_new(plain, "a.md", "one\n")

    assert ["a.md"] == [entry.name for entry in plain.iterdir()]
    assert list((tmp_path / "state/locks").rglob("hub.lock"))
